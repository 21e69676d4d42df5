// What the rows say of practice money after a run: each acknowledged bet once, each ended once, purses to the last unit; and not a trace in the books.
import pg from 'pg';
import type { AckedPlay } from './round-load.ts';

export interface PracticeVerdict {
  bets: number;
  lost: number;
  doubled: number;
  unended: number;
  pursesWrong: number;
  /** Of members with more bets than are kept: what the rest comes to says nothing. */
  pursesUnknown: number;
}

/** 10,000 USDT in its smallest unit, with which everybody begins. */
const START = 10_000_000_000;
/** Of a member with more some are dropped, which their requests outlive. */
const KEPT = 500;
const BETS = `SELECT bet_id AS id, account, status, stake, COALESCE(payout, 0) AS payout,
    (SELECT count(*)::int FROM rounds_practice_request r WHERE r.site_id = b.site_id AND r.account = b.account AND r.requested LIKE 'bet|%'
      AND (r.answer->>'tradeHistoryId')::bigint = b.bet_id) AS requests
  FROM rounds_practice_bet b WHERE site_id = $1`;
const REQUESTED = `SELECT (answer->>'tradeHistoryId')::bigint AS id FROM rounds_practice_request WHERE site_id = $1 AND requested LIKE 'bet|%'`;
const PURSES = 'SELECT account, balance FROM rounds_practice_purse WHERE site_id = $1';

interface BetRow {
  id: number;
  account: number;
  status: number;
  stake: number;
  payout: number;
  requests: number;
}

/** `isInBooks`: whether the engine knows of an effect under that member's key. */
export async function verifyPractice(
  address: pg.ClientConfig,
  site: number,
  acked: readonly AckedPlay[],
  isInBooks: (play: AckedPlay) => boolean,
): Promise<PracticeVerdict> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const read = async (text: string) => (await client.query<Record<string, unknown>>(text, [site])).rows.map(numbers);
    const bets = (await read(BETS)) as unknown as BetRow[];
    const purses = (await read(PURSES)) as unknown as { account: number; balance: number }[];
    const ids = new Set(bets.map(({ id }) => id));
    const byAccount = Map.groupBy(bets, ({ account }) => account);
    const isWhole = (account: number) => (byAccount.get(account)?.length ?? 0) < KEPT;
    const areAllWhole = [...byAccount.keys()].every(isWhole);
    if (!areAllWhole) for (const { id } of await read(REQUESTED)) ids.add(id);
    const known = purses.filter(({ account }) => isWhole(account));
    const worth = (own: readonly BetRow[]) => own.reduce((sum, { stake, payout }) => sum + payout - stake, START);
    return {
      bets: bets.length,
      lost: acked.filter(({ id }) => !ids.has(id)).length,
      doubled: bets.filter(({ requests }) => requests !== 1).length + acked.filter(isInBooks).length,
      unended: bets.filter(({ status }) => status === 0).length,
      pursesWrong: known.filter(({ account, balance }) => balance !== worth(byAccount.get(account) ?? [])).length,
      pursesUnknown: purses.length - known.length,
    };
  } finally {
    await client.end();
  }
}

const numbers = (row: Record<string, unknown>): Record<string, number> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
