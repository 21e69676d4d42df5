// The form that makes a coupon or a batch: what it will take out of the grant purse stands there before anything is sent.
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { isAmount, isWhole, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { FormTrouble } from '@maru/kit/web/forms/form-trouble.tsx';
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { COUPON_ALONE, createCoupon, listCoupons, MAX_BATCH, MAX_TURNOVER } from '../coupon-admin-contract.ts';
import { couponTexts } from './coupon-texts.ts';
const MOST_DAYS = 3650;
const MOST_COUPONS = 1_000_000;
const empty = {
  kind: 'one',
  promoCode: '',
  ko: '',
  en: '',
  point: '',
  quota: '',
  wallet: '',
  days: '7',
  partners: '',
  turnover: '',
  reason: '',
};
type Fields = typeof empty;
const couponPairs = [
  ['ko', 'en'],
  ['point', 'quota'],
  ['days', 'turnover'],
] as const;
const modes = { ko: 'text', en: 'text', point: 'decimal', quota: 'numeric', days: 'numeric', turnover: 'numeric' } as const;

/** In micro-USDT; undefined while a figure is missing or wrong. */
function totalOf({ point, quota }: Fields): number | undefined {
  const each = parseDecimal(point.trim(), USDT_DECIMALS);
  const total = (each ?? 0) * Number(quota);
  return isAmount(point.trim(), USDT_DECIMALS) && each !== null && isWhole(quota, 1, MOST_COUPONS) && Number.isSafeInteger(total)
    ? total
    : undefined;
}

/** The form's field for one of the call's, where it is called otherwise. */
const fieldsOfBody = { 'name.ko': 'ko', 'name.en': 'en', name: 'ko', count: 'quota', expiresAt: 'days' } as const;

function bodyOf({ kind, promoCode, ko, en, point, quota, days, partners, turnover, reason }: Fields) {
  const count = Number(quota);
  const codes = partners.split(/[\s,]+/).filter((code) => code !== '');
  return {
    promoCode: promoCode.trim(),
    name: { ko: ko.trim(), en: en.trim() },
    point: point.trim(),
    ...(kind === 'batch' ? { count, quota: 1 } : { quota: count }),
    expiresAt: isWhole(days.trim(), 1, MOST_DAYS) ? new Date(serverNow() + Number(days) * DAY_MS).toISOString() : '',
    ...(codes.length > 0 && { partners: codes }),
    ...(turnover !== '' && { turnover: Number(turnover) }),
    reason: reason.trim(),
  };
}

function useCouponForm() {
  const t = useText(couponTexts);
  const faults = useFieldFaults();
  const form = useCallForm({
    route: createCoupon,
    start: empty,
    labels: {
      promoCode: t('c.form.code'),
      ko: t('c.form.ko'),
      en: t('c.form.en'),
      point: t('c.form.point'),
      quota: t('c.form.quota'),
      days: t('c.form.days'),
      turnover: t('c.form.turnover'),
      partners: t('c.form.partners'),
      reason: t('c.form.reason'),
    },
    fields: fieldsOfBody,
    optional: ['partners', 'turnover'],
    body: bodyOf,
    // The moment it ends moves with the clock: pressed again after a lost answer it is the same request.
    sameRequest: ({ expiresAt, ...rest }) => JSON.stringify([expiresAt.slice(0, 10), rest]),
    check: ({ kind, point, quota, days, turnover }) => ({
      point: faults.amount(point.trim(), USDT_DECIMALS),
      quota: faults.whole(quota.trim(), 1, kind === 'batch' ? MAX_BATCH : MOST_COUPONS),
      days: faults.whole(days.trim(), 1, MOST_DAYS),
      turnover: faults.whole(turnover.trim(), 0, MAX_TURNOVER),
    }),
    onSettled: () => refetch(listCoupons),
    onDone: () => begin(t('c.form.done')),
    onAsked: () => begin(t('c.form.asked'), t('c.form.asked.words')),
  });
  const begin = (title: string, line?: string) => {
    toast({ title, kind: 'done', ...(line !== undefined && { line }) });
    form.reset();
  };
  return form;
}

/** `free`: what the purse holds; `alone`: what the operator may still give without a second one. */
export function CouponForm({ free, alone }: { free: string; alone: string }) {
  const t = useText(couponTexts);
  const { some } = useFieldFaults();
  const form = useCouponForm();
  const total = totalOf(form.values);
  const isOver = total !== undefined && total > (parseDecimal(free, USDT_DECIMALS) ?? 0);
  const isLarge = total !== undefined && total > (parseDecimal(alone, USDT_DECIMALS) ?? 0);
  const isFull = form.isReady && total !== undefined;
  const amount = figure(formatDecimal(total ?? 0, USDT_DECIMALS), { decimals: 2 });
  const ask = t(isLarge ? 'c.form.ask' : 'c.form.do', { total: amount });
  return (
    <DeskPanel title={t('c.new')}>
      <form className="flex flex-col" {...form.form}>
        <CouponFields form={form} />
        <p className="flex items-baseline justify-between text-13 text-sub">
          {t('c.form.total')} <b className="text-16 text-text">{amount} USDT</b>
        </p>
        <p className="mt-1 mb-3 text-12 text-mute">
          {t('c.form.alone', { limit: figure(COUPON_ALONE), left: figure(alone, { decimals: 2 }) })}
        </p>
        <FormTrouble words={form.trouble} className="mb-3" />
        <Button type="submit" look="brand" isBusy={form.isBusy} disabled={!isFull || isOver}>
          {isOver ? t('c.form.over') : form.isWrong ? some : isFull ? ask : t('c.form.fill')}
        </Button>
      </form>
    </DeskPanel>
  );
}

function CouponFields({ form }: { form: CallForm<Fields> }) {
  const t = useText(couponTexts);
  const { kind } = form.values;
  return (
    <>
      <div className="mb-4">
        <Segment
          label={t('c.form.kind')}
          value={kind}
          onChange={(next) => form.set({ kind: next })}
          isFull
          items={[
            { value: 'one', label: t('c.form.one') },
            { value: 'batch', label: t('c.form.batch') },
          ]}
        />
      </div>
      <TextField {...form.text('promoCode')} label={t(kind === 'one' ? 'c.form.code' : 'c.form.stem')} autoComplete="off" />
      {/* Two beside one another: under a narrower field its words would be a column of single ones. */}
      {couponPairs.map((pair) => (
        <div key={pair[0]} className="grid grid-cols-2 gap-2">
          {pair.map((name) => (
            <TextField key={name} {...form.text(name)} autoComplete="off" inputMode={modes[name]} />
          ))}
        </div>
      ))}
      <TextField {...form.text('partners')} autoComplete="off" />
      <TextField {...form.text('reason')} autoComplete="off" />
    </>
  );
}
