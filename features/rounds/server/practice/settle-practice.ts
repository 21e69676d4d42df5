// Brings practice bets to their end: by the decision of the real round where there is one, else by the engine's own rule from the same ticks.
import { RoundResult } from '@maru/engine/event.ts';
import { judge } from '@maru/engine/rounds/settle-round.ts';
import { SETTLE_WITHIN_MS } from '@maru/engine/rounds/round-life.ts';
import { statusOf } from '@maru/engine/rounds/settle-work.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';
import type { PoolClient } from 'pg';
import { findRounds } from '../round-queries.ts';
import { payoutOf } from '../round-text.ts';
import { roundsRoom } from '../rounds-room.ts';
import { settlementOf } from '../settle-driver.ts';
import { type SiteOption, siteOptions } from '../site-options.ts';
import { lockRound, type PracticeRow } from './practice-bets.ts';

const VOID = 3;
const WON = 1;
/** Rounds looked at in one go, and members paid in one transaction. */
const ROUNDS = 200;
const MEMBERS = 200;
/** While nothing is watched no boundary is taken: after so long none will be. */
const UNWATCHED_MS = 60_000;

interface Due {
  site: number;
  option: number;
  ordinal: number;
  endMs: number;
  /** Its bets have strikes of their own. */
  isEach: boolean;
}

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

  constructor(context: AppContext, tell: (site: SiteConfig, bets: readonly PracticeRow[]) => void) {
    this.#context = context;
    this.#tell = tell;
  }

  note(endMs: number): void {
    this.#next = Math.min(this.#next, endMs);
  }

  /** Settles whatever is due at `now`; what waits for its real round, or for its ticks, is looked at again. */
  async look(now: number): Promise<void> {
    if (now < this.#next) return;
    const { rows } = await this.#context.pool.query<Due>(
      `SELECT site_id AS site, option, ordinal, end_ms AS "endMs", bool_or(strike > 0) AS "isEach" FROM rounds_practice_bet
       WHERE status = 0 AND end_ms <= $1 GROUP BY 1, 2, 3, 4 ORDER BY end_ms LIMIT ${ROUNDS}`,
      [now],
    );
    for (const due of rows)
      await this.#bringOn(due, now).catch((error: unknown) => this.#context.log.warn({ err: error, ...due }, 'a practice round waits'));
    this.#next = Number.POSITIVE_INFINITY;
    const { rows: first } = await this.#context.pool.query<{ at: number | null }>(
      'SELECT min(end_ms) AS at FROM rounds_practice_bet WHERE status = 0',
    );
    this.note(first[0].at ?? Number.POSITIVE_INFINITY);
  }

  async #bringOn(due: Due, now: number): Promise<void> {
    const site = this.#context.sites.byId(due.site);
    const option = site === undefined ? undefined : siteOptions(site)[due.option];
    if (site === undefined || option === undefined) return;
    const verdict = await this.#verdictOf(option, due, now);
    if (verdict === undefined) return;
    for (;;) {
      const paid = await inTransaction(this.#context.pool, (client) => pay(client, due, verdict, now));
      if (paid.length === 0) return;
      this.#tell(site, paid);
    }
  }

  /** Undefined: not known yet. */
  async #verdictOf(option: SiteOption, { site, ordinal, endMs, isEach }: Due, now: number): Promise<Verdict | undefined> {
    const real = (await findRounds(this.#context, site, option.option, ordinal, ordinal)).get(ordinal);
    if (real !== undefined)
      return real.status === 0 ? undefined : { ...real, result: real.result ?? RoundResult.Void, reason: real.reason ?? 0 };
    const { boundaries } = this.#context.services.use(roundsRoom);
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
    `UPDATE rounds_practice_purse p SET balance = LEAST(p.balance + n.sum, 9007199254740991)
     FROM (SELECT account, sum(payout)::bigint AS sum FROM unnest($2::int[], $3::bigint[]) AS u(account, payout) GROUP BY account) n
     WHERE p.site_id = $1 AND p.account = n.account`,
    [due.site, integerArray(paid.map(({ account }) => account)), integerArray(payouts)],
  );
  return paid;
}
