// A member's coupons in the file of everything that is kept of it.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { MemberData } from '@maru/member/contract.ts';

interface Row {
  ko: string;
  en: string;
  code: string;
  point: number;
  wallet: string;
  used_ms: number;
  is_paid: boolean;
}

export const ownCoupons: MemberData = {
  section: 'coupons',
  name: { ko: '쿠폰', en: 'Coupons' },
  query: ({ site, account }) => ({
    text: `SELECT c.name_ko AS ko, c.name_en AS en, c.code, c.point, u.wallet_type AS wallet, u.used_ms, u.seq IS NOT NULL AS is_paid
      FROM wallet_coupon_use u JOIN wallet_coupon c USING (coupon_id) WHERE u.site_id = $1 AND u.account = $2`,
    values: [site, account],
  }),
  present(record) {
    const { ko, en, code, point, wallet, used_ms, is_paid } = record as Row;
    return {
      name: { ko, en },
      code,
      amount: formatDecimal(point, USDT_DECIMALS, true),
      wallet,
      at: new Date(used_ms).toISOString(),
      isPaid: is_paid,
    };
  },
};
