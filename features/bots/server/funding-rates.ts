// Funding rates as they were settled, by site and symbol: heard from the engine since the server started.
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

export interface SettledRate {
  symbol: number;
  time: number;
  /** A fraction. */
  rate: string;
  /** Hundredths of a tick. */
  mark: number;
}

/** Eight-hourly: most of a year for each symbol. */
const KEPT = 1000;
const RATE_DECIMALS = 8;

export interface FundingRates {
  /** Oldest first. */
  of(site: number, symbol: number): readonly SettledRate[];
}

export function createFundingRates({ engine }: Pick<AppContext, 'engine'>): FundingRates {
  const settled = new Map<string, SettledRate[]>();
  engine.onBatch(({ site, events: e }) => {
    for (let at = 0; at < e.length; at += EVENT_WORDS) {
      if (e[at] !== EventKind.FundingStarted) continue;
      const [symbol, rate, mark, time] = [e[at + 5], e[at + 6], e[at + 7], e[at + 8]];
      const name = `${site} ${symbol}`;
      const list = settled.get(name) ?? [];
      if (list.push({ symbol, time, rate: formatDecimal(rate, RATE_DECIMALS), mark }) > KEPT) list.shift();
      settled.set(name, list);
    }
  });
  return { of: (site, symbol) => settled.get(`${site} ${symbol}`) ?? [] };
}
