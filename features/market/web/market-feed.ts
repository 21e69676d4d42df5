// Market values of the page: topics into the live store, last one wins; trades into a short tape. First paint by one call.
import { call } from '@maru/kit/web/api-client.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import { type LiveKey, liveKey, liveStore, useLive } from '@maru/kit/web/live-store.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import {
  type Depth,
  depthStepTopic,
  depthTopic,
  type FeedStanding,
  type FeedState,
  feedTopic,
  rawData,
  type RecentTrade,
  type Ticker,
  tickersTopic,
  tickerTopic,
  tradesTopic,
} from '@maru/market/contract.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { freshnessOf, type Freshness, type Quote } from './feed-freshness.ts';
import { addTrades } from './trade-tape.ts';

export const quoteKey = (symbol: string): LiveKey<Quote> => liveKey<Quote>(destinationOf(tickerTopic, { symbol }));
export const depthKey = (symbol: string): LiveKey<Depth> => liveKey<Depth>(destinationOf(depthTopic, { symbol }));
export const depthStepKey = (symbol: string, step: number): LiveKey<Depth> =>
  liveKey<Depth>(destinationOf(depthStepTopic, { symbol, step: String(step) }));
export const tapeKey = (symbol: string): LiveKey<readonly RecentTrade[]> =>
  liveKey<readonly RecentTrade[]>(destinationOf(tradesTopic, { symbol }));
/** [last, change percent, turnover, direction, feed, since when it waits] by symbol. */
export type ShortTicker = readonly [
  last: string,
  changePercent: string,
  turnover: string,
  direction: number,
  feed: FeedState,
  since: number,
];
export type ShortTickers = ReadonlyMap<string, ShortTicker>;
export const shortTickersKey = liveKey<ShortTickers>(destinationOf(tickersTopic));

/** An unchanged price keeps the direction it came by: colour says where it came from, not that nothing happened. */
function setQuote(ticker: Ticker): void {
  const before = liveStore.get(quoteKey(ticker.symbol));
  liveStore.set(quoteKey(ticker.symbol), {
    ...ticker,
    direction: ticker.direction || (before?.direction ?? 0),
    receivedAtMs: performance.now(),
  });
}

/** Follows one symbol's ticker; several followers share the subscription. */
export function followQuote(symbol: string): () => void {
  return subscribeTopic(tickerTopic, { symbol }, setQuote);
}

/** Everything a trade screen shows of a symbol. Fetches the first picture and again after each reconnect; the topics go on from there. */
export function useMarketFeed(symbol: string): void {
  useEffect(() => {
    const offs = [
      followQuote(symbol),
      subscribeTopic(depthTopic, { symbol }, (depth) => liveStore.set(depthKey(symbol), depth)),
      subscribeTopic(tradesTopic, { symbol }, (trades) =>
        liveStore.set(tapeKey(symbol), addTrades(liveStore.get(tapeKey(symbol)) ?? [], trades)),
      ),
    ];
    return () => {
      for (const off of offs) off();
    };
  }, [symbol]);
  useEffect(() => {
    const abort = new AbortController();
    void firstPicture(symbol, abort.signal);
    return () => abort.abort();
  }, [symbol]);
  useReopened(() => void firstPicture(symbol));
}

/** The book in rows of a coarser step, while such rows are on screen. */
export function useDepthStep(symbol: string, step: number | undefined): void {
  useEffect(() => {
    if (step === undefined) return undefined;
    const key = depthStepKey(symbol, step);
    const off = subscribeTopic(depthStepTopic, { symbol, step: String(step) }, (depth) => liveStore.set(key, depth));
    return () => {
      off();
      liveStore.set(key, { symbol, bids: [], asks: [], time: 0 });
    };
  }, [symbol, step]);
}

/** Without an answer the topics bring the same within moments, and the age of prices is on screen. */
async function firstPicture(symbol: string, signal?: AbortSignal): Promise<void> {
  try {
    const first = await call(rawData, { query: { symbol }, ...(signal ? { signal } : {}) });
    setQuote(first.ticker);
    liveStore.set(depthKey(symbol), first.depth);
    liveStore.set(tapeKey(symbol), addTrades([], first.trades));
  } catch {
    // Said by the freshness of the prices.
  }
}

/** Runs when the connection is back after a loss. */
export function useReopened(run: () => void): void {
  const again = useEffectEvent(run);
  useEffect(() => {
    // Outlives every render of the outage, in which the age of prices is told once a second.
    let wasLost = false;
    return socket.state.subscribe(({ status }) => {
      if (status === 'retrying' || status === 'lost') wasLost = true;
      else if (status === 'open' && wasLost) {
        wasLost = false;
        again();
      }
    });
  }, []);
}

/** All symbols' short tickers, once a second, while mounted. */
export function useShortTickers(): ShortTickers | undefined {
  useEffect(
    () =>
      subscribeTopic(tickersTopic, {}, (rows) => liveStore.set(shortTickersKey, new Map(rows.map(([symbol, ...rest]) => [symbol, rest])))),
    [],
  );
  return useLive(shortTickersKey);
}

const standingKey = liveKey<FeedStanding>(destinationOf(feedTopic));

/** How many symbols of the site wait for prices, while mounted; undefined before it is told. */
export function useFeedStanding(): FeedStanding | undefined {
  useEffect(() => subscribeTopic(feedTopic, {}, (standing) => liveStore.set(standingKey, standing)), []);
  return useLive(standingKey);
}

export const useQuote = (symbol: string): Quote | undefined => useLive(quoteKey(symbol));

/** Freshness, looked at four times a second: silence sends no event. */
export function useFreshness(symbol: string): Freshness {
  const [fresh, setFresh] = useState<Freshness>({ state: 'live', seconds: 0 });
  useEffect(() => {
    const startMs = performance.now();
    const look = () => {
      const quote = liveStore.get(quoteKey(symbol));
      // The first seconds belong to loading, not to an old feed.
      if (!quote && performance.now() - startMs < 3_000) return;
      const { status } = socket.state.getState();
      const next = freshnessOf(quote, performance.now(), status === 'retrying' || status === 'lost');
      setFresh((was) =>
        was.state === next.state && was.seconds === next.seconds && was.isApart === next.isApart && was.hasNoFeed === next.hasNoFeed
          ? was
          : next,
      );
    };
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [symbol]);
  return fresh;
}
