// What stands against a withdrawal on the member's side: holds, bonus with open turnover, limits over all coins.
import { withdrawalHoldOf } from '@maru/account/contract.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { DAY_MS, dayStart } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { heldBonusOf } from '@maru/wallet/admin-contract.ts';
import type { Pool, PoolClient } from 'pg';
import { limitsOf, type MemberLimits, MONTH_MS, refuseOverLimits, type UsedLimits } from '../rules/limits.ts';

const USDT = 0;
const usdt = (units: number) => formatDecimal(Math.max(0, units), USDT_DECIMALS, true);

/** As things stand before the request is written; what is asked for at the same moment is counted in its transaction. */
export interface Standing {
  limits: MemberLimits;
  /** When it was read: what the engine has held since is not in it. */
  readAt: number;
  dayStart: number;
  bonus: number;
  /** What of the asset may leave, and of USDT with what FUTURES would let go. */
  withdrawable: number;
  freeUsdt: number;
}

export async function standingOf(
  context: AppContext,
  site: SiteConfig,
  { member, account }: Pick<Session, 'member' | 'account'>,
  asset: number,
): Promise<Standing> {
  const { services, engine, clock } = context;
  const readAt = clock.now();
  const [limits, bonus, figures, inUsdt, futures] = await Promise.all([
    limitsOf(context, site.id, member),
    services.use(heldBonusOf)(site, account),
    engine.query<{ withdrawable: number }>(site.id, 'custodyFigures', account, asset),
    engine.query<{ withdrawable: number }>(site.id, 'custodyFigures', account, USDT),
    engine.query<{ withdrawable: number }>(site.id, 'account', account),
  ]);
  const freeUsdt = inUsdt.withdrawable + Math.max(0, futures.withdrawable);
  return { limits, bonus, readAt, dayStart: dayStart(site.timeZone, readAt), withdrawable: figures.withdrawable, freeUsdt };
}

export async function refuseHeld({ services }: AppContext, site: number, member: number): Promise<void> {
  const held = await services.use(withdrawalHoldOf)(site, member);
  if (held !== undefined) throw new Refusal('WITHDRAW_HELD', { until: held.until?.toISOString() ?? null, reason: held.reason });
}

interface Wanted {
  site: number;
  account: number;
  asset: number;
  total: number;
  /** Micro-USDT. */
  value: number | undefined;
}

interface Counted extends UsedLimits {
  waiting: number;
  waitingUsdt: number;
  open: number;
}

const NOT_SEEN = `(state = 'REQUESTED' OR (ledger IN ('HELD', 'SENT') AND changed_ms >= $5))`;
const LEAVES = `state NOT IN ('REFUSED', 'CANCELLED', 'FAILED')`;
/** More than anybody needs at once. */
const MOST_OPEN = 50;

/** Under the member's lock, with all that was asked for before it. */
export async function refuseOver(client: PoolClient, standing: Standing, wanted: Wanted): Promise<void> {
  const counted = await countAsked(client, standing, wanted);
  if (counted.open >= MOST_OPEN) throw new Refusal('WITHDRAW_OPEN');
  if (counted.waiting + wanted.total > standing.withdrawable) throw new Refusal('INSUFFICIENT_BALANCE', { field: 'point' });
  const left = standing.freeUsdt - counted.waitingUsdt - (wanted.asset === USDT ? wanted.total : 0);
  if (standing.bonus > 0 && left < standing.bonus) throw new Refusal('WITHDRAW_BONUS', { held: usdt(standing.bonus) });
  refuseOverLimits(standing.limits, counted, wanted.value);
}

/** Against limits, refused and cancelled ones not; `waiting`: asked for and not held by the engine, or held only since the standing was read. */
export async function countAsked(
  sql: Pool | PoolClient,
  { dayStart: from, readAt }: Pick<Standing, 'dayStart' | 'readAt'>,
  { site, account, asset }: Pick<Wanted, 'site' | 'account' | 'asset'>,
): Promise<Counted> {
  const { rows } = await sql.query<Counted>(
    `SELECT coalesce(sum(value) FILTER (WHERE asked_ms >= $3 AND ${LEAVES}), 0)::float8 AS today,
       coalesce(sum(value) FILTER (WHERE asked_ms > $6 AND ${LEAVES}), 0)::float8 AS day,
       coalesce(sum(value) FILTER (WHERE asked_ms > $7 AND ${LEAVES}), 0)::float8 AS month,
       coalesce(sum(amount + fee) FILTER (WHERE asset = $4 AND ${NOT_SEEN}), 0)::float8 AS waiting,
       coalesce(sum(amount + fee) FILTER (WHERE asset = 0 AND ${NOT_SEEN}), 0)::float8 AS "waitingUsdt",
       (count(*) FILTER (WHERE ledger IN ('NONE', 'HELD', 'SENT')))::int AS open
     FROM custody_withdrawal WHERE site_id = $1 AND account = $2`,
    [site, account, from, asset, readAt, readAt - DAY_MS, readAt - MONTH_MS],
  );
  return rows[0];
}
