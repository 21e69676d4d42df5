// Brings practice bets to their end: by the decision of the real round where there is one, else by the engine's own rule from the same ticks.
import { RoundResult } from '@maru/engine/wire/event.ts';
import { judge } from '@maru/engine/rounds/settle-round.ts';
import { SETTLE_WITHIN_MS } from '@maru/engine/rounds/round-life.ts';
import { statusOf } from '@maru/engine/rounds/settle-work.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';
import type { PoolClient } from 'pg';
import { findRounds } from '../round-queries.ts';
import { payoutOf } from '../round-text.ts';
import { roundsService } from '../rounds-service.ts';
import { settlementOf } from '../settle-driver.ts';
import { type SiteOption, siteOptions } from '../site-options.ts';
import { lockRound, type PracticeRow } from './practice-bets.ts';
import { MOST_BALANCE } from './practice-purse.ts';

const VOID = 3;
const WON = 1;
/** Rounds looked at in one go, and members paid in one transaction. */
const ROUNDS = 200;
const MEMBERS = 200;
/** While nothing is watched no boundary is taken: after so long none will be. */
const UNWATCHED_MS = 60_000;
/** What cannot be decided is asked about the more seldom, the longer its end is past: a tenth of that time, and no longer than this. */
const MOST_WAIT_MS = 1_000;
/** Bets that another process took are found so late at most. */
const LOOK_ANYHOW_MS = 5_000;

interface Due {
  site: number;
  option: number;
  ordinal: number;
  endMs: number;
  /** Its bets have strikes of their own. */
  isEach: boolean;
}

/** A round that could not be decided. */
interface Waiting {
  /** By the machine's own clock. */
  againAt: number;
  /** Where the engine stood after the round's end: by then its row is there, or nobody bet on it with money. */
  seq: number;
}

const keyOf = ({ site, option, ordinal }: Due): string => `${site}|${option}|${ordinal}`;

interface Verdict {
  result: number;
  reason: number;
  strike: number | null;
  close: number | null;
}

export class PracticeSettler {
  readonly #context: AppContext;
  readonly #tell: (site: SiteConfig, bets: readonly PracticeRow[]) => void;
  /** When the first open bet's round ends: until then there is nothing to ask. */
  #next = 0;
  readonly #waiting = new Map<string, Waiting>();
  /** The last round of a full page: the next look goes on behind it, so that those that wait hide nobody. */
  #behind: Due | undefined;

  constructor(context: AppContext, tell: (site: SiteConfig, bets: readonly PracticeRow[]) => void) {
    this.#context = context;
    this.#tell = tell;
  }

  note(endMs: number): void {
    this.#next = Math.min(this.#next, endMs);
  }

