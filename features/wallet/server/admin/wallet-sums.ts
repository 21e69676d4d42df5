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
  /** Of them, those that a look before had added up. */
  kept: number;
}

interface SumRow {
  reason: number;
  debit: number;
  credit: number;
  /** May outgrow what a double holds. */
  amount: string;
  n: number;
}

/** As far as somebody has added up. */
export interface Sums {
  seq: number;
  sums: SumRow[];
}

/** What a look keeps is worth a row from so many postings on. */
const WORTH = 1_000;
const KEPT = 'SELECT seq, sums FROM wallet_added WHERE site_id = $1 AND account = $2';
// A sequence's postings come to the table together.
const SINCE = `SELECT reason, debit, credit, sum(amount)::text AS amount, count(*)::int AS n, max(seq) AS last FROM wallet_ledger
  WHERE site_id = $1 AND account = $2 AND seq > $3 GROUP BY reason, debit, credit`;
/** What was added up anew stands above what was kept, also where that came further: the last postings may be those that are lost. */
const KEEP_ANEW = `INSERT INTO wallet_added AS a (site_id, account, seq, sums) VALUES ($1, $2, $3, $4)
  ON CONFLICT (site_id, account) DO UPDATE SET seq = excluded.seq, sums = excluded.sums`;
const KEEP = `${KEEP_ANEW} WHERE a.seq < excluded.seq`;
/** Postings that one statement adds up; those of one sequence stay together. */
const SLICE = 20_000;
const NEXT = `SELECT reason, debit, credit, sum(amount)::text AS amount, count(*)::int AS n, max(seq) AS last FROM wallet_ledger
  WHERE site_id = $1 AND account = $2 AND seq > $3 AND seq <= (SELECT max(seq) FROM (
    SELECT seq FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND seq > $3 ORDER BY seq LIMIT ${SLICE}) next)
  GROUP BY reason, debit, credit`;

/** By reason and pair of purses: few, however long the history is. `from`: added up in place of what was kept. */
export async function addUp(pool: Pick<Pool, 'query'>, site: number, account: number, from?: Sums): Promise<Added> {
  const kept = from ?? (await pool.query<Sums>(KEPT, [site, account])).rows[0] ?? { seq: 0, sums: [] };
  const since = (await pool.query<SumRow & { last: number }>(SINCE, [site, account, kept.seq])).rows;
  const sums = joined([...kept.sums, ...since]);
  if (from === undefined && countOf(since) >= WORTH)
    await pool.query(KEEP, [site, account, Math.max(...since.map(({ last }) => last)), JSON.stringify(sums)]);
  return {
    moved: sums.map(({ reason, debit, credit, amount }) => ({ reason, debit, credit, amount: BigInt(amount) })),
    postings: countOf(sums),
    kept: from === undefined ? countOf(kept.sums) : 0,
  };
}

/** From the first posting on, whatever was kept: so many at a time, and what comes of it is kept instead. */
export async function addUpAnew(pool: Pick<Pool, 'query'>, site: number, account: number): Promise<Sums> {
  let all: Sums = { seq: 0, sums: [] };
  for (;;) {
    const { rows } = await pool.query<SumRow & { last: number }>(NEXT, [site, account, all.seq]);
    if (rows.length === 0) break;
    all = { seq: Math.max(...rows.map(({ last }) => last)), sums: joined([...all.sums, ...rows]) };
  }
  await pool.query(KEEP_ANEW, [site, account, all.seq, JSON.stringify(all.sums)]);
  return all;
}

const countOf = (rows: readonly SumRow[]): number => rows.reduce((all, { n }) => all + n, 0);

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
