// What stands against a withdrawal on the member's side: holds, bonus with open turnover, the day's limit over all coins.
import { withdrawLimitOf } from '@maru/account/admin-contract.ts';
import { withdrawalHoldOf } from '@maru/account/contract.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { dayStart } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { heldBonusOf } from '@maru/wallet/admin-contract.ts';
import type { Pool, PoolClient } from 'pg';

const USDT = 0;
const usdt = (units: number) => formatDecimal(Math.max(0, units), USDT_DECIMALS, true);

/** As things stand before the request is written; what is asked for at the same moment is counted in its transaction. */
export interface Standing {
  /** Micro-USDT a day, null: nobody has limited it. */
  limit: number | null;
  /** When it was read: what the engine has held since is not in it. */
  readAt: number;
  dayStart: number;
  bonus: number;
  /** What of the asset may leave, and of USDT with what FUTURES would let go. */
  withdrawable: number;
  freeUsdt: number;
}

export async function standingOf(context: AppContext, site: SiteConfig, { member, account }: Session, asset: number): Promise<Standing> {
  const { services, engine, clock } = context;
  const readAt = clock.now();
  const [limit, bonus, figures, inUsdt, futures] = await Promise.all([
    services.use(withdrawLimitOf)(site.id, member),
    services.use(heldBonusOf)(site, account),
    engine.query<{ withdrawable: number }>(site.id, 'custodyFigures', account, asset),
    engine.query<{ withdrawable: number }>(site.id, 'custodyFigures', account, USDT),
    engine.query<{ withdrawable: number }>(site.id, 'account', account),
  ]);
  const freeUsdt = inUsdt.withdrawable + Math.max(0, futures.withdrawable);
  return { limit, bonus, readAt, dayStart: dayStart(site.timeZone, readAt), withdrawable: figures.withdrawable, freeUsdt };
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

interface Counted {
  today: number;
  waiting: number;
  waitingUsdt: number;
  open: number;
}

const NOT_SEEN = `(state = 'REQUESTED' OR (ledger IN ('HELD', 'SENT') AND changed_ms >= $5))`;
/** More than anybody needs at once. */
const MOST_OPEN = 50;

/** Under the member's lock, with all that was asked for before it. */
export async function refuseOver(client: PoolClient, standing: Standing, wanted: Wanted): Promise<void> {
  const counted = await countAsked(client, standing, wanted);
  if (counted.open >= MOST_OPEN) throw new Refusal('WITHDRAW_OPEN');
  if (counted.waiting + wanted.total > standing.withdrawable) throw new Refusal('INSUFFICIENT_BALANCE', { field: 'point' });
  const left = standing.freeUsdt - counted.waitingUsdt - (wanted.asset === USDT ? wanted.total : 0);
  if (standing.bonus > 0 && left < standing.bonus) throw new Refusal('WITHDRAW_BONUS', { held: usdt(standing.bonus) });
  if (standing.limit === null) return;
  if (wanted.value === undefined) throw new Refusal('RATE_NOT_KNOWN');
  if (counted.today + wanted.value > standing.limit)
    throw new Refusal('WITHDRAW_LIMIT', { limit: usdt(standing.limit), left: usdt(standing.limit - counted.today) });
}

/** Of today, refused and cancelled ones not; `waiting`: asked for and not held by the engine, or held only since the standing was read. */
export async function countAsked(
  sql: Pool | PoolClient,
  { dayStart: from, readAt }: Pick<Standing, 'dayStart' | 'readAt'>,
  { site, account, asset }: Pick<Wanted, 'site' | 'account' | 'asset'>,
): Promise<Counted> {
  const { rows } = await sql.query<Counted>(
    `SELECT coalesce(sum(value) FILTER (WHERE asked_ms >= $3 AND state NOT IN ('REFUSED', 'CANCELLED', 'FAILED')), 0)::float8 AS today,
       coalesce(sum(amount + fee) FILTER (WHERE asset = $4 AND ${NOT_SEEN}), 0)::float8 AS waiting,
       coalesce(sum(amount + fee) FILTER (WHERE asset = 0 AND ${NOT_SEEN}), 0)::float8 AS "waitingUsdt",
       (count(*) FILTER (WHERE ledger IN ('NONE', 'HELD', 'SENT')))::int AS open
     FROM custody_withdrawal WHERE site_id = $1 AND account = $2`,
    [site, account, from, asset, readAt],
  );
  return rows[0];
}
