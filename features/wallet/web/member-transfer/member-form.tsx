// Coins to another member: which, to whom and how much, and what the site and one's own protection let go; then a look at who it is.
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { canonicalDecimal } from '@maru/kit/web/inputs/decimal-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { AfterPause, SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { SumLines } from '@maru/kit/web/ui/sum-lines.tsx';
import { memberTransferTerms, type SendableCoin } from '../../member-transfer-contract.ts';
import { memberTransferTexts } from './member-transfer-texts.ts';
import { Standing } from './standing.tsx';
import { type Terms, type Typed, useMemberForm, useWhyNot, worthOf } from './use-member-form.ts';

const ConfirmDialog = lazyArea(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog));
/** Holds end, pauses begin, and other windows send too. */
const TERMS_EVERY_MS = 10_000;

export function MemberForm({ onSetPassword }: { onSetPassword(): void }) {
  const t = useText(memberTransferTexts);
  const { data, error, isFetching, refetch } = useCall(memberTransferTerms, { everyMs: TERMS_EVERY_MS });
  if (data === undefined && error)
    return (
      <FailingState title={t('mt.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
        {t('mt.safe')}
      </FailingState>
    );
  if (data === undefined) return <FormSkeleton label={t('mt.loading')} />;
  if (data.coins.length === 0) return <EmptyState title={t('mt.none')} />;
  return (
    <>
      <Standing terms={data} onSetPassword={onSetPassword} />
      <Filled terms={data} />
    </>
  );
}

function FormSkeleton({ label }: { label: string }) {
  return (
    <AfterPause>
      <output aria-label={label} className="flex flex-col gap-4">
        {['h-16', 'h-[74px]', 'h-[74px]', 'h-12'].map((height, i) => (
          <SkeletonBlock key={i} className={`w-full ${height}`} />
        ))}
      </output>
    </AfterPause>
  );
}

function Filled({ terms }: { terms: Terms }) {
  const t = useText(memberTransferTexts);
  const { form, coin, checked, close } = useMemberForm(terms);
  const why = useWhyNot(terms, coin, form.values);
  return (
    <>
      <form className="flex flex-col" {...form.form}>
        <CoinChoice coins={terms.coins} form={form} coin={coin} />
        <TextField
          {...form.text('receiver')}
          help={t('mt.receiver.help')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={120}
        />
        <AmountField form={form} coin={coin} />
        <Limits terms={terms} />
        <FormTrouble words={form.trouble} className="mb-3" />
        <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={why !== undefined}>
          {why ?? t('mt.check')}
        </Button>
      </form>
      {checked !== undefined && (
        <ConfirmDialog
          checked={checked}
          onClose={close}
          onDone={() => {
            close();
            form.reset({ ...form.values, receiver: '', point: '' });
          }}
        />
      )}
    </>
  );
}

interface CoinProps {
  form: CallForm<Typed>;
  coin: SendableCoin;
}

function CoinChoice({ coins, form, coin }: CoinProps & { coins: readonly SendableCoin[] }) {
  const t = useText(memberTransferTexts);
  return (
    <div className="mb-4 flex min-h-16 items-center gap-3 rounded-8 bg-sunken px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-mute">{t('mt.coin')}</p>
        <Select<string>
          label={t('mt.coin')}
          value={coin.walletType}
          onChange={(walletType) => form.set({ walletType, point: '' })}
          className="-ml-2 flex h-8 items-center gap-1.5 rounded-6 px-2 text-15 font-semibold hover:bg-hover pointer-coarse:h-11"
          options={coins.map(({ walletType, currency }) => ({ value: walletType, label: unitOf(currency) }))}
        />
      </div>
      <p className="text-right text-12 text-mute">
        {t('mt.available')}
        <span className="block text-13 font-semibold text-text">
          {figure(coin.available)} {unitOf(coin.currency)}
        </span>
      </p>
    </div>
  );
}

function AmountField({ form, coin }: CoinProps) {
  const t = useText(memberTransferTexts);
  const worth = coin.currency === 'USDT' ? undefined : worthOf(coin, form.values.point);
  return (
    <NumberField
      {...form.at('point')}
      unit={unitOf(coin.currency)}
      rules={{ decimals: coin.decimals }}
      placeholder="0"
      end={
        <Button size={24} look="soft" className="ml-1" onClick={() => form.set({ point: canonicalDecimal(coin.available) })}>
          {t('mt.whole')}
        </Button>
      }
      help={worth === undefined ? undefined : t('mt.worth', { worth: figure(worth) })}
    />
  );
}

function Limits({ terms: { least, most, dayLeft, dayMost, secondFrom } }: { terms: Terms }) {
  const t = useText(memberTransferTexts);
  const lines = [
    [t('mt.once'), t('mt.once.of', { least: figure(least), most: figure(most) })],
    [t('mt.dayLeft'), t('mt.dayLeft.of', { left: figure(dayLeft), most: figure(dayMost) })],
    [t('mt.fee'), t('mt.free')],
  ] as const;
  return (
    <div className="mb-4 text-13">
      <SumLines lines={lines} />
      <p className="mt-2 text-12 text-sub">{t('mt.second', { from: figure(secondFrom) })}</p>
    </div>
  );
}
