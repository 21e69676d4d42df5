// The last look: what the server read of it, so that an address that was swapped on the way shows; then the password, and it is asked for.
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { SECRET_DIGITS, SecretDigits } from '@maru/kit/web/inputs/secret-digits.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { type SumLine, SumLines } from '@maru/kit/web/ui/sum-lines.tsx';
import type { WithdrawNetwork } from '../../contract.ts';
import { quoteWithdrawal } from '../../withdraw-contract.ts';
import { ChainText, lastOf } from '../chain-text.tsx';
import { networkTexts } from '../network-texts.ts';
import { TravelFields } from './travel-fields.tsx';
import { useSending } from './use-sending.ts';
import { bodyOf, type Quote, type Typed } from './use-withdraw-form.ts';
import { withdrawTexts } from './withdraw-texts.ts';

interface Props {
  network: WithdrawNetwork;
  typed: Typed;
  hasPassword: boolean | undefined;
  onSetPassword(): void;
  onClose(): void;
  onDone(withdrawalId: number): void;
}

export function ConfirmDialog(props: Props) {
  const { network, typed, onClose } = props;
  const t = useText(withdrawTexts);
  const query = bodyOf(network, typed);
  const { data, error, isFetching, refetch: again } = useCall(quoteWithdrawal, { query, staleMs: 0 });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('withdraw.confirm.title')}
      description={t('withdraw.confirm.words')}
      className="w-[min(480px,calc(100vw-32px))]"
    >
      {data?.address != null ? (
        <Held {...props} quote={data} address={data.address} />
      ) : error ? (
        <FailingState title={t('withdraw.confirm.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows hasMark={false} rows={4} rowClass="h-10" label={t('withdraw.confirm.title')} />
      )}
    </Dialog>
  );
}

interface HeldProps extends Props {
  quote: Quote;
  address: string;
}

function Held(props: HeldProps) {
  const { network, typed, quote, address, hasPassword, onSetPassword, onClose } = props;
  const t = useText(withdrawTexts);
  const n = useText(networkTexts);
  const form = useSending({ point: typed.point, quote, address, onDone: props.onDone });
  const coin = unitOf(network.currency);
  const password = form.at('password');
  const isChecked = form.at('isChecked');
  const isStated = !quote.travel.isNeeded || form.values.isStated;
  const { refuses } = quote.allowList;
  const refused = refuses === null ? undefined : t(`withdraw.list.${refuses}`);
  const lines: SumLine[] = [
    [t('withdraw.sum.arrives'), <Figure key="arrives" value={quote.arrives ?? '0'} unit={coin} className="font-bold" />],
    [t('withdraw.sum.fee'), quote.isInside ? t('withdraw.sum.free') : <Figure key="fee" value={quote.fee} unit={coin} />],
    [t('withdraw.amount'), <Figure key="point" value={typed.point} unit={coin} />],
    [t('withdraw.sum.network'), n('network.name', { chain: quote.chain })],
    ...(quote.memo === null ? [] : [[t('withdraw.memo'), quote.memo] as SumLine]),
  ];
  return (
    <form {...form.form}>
      <p className="text-13 text-sub">{t('withdraw.sum.where')}</p>
      <p data-testid="held-address" className="mt-1 rounded-8 bg-sunken px-4 py-3 text-16 break-all">
        <ChainText text={address} />
      </p>
      {quote.isInside && <p className="mt-2 text-13 font-semibold text-brand">{t('withdraw.confirm.inside')}</p>}
      <SumLines lines={lines} className="my-4" />
      {quote.travel.isNeeded && <TravelFields form={form} fromWon={quote.travel.fromWon} />}
      <Checkbox isOn={isChecked.value} onChange={isChecked.onChange} className="mb-4">
        {t('withdraw.confirm.check', { last: lastOf(address) })}
      </Checkbox>
      {hasPassword === false ? (
        <p className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-8 bg-warn-tint px-4 py-3 text-13">
          {t('withdraw.password.none')}
          <Button size={36} look="line" onClick={onSetPassword}>
            {t('withdraw.password.set')}
          </Button>
        </p>
      ) : (
        <SecretDigits {...password} help={t('withdraw.confirm.password.help')} />
      )}
      <FormTrouble words={refused ?? form.trouble} className="mb-3" />
      <div className="flex gap-2">
        <Button size={48} look="line" onClick={onClose}>
          {t('withdraw.confirm.back')}
        </Button>
        <Button
          type="submit"
          look="brand"
          size={48}
          className="min-w-0 flex-1"
          isBusy={form.isBusy}
          disabled={!isChecked.value || !isStated || password.value.length !== SECRET_DIGITS || refused !== undefined}
        >
          {t('withdraw.confirm.do', { amount: figure(quote.arrives ?? '0'), coin })}
        </Button>
      </div>
    </form>
  );
}
