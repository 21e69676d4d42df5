// Making and ending coupons: out of what the grant purse holds, above a total with a second person's yes.
import { randomInt } from 'node:crypto';
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { figureText } from '@maru/kit/server/i18n.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { requestHashOf } from '@maru/kit/server/request-hash.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type ApprovedRequest, type AskedRequest, type LiveValues, type Outcome, type Writer } from '@maru/operator/contract.ts';
import { findPartner } from '@maru/partner/contract.ts';
import type { PoolClient } from 'pg';
import type { WalletType } from '../contract.ts';
import { createCoupon, endCoupon } from '../coupon-admin-contract.ts';
import { type Coupon, couponFunds } from './coupon-money.ts';
import { fundNow, giveBack } from './finish-coupons.ts';
import { holdGiver, leftAlone } from './given-alone.ts';
import { refuseUnknown, takesUsdt } from './purses.ts';
import { COUPON_COLUMNS, type CouponRow } from './redeem-coupon.ts';

export const COUPON_KIND = 'coupon.create';
/** Without letters and digits that are read for each other. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 10;
const usdt = (micro: number) => formatDecimal(micro, USDT_DECIMALS, true);

type Body = NonNullable<Out<typeof createCoupon.body>>;
interface Plan {
  codes: string[];
  point: number;
  quota: number;
  total: number;
  startsMs: number;
  expiresMs: number;
  partners: readonly { id: number; code: string }[];
}

export const createCouponHandler = handleOperator(createCoupon, async (context, call, audit) => {
  const { site, body } = call;
  const plan = planOf(context, site, body, await partnersOf(context, site, body.partners ?? []));
  const made = await inTransaction(context.pool, async (client) => {
    const { member } = call.session as Session;
    const giver = await holdGiver(context, client, member);
    const before = await madeBefore(context, client, call);
    const requestId = before[0]?.askedAs ?? undefined;
    if (requestId !== undefined) return { requestId };
    if (before.length === 0) await refuseOverFunds(context, site.id, plan.total);
    const { free } = await couponFunds(context, site.id);
    const left = await leftAlone(client, context.clock, giver);
    const after = { ...body, total: usdt(plan.total) };
    if (before.length === 0 && plan.total > left) return { requestId: await askSecond(context, client, call, plan, { after, free, left }) };
    const coupons = before.length > 0 ? before : await insert(context, client, call, plan, false);
    await audit({ target: `coupon:${coupons[0].couponId}`, after, ...(body.reason === undefined ? {} : { reason: body.reason }) }, client);
    return { coupons, isAgain: before.length > 0 };
  });
  if (made.coupons === undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId: made.requestId });
  const { coupons, isAgain } = made;
  await fundAll(context, coupons, isAgain);
  return { data: { couponId: coupons[0].couponId, funded: formatDecimal(plan.total, USDT_DECIMALS) } };
});

type Made = CouponRow & { askedAs: number | null };

/** What the very same request made: sent again after a lost answer it makes no more. Another one would be told, and written down, as made. */
async function madeBefore(context: AppContext, client: PoolClient, call: Call<unknown, Body>): Promise<Made[]> {
  const { site, session, requestKey } = call;
  if (requestKey === undefined) return [];
  const { rows } = await client.query<Made & { contentHash: string | null }>(
    `SELECT ${COUPON_COLUMNS}, asked_as AS "askedAs", content_hash AS "contentHash" FROM wallet_coupon
     WHERE site_id = $1 AND request_key = $2 AND created_by = $3 ORDER BY coupon_id`,
    [site.id, requestKey, (session as Session).username],
  );
  // Those of before the column are known by their key alone.
  const known = rows.at(0)?.contentHash ?? undefined;
  if (known !== undefined && known !== askedOf(context, call)) throw new Refusal('REQUEST_REUSED');
  return rows;
}

/** The moment it ends moves with the clock of the form; its day does not. */
const askedOf = (context: AppContext, { site, body }: Call<unknown, Body>) =>
  requestHashOf(context, 'coupon', site.id, { ...body, expiresAt: new Date(body.expiresAt).toISOString().slice(0, 10) });

