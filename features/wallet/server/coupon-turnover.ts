// What must be traded before a bonus may leave: turnover counts for the oldest bonus first, what is over for the next one.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { tradedBetween } from '../admin-contract.ts';

export interface Bonus {
  couponId: number;
  point: number;
  /** Micro-USDT to be traded since it came. */
  need: number;
  done: number;
}

interface Row {
  couponId: number;
  point: number;
  times: number;
  /** Of its posting. */
  seq: number;
}

/**
 * `traded[i]`: from bonus i, oldest first, until the next one came, the last until now. A bonus begins to count when it came, or when
 * the one before it was worked off, whichever is later.
 */
export function workOff(rows: readonly Pick<Row, 'couponId' | 'point' | 'times'>[], traded: readonly number[]) {
  const total = traded.reduce((sum, part) => sum + part, 0);
  const bonuses: (Bonus & { isSettled: boolean })[] = [];
  let [came, end] = [0, 0];
  rows.forEach(({ couponId, point, times }, i) => {
    const need = point * times;
    const start = Math.max(came, end);
    end = start + need;
    came += traded[i];
    // Whatever is traded later, no other bonus waits for its end any more.
    const isSettled = end <= came && bonuses.every((before) => before.isSettled);
    bonuses.push({ couponId, point, need, done: Math.min(Math.max(total - start, 0), need), isSettled });
  });
  return bonuses;
}

/** Bonuses of a member whose turnover is not settled, oldest first. */
export async function bonusesOf({ pool, services }: AppContext, site: SiteConfig, account: number): Promise<Bonus[]> {
  const { rows } = await pool.query<Row>(
    `SELECT u.coupon_id AS "couponId", c.point, c.turnover AS times, u.seq
     FROM wallet_coupon_use u JOIN wallet_coupon c USING (coupon_id)
     WHERE u.site_id = $1 AND u.account = $2 AND u.seq IS NOT NULL AND NOT u.released AND c.turnover > 0 ORDER BY u.seq`,
    [site.id, account],
  );
  if (rows.length === 0) return [];
  const marks = rows.map(({ seq }) => seq);
  const traded = (await services.find(tradedBetween)?.(site, account, marks)) ?? marks.map(() => 0);
  const bonuses = workOff(rows, traded);
  const settled = bonuses.filter(({ isSettled }) => isSettled).map(({ couponId }) => couponId);
  if (settled.length > 0)
    await pool.query('UPDATE wallet_coupon_use SET released = true WHERE account = $1 AND coupon_id = ANY($2)', [account, settled]);
  return bonuses;
}

/** Micro-USDT that may not leave yet. */
export async function heldBonus(context: AppContext, site: SiteConfig, account: number): Promise<number> {
  const bonuses = await bonusesOf(context, site, account);
  return bonuses.reduce((sum, { point, need, done }) => sum + (done < need ? point : 0), 0);
}

export const turnoverWords = ({ need, done }: Bonus) => ({
  need: formatDecimal(need, USDT_DECIMALS, true),
  done: formatDecimal(done, USDT_DECIMALS, true),
});
