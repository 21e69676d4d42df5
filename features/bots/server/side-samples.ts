// How members stood in each symbol every five minutes: counted by side, all of them and the fifth with the most money.
import type { Pool } from 'pg';
import type { Sides, SymbolSides } from '@maru/engine/view-sides.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { directionOf, isSweptAt, KEPT_MS, oldestFirst, type SampleSpan } from './sample-span.ts';

export interface SideSample {
  at: number;
  all: Sides;
  top: Sides;
}

/** Where fewer hold a symbol a ratio would tell what single members do: nothing is noted. */
export const FEWEST_HOLDERS = 25;
/** Members looked at; of more, every so manieth stands for the others. */
const MOST_MEMBERS = 2_000;

export async function readSides(pool: Pool, site: number, symbol: string, span: SampleSpan): Promise<SideSample[]> {
  const { rows } = await pool.query<{ at: number; counted: Omit<SideSample, 'at'> }>(
    `SELECT at_ms AS at, counted FROM bots_side_sample
     WHERE site_id = $1 AND symbol = $2 AND at_ms BETWEEN $3 AND $4 AND at_ms % $5 = 0 ORDER BY at_ms ${directionOf(span)} LIMIT $6`,
    [site, symbol, span.from, span.to, span.periodMs, span.limit],
  );
  return oldestFirst(rows, span).map(({ at, counted }) => ({ at, ...counted }));
}

export async function noteSides({ engine, pool }: Pick<AppContext, 'engine' | 'pool'>, site: SiteConfig, at: number): Promise<void> {
  const sides = await engine.query<SymbolSides[]>(site.id, 'sides', MOST_MEMBERS);
  const told = sides.filter(({ all }) => all.long + all.short >= FEWEST_HOLDERS);
  if (told.length > 0)
    await pool.query(
      `INSERT INTO bots_side_sample (site_id, symbol, at_ms, counted)
       SELECT $1, s, $2, c FROM unnest($3::text[], $4::jsonb[]) AS t (s, c) ON CONFLICT DO NOTHING`,
      [site.id, at, told.map(({ symbol }) => site.symbols[symbol]), told.map(({ all, top }) => JSON.stringify({ all, top }))],
    );
  if (isSweptAt(at)) await pool.query('DELETE FROM bots_side_sample WHERE site_id = $1 AND at_ms < $2', [site.id, at - KEPT_MS]);
}