async function partnersOf({ services }: AppContext, site: SiteConfig, codes: readonly string[]): Promise<Plan['partners']> {
  const found = await Promise.all(codes.map((code) => services.find(findPartner)?.(site.id, code)));
  return found.map((partner) => {
    if (partner === undefined) throw new Refusal('PARTNER_UNKNOWN', { field: 'partners' });
    return partner;
  });
}

function planOf({ clock }: AppContext, site: SiteConfig, body: Body, partners: Plan['partners']): Plan {
  const { walletType, count } = body;
  const quota = count === undefined ? body.quota : 1;
  const point = parseDecimal(body.point, USDT_DECIMALS);
  const total = (point ?? 0) * quota * (count ?? 1);
  if (point === null || point <= 0 || !Number.isSafeInteger(total)) throw new Refusal('INVALID_FIELD', { field: 'point' });
  refuseWallet(site, walletType);
  const startsMs = body.startsAt === undefined ? clock.now() : momentOf(body.startsAt, 'startsAt');
  const expiresMs = momentOf(body.expiresAt, 'expiresAt');
  if (expiresMs <= startsMs) throw new Refusal('INVALID_FIELD', { field: 'expiresAt' });
  const stem = body.promoCode.toUpperCase();
  const codes = count === undefined ? [stem] : drawn(stem, count);
  return { codes, point, quota, total, startsMs, expiresMs, partners };
}

/** A coupon that nobody could redeem would hold its money for nothing. */
function refuseWallet(site: SiteConfig, walletType: WalletType | null | undefined): void {
  if (walletType) refuseUnknown(site, walletType, 'walletType');
  if (walletType && !takesUsdt(site, walletType)) throw new Refusal('WALLET_NOT_USED', { field: 'walletType' });
}

/** Nobody guesses them: 49 bits each. */
function drawn(stem: string, count: number): string[] {
  const codes = new Set<string>();
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  while (codes.size < count) codes.add(`${stem.slice(0, 20)}-${Array.from({ length: CODE_LENGTH }, letter).join('')}`);
  return [...codes];
}

function momentOf(text: string, field: string): number {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new Refusal('INVALID_FIELD', { field });
  return moment;
}

/** ADM-07: what is promised must be there, in the very currency it is promised in. */
async function refuseOverFunds(context: AppContext, site: number, total: number): Promise<void> {
  const { free } = await couponFunds(context, site);
  if (total <= free) return;
  throw new Refusal('LIMIT_EXCEEDED', { field: 'point', limit: usdt(free), offered: usdt(total), currency: 'USDT' });
}

async function insert(
  context: AppContext,
  client: PoolClient,
  call: Call<unknown, Body>,
  { codes, point, quota, startsMs, expiresMs, partners }: Plan,
  asked: boolean,
): Promise<Coupon[]> {
  const { site, body, session, requestKey } = call;
  const { username, member } = session as Session;
  const { rows } = await client.query<Coupon>(
    `INSERT INTO wallet_coupon (site_id, code, name_ko, name_en, point, quota, wallet_type, starts_ms, expires_ms, asked, created_by, partner_ids,
       partner_codes, turnover, made_ms, alone_by, is_demo, request_key, content_hash)
     SELECT $1, code, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::bigint[], $13::text[], $14, $15, $16, $17, $18, $19 FROM unnest($2::text[]) AS c (code)
     ON CONFLICT DO NOTHING RETURNING ${COUPON_COLUMNS}`,
    [
      site.id,
      codes,
      body.name.ko,
      body.name.en,
      point,
      quota,
      body.walletType ?? null,
      startsMs,
      expiresMs,
      asked,
      username,
      partners.map(({ id }) => id),
      partners.map(({ code }) => code),
      body.turnover ?? 0,
      context.clock.now(),
      asked ? null : member,
      context.config.demo,
      requestKey ?? null,
      requestKey === undefined ? null : askedOf(context, call),
    ],
  );
  if (rows.length < codes.length) throw new Refusal('COUPON_EXISTS');
  const ids = rows.map(({ couponId }) => couponId);
  if (ids.length > 1) await client.query('UPDATE wallet_coupon SET batch_id = $1 WHERE coupon_id = ANY($2)', [Math.min(...ids), ids]);
  return rows.sort((a, b) => a.couponId - b.couponId);
}

