// What a crash left half done between SQL and ledger: each step is looked up in the ledger before it is taken again.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { WalletType } from '../contract.ts';
import { type Coupon, fundCoupon, payCoupon, returnRest } from './coupon-money.ts';
import { COUPON_COLUMNS, notePaid } from './redeem-coupon.ts';

export async function finishCoupons(context: AppContext): Promise<void> {
  const { pool } = context;
  const step = async (couponId: number, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => context.log.warn({ err: error, couponId }, 'a coupon could not be finished'));
  };
  const unfunded = await pool.query<Coupon>(`SELECT ${COUPON_COLUMNS} FROM wallet_coupon WHERE NOT funded AND NOT asked`);
  for (const coupon of unfunded.rows) await step(coupon.couponId, () => fundNow(context, coupon, true));
  const unpaid = await pool.query<Coupon & { account: number; paidInto: WalletType }>(
    `SELECT c.coupon_id AS "couponId", c.site_id AS site, c.point, c.quota, c.used, u.account, u.wallet_type AS "paidInto"
     FROM wallet_coupon_use u JOIN wallet_coupon c USING (coupon_id) WHERE u.seq IS NULL`,
  );
  for (const { account, paidInto, ...coupon } of unpaid.rows)
    await step(coupon.couponId, async () => {
      const { seq } = await payCoupon(context, coupon, account, paidInto, true);
      await notePaid(context, coupon.couponId, account, seq);
    });
  const unreturned = await pool.query<Coupon>(`SELECT ${COUPON_COLUMNS} FROM wallet_coupon WHERE ended AND funded AND NOT returned`);
  for (const coupon of unreturned.rows) await step(coupon.couponId, () => giveBack(context, coupon, true));
}

export async function fundNow(context: AppContext, coupon: Coupon, isAgain = false): Promise<void> {
  await fundCoupon(context, coupon, isAgain);
  await context.pool.query('UPDATE wallet_coupon SET funded = true WHERE coupon_id = $1', [coupon.couponId]);
}

export async function giveBack(context: AppContext, coupon: Coupon, isAgain = false): Promise<number> {
  const returned = await returnRest(context, coupon, isAgain);
  await context.pool.query('UPDATE wallet_coupon SET returned = true WHERE coupon_id = $1', [coupon.couponId]);
  return returned;
}
