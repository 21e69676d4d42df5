// Redeeming a coupon: promised in SQL under the coupon's lock, paid by the ledger once, noted behind it; what a crash left between is done again.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, handle, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { partnersAbove } from '@maru/account/admin-contract.ts';
import { formerAccounts, type RefuseLeaving, refuseLeaving } from '@maru/member/contract.ts';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import { listUsedCoupons, redeemCoupon, type UsedCoupon, type WalletType } from '../contract.ts';
import { type Coupon, payCoupon } from './coupon-money.ts';
import { bonusesOf, turnoverWords } from './coupon-turnover.ts';
import { presentSide, Side } from './dnw-entry.ts';
import { refuseUnknown, takesUsdt } from './purses.ts';

/** Wrong codes of one member: ten at once, then one in six minutes. */
const WRONG = { perSecond: 1 / 360, burst: 10 };
const LIST_MOST = 100;
/** Far longer than a payment takes: whoever dies meanwhile leaves it to the next start, or to the next who asks. */
const CLAIM_ENDS = `clock_timestamp() + interval '60 seconds'`;

export interface CouponRow extends Coupon {
  nameKo: string;
  nameEn: string;
  walletType: WalletType | null;
  startsMs: number;
  expiresMs: number;
  funded: boolean;
  ended: boolean;
  batchId: number | null;
  partnerIds: number[];
  isDemo: boolean;
}
interface RedemptionRow {
  walletType: WalletType;
  requestKey: string | null;
  seq: number | null;
}
export const COUPON_COLUMNS = `coupon_id AS "couponId", site_id AS site, point, quota, used, name_ko AS "nameKo", name_en AS "nameEn",
  wallet_type AS "walletType", starts_ms AS "startsMs", expires_ms AS "expiresMs", funded, ended, batch_id AS "batchId",
  partner_ids AS "partnerIds", is_demo AS "isDemo"`;

interface Request {
  site: SiteConfig;
  account: number;
  code: string;
  walletType: WalletType;
  requestKey: string | undefined;
  nowMs: number;
  /** The installation is a demo. */
  isDemo: boolean;
  /** Partners above the member. */
  partners: readonly number[];
  /** Accounts that the same person had before. */
  formers: readonly number[];
  refuseGone: RefuseLeaving;
}