interface Outlook {
  after: object;
  /** What the grant purse holds, and what the asker could still give alone. */
  free: number;
  left: number;
}

/** Written down, and nothing moved until somebody else agrees. */
async function askSecond(
  context: AppContext,
  client: PoolClient,
  call: Call<unknown, Body>,
  plan: Plan,
  { after, free, left }: Outlook,
): Promise<number> {
  const { site, body } = call;
  const coupons = await insert(context, client, call, plan, true);
  const requestId = await context.services.use(approvals).ask(call, client, {
    kind: COUPON_KIND,
    site: site.id,
    target: `coupon:${coupons[0].couponId}`,
    summary: {
      ko: `쿠폰 ${body.name.ko} ${plan.codes.length * plan.quota}장, 합계 ${figureText(usdt(plan.total))} USDT`,
      en: `Coupon ${body.name.en}, ${plan.codes.length * plan.quota} uses, ${figureText(usdt(plan.total))} USDT in all`,
    },
    payload: { couponId: coupons[0].couponId, codes: coupons.length },
    before: { grantPurse: usdt(free), leftAlone: usdt(left) },
    after: { ...after, grantPurse: usdt(free - plan.total) },
    reason: body.reason ?? body.name.ko,
  });
  const ids = coupons.map(({ couponId }) => couponId);
  await client.query('UPDATE wallet_coupon SET asked_as = $1 WHERE coupon_id = ANY($2)', [requestId, ids]);
  return requestId;
}

export function registerCoupons(context: AppContext): void {
  context.services.find(approvals)?.register<AppContext>({
    kind: COUPON_KIND,
    name: { ko: '쿠폰', en: 'Coupon' },
    right: 'coupon.approve',
    live: liveCoupon,
    apply: agree,
    finish: finishFunding,
  });
}

/** Each code is funded or taken back. */
async function finishFunding(context: AppContext, request: ApprovedRequest, isAgain: boolean): Promise<Outcome> {
  const couponId = couponIdOf(request);
  const coupons = await couponsOf(context.pool, request.site, couponId);
  await fundAll(context, coupons, isAgain).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'LIMIT_EXCEEDED') throw error;
  });
  const { rows } = await context.pool.query<{ codes: number; total: number }>(
    `SELECT count(*)::int AS codes, coalesce(sum(point * quota), 0)::bigint AS total FROM wallet_coupon
     WHERE site_id = $1 AND (coupon_id = $2 OR batch_id = $2) AND funded`,
    [request.site, couponId],
  );
  const { codes, total } = rows[0];
  const { codes: wanted = codes || 1 } = request.payload as { codes?: number };
  const result = { codes, funded: usdt(total) };
  if (codes >= wanted) return { outcome: 'APPLIED', result };
  return { outcome: codes === 0 ? 'FAILED' : 'PARTLY', result, fault: 'INSUFFICIENT_BALANCE' };
}

/** What the purse holds now; a coupon that was ended while it waited cannot be agreed to. */
async function liveCoupon(context: AppContext, sql: Writer, request: AskedRequest): Promise<LiveValues> {
  const coupons = await couponsOf(sql, request.site, couponIdOf(request));
  if (coupons.length === 0) throw new Refusal('COUPON_UNKNOWN');
  const total = coupons.reduce((sum, { point, quota }) => sum + point * quota, 0);
  const { free } = await couponFunds(context, request.site);
  const { before, after } = request as { before: object; after: object };
  return { before: { ...before, grantPurse: usdt(free) }, after: { ...after, grantPurse: usdt(free - total) } };
}

