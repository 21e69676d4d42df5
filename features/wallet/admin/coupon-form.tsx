// The form that makes a coupon or a batch: what it will take out of the grant purse stands there before anything is sent.
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { DeskRoom } from '@maru/kit/web/desk/page.tsx';
import { isAmount, isWhole, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { approvalOf } from '@maru/kit/web/desk/reason-dialog.tsx';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
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

/** In micro-USDT; undefined while a figure is missing or wrong. */
function totalOf({ point, quota }: Fields): number | undefined {
  const each = parseDecimal(point.trim(), USDT_DECIMALS);
  const total = (each ?? 0) * Number(quota);
  return isAmount(point.trim(), USDT_DECIMALS) && each !== null && isWhole(quota, 1, MOST_COUPONS) && Number.isSafeInteger(total)
    ? total
    : undefined;
}

/** `free`: what the purse holds; `alone`: what the operator may still give without a second one. */
export function CouponForm({ free, alone }: { free: string; alone: string }) {
  const t = useText(couponTexts);
  const [fields, setFields] = useState(empty);
  const [wrong, setWrong] = useState<{ field: string; words: string }>();
  const faults = useFieldFaults();
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<Fields>) => {
    setWrong(undefined);
    setFields((was) => ({ ...was, ...change }));
  };
  const total = totalOf(fields);
  const faulty: Partial<Record<keyof Fields, string | undefined>> = {
    point: faults.amount(fields.point.trim(), USDT_DECIMALS),
    quota: faults.whole(fields.quota.trim(), 1, fields.kind === 'batch' ? MAX_BATCH : MOST_COUPONS),
    days: faults.whole(fields.days.trim(), 1, MOST_DAYS),
    turnover: faults.whole(fields.turnover.trim(), 0, MAX_TURNOVER),
  };
  const isWrong = Object.values(faulty).some((fault) => fault !== undefined);
  const isFull =
    !isWrong &&
    fields.days.trim() !== '' &&
    total !== undefined &&
    [fields.promoCode, fields.ko, fields.en, fields.reason].every((text) => text.trim().length > 1);
  const isOver = total !== undefined && total > (parseDecimal(free, USDT_DECIMALS) ?? 0);
  const isLarge = total !== undefined && total > (parseDecimal(alone, USDT_DECIMALS) ?? 0);
  const send = async () => {
    setBusy(true);
    setWrong(undefined);
    try {
      await call(createCoupon, { body: bodyOf(fields) });
      toast({ title: t('c.form.done'), kind: 'done' });
      setFields(empty);
    } catch (thrown) {
      if (approvalOf(thrown) !== undefined) {
        toast({ title: t('c.form.asked'), line: t('c.form.asked.words'), kind: 'done' });
        setFields(empty);
      } else setWrong({ field: (thrown instanceof Failure && fieldsOfRefusals[thrown.field ?? '']) || '', words: messageOf(thrown) });
    } finally {
      setBusy(false);
      void refetch(listCoupons);
    }
  };
  const text = (name: keyof Fields, label: Parameters<typeof t>[0]) => (
    <TextField
      label={t(label)}
      value={fields[name]}
      error={faulty[name] ?? (wrong?.field === name && wrong.words)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      autoComplete="off"
    />
  );
  const amount = figure(formatDecimal(total ?? 0, USDT_DECIMALS), { decimals: 2 });
  return (
    <DeskRoom title={t('c.new')}>
      <form
        className="flex flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFull && !isOver) void send();
        }}
      >
        <div className="mb-4">
          <Segment
            label={t('c.form.kind')}
            value={fields.kind}
            onChange={(kind) => set({ kind })}
            isFull
            items={[
              { value: 'one', label: t('c.form.one') },
              { value: 'batch', label: t('c.form.batch') },
            ]}
          />
        </div>
        {text('promoCode', fields.kind === 'one' ? 'c.form.code' : 'c.form.stem')}
        <div className="grid grid-cols-2 gap-2">
          {text('ko', 'c.form.ko')}
          {text('en', 'c.form.en')}
        </div>
        {/* Two beside one another: under a narrower field its words would be a column of single ones. */}
        <div className="grid grid-cols-2 gap-2">
          {text('point', 'c.form.point')}
          {text('quota', 'c.form.quota')}
          {text('days', 'c.form.days')}
          {text('turnover', 'c.form.turnover')}
        </div>
        {text('partners', 'c.form.partners')}
        {text('reason', 'c.form.reason')}
        <p className="flex items-baseline justify-between text-13 text-sub">
          {t('c.form.total')} <b className="text-16 text-text">{amount} USDT</b>
        </p>
        <p className="mt-1 mb-3 text-12 text-mute">
          {t('c.form.alone', { limit: figure(COUPON_ALONE), left: figure(alone, { decimals: 2 }) })}
        </p>
        {wrong?.field === '' && (
          <p role="alert" className="mb-3 text-13 text-danger">
            {wrong.words}
          </p>
        )}
        <Button type="submit" look="brand" isBusy={isBusy} disabled={!isFull || isOver}>
          {isOver
            ? t('c.form.over')
            : isWrong
              ? faults.some
              : !isFull
                ? t('c.form.fill')
                : t(isLarge ? 'c.form.ask' : 'c.form.do', { total: amount })}
        </Button>
      </form>
    </DeskRoom>
  );
}

/** The form's field for one of the call's. */
const fieldsOfRefusals: Readonly<Record<string, keyof Fields>> = {
  promoCode: 'promoCode',
  'name.ko': 'ko',
  'name.en': 'en',
  point: 'point',
  quota: 'quota',
  count: 'quota',
  expiresAt: 'days',
  partners: 'partners',
  turnover: 'turnover',
  reason: 'reason',
};

function bodyOf({ kind, promoCode, ko, en, point, quota, days, partners, turnover, reason }: Fields) {
  const count = Number(quota);
  const codes = partners.split(/[\s,]+/).filter((code) => code !== '');
  return {
    promoCode: promoCode.trim(),
    name: { ko: ko.trim(), en: en.trim() },
    point: point.trim(),
    ...(kind === 'batch' ? { count, quota: 1 } : { quota: count }),
    expiresAt: new Date(serverNow() + Number(days) * DAY_MS).toISOString(),
    ...(codes.length > 0 && { partners: codes }),
    ...(turnover !== '' && { turnover: Number(turnover) }),
    reason: reason.trim(),
  };
}
