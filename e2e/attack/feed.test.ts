// Area FED: prices that should not be believed: at the market's door, in the engine's journal, and what a member may do meanwhile.
import { CommandKind, encodeCommand, SwitchBit } from '@maru/engine/command.ts';
import type { FeedUpdate } from '@maru/market/server/feed.ts';
import { createMarketHub, type MarketHub } from '@maru/market/server/market-hub.ts';
import type { SymbolMarket } from '@maru/market/server/symbol-market.ts';
import { symbolByName } from '@maru/market/server/symbol-table.ts';
import { type HandFeed, handFeed } from '@maru/market/server/testing/hand-feed.ts';
import { manualClock } from '@maru/kit/server/clock.ts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Floor, type FloorMember, MARU, openFloor } from '../../apps/server/testing/floor.ts';
import { attack, expectStatus } from './cases.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
const bitcoin = symbolByName(BTC)?.id ?? -1;
const clock = manualClock(Date.parse('2026-11-18T03:00:00Z'));
let floor: Floor;
let u1: FloorMember;
let feed: HandFeed;
let hub: MarketHub;
let book: SymbolMarket;
let now = 0;

beforeAll(async () => {
  floor = await openFloor({ clock });
  await floor.setMark(BTC, '50000.00');
  u1 = await floor.member('user1');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 5 });
});
afterAll(() => floor.stop());

beforeEach(async () => {
  now = Date.parse('2026-11-18T03:00:00Z');
  feed = handFeed([bitcoin]);
  hub = createMarketHub({ feeds: [feed], now: () => now, isTimed: false, listeners: {} });
  await hub.start();
  book = hub.markets[bitcoin];
  for (let i = 0; i < 20; i++) tick();
});

const stamp = (ageMs = 0) => ({ symbol: bitcoin, eventAt: now - ageMs, receivedAt: now });
/** A healthy picture, index and trade, and the market's beat. */
function tick(): void {
  now += 100;
  feed.tell({ kind: 'depth', ...stamp(), bids: [5_000_000, 5000], asks: [5_000_010, 4000] });
  feed.tell({ kind: 'index', ...stamp(), constituent: 'venue', price: 500_000_000 });
  feed.tell({ kind: 'trade', ...stamp(), id: now, price: 5_000_005, lots: 3, side: 'B' });
  hub.beat(now);
}
const figures = () => ({ last: book.last, mark: book.pricing.mark, index: book.pricing.index, bid: book.bid, ask: book.ask });
/** Told, and nothing believed. */
function dropped(...updates: FeedUpdate[]): void {
  const before = figures();
  const count = book.guard.dropped;
  for (const update of updates) feed.tell(update);
  hub.beat(now);
  expect(figures()).toEqual(before);
  expect(book.guard.dropped).toBe(count + updates.length);
}
const ladder = () => floor.setLadder(BTC, [['49999.00', '5']], [['50001.00', '5']]);
const positions = async () => (await u1.get('/api/futures/history/open_position')).body.data;

