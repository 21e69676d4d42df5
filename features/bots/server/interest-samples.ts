// Open interest as it stood every five minutes: the house tells what it is now, so its past is what was noted.
import { tickerStatistics } from '@maru/market/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { times } from './decimals.ts';

export const SAMPLE_MS = 300_000;
/** As on the venue: a month is told of. */
const KEPT_MS = 31 * 86_400_000;
/** A look that comes later than this after its moment was not there: nothing is noted rather than something else. */
const LATEST_MS = 60_000;

export interface InterestSample {
  at: number;
  interest: string;
  value: string;
}

export interface InterestSamples {
  /** Oldest first; on the moments of the period, the newest `limit` of the span or (isFromStart) the first. */
  read(
    site: number,
    symbol: string,
    span: { periodMs: number; from: number; to: number; limit: number; isFromStart: boolean },
  ): Promise<InterestSample[]>;
  close(): void;
}

export function startInterestSamples(context: AppContext, lookMs: number): InterestSamples {
  let sampled = Math.floor(context.clock.now() / SAMPLE_MS);
  const look = () => {
    const now = context.clock.now();
    const moment = Math.floor(now / SAMPLE_MS);
    if (moment <= sampled) return;
    sampled = moment;
    if (now - moment * SAMPLE_MS > LATEST_MS) return;
    for (const site of context.sites.all())
      sample(context, site, moment * SAMPLE_MS).catch((error: unknown) =>
        context.log.warn({ err: error, site: site.code }, 'open interest was not noted'),
      );
  };
  const timer = setInterval(look, lookMs).unref();
  return {
    async read(site, symbol, { periodMs, from, to, limit, isFromStart }) {
      const direction = isFromStart ? 'ASC' : 'DESC';
      const { rows } = await context.pool.query<InterestSample>(
        `SELECT at_ms AS at, interest, value FROM bots_interest_sample
         WHERE site_id = $1 AND symbol = $2 AND at_ms BETWEEN $3 AND $4 AND at_ms % $5 = 0 ORDER BY at_ms ${direction} LIMIT $6`,
        [site, symbol, from, to, periodMs, limit],
      );
      return isFromStart ? rows : rows.reverse();
    },
    close: () => clearInterval(timer),
  };
}

async function sample({ services, pool }: AppContext, site: SiteConfig, at: number): Promise<void> {
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
  await pool.query('DELETE FROM bots_interest_sample WHERE site_id = $1 AND at_ms < $2', [site.id, at - KEPT_MS]);
}
