// Cells of the list of coupons: what a row of its height holds, one over the other; and the codes of a batch as a file.
import { listCsv } from '@maru/kit/contract/list.ts';
import { call, type ReplyOf } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import type { Tone } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { ReactNode } from 'react';
import { type CouponRow, type CouponState, type listCoupons, readCouponCodes } from '../coupon-admin-contract.ts';
import { couponCodeColumns } from '../coupon-list-contract.ts';
import { CouponForm } from './coupon-form.tsx';
import type { couponTexts } from './coupon-texts.ts';

type T = Text<typeof couponTexts>;
const tones: Readonly<Record<CouponState, Tone>> = {
  ASKED: 'warn',
  MADE: 'warn',
  AHEAD: 'plain',
  OPEN: 'brand',
  SOLD_OUT: 'plain',
  OVER: 'plain',
  ENDED: 'plain',
};

const rulesText = (t: T, { partners, turnover }: CouponRow) =>
  [partners.join(', '), turnover > 0 && t('c.rules.turnover', { times: turnover })].filter(Boolean).join(' · ') || t('c.rules.none');

function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="flex max-w-44 flex-col leading-tight">
      <span className="whitespace-nowrap">{first}</span>
      <span className="truncate text-12 text-mute">{second}</span>
    </span>
  );
}

export const looksOf = (t: T): Looks<CouponRow> => ({
  name: { namesRow: true, cell: (row) => <b className="block font-semibold tablet:min-w-24">{row.name[currentLanguage()]}</b> },
  state: { tone: ({ state }) => tones[state] },
  code: (row) => <Two first={row.promoCode} second={row.count > 1 && t('c.col.more', { count: row.count - 1 })} />,
  point: (row) => <Figure value={row.point} decimals={2} unit="USDT" />,
  used: (row) => `${figure(String(row.used))} / ${figure(String(row.quota))}`,
  wallet: (row) => <Two first={row.walletType ?? t('c.col.anyWallet')} second={rulesText(t, row)} />,
  until: { isFigure: false, cell: (row) => <Two first={<TableTime at={row.expiresAt} />} second={row.createdBy || '–'} /> },
});

/** What the form that makes more may give. */
export const FormBeside = ({ reply }: { reply: ReplyOf<typeof listCoupons> | undefined }) => (
  <CouponForm free={reply?.funds.free ?? '0'} alone={reply?.funds.alone ?? '0'} />
);

/** In the language it is read in. */
export async function saveCodes({ couponId, promoCode }: CouponRow, site: string): Promise<void> {
  const codes = await call(readCouponCodes, { query: { couponId: String(couponId) } });
  const say = (words: { ko: string; en: string }) => words[currentLanguage()];
  downloadCsv(`${site}-coupon-${promoCode}.csv`, listCsv(couponCodeColumns, codes, { say, moment: fileMoment }));
}
