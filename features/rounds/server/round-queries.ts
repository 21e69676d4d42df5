// Reads of projected rounds and bets; every condition from outside is a parameter. Bets' ids rise with their sequence.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { dayStartSql } from '@maru/kit/server/sql-day-start.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import { betKindsSql } from './bet-kinds.ts';
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

/** As two indexes have them; moments never fall while sequences rise. */
export const NEWEST_ROUNDS = 'ORDER BY r.opened_ms DESC, r.opened_seq DESC, r.option, r.ordinal DESC';
/** One option is asked for by name, or no index would answer in order. $2: the options. */
export const optionIn = ({ length }: readonly number[]): string =>
  length === 1 ? 'r.option = ($2::int[])[1]' : 'r.option = ANY($2::int[])';

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
  const where = `r.site_id = $1 AND ${optionIn(f.options)} AND ($3::int[] IS NULL OR r.status = ANY($3))
    AND r.opened_ms >= coalesce($4::bigint, 0) AND r.opened_ms < coalesce($5::bigint, 9007199254740991)`;
  const values = [f.site, f.options, f.statuses ?? null, f.from ?? null, f.to ?? null];
  const [page, count] = await Promise.all([
    pool.query<RoundFacts>(`SELECT ${ROUND} FROM ${ROUNDS} WHERE ${where} ${NEWEST_ROUNDS} LIMIT $6 OFFSET $7`, [
      ...values,
      f.limit,
      f.offset,
    ]),
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
  /** Markets of options: a market's number is its option's own (`kindOf`). */
  kinds?: readonly number[] | undefined;
  statuses?: readonly number[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Of a bet's end; else of its placing. */
  byEnd?: boolean;
}

/** More than any option has. */
const MARKETS = 256;
export const kindOf = (option: number, market: number): number => option * MARKETS + market;
const kindSql = (of: string) => `${of}option::int * ${MARKETS} + ${of}market`;

/** So long after its placing a bet ends at the latest, but for those of late rounds: its round, and the wait for a void. */
const LONGEST_LIFE_MS = 8 * DAY_MS;
/** What took longer than this (rounds_round_late in base.sql): the server stood still meanwhile. A bet ends within a day of its round. */
const LATE_MS = 7 * DAY_MS;
const SLACK_MS = LONGEST_LIFE_MS - LATE_MS;
const byPlacing = { table: 'rounds_bet', key: 'bet_id', column: 'placed_ms' };
const MOST_ID = '9007199254740991';

const momentOf = ({ byEnd = false }: BetFilter) => (byEnd ? 'b.settled_ms' : 'b.placed_ms');
/** While the server stands still nobody bets: to begin before a late round opened adds little to what is read. */
const firstPlaced = (from: string) => `least(${from}::bigint - ${LONGEST_LIFE_MS}, (SELECT min(l.opened_ms) FROM rounds_round l
    WHERE l.site_id = $1 AND l.settled_ms - l.opened_ms > ${LATE_MS} AND l.settled_ms >= ${from}::bigint - ${SLACK_MS} AND l.opened_ms < ${from}::bigint))`;
/** Bets with the moment in `from` or later have this id or a higher one. */
const firstFrom = ({ byEnd = false }: BetFilter, from: string) => firstAtSql(byPlacing, byEnd ? `(SELECT ${firstPlaced(from)})` : from);
// Open bets are of rounds that are not paid out, none of which is old: below their first bet there is none.
const FIRST_OPEN = `coalesce((SELECT min(f.bet_id) FROM rounds_round o CROSS JOIN LATERAL (SELECT bet_id FROM rounds_bet x
    WHERE x.site_id = o.site_id AND x.option = o.option AND x.ordinal = o.ordinal ORDER BY bet_id LIMIT 1) f
  WHERE o.site_id = $1 AND ($3::int[] IS NULL OR o.option = ANY($3)) AND o.paid IS NULL), ${MOST_ID})`;

const KINDS = `(SELECT * FROM ${betKindsSql} met
  WHERE ($3::int[] IS NULL OR option = ANY($3)) AND ($5::int[] IS NULL OR ${kindSql('')} = ANY($5)))`;
const OF_KIND = 'b.option = k.option AND b.market = k.market';
// By the member's own newest bets, not by all there were of an option.
const IN_KINDS = `($5::int[] IS NULL OR ${kindSql('b.')} = ANY($5))`;
const IN_LISTS = `($3::int[] IS NULL OR b.option + 0 = ANY($3)) AND ${IN_KINDS}`;
const OF_ROUND = `($3::int[] IS NULL OR b.option = ANY($3)) AND ${IN_KINDS}`;

const isOpenOnly = ({ statuses }: BetFilter) => statuses?.every((status) => status === 0) === true;
/** Some options or markets may be rare among all that the member has. */
const isByKind = (f: BetFilter) => (f.options !== undefined || f.kinds !== undefined) && f.ordinal === undefined && !isOpenOnly(f);

/** The filter's bets; `tail`, an order and a limit, holds for each kind on its own. */
function betsSql(f: BetFilter, columns: string, { more = '', tail = '' }: { more?: string; tail?: string }): string {
  const bets = (kind: string) => `SELECT ${columns} FROM rounds_bet b WHERE ${betWhere(f, kind)} ${more} ${tail}`;
  return isByKind(f)
    ? `SELECT y.* FROM ${KINDS} k CROSS JOIN LATERAL (${bets(OF_KIND)}) y`
    : bets(f.ordinal === undefined ? IN_LISTS : OF_ROUND);
}

function betWhere(f: BetFilter, kind: string): string {
  return `b.site_id = $1 AND b.account = $2 AND ${kind} AND ($4::bigint IS NULL OR b.ordinal = $4)
  AND ($6::int[] IS NULL OR b.status = ANY($6)) AND ($7::bigint IS NULL OR ${momentOf(f)} >= $7) AND ($8::bigint IS NULL OR ${momentOf(f)} < $8)
  ${f.from === undefined ? '' : `AND b.bet_id >= ${firstFrom(f, '$7')}`}
  ${f.to === undefined ? '' : `AND b.bet_id < ${firstAtSql(byPlacing, '$8')}`}
  ${isOpenOnly(f) ? `AND b.bet_id >= ${FIRST_OPEN}` : ''}`;
}

function betValues(f: BetFilter): unknown[] {
  return [f.site, f.account, f.options ?? null, f.ordinal ?? null, f.kinds ?? null, f.statuses ?? null, f.from ?? null, f.to ?? null];
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
  const newest = betsSql(f, 'b.*', {
    more: 'AND ($11::bigint IS NULL OR b.bet_id < $11)',
    tail: 'ORDER BY b.bet_id DESC LIMIT $9::int + $10::int',
  });
  const [page, count] = await Promise.all([
    pool.query<BetRow>(
      `SELECT ${BET} FROM (SELECT * FROM (${newest}) n ORDER BY bet_id DESC LIMIT $9 OFFSET $10) b
         LEFT JOIN rounds_round r USING (site_id, option, ordinal) ORDER BY b.bet_id DESC`,
      [...values, limit + 1, offset, cursor ?? null],
    ),
    pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM (${betsSql(f, '1', { tail: `LIMIT ${COUNT_LIMIT}` })}) n LIMIT ${COUNT_LIMIT}) x`,
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

const DAY_COLUMNS = 'b.bet_id, b.status, b.stake, b.payout';

/** Settled bets by day of the site, newest first; of the days that the filter leaves. Days with the newest bets, each of them whole. */
export async function daysOfBets({ pool }: Db, f: BetFilter, timeZone: string): Promise<DaySums[]> {
  const moment = momentOf(f);
  const columns = `${DAY_COLUMNS}, ${moment} AS ms`;
  const newest = betsSql(f, columns, { more: 'AND b.status > 0', tail: `ORDER BY b.bet_id DESC LIMIT ${COUNT_LIMIT}` });
  const rest = betsSql(f, columns, {
    more: `AND b.status > 0 AND b.bet_id < (SELECT id FROM cut)
         AND b.bet_id >= ${firstFrom(f, '(SELECT since FROM cut)')} AND ${moment} >= (SELECT since FROM cut)`,
  });
  const { rows } = await pool.query<DaySums>(
    `WITH newest AS MATERIALIZED (SELECT * FROM (${newest}) n ORDER BY bet_id DESC LIMIT ${COUNT_LIMIT}),
       cut AS (SELECT CASE WHEN count(*) = ${COUNT_LIMIT} THEN min(bet_id) ELSE 0 END AS id, ${dayStartSql('min(ms)', '$9')} AS since FROM newest),
       rest AS (${rest})
     SELECT to_char(to_timestamp(ms / 1000.0) AT TIME ZONE $9, 'YYYY-MM-DD') AS date, count(*)::int AS bets,
       (count(*) FILTER (WHERE status = 1))::int AS won, (count(*) FILTER (WHERE status = 2))::int AS lost,
       (count(*) FILTER (WHERE status = 3))::int AS void, sum(stake)::text AS point, sum(payout)::text AS payout
     FROM (SELECT * FROM newest UNION ALL SELECT * FROM rest) b GROUP BY 1 ORDER BY 1 DESC LIMIT 366`,
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
