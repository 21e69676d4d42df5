// What every feed adapter must keep, whatever venue stands behind it; each adapter's test runs its updates through this.
import type { Feed, FeedUpdate } from './feed.ts';

export interface FeedFault {
  rule: string;
  update: FeedUpdate;
}

/** Collects a feed's updates and every breach of the feed's promises. */
export function watchFeed(feed: Feed): {
  listener(update: FeedUpdate): void;
  faults: FeedFault[];
  seen: Map<string, number>;
  updates: FeedUpdate[];
} {
  const faults: FeedFault[] = [];
  const seen = new Map<string, number>();
  const updates: FeedUpdate[] = [];
  const lastEventAt = new Map<string, number>();
  const lastTradeId = new Map<number, number>();
  const lastReceivedAt = new Map<string, number>();
  const served = new Set(feed.symbols);

  function listener(update: FeedUpdate): void {
    const breach = (rule: string) => faults.push({ rule, update });
    const key = `${update.symbol} ${update.kind}`;
    updates.push(update);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    if (!served.has(update.symbol)) breach('symbols it did not announce stay silent');
    if (update.receivedAt < (lastReceivedAt.get(key) ?? 0)) breach('receive time never goes back');
    lastReceivedAt.set(key, update.receivedAt);
    if (update.eventAt < (lastEventAt.get(key) ?? 0)) breach('event time never goes back');
    lastEventAt.set(key, update.eventAt);
    if (!isWhole(update.eventAt)) breach('event times are whole ms');
    for (const rule of shapeFaults(update)) breach(rule);
    if (update.kind === 'trade') {
      if (update.id <= (lastTradeId.get(update.symbol) ?? 0)) breach('trade ids rise');
      lastTradeId.set(update.symbol, update.id);
    }
  }
  return { listener, faults, seen, updates };
}

/** What must have arrived for each symbol of the feed within a fair span. */
export function missingNews(feed: Feed, seen: ReadonlyMap<string, number>): string[] {
  return feed.symbols.flatMap((symbol) => ['depth', 'trade', 'index'].map((kind) => `${symbol} ${kind}`).filter((key) => !seen.has(key)));
}

const isWhole = (n: number) => Number.isSafeInteger(n);
const isCount = (n: number) => isWhole(n) && n > 0;

function shapeFaults(update: FeedUpdate): string[] {
  switch (update.kind) {
    case 'depth':
      return depthFaults(update.bids, update.asks);
    case 'trade':
      return isCount(update.price) && isCount(update.lots) ? [] : ['trades have whole positive price and lots'];
    case 'index':
      return isCount(update.price) ? [] : ['index prices are whole and positive'];
    case 'mark':
      return isCount(update.mark) && isWhole(update.fundingRate) ? [] : ['marks are whole and positive'];
  }
}

function depthFaults(bids: readonly number[], asks: readonly number[]): string[] {
  const faults: string[] = [];
  if (bids.length === 0 || asks.length === 0) faults.push('a picture has both sides');
  if (![...bids, ...asks].every(isCount)) faults.push('levels are whole ticks and at least one lot');
  for (let i = 2; i < bids.length; i += 2) if (bids[i] >= bids[i - 2]) faults.push('bids fall');
  for (let i = 2; i < asks.length; i += 2) if (asks[i] <= asks[i - 2]) faults.push('asks rise');
  if (bids.length > 0 && asks.length > 0 && bids[0] >= asks[0]) faults.push('a picture is never locked or crossed');
  return faults;
}
