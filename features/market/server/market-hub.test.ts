// A symbol's market by the rules: staleness table, index guards, mark, funding estimate, ladder, crossed books, offers to the engine.
import { SwitchBit } from '@maru/engine/wire/command.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { feedStandingOf } from './feed-standing.ts';
import { createMarketHub } from './market-hub.ts';
import type { SymbolMarket } from './symbol-market.ts';
import { bitcoin, DrivenHub, gold, start } from './testing/driven-hub.ts';
import { handFeed } from './testing/hand-feed.ts';

let driven: DrivenHub;
let market: SymbolMarket;

beforeEach(async () => {
  driven = await DrivenHub.open();
  market = driven.market;
});

const stamp = (symbol?: number) => driven.stamp(symbol);
const depth: DrivenHub['depth'] = (...told) => driven.depth(...told);
const index: DrivenHub['index'] = (...told) => driven.index(...told);
const trade: DrivenHub['trade'] = (...told) => driven.trade(...told);
const usual = () => driven.usual();
const pass: DrivenHub['pass'] = (...told) => driven.pass(...told);
const lastOffer = (symbol?: number) => driven.lastOffer(symbol);

describe('staleness table (decisions, Markets)', () => {
  test('3 s without news: stale; 10 s: halted, mark frozen; news: live again', () => {
    pass(3000, usual);
    expect(market.state).toBe('live');
    pass(2900);
    expect(market.state).toBe('live');
    pass(100);
    expect([market.state, lastOffer()?.bits]).toEqual(['stale', SwitchBit.Stale]);
    pass(6900);
    expect(market.state).toBe('stale');
    const frozen = market.pricing.mark;
    pass(100);
    expect([market.state, lastOffer()?.bits]).toEqual(['halted', SwitchBit.FeedHalt | SwitchBit.Stale]);
    pass(5000, () => depth(6_300_000, 6_300_010));
    expect([market.state, market.pricing.mark]).toEqual(['halted', frozen]);
    pass(100, usual);
    expect([market.state, lastOffer()?.bits]).toEqual(['live', 0]);
  });

  test('depth older than 500 ms is withdrawn from the ladder, from the book shown and from the offer', () => {
    pass(1000, usual);
    expect(market.livingLadder().bids.length).toBeGreaterThan(0);
    pass(600, () => index(618_100_000));
    expect([market.livingLadder().bids.length, market.livingLadder().asks.length, market.state]).toEqual([0, 0, 'live']);
    expect([lastOffer()?.bids.length, lastOffer()?.asks.length]).toEqual([0, 0]);
  });

  test('outside trading hours a symbol is closed whatever the feed says', () => {
    driven.now = Date.parse('2026-11-21T09:00:00Z');
    pass(500, () => {
      depth(405_000, 405_010, gold);
      index(40_500_000, 'venue', gold);
      usual();
    });
    expect([driven.hub.markets[gold].state, lastOffer(gold)?.bits]).toEqual(['closed', SwitchBit.MarketClosed]);
    expect(market.state).toBe('live');
  });
});

describe('marks that may be acted on (rules 8.2, D-16)', () => {
  test('after a start no liquidation before two samples a second apart agree', () => {
    pass(900, usual);
    expect([market.pricing.mark > 0, market.pricing.isValid, lastOffer()?.isValid]).toEqual([true, false, false]);
    pass(300, usual);
    expect([market.pricing.isValid, lastOffer()?.isValid]).toEqual([true, true]);
  });

  test('after a halt a mark more than 5 % off holds liquidations for 10 s', () => {
    // Within the bound of a symbol whose steps may be wider: a step beyond it is another matter (step-guard.test.ts).
    market.pricing.steps.setBound(0.1);
    pass(3000, usual);
    pass(11_000);
    expect(market.pricing.isValid).toBe(false);
    const jumped = () => {
      depth(6_600_000, 6_600_010);
      index(660_000_000);
    };
    pass(9900, jumped);
    expect([market.state, market.pricing.isValid]).toEqual(['live', false]);
    pass(1500, jumped);
    expect(market.pricing.isValid).toBe(true);
  });

  test('mark is the median of index with funding, index with averaged basis, and last', () => {
    pass(60_000, () => {
      usual();
      trade(6_180_005);
    });
    // Basis of -95.00: the middle stands that far under the index; price 2 and last agree, price 1 is the index.
    expect(market.pricing.index).toBe(618_100_000);
    expect(market.pricing.mark).toBe(618_000_500);
  });

  test('no trade in 60 s: the last price is dropped and the mark is the mean of the other two', () => {
    pass(60_000, () => {
      usual();
      trade(6_180_005);
    });
    pass(61_000, usual);
    const expected =
      (618_000_500 + 618_100_000 * (1 + (market.pricing.fundingRate / 1e8) * ((market.pricing.nextFundingAt - driven.now) / 28_800_000))) /
      2;
    expect(Math.abs(market.pricing.mark - expected)).toBeLessThan(2);
  });

  test('the venue’s own mark and rate are mirrored while fresh, computed after 3 s without it', () => {
    pass(1500, usual);
    driven.feed.tell({ kind: 'mark', ...stamp(), mark: 618_055_555, fundingRate: -12_345, nextFundingAt: start + 1 });
    pass(100, usual);
    expect([market.pricing.mark, market.pricing.fundingRate]).toEqual([618_055_555, -12_345]);
    pass(3000, usual);
    expect(market.pricing.mark).not.toBe(618_055_555);
  });
});