  /** Settles whatever is due at `now`, a page of rounds at a time; what waits for its real round, or for its ticks, is looked at again. */
  async look(now: number): Promise<void> {
    if (now < this.#next) return;
    const { endMs, site, option, ordinal } = this.#behind ?? { endMs: -1, site: 0, option: 0, ordinal: 0 };
    const { rows } = await this.#context.pool.query<Due>(
      `SELECT site_id AS site, option, ordinal, end_ms AS "endMs", bool_or(strike > 0) AS "isEach" FROM rounds_practice_bet
       WHERE status = 0 AND end_ms <= $1 AND (end_ms, site_id, option, ordinal) > ($2::bigint, $3::int, $4::smallint, $5::bigint)
       GROUP BY end_ms, site_id, option, ordinal ORDER BY end_ms, site_id, option, ordinal LIMIT ${ROUNDS}`,
      [now, endMs, site, option, ordinal],
    );
    this.#behind = rows.length < ROUNDS ? undefined : rows.at(-1);
    for (const due of rows) if ((this.#waiting.get(keyOf(due))?.againAt ?? 0) <= performance.now()) await this.#try(due, now);
    this.#next = now + LOOK_ANYHOW_MS;
    const { rows: first } = await this.#context.pool.query<{ at: number | null }>(
      'SELECT min(end_ms) AS at FROM rounds_practice_bet WHERE status = 0',
    );
    if (first[0].at !== null) this.note(first[0].at);
  }

  async #try(due: Due, now: number): Promise<void> {
    const key = keyOf(due);
    const waiting = this.#waiting.get(key) ?? { againAt: 0, seq: appliedSeq(this.#context.engine, due.site) };
    const isOver = await this.#bringOn(due, waiting.seq, now).catch((error: unknown) => {
      this.#context.log.warn({ err: error, ...due }, 'a practice round waits');
      return false;
    });
    if (isOver) this.#waiting.delete(key);
    else this.#waiting.set(key, { ...waiting, againAt: performance.now() + Math.min(MOST_WAIT_MS, (now - due.endMs) / 10) });
  }

  /** False: it waits. */
  async #bringOn(due: Due, seq: number, now: number): Promise<boolean> {
    const site = this.#context.sites.byId(due.site);
    const option = site === undefined ? undefined : siteOptions(site)[due.option];
    if (site === undefined || option === undefined) return false;
    const verdict = await this.#verdictOf(option, due, seq, now);
    if (verdict === undefined) return false;
    for (;;) {
      const paid = await inTransaction(this.#context.pool, (client) => pay(client, due, verdict, now));
      if (paid.length === 0) return true;
      this.#tell(site, paid);
    }
  }

  /** Undefined: not known yet. */
  async #verdictOf(option: SiteOption, { site, ordinal, endMs, isEach }: Due, seq: number, now: number): Promise<Verdict | undefined> {
    const areRowsThere = await this.#context.projections.waitFor(site, seq, 0);
    const real = (await findRounds(this.#context, site, option.option, ordinal, ordinal)).get(ordinal);
    if (real !== undefined)
      return real.status === 0 ? undefined : { ...real, result: real.result ?? RoundResult.Void, reason: real.reason ?? 0 };
    if (!areRowsThere) return undefined;
    const { boundaries } = this.#context.services.use(roundsService);
    const isTaken = endMs <= boundaries.last || (!boundaries.isWatching && now >= endMs + UNWATCHED_MS);
    if (!isTaken) return undefined;
    const symbol = option.data?.code ?? '';
    const startAt = endMs - option.durationMs;
    const [strike, close] = await Promise.all([boundaries.find(symbol, startAt), boundaries.find(symbol, endMs)]);
    const command = settlementOf(option, ordinal, strike, close);
    const span = { startAt, endAt: endMs, isEach, isLate: now >= endMs + SETTLE_WITHIN_MS };
    return { ...judge(command, 0, span), strike: strike?.tick?.price ?? null, close: close?.tick?.price ?? null };
  }
}

/** As the engine pays: by the round's strike or the bet's own. */
function endOf(
  { market, stake, odds, strike }: PracticeRow,
  { result, strike: ofRound, close }: Verdict,
): [status: number, payout: number] {
  const from = strike > 0 ? strike : ofRound;
  const status = result === RoundResult.Void || from === null || close === null ? VOID : statusOf(market, from, close);
  if (status === VOID) return [VOID, stake];
  return [status, status === WON ? payoutOf(stake, odds) : 0];
}

/** Bets of some members, each once: what is settled is no longer open. */
async function pay(client: PoolClient, due: Due, verdict: Verdict, now: number): Promise<PracticeRow[]> {
  const { result, reason, strike, close } = verdict;
  const open = await lockRound(client, due.site, due, MEMBERS);
  if (open.length === 0) return [];
  const paid = open.map((bet): PracticeRow => {
    const [status, payout] = endOf(bet, verdict);
    return { ...bet, status, payout, result, reason, roundStrike: strike, close, settledMs: now };
  });
  const [bets, statuses, payouts] = [paid.map(({ betId }) => betId), paid.map((bet) => bet.status), paid.map(({ payout }) => payout ?? 0)];
  await client.query(
    `UPDATE rounds_practice_bet b SET status = n.status, payout = n.payout, result = $4, reason = $5, round_strike = $6, close = $7,
       settled_ms = $8
     FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS n(bet_id, status, payout) WHERE b.bet_id = n.bet_id`,
    [integerArray(bets), integerArray(statuses), integerArray(payouts), result, reason, strike, close, now],
  );
  await client.query(
    `UPDATE rounds_practice_purse p SET balance = LEAST(p.balance + n.sum, ${MOST_BALANCE})
     FROM (SELECT account, sum(payout)::bigint AS sum FROM unnest($2::int[], $3::bigint[]) AS u(account, payout) GROUP BY account) n
     WHERE p.site_id = $1 AND p.account = n.account`,
    [due.site, integerArray(paid.map(({ account }) => account)), integerArray(payouts)],
  );
  return paid;
}
