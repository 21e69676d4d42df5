// Rules 6.5 and 6.4: the percent buttons, the room a bracket leaves, and the estimate that the ticket shows.
import { describe, expect, test } from 'vitest';
import { buildTiers, maxNotionalOf } from '../market/tiers.ts';
import { symbolNamed } from '../market/symbols.ts';
import { unitsOf } from '../money/units.ts';
import { bracketLots, maxOpenLots, percentOf } from './max-open.ts';
import { assumedMarketPrice, estimatedCost, orderCost } from './order-cost.ts';

const btc = unitsOf(2, 3);
const chz = unitsOf(5, 5);
const USDT = 1_000_000;
const request = { side: 1, price: 6_000_000, mark: 600_000_000, leverage: 20, takerFee: 40_000, available: 1_000 * USDT };

describe('6.5 max openable', () => {
  test('margin and one taker fee out of the available balance', () => {
    expect(maxOpenLots(btc, request)).toBe(330);
    expect(maxOpenLots(btc, { ...request, leverage: 1 })).toBe(16);
  });

  test('an order away from the mark also needs its loss at once', () => {
    expect(maxOpenLots(btc, { ...request, mark: 590_000_000 })).toBeLessThan(330);
    expect(maxOpenLots(btc, { ...request, side: -1, mark: 590_000_000 })).toBe(330);
  });

  test('nothing from nothing', () => {
    expect([0, -5].map((available) => maxOpenLots(btc, { ...request, available }))).toEqual([0, 0]);
  });

  test('percent buttons floor to a lot', () => {
    expect([10, 25, 50, 75, 100].map((percent) => percentOf(331, percent))).toEqual([33, 82, 165, 248, 331]);
  });

  test('the bracket leaves room for what is not yet held or ordered', () => {
    const tiers = buildTiers(symbolNamed('BINANCE:BTCUSDT').tiers);
    const capacity = maxNotionalOf(tiers, 125) - 44_000 * USDT;
    expect(bracketLots(btc, capacity, 600_000_000)).toBe(100);
    expect(bracketLots(btc, 0, 600_000_000)).toBe(0);
    expect(bracketLots(chz, 5_000 * USDT, 800_000)).toBe(6_250_000_000);
  });
});

describe('6.4 order cost', () => {
  test('a market order is assumed to pay a little more than the best ask, or the better of bid and mark', () => {
    expect(assumedMarketPrice(1, 0, 6_000_000, 0)).toBe(6_003_000);
    expect(assumedMarketPrice(-1, 5_999_900, 0, 600_000_050)).toBe(6_000_001);
    expect(assumedMarketPrice(-1, 6_000_100, 0, 600_000_050)).toBe(6_000_100);
  });

  test('the ticket adds 0.08 % to a long, one taker fee to a short', () => {
    const long = orderCost(btc, 1, 6_000_000, 600_000_000, 100, 20, 40_000);
    expect(long).toEqual({ initialMargin: 300 * USDT, openLoss: 0, feeReserve: 2.4 * USDT, cost: 302.4 * USDT });
    expect(estimatedCost(btc, 1, 6_000_000, 600_000_000, 100, 20, 40_000)).toBe(304.8 * USDT);
    expect(estimatedCost(btc, -1, 6_000_000, 600_000_000, 100, 20, 40_000)).toBe(302.4 * USDT);
  });
});
