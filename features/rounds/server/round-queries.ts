// Reads of projected rounds and bets; every condition from outside is a parameter. Bets' ids rise with their sequence.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { BetFacts, RoundFacts } from './present-round.ts';

type Db = Pick<AppContext, 'pool'>;

/** Pages reach no further, and a count says "this many or more". */
export const COUNT_LIMIT = 10_000;

export const ROUND = `r.option, r.ordinal, r.status, r.result, r.reason, r.strike, r.close, r.up, r.down, r.up_count AS "upCount",
  r.down_count AS "downCount", d.commit, e.number IS NOT NULL AS "hasEvidence"`;
export const ROUNDS = `rounds_round r LEFT JOIN rounds_draw d USING (site_id, option, ordinal) LEFT JOIN rounds_evidence e USING (site_id, option, ordinal)`;
export const BET = `b.bet_id AS "betId", b.option, b.ordinal, b.market, b.stake, b.odds, b.strike, b.status, b.ended, b.payout,
  b.placed_ms AS "placedMs", b.settled_ms AS "settledMs", r.strike AS "roundStrike", r.close, r.result, r.reason`;
export const BETS = 'rounds_bet b LEFT JOIN rounds_round r USING (site_id, option, ordinal)';

export interface BetRow extends BetFacts {
  roundStrike: number | null;
  close: number | null;
  result: number | null;
  reason: number | null;
}
export const outcomeOf = (row: BetRow) => ({ strike: row.roundStrike, close: row.close, result: row.result, reason: row.reason });

/** The rounds asked for that have a row, by ordinal. */
export async function findRounds(
  { pool }: Db,
  site: number,
  option: number,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, RoundFacts>> {
  const { rows } = await pool.query<RoundFacts>(
    `SELECT ${ROUND} FROM ${ROUNDS} WHERE site_id = $1 AND option = $2 AND ordinal BETWEEN $3 AND $4`,
    [site, option, from, to],
  );
  return new Map(rows.map((row) => [row.ordinal, row]));
}

export interface RoundFilter {
  site: number;
  options: readonly number[];
  statuses?: readonly number[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  offset: number;
}

export async function pageOfRounds({ pool }: Db, f: RoundFilter): Promise<{ rows: RoundFacts[]; total: number }> {
  if (f.offset >= COUNT_LIMIT) throw new Refusal('INVALID_FIELD', { field: 'page', limit: String(COUNT_LIMIT) });
  const where = `r.site_id = $1 AND r.option = ANY($2::int[]) AND ($3::int[] IS NULL OR r.status = ANY($3))
    AND ($4::bigint IS NULL OR r.opened_ms >= $4) AND ($5::bigint IS NULL OR r.opened_ms < $5)`;
  const values = [f.site, f.options, f.statuses ?? null, f.from ?? null, f.to ?? null];
  const [page, count] = await Promise.all([
    pool.query<RoundFacts>(
      `SELECT ${ROUND} FROM ${ROUNDS} WHERE ${where} ORDER BY r.opened_seq DESC, r.option, r.ordinal DESC LIMIT $6 OFFSET $7`,
      [...values, f.limit, f.offset],
    ),
    pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM rounds_round r WHERE ${where} LIMIT ${COUNT_LIMIT}) x`,
      values,
    ),
  ]);
  return { rows: page.rows, total: count.rows[0].n };
}

export interface BetFilter {
  site: number;
  account: number;
  options?: readonly number[] | undefined;
  ordinal?: number | undefined;
  markets?: readonly number[] | undefined;
  statuses?: readonly number[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Of a bet's end; else of its placing. */
  byEnd?: boolean;
}

const momentOf = ({ byEnd = false }: BetFilter) => (byEnd ? 'b.settled_ms' : 'b.placed_ms');
const betWhere = (
  f: BetFilter,
) => `b.site_id = $1 AND b.account = $2 AND ($3::int[] IS NULL OR b.option = ANY($3)) AND ($4::bigint IS NULL OR b.ordinal = $4)
  AND ($5::int[] IS NULL OR b.market = ANY($5)) AND ($6::int[] IS NULL OR b.status = ANY($6))
  AND ($7::bigint IS NULL OR ${momentOf(f)} >= $7) AND ($8::bigint IS NULL OR ${momentOf(f)} < $8)`;

function betValues(f: BetFilter): unknown[] {
  return [f.site, f.account, f.options ?? null, f.ordinal ?? null, f.markets ?? null, f.statuses ?? null, f.from ?? null, f.to ?? null];
}

export interface BetPage {
  rows: BetRow[];
  total: number;
  /** Id of the last when more follow. */
  next: string | null;
}

/** `cursor`: only bets before the one with this id. */
export async function pageOfBets({ pool }: Db, f: BetFilter, limit: number, offset: number, cursor?: string): Promise<BetPage> {
  if (offset >= COUNT_LIMIT) throw new Refusal('INVALID_FIELD', { field: 'page', limit: String(COUNT_LIMIT) });
  const values = betValues(f);
  const [page, count] = await Promise.all([
    pool.query<BetRow>(
      `SELECT ${BET} FROM ${BETS} WHERE ${betWhere(f)} AND ($11::bigint IS NULL OR b.bet_id < $11) ORDER BY b.bet_id DESC LIMIT $9 OFFSET $10`,
      [...values, limit + 1, offset, cursor ?? null],
    ),
    pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM rounds_bet b WHERE ${betWhere(f)} LIMIT ${COUNT_LIMIT}) x`,
      values,
    ),
  ]);
  const last = page.rows.length > limit ? page.rows[limit - 1] : undefined;
  return { rows: page.rows.slice(0, limit), total: count.rows[0].n, next: last === undefined ? null : String(last.betId) };
}

