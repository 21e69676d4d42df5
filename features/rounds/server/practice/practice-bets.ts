// Practice bets as rows, and as the wire shows them.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { PoolClient } from 'pg';
import type { PracticeBet } from '../../practice-contract.ts';
import { type BetFacts, presentBet } from '../present-round.ts';
import { siteOptions } from '../site-options.ts';

export interface PracticeRow extends BetFacts {
  account: number;
  closesMs: number;
  endMs: number;
  sellUntilMs: number | null;
  saleFee: number;
  saleVolatility: number;
  result: number | null;
  reason: number | null;
  roundStrike: number | null;
  close: number | null;
}

const COLUMNS = `bet_id AS "betId", account, option, ordinal, market, stake, odds, strike, placed_ms AS "placedMs", closes_ms AS "closesMs",
  end_ms AS "endMs", sell_until_ms AS "sellUntilMs", sale_fee AS "saleFee", sale_volatility AS "saleVolatility", status, ended, payout,
  result, reason, round_strike AS "roundStrike", close, settled_ms AS "settledMs"`;

export function presentPractice(site: SiteConfig, row: PracticeRow): PracticeBet {
  const { roundStrike: strike, close, result, reason } = row;
  return { ...presentBet(site, siteOptions(site)[row.option], row, { strike, close, result, reason }), isPractice: true };
}

/** Newest first; a member has few (`MOST_OPEN`). */
export async function openBetsOf({ pool }: Pick<AppContext, 'pool'>, site: number, account: number): Promise<PracticeRow[]> {
  const { rows } = await pool.query<PracticeRow>(
    `SELECT ${COLUMNS} FROM rounds_practice_bet WHERE site_id = $1 AND account = $2 AND status = 0 ORDER BY bet_id DESC`,
    [site, account],
  );
  return rows;
}

export async function pastBetsOf(
  { pool }: Pick<AppContext, 'pool'>,
  site: number,
  account: number,
  { option, cursor, size }: { option: number | undefined; cursor: string | undefined; size: number },
): Promise<{ rows: PracticeRow[]; next: string | null }> {
  const { rows } = await pool.query<PracticeRow>(
    `SELECT ${COLUMNS} FROM rounds_practice_bet WHERE site_id = $1 AND account = $2 AND status <> 0
       AND ($3::int IS NULL OR option = $3) AND ($4::bigint IS NULL OR bet_id < $4) ORDER BY bet_id DESC LIMIT $5`,
    [site, account, option ?? null, cursor ?? null, size + 1],
  );
  const page = rows.slice(0, size);
  return { rows: page, next: rows.length > size ? String(page.at(-1)?.betId) : null };
}

export async function findPractice(client: PoolClient, site: number, account: number, betId: number): Promise<PracticeRow | undefined> {
  const { rows } = await client.query<PracticeRow>(
    `SELECT ${COLUMNS} FROM rounds_practice_bet WHERE bet_id = $3 AND site_id = $1 AND account = $2`,
    [site, account, betId],
  );
  return rows[0];
}

/** What a member has open: of how many bets, and what is staked in one round. */
export async function openSums(
  client: PoolClient,
  site: number,
  account: number,
  round: { option: number; ordinal: number },
): Promise<{ bets: number; staked: number }> {
  const { rows } = await client.query<{ bets: number; staked: number }>(
    `SELECT count(*)::int AS bets, (coalesce(sum(stake) FILTER (WHERE option = $3 AND ordinal = $4), 0))::bigint AS staked
     FROM rounds_practice_bet WHERE site_id = $1 AND account = $2 AND status = 0`,
    [site, account, round.option, round.ordinal],
  );
  return rows[0];
}

export type NewBet = Pick<
  PracticeRow,
  | 'option'
  | 'ordinal'
  | 'market'
  | 'stake'
  | 'odds'
  | 'strike'
  | 'placedMs'
  | 'closesMs'
  | 'endMs'
  | 'sellUntilMs'
  | 'saleFee'
  | 'saleVolatility'
>;

export async function insertBet(client: PoolClient, site: number, account: number, bet: NewBet): Promise<PracticeRow> {
  const { rows } = await client.query<PracticeRow>(
    `INSERT INTO rounds_practice_bet (site_id, account, option, ordinal, market, stake, odds, strike, placed_ms, closes_ms, end_ms,
       sell_until_ms, sale_fee, sale_volatility)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${COLUMNS}`,
    [
      site,
      account,
      bet.option,
      bet.ordinal,
      bet.market,
      bet.stake,
      bet.odds,
      bet.strike,
      bet.placedMs,
      bet.closesMs,
      bet.endMs,
      bet.sellUntilMs,
      bet.saleFee,
      bet.saleVolatility,
    ],
  );
  return rows[0];
}

/** Past bets of one member that are kept, and rows that one statement drops. */
const [KEPT_BETS, SLICE] = [500, 200];

/** What is behind the last ones goes; open ones stay. With the member's purse held. */
export async function dropBehind(client: PoolClient, site: number, account: number): Promise<void> {
  await client.query(
    `DELETE FROM rounds_practice_bet WHERE bet_id IN (SELECT bet_id FROM rounds_practice_bet
       WHERE site_id = $1 AND account = $2 AND status <> 0 ORDER BY bet_id DESC OFFSET ${KEPT_BETS} LIMIT ${SLICE})`,
    [site, account],
  );
}

/** How a bet left before its round's end: taken back or sold. */
export const Left = { TakenBack: 1, Sold: 2 } as const;

export async function leaveBet(
  client: PoolClient,
  { betId, stake }: PracticeRow,
  ended: number,
  payout: number,
  atMs: number,
): Promise<PracticeRow> {
  const status = ended === Left.TakenBack ? 3 : payout >= stake ? 1 : 2;
  const { rows } = await client.query<PracticeRow>(
    `UPDATE rounds_practice_bet SET status = $2, ended = $3, payout = $4, settled_ms = $5 WHERE bet_id = $1 RETURNING ${COLUMNS}`,
    [betId, status, ended, payout, atMs],
  );
  return rows[0];
}

/** Open bets of one round, those of whole members: their purses are held first, in one order, so that nobody waits in a ring. */
export async function lockRound(
  client: PoolClient,
  site: number,
  { option, ordinal }: { option: number; ordinal: number },
  most: number,
): Promise<PracticeRow[]> {
  const of = 'site_id = $1 AND option = $2 AND ordinal = $3 AND status = 0';
  const { rows: purses } = await client.query<{ account: number }>(
    `SELECT account FROM rounds_practice_purse WHERE site_id = $1 AND account IN
       (SELECT account FROM rounds_practice_bet WHERE ${of} ORDER BY account LIMIT $4) ORDER BY account FOR UPDATE`,
    [site, option, ordinal, most],
  );
  const accounts = purses.map(({ account }) => account);
  const { rows } = await client.query<PracticeRow>(
    `SELECT ${COLUMNS} FROM rounds_practice_bet WHERE ${of} AND account = ANY($4) ORDER BY account, bet_id`,
    [site, option, ordinal, accounts],
  );
  return rows;
}