describe('index from several sources (rules 8.1)', () => {
  const three = (a: number, b: number, c: number) => () => {
    depth(6_180_000, 6_180_010);
    index(a, 'one');
    index(b, 'two');
    index(c, 'three');
  };

  test('one source beyond 3 % of the median is out until five minutes inside', () => {
    pass(1000, three(600_000_000, 601_000_000, 660_000_000));
    expect(market.pricing.index).toBe(600_500_000);
    pass(299_000, three(600_000_000, 601_000_000, 602_000_000));
    expect(market.pricing.index).toBe(600_500_000);
    pass(2000, three(600_000_000, 601_000_000, 602_000_000));
    expect(market.pricing.index).toBe(601_000_000);
  });

  test('two more than 3 % apart: halt', () => {
    pass(500, () => {
      depth(6_180_000, 6_180_010);
      index(600_000_000, 'one');
      index(640_000_000, 'two');
    });
    expect(market.state).toBe('halted');
  });

  test('one alone: trading goes on, no liquidation', () => {
    pass(3000, () => {
      depth(6_180_000, 6_180_010);
      index(618_000_000, 'one');
    });
    expect([market.state, market.pricing.isValid]).toEqual(['live', false]);
  });
});

describe('the counterparty’s ladder', () => {
  test('mirrors the depth while the price stands, at most 25 levels a side', () => {
    const side = (from: number, step: number) => Array.from({ length: 40 }, (_, i) => [from + i * step, 100 + i]).flat();
    pass(3000, () => {
      driven.feed.tell({ kind: 'depth', ...stamp(), bids: side(6_180_000, -10), asks: side(6_180_010, 10) });
      index(618_100_000);
    });
    const { bids, asks } = market.livingLadder();
    expect([bids.length, asks.length]).toEqual([50, 50]);
    expect([bids.slice(0, 4), asks.slice(0, 4)]).toEqual([
      [6_180_000, 100, 6_179_990, 101],
      [6_180_010, 100, 6_180_020, 101],
    ]);
  });

  test('its width grows with short-term volatility in the venue’s own steps, and shrinks again', () => {
    let side = 1;
    pass(6000, () => {
      side = -side;
      depth(6_180_000 + side * 300, 6_180_010 + side * 300);
      index(618_100_000);
    });
    const wild = market.livingLadder();
    const spread = wild.asks[0] - wild.bids[0];
    expect(spread).toBeGreaterThan(100);
    expect((spread - 10) % 20).toBe(0);
    pass(30_000, usual);
    expect(market.livingLadder().asks[0] - market.livingLadder().bids[0]).toBe(10);
  });

  test('a crossed, locked or one-sided picture changes nothing and counts as no news', () => {
    pass(1000, usual);
    const before = market.ladder;
    const at = market.depthAt;
    driven.now += 100;
    depth(6_180_010, 6_180_010);
    depth(6_190_000, 6_180_010);
    driven.feed.tell({ kind: 'depth', ...stamp(), bids: [], asks: [6_180_010, 5] });
    expect([market.ladder, market.depthAt]).toEqual([before, at]);
  });
});

test('an offer carries every figure, and ladders of several symbols one after another', () => {
  pass(2000, () => {
    usual();
    trade(6_180_005);
    depth(405_000, 405_010, gold);
    index(40_500_000, 'venue', gold);
  });
  const offer = lastOffer();
  expect(offer).toMatchObject({
    symbol: bitcoin,
    at: driven.now,
    bits: 0,
    isValid: true,
    last: 6_180_005,
    index: 618_100_000,
    depthAt: driven.now,
  });
  expect([...(offer?.bids ?? [])]).toEqual([6_180_000, 5000, 6_179_990, 9000]);
  expect([...(lastOffer(gold)?.asks ?? [])]).toEqual([405_010, 4000, 405_020, 8000]);
});