const couponIdOf = ({ payload }: AskedRequest) => (payload as { couponId: number }).couponId;

async function agree(context: AppContext, client: Writer, request: ApprovedRequest): Promise<void> {
  const coupons = await couponsOf(client, request.site, couponIdOf(request));
  // Ended while it waited.
  if (coupons.length === 0) throw new Refusal('COUPON_UNKNOWN');
  const site = context.sites.byId(request.site);
  // The site may have given up the wallet while it waited.
  if (site !== undefined) for (const { walletType } of coupons) refuseWallet(site, walletType);
  await refuseOverFunds(
    context,
    request.site,
    coupons.reduce((sum, { point, quota }) => sum + point * quota, 0),
  );
  await client.query('UPDATE wallet_coupon SET asked = false WHERE coupon_id = ANY($1)', [coupons.map(({ couponId }) => couponId)]);
}

/** The coupon, or all codes of its batch. */
async function couponsOf(client: Writer, site: number, couponId: number): Promise<CouponRow[]> {
  const { rows } = await client.query<CouponRow>(
    `SELECT ${COUPON_COLUMNS} FROM wallet_coupon WHERE site_id = $1 AND (coupon_id = $2 OR batch_id = $2) AND NOT ended ORDER BY coupon_id`,
    [site, couponId],
  );
  return rows;
}

/** What the purse cannot pay is taken back: a code without money would be a promise that nobody keeps. */
async function fundAll(context: AppContext, coupons: readonly Coupon[], isAgain = false): Promise<void> {
  const outcomes = await Promise.allSettled(coupons.map((coupon) => fundNow(context, coupon, isAgain)));
  const failed = outcomes.find((one) => one.status === 'rejected');
  if (failed === undefined) return;
  if (!(failed.reason instanceof Refusal) || failed.reason.code !== 'INSUFFICIENT_BALANCE') throw failed.reason;
  const unfunded = coupons.filter((_, i) => outcomes[i].status === 'rejected');
  await context.pool.query('DELETE FROM wallet_coupon WHERE coupon_id = ANY($1) AND NOT funded', [
    unfunded.map(({ couponId }) => couponId),
  ]);
  const { free } = await couponFunds(context, coupons[0].site);
  const total = unfunded.reduce((sum, { point, quota }) => sum + point * quota, 0);
  throw new Refusal('LIMIT_EXCEEDED', { field: 'point', limit: usdt(free), offered: usdt(total), currency: 'USDT' });
}

export const endCouponHandler = handleOperator(endCoupon, async (context, { site, body }, audit) => {
  // From here on nobody redeems it, so what is left stands still.
  const { rows } = await context.pool.query<Coupon & { funded: boolean; wasEnded: boolean }>(
    `WITH was AS (SELECT coupon_id AS id, ended AS "wasEnded" FROM wallet_coupon
       WHERE site_id = $1 AND (coupon_id = $2 OR batch_id = $2) AND (funded OR asked) FOR UPDATE)
     UPDATE wallet_coupon SET ended = true FROM was WHERE coupon_id = was.id RETURNING ${COUPON_COLUMNS}, "wasEnded"`,
    [site.id, body.couponId],
  );
  if (rows.length === 0) throw new Refusal('COUPON_UNKNOWN', { field: 'couponId' });
  // One that still waits for its second person has no money to give back.
  const paid = rows.filter(({ funded }) => funded);
  // What was ended before has given back already, perhaps longer ago than the engine remembers a request.
  const returned = (await Promise.all(paid.map((coupon) => giveBack(context, coupon, coupon.wasEnded)))).reduce((sum, one) => sum + one, 0);
  const used = rows.reduce((sum, one) => sum + one.used, 0);
  const data = { used, returned: formatDecimal(returned, USDT_DECIMALS) };
  await audit({ target: `coupon:${body.couponId}`, after: { ended: true, ...data }, ...(body.reason ? { reason: body.reason } : {}) });
  return { data: { couponId: body.couponId, ...data } };
});
