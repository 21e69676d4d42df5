// Answers which names there are accounts of on a chain that pays only whom it knows: the question is a row, and so is the answer.
import type { ChainReader } from '@maru/chains/chain.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import type { Pool } from 'pg';

interface Asked {
  name: string;
  asked: number;
}

/** A node that does not answer is asked again: until then nobody is told anything. */
export async function lookUpAccounts(
  pool: Pool,
  chain: string,
  hasAccount: NonNullable<ChainReader['hasAccount']>,
  now: number,
): Promise<number> {
  const { rows } = await pool.query<Asked>(
    `SELECT name, asked_ms::float8 AS asked FROM custody_account WHERE chain = $1 AND (looked_ms IS NULL OR looked_ms < asked_ms)
     ORDER BY asked_ms DESC LIMIT 50`,
    [chain],
  );
  for (const { name, asked } of rows) {
    const isThere = await hasAccount(name);
    await fencedQuery(pool, 'UPDATE custody_account SET looked_ms = $3, is_there = $4 WHERE chain = $1 AND name = $2', [
      chain,
      name,
      asked,
      isThere,
    ]);
  }
  if (rows.length > 0) await fencedQuery(pool, 'DELETE FROM custody_account WHERE chain = $1 AND asked_ms < $2', [chain, now - DAY_MS]);
  return rows.length;
}
