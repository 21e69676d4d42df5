// Area FED: prices that should not be believed: at the market's entry, in the engine's journal, and what a member may do meanwhile.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import type { FeedUpdate } from '@maru/market/server/feed.ts';
import { manualClock } from '@maru/kit/server/clock.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from '../../apps/server/testing/test-exchange.ts';
import { attack, expectStatus } from './cases.ts';
import { MarketChain } from './market-chain.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const PRICE = 5_000_000;
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
const clock = manualClock(Date.parse('2026-11-18T03:00:00Z'));
let exchange: TestExchange;
let u1: TestMember;
let chain: MarketChain;

beforeAll(async () => {
  exchange = await openTestExchange({ clock });
  await exchange.setMark(BTC, '50000.00');
  u1 = await exchange.member('user1');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 5 });
});
afterAll(() => exchange.stop());

beforeEach(async () => {
  chain = new MarketChain(exchange, BTC, Date.parse('2026-11-18T03:00:00Z'));
  await chain.hub.start();
  chain.pass(2000, () => chain.news(PRICE));
});

const figures = () => {
  const { last, pricing, bid, ask } = chain.market;
  return { last, mark: pricing.mark, index: pricing.index, bid, ask };
};
/** Told, and nothing believed. */
function dropped(...updates: FeedUpdate[]): void {
  const before = figures();
  const count = chain.market.guard.dropped;
  for (const update of updates) chain.feed.tell(update);
  chain.hub.beat(chain.now);
  expect(figures()).toEqual(before);
  expect(chain.market.guard.dropped).toBe(count + updates.length);
}
const ladder = () => exchange.setLadder(BTC, [['49999.00', '5']], [['50001.00', '5']]);
const positions = async () => (await u1.get('/api/futures/history/open_position')).body.data;
const quantities = async () => (await positions()).map((p: { quantity: string }) => p.quantity);

