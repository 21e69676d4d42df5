// Steps that are not believed (issue 13.15, ADR 0039): one wrong tick, a feed that goes on being wrong, a second source, a real crash, flapping.
import { SwitchBit } from '@maru/engine/wire/command.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SymbolMarket } from './symbol-market.ts';
import { restoreMemory } from './market-memory.ts';
import { bitcoin, DrivenHub, start } from './testing/driven-hub.ts';

const PRICE = 6_180_005;
let driven: DrivenHub;
let market: SymbolMarket;

beforeEach(async () => {
  driven = await DrivenHub.open();
  market = driven.market;
});

/** Everything that the symbol's own feed tells, at a share of the usual price. */
const whole = (share: number) => () => {
  const price = Math.round(PRICE * share);
  driven.depth(price - 5, price + 5);
  driven.trade(price);
  driven.index(price * 100);
};
const also = (source: string, share: number) => () => driven.index(Math.round(PRICE * 100 * share), source);
const both = (feed: number, second: number) => () => {
  whole(feed)();
  also('pyth', second)();
};
const figures = () => ({ last: market.last, mark: market.pricing.mark, index: market.pricing.index, isValid: market.pricing.isValid });
const quotes = () => market.livingLadder().bids.length;

describe('a step of the only source', () => {
  test('tape, book and index at a twentieth: nothing of it reaches mark, last price, ladder or ticks, and the symbol is unsafe at once', () => {
    driven.pass(3000, whole(1));
    const before = figures();
    const ticks: number[] = [];
    market.tickListeners.add(({ price }) => ticks.push(price));
    whole(0.05)();
    expect(market.state).toBe('unsafe');
    driven.pass(1100, whole(0.05));
    expect([figures(), quotes(), ticks]).toEqual([{ ...before, isValid: false }, 0, []]);
    expect(driven.lastOffer()).toMatchObject({ bits: SwitchBit.Stale, isValid: false, mark: before.mark, last: before.last });
    driven.pass(600_000, whole(0.05));
    expect([market.state, figures()]).toEqual(['unsafe', { ...before, isValid: false }]);
  });

  test('who watches prices (ADR 0034) hears each believed one, and nothing while the symbol is unsafe, stale or halted', () => {
    const heard: string[] = [];
    market.priceListeners.add((type, price) => void heard.push(`${type} ${price}`));
    driven.pass(3000, whole(1));
    expect(new Set(heard.map((each) => each.split(' ')[0]))).toEqual(new Set(['LAST', 'MARK', 'INDEX']));
    expect(heard).toContain(`LAST ${PRICE * 100}`);
    heard.length = 0;
    whole(0.05)();
    driven.pass(1100, whole(0.05));
    expect([market.state, heard]).toEqual(['unsafe', []]);
    driven.pass(12_000, whole(1));
    expect(market.state).toBe('live');
    // Live for three seconds without news: what it says then was believed.
    driven.pass(3100);
    expect(market.state).toBe('stale');
    heard.length = 0;
    driven.pass(12_000);
    expect([market.state, heard]).toEqual(['halted', []]);
  });

  test('one wrong picture: unsafe for three seconds, then as before', () => {
    driven.pass(3000, whole(1));
    driven.pass(100, whole(1.5));
    expect([market.state, quotes()]).toEqual(['unsafe', 0]);
    driven.pass(2900, whole(1));
    expect(market.state).toBe('unsafe');
    driven.pass(1500, whole(1));
    expect([market.state, market.pricing.isValid, market.last]).toEqual(['live', true, PRICE]);
  });

  test('one wrong print beside a sound book is left out and stops nobody; a second that agrees with it does', () => {
    driven.pass(3000, whole(1));
    driven.trade(8_030_000);
    expect([market.state, market.last]).toEqual(['live', PRICE]);
    driven.trade(8_040_000);
    expect([market.state, market.last]).toEqual(['unsafe', PRICE]);
    driven.pass(15_000, driven.usual);
    expect([market.state, market.last]).toEqual(['live', PRICE]);
  });

  test('an index alone, a book alone, a mark alone: not believed however long', () => {
    const wrong = {
      index: () => {
        driven.depth(PRICE - 5, PRICE + 5);
        driven.index(PRICE * 110);
      },
      book: () => {
        driven.depth(Math.round(PRICE * 1.1), Math.round(PRICE * 1.1) + 10);
        driven.index(PRICE * 100);
      },
      mark: () => {
        driven.usual();
        driven.feed.tell({ kind: 'mark', ...driven.stamp(), mark: PRICE * 110, fundingRate: 0, nextFundingAt: start + 1 });
      },
    };
    for (const tell of Object.values(wrong)) {
      driven.pass(70_000, whole(1));
      const { mark, last } = figures();
      driven.pass(400_000, tell);
      expect([market.state, figures().last, market.pricing.isValid, Math.abs(figures().mark - mark) < mark / 100]).toEqual([
        'unsafe',
        last,
        false,
        true,
      ]);
    }
  });

  test('a step of three bounds at most that stands for five minutes is believed by time', () => {
    driven.pass(3000, whole(1));
    driven.pass(300_000, whole(0.88));
    expect(market.state).toBe('unsafe');
    driven.pass(2500, whole(0.88));
    expect([market.state, market.pricing.isValid, market.last]).toEqual(['live', true, Math.round(PRICE * 0.88)]);
  });

  test('flapping never becomes believed, and calm takes longer each time', () => {
    driven.pass(3000, whole(1));
    driven.pass(400_000, () => whole(driven.now % 1000 < 500 ? 0.88 : 1)());
    expect([market.state, market.last]).toEqual(['unsafe', PRICE]);
    const calmAfter = () => {
      const from = driven.now;
      while (market.state !== 'live') driven.pass(100, whole(1));
      return driven.now - from;
    };
    expect(calmAfter()).toBeLessThan(4000);
    driven.pass(100, whole(2));
    expect(calmAfter()).toBeGreaterThan(5000);
    driven.pass(100, whole(2));
    expect(calmAfter()).toBeGreaterThan(10_000);
  });

  test('two operators may believe it', () => {
    driven.pass(3000, whole(1));
    driven.pass(5000, whole(0.5));
    expect(market.confirmStep(driven.now)).toBe(true);
    driven.pass(2000, whole(0.5));
    expect([market.state, market.pricing.isValid, market.last]).toEqual(['live', true, Math.round(PRICE * 0.5)]);
    expect(market.confirmStep(driven.now)).toBe(false);
  });
});

