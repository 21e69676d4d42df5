// A member's own limit on a day's loss: when what trading took today reaches it, the engine's "reduce only" flag goes up until the next day.
//
// The engine keeps its rules and its determinism: it is told by the same command that operators use, and judges every order by it,
// whatever way the order came through. What was lost is read from the ledger's rows, so a restart forgets nothing.
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { dayStart, nextDay } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { tradingResultSince } from '../member-choices.ts';
import { setAccountFlag } from './account-flag.ts';
import { cancelOpening } from './cancel-opening.ts';
import { tellLossStop } from './limit-notices.ts';
import { limitOf } from './own-limits.ts';

const Head = EventHeadWord;
const { LedgerPosted } = EventWord;

export interface LossWatch {
  /** The member's limit has changed: looks at once, and from now on whenever its trading has a result. */
  follow(site: number, member: number): Promise<void>;
  /** Until when only reducing is allowed; undefined while it is not. */
  stopOf(site: number, member: number): Promise<Date | undefined>;
  /** Looks at everyone whose stop has run out, and at whom could not be judged before. */
  sweep(): Promise<void>;
  /** An operator chose: answers what the flag shall be. */
  keepStop(site: number, member: number, isWanted: boolean): Promise<boolean>;
}

interface Followed {
  site: number;
  member: number;
  account: number;
  /** A look is under way, and whether another one must follow it. */
  looking?: Promise<void> | undefined;
  again: boolean;
  /** Of the last result seen: the ledger's rows must have it. */
  seq: number;
}

const SWEEP_MS = 5000;
/** Members of a sweep that are looked at together. */
const AT_ONCE = 20;

export async function startLossWatch(context: AppContext): Promise<LossWatch> {
  const followed = new Map<string, Followed>();
  /** Whose rows came too late for a look, or whose look failed: the next sweep looks again. */
  const late = new Set<Followed>();
  const keyOf = (site: number, account: number) => `${site} ${account}`;
  const look = (one: Followed): Promise<void> => {
    one.again = one.looking !== undefined;
    one.looking ??= lookAt(context, one)
      .then((isDone) => void (isDone ? late.delete(one) : late.add(one)))
      .catch((error: unknown) => {
        late.add(one);
        context.log.warn({ err: error, site: one.site, member: one.member }, 'own loss limit not looked at');
      })
      .finally(() => {
        one.looking = undefined;
        if (one.again) void look(one);
      });
    return one.looking;
  };
  const add = (site: number, member: number): Followed | undefined => {
    const account = context.services.use(memberDirectory).accountOf(site, member);
    if (account === undefined) return undefined;
    const found = followed.get(keyOf(site, account)) ?? { site, member, account, again: false, seq: 0 };
    followed.set(keyOf(site, account), found);
    return found;
  };
  const { rows } = await context.pool.query<{ site_id: number; member_id: number }>(
    `SELECT site_id, member_id FROM account_limit WHERE kind = 'LOSS' UNION SELECT site_id, member_id FROM account_loss_stop`,
  );
  for (const row of rows) add(row.site_id, row.member_id);
  context.engine.onBatch((batch) => {
    if (followed.size === 0) return;
    for (const account of accountsWithResult(batch)) {
      const one = followed.get(keyOf(batch.site, account));
      if (one === undefined) continue;
      one.seq = batch.lastSeq;
      void look(one);
    }
  });
  const sweep = oneAtATime(async () => {
    for (const { site_id, member_id } of await stopsThatEnded(context)) {
      const one = add(site_id, member_id);
      if (one !== undefined) await look(one);
    }
    // Each may wait for its rows: while they stand still nobody waits for all the others too.
    const waiting = [...late];
    for (let from = 0; from < waiting.length; from += AT_ONCE) await Promise.all(waiting.slice(from, from + AT_ONCE).map(look));
  });
  context.jobs.every({ name: 'account.ownStops', everyMs: SWEEP_MS, fault: 'own stops not lifted' }, sweep);
  return {
    sweep,
    async follow(site, member) {
      const one = add(site, member);
      if (one !== undefined) await look(one);
    },
    stopOf: (site, member) => stopUntil(context, site, member),
    keepStop: (site, member, isWanted) => keepStop(context, site, member, isWanted),
  };
}

