// Open interest as it stood every five minutes.
import type { Pool } from 'pg';
import { tickerStatistics } from '@maru/market/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { times } from './decimals.ts';
import { directionOf, isSweptAt, KEPT_MS, oldestFirst, type SampleSpan } from './sample-span.ts';

export interface InterestSample {
  at: number;
  interest: string;
  value: string;
}

export async function readInterest(pool: Pool, site: number, symbol: string, span: SampleSpan): Promise<InterestSample[]> {
  const { rows } = await pool.query<InterestSample>(
    `SELECT at_ms AS at, interest, value FROM bots_interest_sample
     WHERE site_id = $1 AND symbol = $2 AND at_ms BETWEEN $3 AND $4 AND at_ms % $5 = 0 ORDER BY at_ms ${directionOf(span)} LIMIT $6`,
    [site, symbol, span.from, span.to, span.periodMs, span.limit],
  );
  return oldestFirst(rows, span);
}

export async function noteInterest({ services, pool }: AppContext, site: SiteConfig, at: number): Promise<void> {
  const calls = services.find(innerCalls);
  if (calls === undefined) return;
  const { data } = await calls.run(tickerStatistics, { site, session: undefined, ip: '', requestId: 'interest' });
  const priced = data.filter(({ mark }) => Number(mark) > 0);
  await pool.query(
    `INSERT INTO bots_interest_sample (site_id, symbol, at_ms, interest, value)
     SELECT $1, s, $2, i, v FROM unnest($3::text[], $4::text[], $5::text[]) AS t (s, i, v) ON CONFLICT DO NOTHING`,
    [
      site.id,
      at,
      priced.map(({ symbol }) => symbol),
      priced.map(({ openInterest }) => openInterest),
      priced.map(({ openInterest, mark }) => times(openInterest, mark)),
    ],
  );
  if (isSweptAt(at)) await pool.query('DELETE FROM bots_interest_sample WHERE site_id = $1 AND at_ms < $2', [site.id, at - KEPT_MS]);
}
