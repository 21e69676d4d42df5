// The book grouped by a price step: the counterparty's ladder and members' orders as they can be met, then the venue's own deeper levels.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { LevelBook } from './level-book.ts';
import type { MarketHub } from './market-hub.ts';
import { mergeLevels } from './member-orders.ts';
import type { SymbolMarket } from './symbol-market.ts';

/** Looked at once for a grouped picture: as deep as a venue's snapshot goes. */
const SOURCE_LEVELS = 1000;
type Side = 'bids' | 'asks';

/** Flat pairs (ticks, lots), best first, at most `rows`; a group's price lies away from the spread. */
export function groupPairs(side: Side, pairs: readonly number[], step: number, rows: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    const price = (side === 'bids' ? Math.floor(pairs[i] / step) : Math.ceil(pairs[i] / step)) * step;
    const last = out.length - 2;
    if (last >= 0 && out[last] === price) out[last + 1] += pairs[i + 1];
    else if (out.length === rows * 2) return out;
    else if (price > 0) out.push(price, pairs[i + 1]);
  }
  return out;
}

/** The ladder goes on with what the venue has beyond its last level. */
export function lengthened(side: Side, ladder: readonly number[], venue: readonly number[]): number[] {
  if (ladder.length === 0) return [];
  const last = ladder[ladder.length - 2];
  const out = [...ladder];
  for (let i = 0; i < venue.length; i += 2) {
    const isBeyond = side === 'bids' ? venue[i] < last : venue[i] > last;
    if (isBeyond && venue[i] > 0 && venue[i + 1] >= 1) out.push(venue[i], venue[i + 1]);
  }
  return out;
}

export function deepBookOf(hub: MarketHub, market: SymbolMarket): { bids: number[]; asks: number[] } {
  const ladder = market.livingLadder();
  const feed = hub.feeds.find((each) => each.source === market.source && each.symbols.includes(market.symbol.id));
  const venue = feed?.deepBook?.(market.symbol.id, SOURCE_LEVELS) ?? { bids: [], asks: [] };
  return { bids: lengthened('bids', ladder.bids, venue.bids), asks: lengthened('asks', ladder.asks, venue.asks) };
}

export function groupedSide(
  side: Side,
  site: SiteConfig,
  deep: { bids: readonly number[]; asks: readonly number[] },
  own: LevelBook | undefined,
  step: number,
  rows: number,
): number[] {
  const house = site.houseLadder ? deep[side] : [];
  return groupPairs(side, mergeLevels(side, house, own, SOURCE_LEVELS * 2), step, rows);
}
