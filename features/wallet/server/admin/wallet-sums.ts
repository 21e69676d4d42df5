// What all of a member's postings come to: added up to where the last look came, and from there on by their rows.
import type { Pool } from 'pg';

export interface Moved {
  reason: number;
  debit: number;
  credit: number;
  amount: bigint;
}
export interface Added {
  moved: Moved[];
  postings: number;
}

interface SumRow {
  reason: number;
  debit: number;
  credit: number;
  /** May outgrow what a double holds. */
  amount: string;
  n: number;
}

/** What a look keeps is worth a row from so many postings on. */
const WORTH = 1_000;
const KEPT = 'SELECT seq, sums FROM wallet_added WHERE site_id = $1 AND account = $2';
// A sequence's postings come to the table together.
const SINCE = `SELECT reason, debit, credit, sum(amount)::text AS amount, count(*)::int AS n, max(seq) AS last FROM wallet_ledger
  WHERE site_id = $1 AND account = $2 AND seq > $3 GROUP BY reason, debit, credit`;
const KEEP = `INSERT INTO wallet_added AS a (site_id, account, seq, sums) VALUES ($1, $2, $3, $4)
  ON CONFLICT (site_id, account) DO UPDATE SET seq = excluded.seq, sums = excluded.sums WHERE a.seq < excluded.seq`;

/** By reason and pair of purses: few, however long the history is. */
export async function addUp(pool: Pick<Pool, 'query'>, site: number, account: number): Promise<Added> {
  const kept = (await pool.query<{ seq: number; sums: SumRow[] }>(KEPT, [site, account])).rows[0] ?? { seq: 0, sums: [] };
  const since = (await pool.query<SumRow & { last: number }>(SINCE, [site, account, kept.seq])).rows;
  const sums = joined([...kept.sums, ...since]);
  if (since.reduce((all, { n }) => all + n, 0) >= WORTH)
    await pool.query(KEEP, [site, account, Math.max(...since.map(({ last }) => last)), JSON.stringify(sums)]);
  return {
    moved: sums.map(({ reason, debit, credit, amount }) => ({ reason, debit, credit, amount: BigInt(amount) })),
    postings: sums.reduce((all, { n }) => all + n, 0),
  };
}

function joined(rows: readonly SumRow[]): SumRow[] {
  const sums = new Map<string, SumRow>();
  for (const { reason, debit, credit, amount, n } of rows) {
    const key = `${reason}|${debit}|${credit}`;
    const had = sums.get(key);
    const sum = String(BigInt(amount) + BigInt(had?.amount ?? 0));
    sums.set(key, { reason, debit, credit, amount: sum, n: n + (had?.n ?? 0) });
  }
  return [...sums.values()];
}
