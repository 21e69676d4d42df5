// Figures on the wire: exact decimals, the size of a depth message, candles joined from what is stored and what is not yet.
import { beforeAll, describe, expect, test } from 'vitest';
import { candle, depth, ticker } from '../contract.ts';
import { joined } from './candle-history.ts';
import type { CandleBar } from './candle-series.ts';
import { chooseFeeds } from './feed-choice.ts';
import { createMarketHub, type MarketHub } from './market-hub.ts';
import { candleOf, decimalText, depthOf, shortText, tickerOf } from './market-wire.ts';
import { DEPTH_LEVELS } from './publisher.ts';
import { marketSymbols } from './symbol-table.ts';

describe('decimals', () => {
  test.each([
    [6_180_010, 2, '61800.10', '61800.1'],
    [0, 4, '0.0000', '0'],
    [7, 5, '0.00007', '0.00007'],
    [-15, 3, '-0.015', '-0.015'],
    [1_200_000, 5, '12.00000', '12'],
    [42, 0, '42', '42'],
    [9_007_199_254_740_991, 6, '9007199254.740991', '9007199254.740991'],
  ])('%d of 10^-%d', (units, decimals, long, short) => {
    expect(decimalText(units, decimals)).toBe(long);
    expect(shortText(units, decimals)).toBe(short);
  });
});

describe('all thirty symbols on a weekday', () => {
  let now = Date.parse('2026-11-18T03:00:00Z');
  let hub: MarketHub;
  beforeAll(async () => {
    const { feeds, replay } = chooseFeeds({ kind: 'replay', isDemo: true, now: () => now });
    hub = createMarketHub({ feeds, now: () => now, isTimed: false });
    await replay?.preload(30_000);
    await hub.start();
    for (let i = 0; i < 400; i++) {
      now += 50;
      hub.beat(now);
    }
  });

  test('tickers, depth and candles have the contract’s shape, and every market is live', () => {
    for (const market of hub.markets) {
      const { symbol } = market;
      const told = tickerOf(market, now, 0);
      expect(ticker.safeParse(told).success, symbol.name).toBe(true);
      expect([symbol.name, told.feed]).toEqual([symbol.name, 'live']);
      const { bids, asks } = market.livingLadder();
      expect(depth.safeParse(depthOf(symbol, bids, asks, now)).success, symbol.name).toBe(true);
      expect(candle.safeParse(candleOf(symbol, market.candles.running('1m') as CandleBar)).success, symbol.name).toBe(true);
    }
  });

  test('twenty levels a side are at most 1 KB', () => {
    for (const market of hub.markets) {
      const { symbol } = market;
      const ladder = market.livingLadder();
      const [bids, asks] = [ladder.bids, ladder.asks].map((pairs) => pairs.slice(0, DEPTH_LEVELS * 2));
      expect([symbol.name, bids.length, asks.length]).toEqual([symbol.name, 40, 40]);
      expect(JSON.stringify(depthOf(symbol, bids, asks, now)).length, symbol.name).toBeLessThanOrEqual(1024);
    }
  });
});

test('the list of symbols is the engine’s, in its order, and each name has a synthetic character of its own', () => {
  expect(marketSymbols).toHaveLength(30);
  expect(marketSymbols.map(({ id }) => id)).toEqual(marketSymbols.map((_, i) => i));
  expect(marketSymbols.filter(({ hours }) => hours === 'korea').map(({ name }) => name)).toEqual([
    'PYTH:GBPAUD',
    'PYTH:EURUSD',
    'PYTH:XAUUSD',
    'PYTH:NDX',
    'PYTH:SPX',
  ]);
  expect(marketSymbols.filter(({ binance }) => binance === undefined)).toHaveLength(7);
});

describe('stored candles and those that wait to be', () => {
  const bar = (openAt: number, lots: number, isSimulated = false): CandleBar => ({
    openAt,
    open: 10,
    high: 12,
    low: 9,
    close: 11,
    lots,
    quote: lots,
    isSimulated,
  });

  test('later ones follow, one that was written meanwhile comes once', () => {
    expect(joined([bar(1, 5), bar(2, 5)], [bar(2, 5), bar(3, 1)], 99).map(({ openAt, lots }) => [openAt, lots])).toEqual([
      [1, 5],
      [2, 5],
      [3, 1],
    ]);
  });

  test('the fuller of two is shown, and nothing at or after the page’s end', () => {
    expect(joined([bar(1, 5), bar(2, 2)], [bar(2, 6), bar(3, 1)], 3).map(({ openAt, lots }) => [openAt, lots])).toEqual([
      [1, 5],
      [2, 6],
    ]);
  });
});