/** Asked for while it is under way, it is that one. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function keepStop({ pool, clock }: AppContext, site: number, member: number, isWanted: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE account_loss_stop SET is_operators = $3 WHERE site_id = $1 AND member_id = $2 AND until > $4',
    [site, member, isWanted, new Date(clock.now())],
  );
  return isWanted || rowCount === 1;
}

const results = new Set<number>([
  PostingReason.TradingFee,
  PostingReason.RealizedPnl,
  PostingReason.ClearanceFee,
  PostingReason.LiquidationDeficit,
  PostingReason.LiquidationTakeover,
  PostingReason.FundingFee,
  PostingReason.FundingDebt,
  PostingReason.Settlement,
]);

function accountsWithResult({ events }: EventBatch): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < events.length; at += EVENT_WORDS) {
    if (events[at] === EventKind.LedgerPosted && results.has(events[at + LedgerPosted.reason])) found.add(events[at + Head.account]);
  }
  return found;
}

async function stopUntil({ pool, clock }: AppContext, site: number, member: number): Promise<Date | undefined> {
  const { rows } = await pool.query<{ until: Date }>(
    'SELECT until FROM account_loss_stop WHERE site_id = $1 AND member_id = $2 AND until > $3',
    [site, member, new Date(clock.now())],
  );
  return rows[0]?.until;
}

async function stopsThatEnded({ pool, clock }: AppContext): Promise<{ site_id: number; member_id: number }[]> {
  const { rows } = await pool.query<{ site_id: number; member_id: number }>(
    'SELECT site_id, member_id FROM account_loss_stop WHERE until <= $1 LIMIT 200',
    [new Date(clock.now())],
  );
  return rows;
}

/** Raises the flag where today's loss has reached the limit, lowers it where the day of a stop is over; false: its rows are not there yet. */
async function lookAt(context: AppContext, one: Followed): Promise<boolean> {
  const { site, member, account, seq } = one;
  const { pool, clock, sites, services } = context;
  const now = clock.now();
  const timeZone = sites.byId(site)?.timeZone ?? 'UTC';
  const stopped = await pool.query<{ until: Date; is_operators: boolean }>(
    'SELECT until, is_operators FROM account_loss_stop WHERE site_id = $1 AND member_id = $2',
    [site, member],
  );
  const row = stopped.rows.at(0);
  if (row !== undefined && row.until.getTime() > now) {
    await setReduceOnly(context, one, true);
    return true;
  }
  if (row !== undefined) {
    // The row goes last: what fails in between is done again by the next sweep.
    await setReduceOnly(context, one, row.is_operators);
    await pool.query('DELETE FROM account_loss_stop WHERE member_id = $1 AND until = $2', [member, row.until]);
  }
  const limit = await limitOf(context, member, 'LOSS');
  if (limit === null) return true;
  if (seq > 0 && !(await context.projections.waitFor(site, seq))) return false;
  const result = await services.find(tradingResultSince)?.(site, account, dayStart(timeZone, now));
  if (result !== undefined && -result >= limit) await stopTrading(context, one, new Date(nextDay(timeZone, now)), limit);
  return true;
}

async function stopTrading(context: AppContext, one: Followed, until: Date, limit: number): Promise<void> {
  const { site, member, account } = one;
  const { flags } = await context.engine.query<{ flags: number }>(site, 'riskOf', account);
  const { rowCount } = await context.pool.query(
    `INSERT INTO account_loss_stop (site_id, member_id, until, is_operators) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id) DO NOTHING`,
    [site, member, until, (flags & AccountFlag.ReduceOnly) !== 0],
  );
  await setReduceOnly(context, one, true);
  if (rowCount === 0) return;
  await cancelOpening(context, site, account);
  await tellLossStop(context, site, member, limit, until);
}

const setReduceOnly = (context: AppContext, one: Followed, isOn: boolean) => setAccountFlag(context, one, AccountFlag.ReduceOnly, isOn);