export async function findBet({ pool }: Db, site: number, account: number, betId: number): Promise<BetRow | undefined> {
  const { rows } = await pool.query<BetRow>(`SELECT ${BET} FROM ${BETS} WHERE b.site_id = $1 AND b.account = $2 AND b.bet_id = $3`, [
    site,
    account,
    betId,
  ]);
  return rows[0];
}

export interface DaySums {
  date: string;
  bets: number;
  won: number;
  lost: number;
  void: number;
  point: string;
  payout: string;
}

/** Settled bets by day of the site, newest first; of the days that the filter leaves. */
export async function daysOfBets({ pool }: Db, f: BetFilter, timeZone: string): Promise<DaySums[]> {
  const { rows } = await pool.query<DaySums>(
    `SELECT to_char(to_timestamp(${momentOf(f)} / 1000.0) AT TIME ZONE $9, 'YYYY-MM-DD') AS date, count(*)::int AS bets,
       (count(*) FILTER (WHERE b.status = 1))::int AS won, (count(*) FILTER (WHERE b.status = 2))::int AS lost,
       (count(*) FILTER (WHERE b.status = 3))::int AS void, sum(b.stake)::text AS point, sum(b.payout)::text AS payout
     FROM (SELECT * FROM rounds_bet b WHERE ${betWhere(f)} AND b.status > 0 ORDER BY b.bet_id DESC LIMIT ${COUNT_LIMIT}) b
     GROUP BY 1 ORDER BY 1 DESC LIMIT 366`,
    [...betValues(f), timeZone],
  );
  return rows;
}

export interface OthersRow {
  account: number;
  ordinal: number;
  market: number;
  stake: number;
  status: number;
  payout: number | null;
  placedMs: number;
}

export async function newestBets({ pool }: Db, site: number, option: number, limit: number): Promise<OthersRow[]> {
  const { rows } = await pool.query<OthersRow>(
    `SELECT account, ordinal, market, stake, status, payout, placed_ms AS "placedMs" FROM rounds_bet
     WHERE site_id = $1 AND option = $2 AND ended <> 1 ORDER BY ordinal DESC, bet_id DESC LIMIT $3`,
    [site, option, limit],
  );
  return rows;
}