/** Made anew for each server: wrong codes are counted in it. */
export function redeemCouponHandler(): BoundRoute {
  return handle(redeemCoupon, async (context, { site, session, body, requestKey }) => {
    if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
    if (site.isAffiliate === true || session.role === 'partner') throw new Refusal('COUPON_NOT_HERE');
    const { account } = session;
    const wrong = context.shared.limit('wallet.wrongCoupons', WRONG);
    const who = `${site.id} ${account}`;
    const waitMs = wrong.peek(who);
    if (waitMs > 0) throw new Refusal('COUPON_TRIES', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    const code = body.promoCode.toUpperCase();
    // Before the transaction: inside it nothing may want a second connection.
    const partners = (await context.services.find(partnersAbove)?.(site.id, session.member)) ?? [];
    const formers = (await context.services.find(formerAccounts)?.(context.pool, site.id, account)) ?? [];
    const refuseGone = context.services.use(refuseLeaving);
    const request: Request = {
      partners,
      formers,
      refuseGone,
      site,
      account,
      code,
      walletType: body.walletType,
      requestKey,
      nowMs: context.clock.now(),
      isDemo: context.config.demo,
    };
    // Of one member's requests at the same time one redeems; the others are told that it was used.
    const promised = await inTransaction(context.pool, (client) => promise(client, request));
    if (promised === undefined) {
      wrong.take(who);
      throw new Refusal('COUPON_UNKNOWN');
    }
    return pay(context, request, promised);
  });
}

async function pay(
  context: AppContext,
  { site, account }: Request,
  { coupon, walletType, isAgain }: Promised,
): Promise<Answer<z.infer<typeof redeemCoupon.reply>>> {
  const posting = await payCoupon(context, coupon, account, walletType, isAgain).catch(async (error: unknown) => {
    await letGo(context, coupon.couponId, account).catch(() => undefined);
    throw error;
  });
  await notePaid(context, coupon.couponId, account, posting.seq);
  const [used] = await usedCoupons(context, site, account, coupon.couponId);
  const data = { name: used.name, received: presentSide(site, account, posting, Side.Credit), coupon: used };
  return { data, sequence: posting.seq };
}

interface Promised {
  coupon: CouponRow;
  walletType: WalletType;
  /** It was promised before, and perhaps paid. */
  isAgain: boolean;
}

/** Of a batch of codes a member redeems one. */
async function refuseSecondOfBatch(client: PoolClient, { batchId }: CouponRow, account: number): Promise<void> {
  if (batchId === null) return;
  // One at a time of the batch: two codes at once by one member would both find nothing.
  await client.query('SELECT 1 FROM wallet_coupon WHERE coupon_id = $1 FOR UPDATE', [batchId]);
  const { rowCount } = await client.query(
    'SELECT 1 FROM wallet_coupon_use u JOIN wallet_coupon c USING (coupon_id) WHERE c.batch_id = $1 AND u.account = $2 LIMIT 1',
    [batchId, account],
  );
  if (rowCount !== 0) throw new Refusal('COUPON_USED');
}

/** Once for a person, whatever account it was then. */
async function refuseUsedBefore(client: PoolClient, { couponId, batchId }: CouponRow, formers: readonly number[]): Promise<void> {
  if (formers.length === 0) return;
  const { rowCount } = await client.query(
    `SELECT 1 FROM wallet_coupon_use u JOIN wallet_coupon c USING (coupon_id)
     WHERE u.account = ANY($3::int[]) AND u.site_id = c.site_id AND (c.coupon_id = $1 OR c.batch_id = $2) LIMIT 1`,
    [couponId, batchId, [...formers]],
  );
  if (rowCount !== 0) throw new Refusal('COUPON_USED');
}

/** One of the quota is this member's from here on; undefined: no coupon of this code can be had now, and why is nobody's to learn. */
async function promise(client: PoolClient, request: Request): Promise<Promised | undefined> {
  const { site, account, code, walletType, requestKey, nowMs, formers, refuseGone, isDemo } = request;
  const { rows } = await client.query<CouponRow>(
    `SELECT ${COUPON_COLUMNS} FROM wallet_coupon WHERE site_id = $1 AND code = $2 FOR UPDATE`,
    [site.id, code],
  );
  const coupon = rows[0];
  if (coupon === undefined || !coupon.funded) return undefined;
  const before = await redemptionOf(client, coupon.couponId, account);
  if (before !== undefined) {
    // The very same request once more gets its first answer; one that a crash left unpaid is paid to whoever asks first.
    const isSame = requestKey !== undefined && before.requestKey === requestKey;
    if (isSame || (await claimUnpaid(client, coupon.couponId, account))) return { coupon, walletType: before.walletType, isAgain: true };
    throw new Refusal('COUPON_USED');
  }
  // Promised as demo money: where money is money it is nobody's.
  if (coupon.isDemo && !isDemo) return undefined;
  if (coupon.ended || nowMs < coupon.startsMs || nowMs >= coupon.expiresMs) return undefined;
  if (coupon.partnerIds.length > 0 && !coupon.partnerIds.some((id) => request.partners.includes(id))) return undefined;
  refuseWallet(site, coupon, walletType);
  await refuseGone(client, site.id, account);
  await refuseUsedBefore(client, coupon, formers);
  await refuseSecondOfBatch(client, coupon, account);
  if (coupon.used >= coupon.quota) throw new Refusal('COUPON_SOLD_OUT');
  await client.query('UPDATE wallet_coupon SET used = used + 1 WHERE coupon_id = $1', [coupon.couponId]);
  await client.query(
    `INSERT INTO wallet_coupon_use (coupon_id, site_id, account, wallet_type, request_key, used_ms, claimed_until)
     VALUES ($1, $2, $3, $4, $5, $6, ${CLAIM_ENDS})`,
    [coupon.couponId, site.id, account, walletType, requestKey ?? null, nowMs],
  );
  return { coupon, walletType, isAgain: false };
}

/** False: it is paid, or another request is at it, in whichever process. Under the coupon's lock. */
async function claimUnpaid(client: PoolClient, couponId: number, account: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE wallet_coupon_use SET claimed_until = ${CLAIM_ENDS}
     WHERE coupon_id = $1 AND account = $2 AND seq IS NULL AND (claimed_until IS NULL OR claimed_until < clock_timestamp())`,
    [couponId, account],
  );
  return rowCount === 1;
}

/** What could not be paid may be asked for again at once. */
function letGo({ pool }: Pick<AppContext, 'pool'>, couponId: number, account: number): Promise<unknown> {
  return pool.query('UPDATE wallet_coupon_use SET claimed_until = NULL WHERE coupon_id = $1 AND account = $2', [couponId, account]);
}

async function redemptionOf(client: PoolClient, couponId: number, account: number): Promise<RedemptionRow | undefined> {
  const { rows } = await client.query<RedemptionRow>(
    'SELECT wallet_type AS "walletType", request_key AS "requestKey", seq FROM wallet_coupon_use WHERE coupon_id = $1 AND account = $2',
    [couponId, account],
  );
  return rows[0];
}

// Coupons are of USDT, so the wallet is.
function refuseWallet(site: SiteConfig, coupon: CouponRow, walletType: WalletType): void {
  refuseUnknown(site, walletType, 'walletType');
  if (coupon.walletType !== null && coupon.walletType !== walletType)
    throw new Refusal('COUPON_OTHER_WALLET', { wallet: coupon.walletType });
  if (!takesUsdt(site, walletType)) throw new Refusal('WALLET_NOT_USED', { field: 'walletType' });
}

export function notePaid({ pool }: Pick<AppContext, 'pool'>, couponId: number, account: number, seq: number): Promise<unknown> {
  return pool.query('UPDATE wallet_coupon_use SET seq = $3, claimed_until = NULL WHERE coupon_id = $1 AND account = $2 AND seq IS NULL', [
    couponId,
    account,
    seq,
  ]);
}

export const listUsedCouponsHandler = handle(listUsedCoupons, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return { data: await usedCoupons(context, site, session.account) };
});

/** Newest first; `couponId`: this one alone. */
async function usedCoupons(context: AppContext, site: SiteConfig, account: number, couponId?: number): Promise<UsedCoupon[]> {
  const open = new Map((await bonusesOf(context, site, account)).map((bonus) => [bonus.couponId, bonus]));
  const turnoverOf = (id: number) => {
    const bonus = open.get(id);
    return bonus === undefined || bonus.done >= bonus.need ? null : turnoverWords(bonus);
  };
  const { rows } = await context.pool.query<{
    couponId: number;
    nameKo: string;
    nameEn: string;
    walletType: WalletType;
    point: number;
    usedMs: number;
  }>(
    `SELECT u.coupon_id AS "couponId", c.name_ko AS "nameKo", c.name_en AS "nameEn", u.wallet_type AS "walletType", c.point, u.used_ms AS "usedMs"
     FROM wallet_coupon_use u JOIN wallet_coupon c USING (coupon_id)
     WHERE u.site_id = $1 AND u.account = $2 AND u.seq IS NOT NULL AND ($3::bigint IS NULL OR u.coupon_id = $3)
     ORDER BY u.used_ms DESC LIMIT ${LIST_MOST}`,
    [site.id, account, couponId ?? null],
  );
  return rows.map(({ nameKo, nameEn, point, usedMs, ...row }) => ({
    ...row,
    name: { ko: nameKo, en: nameEn },
    point: formatDecimal(point, USDT_DECIMALS),
    time: new Date(usedMs).toISOString(),
    turnover: turnoverOf(row.couponId),
  }));
}