attack('FED-01', async (attacked) => {
  const bad = (attacked.input as { p: string }[]).map(({ p }) => Number(p));
  expect(bad).toHaveLength(4);
  const stamp = chain.stamp();
  for (const price of bad) {
    dropped(
      { kind: 'trade', ...stamp, id: 1, price, lots: 1, side: 'B' },
      { kind: 'index', ...stamp, constituent: 'venue', price },
      { kind: 'mark', ...stamp, mark: price, fundingRate: 0, nextFundingAt: chain.now },
    );
  }
  dropped({ kind: 'depth', ...stamp, bids: [Number.NaN, 1], asks: [5_000_010, 1] });
  chain.pass(100, () => chain.news(5_000_100));
  expect(chain.market.last).toBe(5_000_100);
  // And the engine's own entry, for whatever else might send one.
  const head = { time: 0, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
  const mark = (price: number) =>
    exchange.command(MARU, encodeCommand({ ...head, kind: CommandKind.SetMark, mark: price, index: price, last: price, valid: 1 }));
  const refused = await Promise.all(bad.map((price) => mark(price).catch((error: Error) => error.message)));
  expect(refused.map(String)).toEqual([
    expect.stringContaining('PRICE_NOT_POSITIVE'),
    expect.stringContaining('PARAM_MALFORMED'),
    ...bad.slice(2).map(() => expect.stringContaining('malformed command')),
  ]);
  expect((await exchange.server.context.engine.query<{ mark: number }[]>(MARU, 'symbols'))[0].mark).toBe(500_000_000);
  await mark(500_000_000);
});

attack('FED-02', async (attacked) => {
  await chain.tell();
  await ladder();
  expect((await u1.post(ORDER, market)).status).toBe(200);
  const refusedAs = async (code: string) => {
    await chain.tell();
    await ladder();
    const answer = await u1.post(ORDER, market);
    expectStatus(attacked, answer.status);
    expect(answer.body.code).toBe(code);
  };
  // Three seconds without a word: what only reduces goes on.
  chain.pass(3100);
  await refusedAs('PRICE_STALE');
  expect((await u1.post(ORDER, { ...market, side: 'SELL', reduceOnly: true, quantity: '0.005' })).status).toBe(200);
  // Ten: nothing trades.
  chain.pass(7000);
  await refusedAs('TRADING_HALTED');
  expect(await quantities()).toEqual(['0.005']);
  // News again: trading again.
  chain.pass(2000, () => chain.news(PRICE));
  await chain.tell();
  await ladder();
  expect((await u1.post(ORDER, { ...market, side: 'SELL', quantity: '0.005' })).status).toBe(200);
  expect(await quantities()).toEqual([]);
});

attack('FED-04', async () => {
  const old = chain.stamp(5000);
  dropped(
    { kind: 'trade', ...old, id: 1, price: 4_900_000, lots: 1, side: 'S' },
    { kind: 'index', ...old, constituent: 'venue', price: 490_000_000 },
    { kind: 'depth', ...old, bids: [4_900_000, 1], asks: [4_900_010, 1] },
  );
  // The same prices with a new stamp are news.
  chain.pass(100, () => chain.news(4_900_000));
  expect([chain.market.last, chain.market.guard.dropped]).toEqual([4_900_000, 3]);
});

attack('FED-05', async () => {
  const { body } = await u1.post(ORDER, { ...market, type: 'LIMIT', price: '49000' });
  const at = clock.now();
  const head = { time: 0, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
  const settle = (fundingTime: number) =>
    exchange.command(MARU, encodeCommand({ ...head, kind: CommandKind.SettleFunding, rate: 0, fundingTime }));
  await settle(at);
  // The machine's clock steps back; the server's own never does, and neither does the engine's.
  clock.set(at - 60_000);
  expect(clock.now()).toBe(at);
  for (const fundingTime of [at, at - 60_000]) await expect(settle(fundingTime)).rejects.toThrow('FUNDING_SETTLED_ALREADY');
  const later = await u1.post('/api/futures/order/cancel', { id: body.data.order.id });
  expect(Date.parse(later.body.data.order.updatedAt)).toBeGreaterThanOrEqual(Date.parse(body.data.order.createdAt));
  expect((await u1.post('/api/futures/order/cancel', { id: body.data.order.id })).body.code).toBe('ORDER_UNKNOWN');
});

attack('FED-06', async (attacked) => {
  const { bid, ask } = attacked.input as { bid: string; ask: string };
  const before = figures();
  chain.feed.tell({ kind: 'depth', ...chain.stamp(), bids: [Number(bid) * 100, 1], asks: [Number(ask) * 100, 1] });
  chain.hub.beat(chain.now);
  expect(figures()).toEqual(before);
  await expect(exchange.setLadder(BTC, [[`${bid}.00`, '1']], [[`${ask}.00`, '1']])).rejects.toThrow('PARAM_MALFORMED');
  // The right way round it is news, for both.
  chain.feed.tell({ kind: 'depth', ...chain.stamp(), bids: [Number(ask) * 100, 1], asks: [Number(bid) * 100, 1] });
  expect([chain.market.bid, chain.market.ask]).toEqual([Number(ask) * 100, Number(bid) * 100]);
  await exchange.setLadder(BTC, [[`${ask}.00`, '1']], [[`${bid}.00`, '1']]);
});

attack('FED-09', async (attacked) => {
  const factor = 1 + Number.parseFloat((attacked.input as { p: string }).p) / 100;
  const far = PRICE * factor;
  await chain.tell();
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 5 });
  await ladder();
  await u1.post(ORDER, { ...market, side: 'SELL' });
  const stops = { ...market, type: 'STOPLOSS', reduceOnly: true };
  for (const stop of [{ stopPrice: '55000' }, { stopPrice: '55500', workingType: 'MARK_PRICE' }])
    expect((await u1.post(ORDER, { ...stops, ...stop })).status).toBe(200);
  const stands = async () => {
    await chain.tell();
    expect(await positions()).toMatchObject([{ tradeType: 'SHORT', markPrice: '50000.0000' }]);
    expect((await u1.get('/api/futures/history/open_order')).body.data).toMatchObject([{ isWaiting: true }, { isWaiting: true }]);
  };
  // The tape alone, the venue's index alone, its mark alone, and back again.
  const alone: FeedUpdate[] = [
    { kind: 'trade', ...chain.stamp(), id: 1, price: far, lots: 1, side: 'B' },
    { kind: 'index', ...chain.stamp(), constituent: 'venue', price: far * 100 },
    { kind: 'mark', ...chain.stamp(), mark: far * 100, fundingRate: 0, nextFundingAt: 0 },
  ];
  for (const update of alone) {
    chain.pass(100, () => chain.news(PRICE));
    chain.feed.tell({ ...update, ...chain.stamp() });
    chain.pass(1200, () => {
      chain.news(PRICE);
      if (update.kind === 'index') chain.feed.tell({ ...update, ...chain.stamp() });
    });
    await stands();
    chain.pass(5000, () => chain.news(PRICE));
    await stands();
  }
  // Tape, book and index together come from one feed all the same: both stops have done their work once a second source shows it too.
  for (let second = 0; second < 3; second++) {
    chain.pass(1100, () => chain.news(5_600_000));
    await exchange.setLadder(BTC, [['55999.00', '5']], [['56001.00', '5']]);
    await stands();
  }
  for (let second = 0; second < 6; second++) {
    chain.pass(1100, () => {
      chain.news(5_600_000);
      chain.feed.tell({ kind: 'index', ...chain.stamp(), constituent: 'second', price: 560_000_000 });
    });
    await exchange.setLadder(BTC, [['55999.00', '5']], [['56001.00', '5']]);
    await chain.tell();
  }
  expect(await positions()).toEqual([]);
});

test('tape, book and index at a twentieth liquidate nobody at 5x, refuse new exposure as unsafe and let a position be closed at the believed price (issue 13.15)', async () => {
  await chain.tell();
  await ladder();
  expect((await u1.post(ORDER, market)).status).toBe(200);
  const u2 = await exchange.member('user2');
  await u2.post(ORDER, { ...market, type: 'LIMIT', price: '49900', quantity: '0.005' });
  for (let second = 0; second < 5; second++) {
    chain.pass(1100, () => chain.news(PRICE / 20));
    await chain.tell();
  }
  expect(chain.market.state).toBe('unsafe');
  expect(await positions()).toMatchObject([{ tradeType: 'LONG', quantity: '0.010', markPrice: '50000.0000' }]);
  expect((await u1.post(ORDER, market)).body.code).toBe('PRICE_STALE');
  expect((await u1.post(ORDER, { ...market, type: 'LIMIT', price: '2500' })).body.code).toBe('PRICE_STALE');
  // The house quotes nothing of it, but whoever bid before goes on bidding.
  const close = { ...market, side: 'SELL', reduceOnly: true };
  expect((await u1.post(ORDER, { ...close, type: 'LIMIT', price: '49900', quantity: '0.005' })).body.data.order.status).toBe('FILLED');
  chain.pass(6000, () => chain.news(PRICE));
  await chain.tell();
  await ladder();
  expect((await u1.post(ORDER, { ...close, quantity: '0.005' })).body.data.order.status).toBe('FILLED');
});
