// Making and ending coupons, and finishing what a crash left half done between SQL and ledger.
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { createCoupon, endCoupon, type WalletType } from '../contract.ts';
import { type Coupon, fundCoupon, payCoupon, returnRest } from './coupon-money.ts';
import { isUsed, ledgerOf } from './purses.ts';
import { COUPON_COLUMNS, notePaid } from './redeem-coupon.ts';

export const createCouponHandler = handleOperator(createCoupon, async (context, { site, body }, audit) => {
  const point = parseDecimal(body.point, USDT_DECIMALS);
  if (point === null || point <= 0 || !Number.isSafeInteger(point * body.quota)) throw new Refusal('INVALID_FIELD', { field: 'point' });
  const { walletType } = body;
  if (walletType !== undefined && (!isUsed(site, walletType) || ledgerOf(walletType, 0) === undefined))
    throw new Refusal('WALLET_NOT_USED', { field: 'walletType' });
  const startsMs = body.startsAt === undefined ? context.clock.now() : momentOf(body.startsAt, 'startsAt');
  const expiresMs = momentOf(body.expiresAt, 'expiresAt');
  if (expiresMs <= startsMs) throw new Refusal('INVALID_FIELD', { field: 'expiresAt' });
  const { rows } = await context.pool.query<Coupon>(
    `INSERT INTO wallet_coupon (site_id, code, name_ko, name_en, point, quota, wallet_type, starts_ms, expires_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING ${COUPON_COLUMNS}`,
    [site.id, body.promoCode.toUpperCase(), body.name.ko, body.name.en, point, body.quota, walletType ?? null, startsMs, expiresMs],
  );
  const coupon = rows[0];
  if (coupon === undefined) throw new Refusal('COUPON_EXISTS');
  await fund(context, coupon);
  await audit({ target: `coupon:${coupon.couponId}`, after: { ...body } });
  return { data: { couponId: coupon.couponId, funded: formatDecimal(point * body.quota, USDT_DECIMALS) } };
});

function momentOf(text: string, field: string): number {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new Refusal('INVALID_FIELD', { field });
  return moment;
}

async function fund(context: AppContext, coupon: Coupon): Promise<void> {
  await fundCoupon(context, coupon);
  await context.pool.query('UPDATE wallet_coupon SET funded = true WHERE coupon_id = $1', [coupon.couponId]);
}

export const endCouponHandler = handleOperator(endCoupon, async (context, { site, body }, audit) => {
  // From here on nobody redeems it, so what is left stands still.
  const { rows } = await context.pool.query<Coupon>(
    `UPDATE wallet_coupon SET ended = true WHERE site_id = $1 AND coupon_id = $2 AND funded RETURNING ${COUPON_COLUMNS}`,
    [site.id, body.couponId],
  );
  if (rows[0] === undefined) throw new Refusal('COUPON_UNKNOWN', { field: 'couponId' });
  const returned = await giveBack(context, rows[0]);
  await audit({
    target: `coupon:${body.couponId}`,
    after: { ended: true, used: rows[0].used, returned: formatDecimal(returned, USDT_DECIMALS) },
  });
  return { data: { couponId: body.couponId, used: rows[0].used, returned: formatDecimal(returned, USDT_DECIMALS) } };
});

async function giveBack(context: AppContext, coupon: Coupon): Promise<number> {
  const returned = await returnRest(context, coupon);
  await context.pool.query('UPDATE wallet_coupon SET returned = true WHERE coupon_id = $1', [coupon.couponId]);
  return returned;
}

/** Each step has its key in the ledger, so that doing it again moves nothing twice. */
export async function finishCoupons(context: AppContext): Promise<void> {
  const { pool } = context;
  const step = async (couponId: number, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => context.log.warn({ err: error, couponId }, 'a coupon could not be finished'));
  };
  const unfunded = await pool.query<Coupon>(`SELECT ${COUPON_COLUMNS} FROM wallet_coupon WHERE NOT funded`);
  for (const coupon of unfunded.rows) await step(coupon.couponId, () => fund(context, coupon));
  const unpaid = await pool.query<Coupon & { account: number; paidInto: WalletType }>(
    `SELECT c.coupon_id AS "couponId", c.site_id AS site, c.point, c.quota, c.used, u.account, u.wallet_type AS "paidInto"
     FROM wallet_coupon_use u JOIN wallet_coupon c USING (coupon_id) WHERE u.seq IS NULL`,
  );
  for (const { account, paidInto, ...coupon } of unpaid.rows)
    await step(coupon.couponId, async () =>
      notePaid(context, coupon.couponId, account, (await payCoupon(context, coupon, account, paidInto)).seq),
    );
  const unreturned = await pool.query<Coupon>(`SELECT ${COUPON_COLUMNS} FROM wallet_coupon WHERE ended AND NOT returned`);
  for (const coupon of unreturned.rows) await step(coupon.couponId, () => giveBack(context, coupon));
}