describe('with a second source', () => {
  test('a crash that both show is believed within five seconds, and liquidations with it', () => {
    driven.pass(3000, both(1, 1));
    driven.pass(2900, both(0.6, 0.6));
    expect([market.state, market.last]).toEqual(['unsafe', PRICE]);
    driven.pass(2100, both(0.6, 0.6));
    expect([market.state, market.pricing.isValid, market.last]).toEqual(['live', true, Math.round(PRICE * 0.6)]);
  });

  test('one that goes on falling is believed as well', () => {
    driven.pass(3000, both(1, 1));
    let share = 0.8;
    driven.pass(5000, () => both((share *= 0.9995), share)());
    expect([market.state, market.pricing.isValid]).toEqual(['live', true]);
  });

  test('ten percent in a minute needs nobody’s word', () => {
    driven.pass(3000, whole(1));
    let share = 1;
    driven.pass(60_000, () => {
      whole((share *= 0.999824))();
      expect(market.state).toBe('live');
    });
    expect([share < 0.9, market.pricing.isValid]).toEqual([true, true]);
  });

  test('it stays where it was: halted, and the reason is told (two sources apart)', () => {
    driven.pass(3000, both(1, 1));
    const before = figures();
    driven.pass(600_000, both(0.88, 1));
    expect([market.state, figures()]).toEqual(['halted', { ...before, isValid: false }]);
    expect(market.pricing.areSourcesApart).toBe(true);
  });

  test('two sources of the index 3 % apart for 20 s: halt from the first moment on, also where one of them is the venue’s own', () => {
    driven.pass(3000, both(1, 1));
    driven.pass(100, both(1, 1.031));
    expect([market.state, driven.lastOffer()?.bits]).toEqual(['halted', SwitchBit.FeedHalt | SwitchBit.Stale]);
    driven.pass(20_000, both(1, 1.031));
    expect([market.state, market.pricing.isValid]).toEqual(['halted', false]);
    driven.pass(100, both(1, 1.029));
    expect(market.state).toBe('live');
  });

  test('of three the one that is wrong is out, and its book is not believed', () => {
    const three = (feed: number, others: number) => () => {
      both(feed, others)();
      also('other', others)();
    };
    driven.pass(3000, three(1, 1));
    driven.pass(20_000, three(0.05, 1));
    expect([market.state, market.last, Math.round(market.pricing.index / 100)]).toEqual(['unsafe', PRICE, PRICE]);
    expect(market.pricing.isValid).toBe(false);
  });
});

describe('over silence and a restart', () => {
  const afterRestart = async (gapMs: number, source: 'binance' | 'replay' = 'binance') => {
    driven.pass(3000, whole(1));
    const symbols = { [market.symbol.name]: { last: market.last, pricing: market.pricing.memory(), source } };
    const savedAt = driven.now;
    const after = await DrivenHub.open();
    after.now = savedAt + gapMs;
    restoreMemory({ format: 1, savedAt, replay: undefined, symbols }, after.hub, after.now);
    driven = after;
    market = after.market;
  };

  test('a wrong feed right after a restart is a step like any other', async () => {
    await afterRestart(5000);
    driven.pass(15_000, whole(0.05));
    expect([market.state, market.pricing.isValid, market.last]).toEqual(['unsafe', false, PRICE]);
  });

  test('after half a day off ten percent is no step', async () => {
    await afterRestart(12 * 3_600_000);
    driven.pass(15_000, whole(0.9));
    expect([market.state, market.pricing.isValid]).toEqual(['live', true]);
  });

  test('another feed’s prices say nothing of this one’s', async () => {
    await afterRestart(5000, 'replay');
    driven.pass(15_000, whole(0.3));
    expect([market.state, market.pricing.isValid]).toEqual(['live', true]);
  });
});

test('the bound: twice a day’s usual move and at least 1 %, wider in wild hours, never by more than twice', () => {
  const { steps } = market.pricing;
  expect([steps.bound, driven.hub.markets[bitcoin].symbol.dayVolatility]).toEqual([0.05, 0.025]);
  let side = 1;
  driven.pass(600_000, () => whole(1 + 0.012 * (side = -side))());
  driven.pass(100, whole(1.075));
  expect(market.state).toBe('live');
  driven.pass(100, whole(1.2));
  expect(market.state).toBe('unsafe');
});
