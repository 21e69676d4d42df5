// Coupons as the desk lists them: one line a coupon or batch, with its uses and how it stands; and the codes of one.
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { WalletType } from '../contract.ts';
import { type CouponState, listCoupons, readCouponCodes } from '../coupon-admin-contract.ts';
import { couponFunds } from './coupon-money.ts';
import { leftAlone } from './given-alone.ts';

const MAX_SIZE = 100;

interface Row {
  couponId: number;
  promoCode: string;
  count: number;
  nameKo: string;
  nameEn: string;
  point: number;
  quota: number;
  used: number;
  walletType: WalletType | null;
  startsMs: number;
  expiresMs: number;
  partners: string[];
  turnover: number;
  createdBy: string;
  state: CouponState;
  total: number;
}

// $2 is the server's time; the state is what a member would meet.
const LINES = `SELECT coalesce(batch_id, coupon_id) AS "couponId", min(code) AS "promoCode", count(*)::int AS count, min(name_ko) AS "nameKo",
    min(name_en) AS "nameEn", min(point) AS point, sum(quota)::int AS quota, sum(used)::int AS used, min(wallet_type) AS "walletType",
    min(starts_ms) AS "startsMs", min(expires_ms) AS "expiresMs", min(created_by) AS "createdBy", min(partner_codes) AS partners, min(turnover) AS turnover,
    CASE WHEN bool_or(asked) THEN 'ASKED' WHEN NOT bool_and(funded) THEN 'MADE' WHEN bool_and(ended) THEN 'ENDED'
      WHEN min(expires_ms) <= $2 THEN 'OVER' WHEN sum(used) >= sum(quota) THEN 'SOLD_OUT' WHEN min(starts_ms) > $2 THEN 'AHEAD' ELSE 'OPEN' END AS state
  FROM wallet_coupon WHERE site_id = $1 AND ($3::text IS NULL OR code LIKE $3 OR upper(name_ko) LIKE $3 OR upper(name_en) LIKE $3)
  GROUP BY 1`;

export const listCouponsHandler = handleOperator(listCoupons, async (context, { site, query, session }) => {
  const page = query.page ?? 0;
  const size = Math.min(query.size ?? 50, MAX_SIZE);
  const like = query.q === undefined || query.q === '' ? null : `%${query.q.toUpperCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await context.pool.query<Row>(
    `SELECT *, count(*) OVER ()::int AS total FROM (${LINES}) l WHERE $4::text IS NULL OR state = $4
     ORDER BY "couponId" DESC LIMIT $5 OFFSET $6`,
    [site.id, context.clock.now(), like, query.state ?? null, size, page * size],
  );
  const { free, promised } = await couponFunds(context, site.id);
  const alone = await leftAlone(
    context.pool,
    context.clock,
    await context.services.use(accountsOfPerson)(context.pool, (session as Session).member),
  );
  const funds = { free: usdt(free), promised: usdt(promised), alone: usdt(alone) };
  const content = rows.map(({ total, nameKo, nameEn, point, startsMs, expiresMs, ...row }) => ({
    ...row,
    name: { ko: nameKo, en: nameEn },
    point: usdt(point),
    startsAt: new Date(startsMs).toISOString(),
    expiresAt: new Date(expiresMs).toISOString(),
  }));
  return { data: { content, page, size, totalElements: rows[0]?.total ?? 0, funds } };
});

const usdt = (micro: number) => formatDecimal(micro, USDT_DECIMALS);

export const readCouponCodesHandler = handleOperator(readCouponCodes, async (context, { site, query }, audit) => {
  const { rows } = await context.pool.query<{ promoCode: string; used: number; quota: number }>(
    'SELECT code AS "promoCode", used, quota FROM wallet_coupon WHERE site_id = $1 AND (coupon_id = $2 OR batch_id = $2) ORDER BY coupon_id',
    [site.id, Number(query.couponId)],
  );
  if (rows.length === 0) throw new Refusal('COUPON_UNKNOWN', { field: 'couponId' });
  await audit({ target: `coupon:${query.couponId}`, after: { codesRead: rows.length } });
  return { data: rows };
});
