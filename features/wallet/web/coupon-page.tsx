// /coupon: redeem a code into a wallet of one's choice, with the coupons redeemed so far.
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { foldNewest } from '@maru/kit/web/newest-pages.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Field, inputBoxClass, TextField } from '@maru/kit/web/ui/field.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { listUsedCoupons, redeemCoupon, type UsedCoupon, type WalletType } from '../contract.ts';
import { FormAndList } from './form-and-list.tsx';
import { askUntold, useAssets } from './live-wallets.ts';
import { movableWallets } from './transfer-plan.ts';
import { takeLines } from './use-fresh-dnw.ts';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

export function CouponPage() {
  const t = useText(walletTexts);
  return (
    <FormAndList title={t('coupon.title')} lead={t('coupon.lead')} form={<CouponForm />} listTitle={t('coupon.used')}>
      <UsedCoupons />
    </FormAndList>
  );
}

function useRedeem() {
  const t = useText(walletTexts);
  const words = useWords();
  const form = useCallForm({
    route: redeemCoupon,
    start: { code: '', wallet: 'USDT' as WalletType },
    labels: { code: t('coupon.code') },
    otherwise: 'code',
    losesNothing: true,
    body: ({ code, wallet }) => ({ promoCode: code.trim(), walletType: wallet }),
    onDone: ({ name, received, coupon }, { wallet }) => {
      const amount = figure(received.point, { decimals: 2 });
      toast({ title: words(name), line: t('coupon.done', { amount, wallet: walletName(t, wallet) }), kind: 'done' });
      takeLines([received]);
      foldNewest(listUsedCoupons, coupon.time, (used: UsedCoupon[]) => [
        coupon,
        ...used.filter(({ couponId }) => couponId !== coupon.couponId),
      ]);
      askUntold();
      form.reset({ code: '', wallet });
    },
  });
  return form;
}

function CouponForm() {
  const t = useText(walletTexts);
  const { wallets } = useAssets();
  const form = useRedeem();
  const choices = movableWallets(wallets ?? {}).filter(({ currency }) => currency === 'USDT');
  const isReady = /^[A-Za-z0-9-]{4,32}$/.test(form.values.code.trim());
  return (
    <form {...form.form}>
      <TextField
        {...form.text('code', (typed) => typed.toUpperCase())}
        help={t('coupon.code.help')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <Field label={t('coupon.wallet')}>
        {() => (
          <Select<WalletType>
            label={t('coupon.wallet')}
            value={form.values.wallet}
            onChange={form.at('wallet').onChange}
            className={`${inputBoxClass} justify-between`}
            options={choices.map(({ type }) => ({ value: type, label: walletName(t, type) }))}
          />
        )}
      </Field>
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={!isReady}>
        {isReady ? t('coupon.do') : t('coupon.none')}
      </Button>
    </form>
  );
}

function UsedCoupons() {
  const t = useText(walletTexts);
  const words = useWords();
  const { data, error, isFetching, refetch: retry } = useCall(listUsedCoupons);
  if (data === undefined) {
    if (error)
      return (
        <FailingState title={t('coupon.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching}>
          {t('asset.failed.words')}
        </FailingState>
      );
    return <SkeletonRows rows={3} rowClass="h-14" label={t('asset.loading')} />;
  }
  if (data.length === 0) return <EmptyState title={t('coupon.empty')}>{t('coupon.empty.words')}</EmptyState>;
  return (
    <ul className="divide-y divide-line">
      {data.map((coupon) => (
        <li key={coupon.couponId} className="flex min-h-14 items-center justify-between gap-3 py-2">
          <span className="min-w-0">
            <span className="block text-14 leading-5 font-semibold">{words(coupon.name)}</span>
            <span className="block text-12 leading-4 text-mute">
              {walletName(t, coupon.walletType)} · <TableTime at={coupon.time} />
            </span>
            {coupon.turnover && (
              <span className="block text-12 leading-4 text-mute">
                {t('coupon.turnover', {
                  done: figure(coupon.turnover.done, { decimals: 0 }),
                  need: figure(coupon.turnover.need, { decimals: 0 }),
                })}
              </span>
            )}
          </span>
          <Amount value={coupon.point} decimals={2} sign unit="USDT" className="font-semibold" />
        </li>
      ))}
    </ul>
  );
}
