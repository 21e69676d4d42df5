// What the exchange tells of now alone, noted every five minutes: its past is what was noted, while the server ran, for a month.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type InterestSample, noteInterest, readInterest } from './interest-samples.ts';
import { SAMPLE_MS, type SampleSpan } from './sample-span.ts';
import { noteSides, readSides, type SideSample } from './side-samples.ts';
import { readTaken, type TakenSample, TakenNotes } from './taken-samples.ts';

/** A look that comes later than this after its moment was not there: nothing is noted rather than something else. */
const LATEST_MS = 60_000;

/** Each oldest first. */
export interface MarketSamples {
  interest(site: number, symbol: string, span: SampleSpan): Promise<InterestSample[]>;
  sides(site: number, symbol: string, span: SampleSpan): Promise<SideSample[]>;
  taken(symbol: string, span: SampleSpan): Promise<TakenSample[]>;
  close(): void;
}

export function startMarketSamples(context: AppContext, lookMs: number): MarketSamples {
  const { pool, log, clock, sites } = context;
  const takenNotes = new TakenNotes(context);
  let sampled = Math.floor(clock.now() / SAMPLE_MS);
  const look = () => {
    const now = clock.now();
    const moment = Math.floor(now / SAMPLE_MS);
    if (moment <= sampled) return;
    sampled = moment;
    const at = moment * SAMPLE_MS;
    const isInTime = now - at <= LATEST_MS;
    takenNotes.note(at, isInTime).catch((error: unknown) => log.warn({ err: error }, 'what takers traded was not noted'));
    if (!isInTime) return;
    for (const site of sites.all()) {
      const warn = (error: unknown) => log.warn({ err: error, site: site.code }, 'open interest or its sides were not noted');
      noteInterest(context, site, at).catch(warn);
      noteSides(context, site, at).catch(warn);
    }
  };
  const timer = setInterval(look, lookMs).unref();
  return {
    interest: (site, symbol, span) => readInterest(pool, site, symbol, span),
    sides: (site, symbol, span) => readSides(pool, site, symbol, span),
    taken: (symbol, span) => readTaken(pool, symbol, span),
    close: () => clearInterval(timer),
  };
}
