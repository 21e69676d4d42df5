// The last look: who the server says it is, and what it holds of it, not what stands in the fields behind; then the password.
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { countdown } from '@maru/kit/web/i18n/moments.ts';
import { useServerTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { SECRET_DIGITS, SecretDigits } from '@maru/kit/web/inputs/secret-digits.tsx';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { type SumLine, SumLines } from '@maru/kit/web/ui/sum-lines.tsx';
import { memberTransferTerms, transferToMember } from '../../member-transfer-contract.ts';
import { askUntold } from '../live-wallets.ts';
import { takeLines } from '../use-fresh-dnw.ts';
import { memberTransferTexts } from './member-transfer-texts.ts';
import type { Checked } from './use-member-form.ts';

interface Props {
  checked: Checked;
  onClose(): void;
  onDone(): void;
}

const amountOf = ({ point }: Checked) => figure(canonicalDecimal(point));

function useSending({ checked, onDone }: Props) {
  const t = useText(memberTransferTexts);
  const { transferId, currency } = checked;
  return useCallForm<typeof transferToMember, { password: string; isChecked: boolean }>({
    route: transferToMember,
    start: { password: '', isChecked: false },
    labels: { password: t('mt.confirm.password') },
    losesNothing: true,
    spent: ['password'],
    body: ({ password }) => ({ transferId, password }),
    sameRequest: (body) => String(body.transferId),
    onDone: ({ sent, receiver }) => {
      const words = { name: receiver, amount: amountOf(checked), coin: unitOf(currency) };
      toast({ title: t('mt.done'), line: t('mt.done.line', words), kind: 'done' });
      takeLines([sent]);
      askUntold();
      void refetch(memberTransferTerms);
      onDone();
    },
  });
}

export function ConfirmDialog(props: Props) {
  const { checked, onClose } = props;
  const t = useText(memberTransferTexts);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('mt.confirm.title')}
      description={t('mt.confirm.words')}
      className="w-[min(480px,calc(100vw-32px))]"
    >
      <p className="text-13 text-sub">{t('mt.receiver')}</p>
      <p data-testid="receiver-name" className="mt-1 rounded-8 bg-sunken px-4 py-3 text-20 font-bold break-all">
        {checked.receiver}
      </p>
      <Confirm {...props} />
    </Dialog>
  );
}

function Confirm(props: Props) {
  const { checked, onClose } = props;
  const t = useText(memberTransferTexts);
  const form = useSending(props);
  const now = useServerTime(1_000);
  const end = Date.parse(checked.endsAt);
  const isOver = end <= now;
  const coin = unitOf(checked.currency);
  const isChecked = form.at('isChecked');
  const password = form.at('password');
  const lines: SumLine[] = [
    [t('mt.amount'), <Figure key="point" value={canonicalDecimal(checked.point)} unit={coin} className="font-bold" />],
    ...(coin === 'USDT' ? [] : [['', t('mt.worth', { worth: figure(checked.worth) })] as SumLine]),
    [t('mt.fee'), t('mt.free')],
  ];
  return (
    <form {...form.form}>
      <SumLines lines={lines} className="my-4" />
      <Checkbox isOn={isChecked.value} onChange={isChecked.onChange} className="mb-4">
        {t('mt.confirm.check', { name: checked.receiver })}
      </Checkbox>
      <SecretDigits {...password} help={t('mt.confirm.help')} />
      <FormTrouble words={isOver ? t('mt.confirm.over') : form.trouble} className="mb-3" />
      <div className="flex gap-2">
        <Button size={48} look="line" onClick={onClose}>
          {t('mt.confirm.back')}
        </Button>
        <Button
          type="submit"
          look="brand"
          size={48}
          className="min-w-0 flex-1"
          isBusy={form.isBusy}
          disabled={isOver || !isChecked.value || password.value.length !== SECRET_DIGITS}
        >
          {t('mt.confirm.do', { amount: amountOf(checked), coin })}
        </Button>
      </div>
      {!isOver && <p className="mt-3 text-center text-12 text-mute">{t('mt.confirm.ends', { left: countdown(end, now) })}</p>}
    </form>
  );
}