test('day statistics count trades of the last 24 h and forget older ones', () => {
  usual();
  trade(6_000_000);
  driven.now += 3_600_000;
  trade(6_250_000);
  driven.now += 23 * 3_600_000 + 30_000;
  trade(6_200_000);
  expect(market.day.figures(driven.now)).toMatchObject({ open: 6_250_000, high: 6_250_000, low: 6_200_000, lots: 6 });
  expect(market.day.sparkline(driven.now)).toHaveLength(48);
});

test('how a site’s prices are as a whole: silent, doubted and closed symbols, since when, and whether the feed is away', () => {
  const listed = ['BINANCE:BTCUSDT', 'PYTH:XAUUSD'];
  const standing = () => feedStandingOf(driven.hub, listed, driven.now);
  const both = () => {
    usual();
    depth(405_200, 405_215, gold);
    driven.index(40_520_000, 'venue', gold);
  };
  driven.pass(2000, both);
  const heardAt = driven.now;
  expect(standing()).toEqual({ open: 2, waiting: 0, since: null, isAway: false });
  driven.pass(3500, usual);
  expect(standing()).toEqual({ open: 2, waiting: 1, since: heardAt, isAway: false });
  const lastAt = driven.now;
  driven.pass(11_000);
  expect(standing()).toEqual({ open: 2, waiting: 2, since: heardAt, isAway: true });
  expect(feedStandingOf(driven.hub, listed.slice(0, 1), driven.now)).toEqual({ open: 1, waiting: 1, since: lastAt, isAway: true });
  driven.pass(15_000, both);
  expect(standing()).toMatchObject({ waiting: 0, since: null, isAway: false });
  // A feed that tells what is not believed is not away.
  const doubtedAt = driven.now + 100;
  driven.pass(500, () => {
    driven.depth(6_180_000 / 20, 6_180_010 / 20);
    driven.index(618_100_000 / 20);
    depth(405_200, 405_215, gold);
    driven.index(40_520_000, 'venue', gold);
  });
  expect(standing()).toEqual({ open: 2, waiting: 1, since: doubtedAt, isAway: false });
  // A market that is closed owes nothing.
  driven.now = Date.parse('2026-11-21T12:00:00Z');
  driven.pass(2000, usual);
  expect(standing()).toMatchObject({ open: 1 });
});

test('a fault in one symbol is told and the others go on', async () => {
  const faults: string[] = [];
  const other = handFeed([bitcoin, gold]);
  const guarded = createMarketHub({
    feeds: [other],
    now: () => driven.now,
    isTimed: false,
    listeners: { onFault: (_error, where) => faults.push(where) },
  });
  await guarded.start();
  for (let i = 0; i < 5; i++) {
    driven.now += 100;
    other.tell({ kind: 'trade', ...stamp(gold), id: i + 1, price: 405_000, lots: Number.MAX_SAFE_INTEGER, side: 'B' });
    other.tell({ kind: 'depth', ...stamp(), bids: [6_180_000, 5], asks: [6_180_010, 5] });
    other.tell({ kind: 'index', ...stamp(), constituent: 'venue', price: 618_000_000 });
    guarded.beat(driven.now);
    guarded.beat(driven.now);
  }
  expect(faults).toContain('PYTH:XAUUSD');
  expect(guarded.markets[bitcoin].state).toBe('live');
});

describe('what rounds are settled on (rules 11.4)', () => {
  test('trades of crypto; of forex, gold and indices the middle of the book with every picture', () => {
    const heard: [number, number][] = [];
    for (const symbol of [bitcoin, gold]) driven.hub.markets[symbol].tickListeners.add(({ price }) => heard.push([symbol, price]));
    usual();
    trade(6_180_010);
    expect(heard).toEqual([[bitcoin, 6_180_010]]);
    depth(405_200, 405_215, gold);
    trade(405_215, gold);
    driven.now += 200;
    depth(405_200, 405_215, gold);
    // Cut to a tick; a crossed picture is none.
    depth(405_300, 405_215, gold);
    expect(heard.slice(1)).toEqual([
      [gold, 405_207],
      [gold, 405_207],
    ]);
  });
});