attack('FED-01', async (attacked) => {
  const bad = (attacked.input as { p: string }[]).map(({ p }) => Number(p));
  expect(bad).toHaveLength(4);
  for (const price of bad) {
    dropped(
      { kind: 'trade', ...stamp(), id: 1, price, lots: 1, side: 'B' },
      { kind: 'index', ...stamp(), constituent: 'venue', price },
      { kind: 'mark', ...stamp(), mark: price, fundingRate: 0, nextFundingAt: now },
    );
  }
  dropped({ kind: 'depth', ...stamp(), bids: [Number.NaN, 1], asks: [5_000_010, 1] });
  tick();
  expect(book.last).toBe(5_000_005);
  // And the engine's own door, for whatever else might send one.
  const head = { time: 0, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
  for (const mark of bad) {
    const record = encodeCommand({ ...head, kind: CommandKind.SetMark, mark, index: 500_000_000, last: 500_000_000, valid: 1 });
    await expect(floor.command(MARU, record)).rejects.toThrow();
  }
  expect((await u1.get('/api/futures/option', { futuresOptionId: 1 })).status).toBe(200);
});

attack('FED-02', async (attacked) => {
  await ladder();
  expect((await u1.post(ORDER, market)).status).toBe(200);
  // What the market's feed sets after 3 s and after 10 s of silence (features/market/server/market-hub.test.ts).
  for (const [bits, code] of [
    [SwitchBit.Stale, 'PRICE_STALE'],
    [SwitchBit.Stale | SwitchBit.FeedHalt, 'TRADING_HALTED'],
  ] as const) {
    await floor.setSwitch(BTC, bits);
    await ladder();
    const answer = await u1.post(ORDER, market);
    expectStatus(attacked, answer.status);
    expect(answer.body.code).toBe(code);
  }
  expect((await positions()).map((p: { quantity: string }) => p.quantity)).toEqual(['0.010']);
  await floor.setSwitch(BTC, SwitchBit.Stale);
  await ladder();
  expect((await u1.post(ORDER, { ...market, side: 'SELL', reduceOnly: true })).status).toBe(200);
  await floor.setSwitch(BTC, 0);
});

attack('FED-04', async () => {
  dropped(
    { kind: 'trade', ...stamp(5000), id: 1, price: 4_900_000, lots: 1, side: 'S' },
    { kind: 'index', ...stamp(5000), constituent: 'venue', price: 490_000_000 },
    { kind: 'depth', ...stamp(5000), bids: [4_900_000, 1], asks: [4_900_010, 1] },
  );
  tick();
  expect(book.guard.dropped).toBe(3);
});

attack('FED-05', async () => {
  const { body } = await u1.post(ORDER, { ...market, type: 'LIMIT', price: '49000' });
  const at = clock.now();
  // The machine's clock steps back; the server's own never does, and neither does the engine's.
  clock.set(at - 60_000);
  expect(clock.now()).toBe(at);
  const later = await u1.post('/api/futures/order/cancel', { id: body.data.order.id });
  expect(Date.parse(later.body.data.order.updatedAt)).toBeGreaterThanOrEqual(Date.parse(body.data.order.createdAt));
  expect((await u1.post('/api/futures/order/cancel', { id: body.data.order.id })).status).toBe(404);
});

attack('FED-06', async (attacked) => {
  const { bid, ask } = attacked.input as { bid: string; ask: string };
  const before = figures();
  feed.tell({ kind: 'depth', ...stamp(), bids: [Number(bid) * 100, 1], asks: [Number(ask) * 100, 1] });
  hub.beat(now);
  expect(figures()).toEqual(before);
});

attack('FED-09', async () => {
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 5 });
  await ladder();
  await u1.post(ORDER, { ...market, side: 'SELL' });
  const stop = { ...market, type: 'STOPLOSS', stopPrice: '55000', reduceOnly: true };
  expect((await u1.post(ORDER, stop)).status).toBe(200);
  // Three sources agree, one of them then jumps by 30 %: the index and the mark stay.
  for (const constituent of ['a', 'b', 'c']) feed.tell({ kind: 'index', ...stamp(), constituent, price: 500_000_000 });
  hub.beat(now);
  feed.tell({ kind: 'index', ...stamp(), constituent: 'c', price: 650_000_000 });
  tick();
  expect(book.pricing.index).toBe(500_000_000);
  // What the market may not vouch for is journaled as unusable: nobody is liquidated, nothing fires.
  const head = { time: 0, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
  await floor.command(
    MARU,
    encodeCommand({ ...head, kind: CommandKind.SetMark, mark: 650_000_000, index: 500_000_000, last: 650_000_000, valid: 0 }),
  );
  const [position] = await positions();
  expect(position).toMatchObject({ tradeType: 'SHORT', markPrice: '50000.0000' });
  expect((await u1.get('/api/futures/history/open_order')).body.data).toMatchObject([{ type: 'STOPLOSS', isWaiting: true }]);
});
