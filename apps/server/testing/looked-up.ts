// How much of a table a search reads: its own statement once more, explained.
import type { Pool } from 'pg';
import { expect, vi } from 'vitest';

/** As the database does by itself, which no test's does. */
export async function settleTables(pool: Pool, ...tables: string[]): Promise<void> {
  await pool.query(`ANALYZE ${tables.join(', ')}`);
  await pool.query(
    `SELECT brin_summarize_new_values(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
     WHERE a.amname = 'brin' AND i.indrelid = ANY($1::regclass[])`,
    [tables],
  );
}

/** Pages that the one statement about `table` reads which `search` sends. */
export async function pagesRead(pool: Pool, table: string, search: () => Promise<unknown>): Promise<number> {
  const asked: [text: string, values: unknown[]][] = [];
  const query = pool.query.bind(pool) as (text: string, values: unknown[]) => unknown;
  const spied = vi.spyOn(pool, 'query').mockImplementation(((text: string, values: unknown[]) => {
    if (new RegExp(`FROM ${table} WHERE`).test(text)) asked.push([text, values]);
    return query(text, values);
  }) as typeof pool.query);
  await search().finally(() => spied.mockRestore());
  expect(asked).toHaveLength(1);
  const [[text, values]] = asked;
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const { Plan: plan } = rows[0]['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
