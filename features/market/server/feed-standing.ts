// How the prices of a site are as a whole: how many of its symbols wait for one, since when, and whether their feed is away.
import { indexAge } from '@maru/engine/market/mark.ts';
import type { FeedStanding } from '../contract.ts';
import type { MarketHub } from './market-hub.ts';
import type { SymbolMarket } from './symbol-market.ts';

/** Since when a symbol has no price to trade on; undefined while it has one, or owes none. */
export function waitingSince(market: SymbolMarket, now: number): number | undefined {
  if (market.state === 'live' || market.state === 'closed') return undefined;
  const newsAt = market.newsAt();
  const silentSince = newsAt > 0 && indexAge(now - newsAt) !== 'fresh' ? newsAt : undefined;
  return market.pricing.steps.doubt?.since ?? silentSince ?? (market.notLiveSince || now);
}

export function feedStandingOf(hub: MarketHub, symbols: readonly string[], now: number): FeedStanding {
  const open = hub.markets.filter(({ symbol, state }) => symbols.includes(symbol.name) && state !== 'closed');
  const waits = open.flatMap((market) => waitingSince(market, now) ?? []);
  const isSilent = (id: number) => !open.some(({ symbol, state }) => symbol.id === id && (state === 'live' || state === 'unsafe'));
  const away = hub.feeds.some((feed) => {
    const own = feed.symbols.filter((id) => open.some(({ symbol }) => symbol.id === id));
    return own.length > 0 && own.every(isSilent);
  });
  return { open: open.length, waiting: waits.length, since: waits.length === 0 ? null : Math.min(...waits), isAway: away };
}
