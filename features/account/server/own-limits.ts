// What a member allows itself: rows with what binds now and what will bind a day later, so that no timer is needed to loosen one.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS, MINUTE_MS, dayStart } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { refuseLeaving } from '@maru/member/contract.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import {
  type getOwnLimits,
  type OwnLimit,
  type PlainLimitKind,
  plainLimitKinds,
  SESSION_RANGE,
  type setOwnLimit,
} from '../limits-contract.ts';
import { depositedSince, tradingResultSince } from '../member-choices.ts';
import { gameLimits, isGameKind, setGameLimit } from './game-limits.ts';
import type { LossWatch } from './loss-watch.ts';
import { endLongLogins } from './session-length.ts';

const LOOSER_MS = DAY_MS;

interface Row {
  kind: PlainLimitKind;
  amount: number | null;
  next_amount: number | null;
  next_at: Date | null;
}

interface Standing {
  amount: number | null;
  next: { amount: number | null; at: Date } | undefined;
}

const none: Standing = { amount: null, next: undefined };

function standing({ amount, next_amount, next_at }: Row, now: number): Standing {
  if (next_at === null) return { amount, next: undefined };
  return next_at.getTime() <= now ? { amount: next_amount, next: undefined } : { amount, next: { amount: next_amount, at: next_at } };
}

async function limitsOf(sql: Writer, member: number, now: number): Promise<Map<PlainLimitKind, Standing>> {
  const { rows } = await sql.query<Row>('SELECT kind, amount, next_amount, next_at FROM account_limit WHERE member_id = $1', [member]);
  return new Map(rows.map((row) => [row.kind, standing(row, now)]));
}

/** What binds now; null = none. */
export async function limitOf(
  { pool, clock }: Pick<AppContext, 'pool' | 'clock'>,
  member: number,
  kind: PlainLimitKind,
): Promise<number | null> {
  return (await limitsOf(pool, member, clock.now())).get(kind)?.amount ?? null;
}

const textOf = (kind: PlainLimitKind, amount: number) => (kind === 'SESSION' ? String(amount) : formatDecimal(amount, USDT_DECIMALS, true));

function present(kind: PlainLimitKind, { amount, next }: Standing, used: string | null): OwnLimit {
  const shown = (value: number | null) => (value === null ? null : textOf(kind, value));
  const currency = kind === 'SESSION' ? null : 'USDT';
  return {
    kind,
    currency,
    limit: shown(amount),
    used,
    until: null,
    next: next === undefined ? null : { limit: shown(next.amount), at: next.at.toISOString() },
  };
}

export async function ownLimits(context: AppContext, call: Call, watch: LossWatch): Promise<Answer<Out<typeof getOwnLimits.reply>>> {
  const session = call.session as Session;
  const limits = await limitsOf(context.pool, session.member, context.clock.now());
  const plain = await Promise.all(
    plainLimitKinds.map(async (kind) => present(kind, limits.get(kind) ?? none, await usedOf(context, call, kind))),
  );
  const content = [...plain, ...(await gameLimits(context, call.site, session.account))];
  return { data: { content, lossStopUntil: (await watch.stopOf(session.site, session.member))?.toISOString() ?? null } };
}

async function usedOf(context: AppContext, { site, session }: Call, kind: PlainLimitKind): Promise<string | null> {
  const { account, family } = session as Session;
  const now = context.clock.now();
  if (kind === 'SESSION') {
    const { rows } = await context.pool.query<{ created_at: Date }>('SELECT created_at FROM account_login WHERE family = $1', [family]);
    return rows.length === 0 ? null : String(Math.max(0, Math.floor((now - rows[0].created_at.getTime()) / MINUTE_MS)));
  }
  const sum = await context.services.find(kind === 'LOSS' ? tradingResultSince : depositedSince)?.(
    site.id,
    account,
    dayStart(site.timeZone, now),
  );
  return sum === undefined ? null : formatDecimal(sum, USDT_DECIMALS);
}

function amountOf(kind: PlainLimitKind, text: string): number {
  const read = readDecimal(text, kind === 'SESSION' ? 0 : USDT_DECIMALS);
  const isInRange = kind !== 'SESSION' || (typeof read === 'number' && read >= SESSION_RANGE.least && read <= SESSION_RANGE.most);
  if (typeof read !== 'number' || read <= 0 || !isInRange) throw new Refusal('INVALID_FIELD', { field: 'limit' });
  return read;
}

/** Tighter binds at once and takes a looser one that was to come along; looser waits a day, and what was to come before is replaced. */
export async function setLimit(
  context: AppContext,
  call: Call<undefined, Out<typeof setOwnLimit.body>>,
  watch: LossWatch,
): Promise<Answer<OwnLimit>> {
  const { site, member, account } = call.session as Session;
  const { kind, limit } = call.body;
  // Whoever leaves takes its limits along: one that is set counts, or is refused.
  const set = <T>(work: (client: PoolClient) => Promise<T>) =>
    inTransaction(context.pool, async (client) => {
      await context.services.use(refuseLeaving)(client, site, account);
      return work(client);
    });
  if (isGameKind(kind)) return { data: await set(() => setGameLimit(context, call.site, account, kind, limit)) };
  const wanted = limit === null ? null : amountOf(kind, limit);
  const now = context.clock.now();
  const row = await set((client) => writeLimit(client, [site, member, kind, wanted, new Date(now), new Date(now + LOOSER_MS)]));
  if (kind === 'LOSS') await watch.follow(site, member);
  // At once, not at the next look.
  if (kind === 'SESSION') await endLongLogins(context);
  return { data: present(kind, standing(row, now), await usedOf(context, call, kind)) };
}

async function writeLimit(client: PoolClient, values: unknown[]): Promise<Row> {
  const { rows } = await client.query<Row>(
    // The row's own lock orders two that come at once: whichever is later is judged by what the earlier one left.
    `INSERT INTO account_limit AS l (site_id, member_id, kind, amount, next_amount, next_at, set_at)
     VALUES ($1, $2, $3, $4::bigint, NULL, NULL, $5::timestamptz)
     ON CONFLICT (member_id, kind) DO UPDATE SET
       amount = CASE WHEN ${IS_TIGHTER} THEN $4::bigint ELSE ${BINDING} END,
       next_amount = CASE WHEN ${IS_TIGHTER} THEN NULL ELSE $4::bigint END,
       next_at = CASE WHEN ${IS_TIGHTER} THEN NULL ELSE $6::timestamptz END,
       set_at = $5
     RETURNING kind, amount, next_amount, next_at`,
    values,
  );
  return rows[0];
}

const BINDING = '(CASE WHEN l.next_at <= $5::timestamptz THEN l.next_amount ELSE l.amount END)';
/** Also the same once more: nothing is loosened by asking again. */
const IS_TIGHTER = `(${BINDING} IS NULL OR $4::bigint <= ${BINDING})`;

export async function refuseDepositOver(context: AppContext, site: number, member: number, account: number, amount: number): Promise<void> {
  const limit = await limitOf(context, member, 'DEPOSIT');
  if (limit === null) return;
  const since = dayStart(context.sites.byId(site)?.timeZone ?? 'UTC', context.clock.now());
  const before = (await context.services.find(depositedSince)?.(site, account, since)) ?? 0;
  if (before + amount <= limit) return;
  const figure = (value: number) => formatDecimal(Math.max(0, value), USDT_DECIMALS, true);
  throw new Refusal('OWN_DEPOSIT_LIMIT', { limit: figure(limit), left: figure(limit - before) });
}
