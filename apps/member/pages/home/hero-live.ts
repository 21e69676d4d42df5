// Ticker and depth of the hero's symbol, and whether they are fresh: 3 s without news counts as old (decisions: staleness).
import { liveKey, liveStore, useLive } from '@maru/kit/web/live-store.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { type Depth, depthTopic, rawData, type Ticker, tickerTopic } from '@maru/market/contract.ts';
import { useEffect, useState } from 'react';

export const staleAfterMs = 3_000;

const tickerKey = liveKey<Ticker>('home/hero/ticker');
const depthKey = liveKey<Depth>('home/hero/depth');
const newsKey = liveKey<number>('home/hero/news');

export function useHero(symbol: string): { ticker: Ticker | undefined; depth: Depth | undefined; isStale: boolean; ageMs: number } {
  // The socket brings both; without either the rows stay without numbers.
  const { data: first, dataUpdatedAt } = useCall(rawData, { query: { symbol } });
  useEffect(() => {
    if (first !== undefined && liveStore.get(newsKey) === undefined) liveStore.set(newsKey, dataUpdatedAt - first.ticker.ageMs);
  }, [first, dataUpdatedAt]);
  useTopic(tickerTopic, { symbol }, (ticker) => {
    liveStore.set(tickerKey, ticker);
    liveStore.set(newsKey, Date.now() - ticker.ageMs);
  });
  useTopic(depthTopic, { symbol }, (depth) => liveStore.set(depthKey, depth));
  const ticker = useLive(tickerKey) ?? first?.ticker;
  const depth = useLive(depthKey) ?? first?.depth;
  const oldMs = useOldMs(ticker !== undefined);
  return {
    ticker,
    depth,
    isStale: oldMs > 0 || (ticker !== undefined && ticker.feed !== 'live'),
    ageMs: Math.max(oldMs, ticker?.ageMs ?? 0),
  };
}

/** How old in whole seconds, 0 while fresh. Looks twice a second; re-renders only when the answer changes. */
function useOldMs(isOn: boolean): number {
  const [oldMs, setOldMs] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      const ageMs = Date.now() - (liveStore.get(newsKey) ?? 0);
      setOldMs(ageMs > staleAfterMs ? Math.floor(ageMs / 1000) * 1000 : 0);
    }, 500);
    return () => clearInterval(timer);
  }, [isOn]);
  return oldMs;
}
