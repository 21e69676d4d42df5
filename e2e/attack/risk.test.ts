// Areas RSK and ATZ as far as orders reach them: racing a liquidation, passing a limit, ordering as nobody.
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { decodeEvent, EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { everyAccount, isHouse, PostingReason } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { connectStomp, until } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from '../../apps/server/testing/test-exchange.ts';
import { attack, expectStatus } from './cases.ts';

const BTC = 'BINANCE:BTCUSDT';
const ETH = 'BINANCE:ETHUSDT';
const ORDER = '/api/futures/order';
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
const ROUNDS = 40;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await openTestExchange();
  exchange.server.context.engine.onBatch(gather);
});
afterAll(() => exchange.stop());

const ladder = (bid = '49999.00', ask = '50001.00') => exchange.setLadder(BTC, [[bid, '50']], [[ask, '50']]);
const positions = async (m: TestMember) => (await m.get('/api/futures/history/open_position')).body.data as { quantity: string }[];
/** The ladder lives half a second: an order that comes behind it on a slow machine finds nothing, and is tried again. */
async function bought(member: TestMember, quantity: string): Promise<void> {
  const status = async () => {
    await ladder();
    return (await member.post(ORDER, { ...market, quantity })).body.data?.order?.status;
  };
  await expect.poll(status).toBe('FILLED');
}

/** The fall first, the close first, or both at once: the one that comes later finds nothing left to do. */
async function race<T>(round: number, close: () => Promise<T>, fall: () => Promise<void>): Promise<T> {
  if (round % 3 === 0) return fall().then(close);
  if (round % 3 === 1) return close().then((closed) => fall().then(() => closed));
  const [closed] = await Promise.all([close(), sleep((round % 8) ** 2).then(fall)]);
  return closed;
}

attack('RSK-02', async (attacked) => {
  const u1 = await exchange.member('racer', '1000');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 100 });
  await u1.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
  const ends: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await exchange.setMark(BTC, '50000.00');
    await bought(u1, '0.010');
    await ladder('49600.00', '49601.00');
    const close = () => u1.post(ORDER, { ...market, side: 'SELL', reduceOnly: true });
    const fall = () => exchange.setMark(BTC, '49600.00');
    const closed = await race(round, close, fall);
    expectStatus(attacked, closed.status);
    ends.push(closed.status === 200 ? 'CLOSED' : String(closed.body.code));
    // A liquidation is work of the engine's own: it may go on behind the answer.
    await expect.poll(() => positions(u1)).toEqual([]);
  }
  // On a slow machine a close may come behind its ladder: then the fall ends the position.
  expect(new Set(ends.filter((end) => end !== 'NO_LIQUIDITY'))).toEqual(new Set(['CLOSED', 'REDUCE_ONLY_REJECTED']));
  await exchange.projected();
  const history = (await u1.get('/api/futures/list', { type: 'position', size: 100 })).body.data;
  expect(history.totalElements).toBe(ROUNDS);
  const liquidated = history.content.filter((p: { end: string }) => p.end === 'LIQUIDATED').length;
  expect(liquidated).toBe(ends.filter((end) => end !== 'CLOSED').length);
});

attack('RSK-11', async (attacked) => {
  await exchange.setMark(BTC, '50000.00');
  const u1 = await exchange.member('whale', '1000000');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 125 });
  await ladder();
  // The bracket of 125x ends at 50,000 USDT.
  const answer = await u1.post(ORDER, { ...market, quantity: '1.001' });
  expectStatus(attacked, answer.status);
  expect([answer.body.code, Number(answer.body.data.limit)]).toEqual(['NOTIONAL_ABOVE_BRACKET', 50_000]);
  expect(await positions(u1)).toEqual([]);
  await ladder();
  expect((await u1.post(ORDER, { ...market, quantity: '0.999' })).status).toBe(200);
  // What all members together may hold of a symbol: here 600 USDT a side, two tenths of an ETH at 3,000.
  const spec = instrumentOf(symbolNamed(ETH), { makerFee: 20_000, takerFee: 40_000 });
  const list = (maxOpenInterest: number) =>
    exchange.command(
      MARU,
      encodeCommand({
        time: 0,
        account: -1,
        symbol: 1,
        keyHi: 0,
        keyLo: 0,
        body: 0,
        kind: CommandKind.ListSymbol,
        spec: encodeInstrument({ ...spec, maxOpenInterest }),
      }),
    );
  await list(600_000_000);
  await exchange.setMark(ETH, '3000.00');
  const quotes = () => exchange.setLadder(ETH, [['2999.00', '50']], [['3000.00', '50']]);
  await quotes();
  const thin = { ...market, futuresOptionId: 2 };
  const over = await u1.post(ORDER, { ...thin, quantity: '0.201' });
  expectStatus(attacked, over.status);
  expect([over.body.code, Number(over.body.data.limit)]).toEqual(['OPEN_INTEREST_CAP', 600]);
  await quotes();
  expect((await u1.post(ORDER, { ...thin, quantity: '0.200' })).body.data.order.status).toBe('FILLED');
  await quotes();
  expect((await u1.post('/api/futures/order/close_all', {})).status).toBe(200);
  await list(spec.maxOpenInterest);
});

/** What was paid for members who could not, since a test last emptied it; purses below 16 are the system's. */
const deficits: { debit: number; amount: number }[] = [];
/** Accounts that the engine has warned. */
const warned = new Set<number>();
function gather({ events }: EventBatch): void {
  for (let at = 0; at < events.length; at += EVENT_WORDS) {
    const event = decodeEvent(events, at);
    if (event.kind === EventKind.MarginWarned) warned.add(event.account);
    if (event.kind === EventKind.LedgerPosted && event.reason === PostingReason.LiquidationDeficit) deficits.push(event);
  }
}
const balance = (account: number) => exchange.server.context.engine.query<number>(MARU, 'ledger', account);
/** Everything the members and the house own together; postings move it, they never make or lose any. */
async function total(): Promise<number> {
  let sum = 0;
  for (const account of everyAccount(39)) sum += await balance(account);
  return sum;
}
async function leveraged(name: string, leverage: number, quantity: string, usdt = '1000'): Promise<TestMember> {
  const member = await exchange.member(name, usdt);
  await exchange.setMark(BTC, '50000.00');
  await member.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage });
  await member.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
  await bought(member, quantity);
  return member;
}

attack('RSK-01', async () => {
  const u1 = await leveraged('deficit', 100, '0.010');
  const bystander = await leveraged('bystander', 5, '0.010');
  const before = { sum: await total(), other: (await bystander.get('/api/futures/futures_cross')).body.data };
  deficits.length = 0;
  await ladder('48267.00', '48268.00');
  await exchange.setMark(BTC, '48267.00');
  await expect.poll(() => positions(u1)).toEqual([]);
  const account = (await u1.get('/api/futures/futures_cross')).body.data;
  expect([account.isolatedWallets, account.markPnl]).toEqual(['0.000000', '0.000000']);
  // 0.010 x (50,001 - 48,267) lost, 5.0001 of margin: 12.3399 short, covered by name and to the last unit.
  expect(deficits.reduce((sum, posting) => sum + posting.amount, 0)).toBe(12_339_900);
  expect(deficits.every((posting) => isHouse(posting.debit))).toBe(true);
  expect(await total()).toBe(before.sum);
  const other = (await bystander.get('/api/futures/futures_cross')).body.data;
  expect([other.playerPoint, other.isolatedWallets]).toEqual([before.other.playerPoint, before.other.isolatedWallets]);
  // The ladder lives half a second: on a slow machine the one above is gone by now.
  for (let left = 1; left > 0; ) {
    await ladder('48267.00', '48268.00');
    left = (await bystander.post('/api/futures/order/close_all', {})).body.data?.left.length ?? 1;
  }
});

attack('RSK-08', async (attacked) => {
  const u1 = await leveraged('slider', 50, '0.010');
  const socket = await connectStomp(exchange.port, { token: u1.token });
  const heard = socket.subscribe('/user/queue/futures');
  await socket.settle();
  const types = () => heard.map((message) => (message.body as { type: string }).type).filter((type) => /WARN|LIQUID$/.test(type));
  const step = 1 - Number.parseFloat((attacked.input as { step: string }).step) / 100;
  for (let price = 50_000 * step; price > 48_500 && !types().includes('POSITION_LIQUID'); price *= step) {
    await ladder((price - 1).toFixed(2), (price + 1).toFixed(2));
    await exchange.setMark(BTC, price.toFixed(2));
    // Of a position that is gone by the time it would be warned of, only its end is told.
    if (warned.has(u1.account)) await until(() => types().includes('POSITION_WARN'));
    await socket.settle();
  }
  await until(() => types().includes('POSITION_LIQUID'));
  expect(types()).toEqual(['POSITION_WARN', 'POSITION_LIQUID']);
  await socket.end();
});

attack('RSK-09', async () => {
  const longs = await Promise.all(['gap1', 'gap2', 'gap3'].map((name) => leveraged(name, 20, '0.020')));
  const sum = await total();
  deficits.length = 0;
  await ladder('29999.00', '30001.00');
  await exchange.setMark(BTC, '30000.00');
  for (const member of longs) {
    await expect.poll(() => positions(member)).toEqual([]);
    const { playerPoint, isolatedWallets } = (await member.get('/api/futures/futures_cross')).body.data;
    expect([Number(playerPoint) >= 0, isolatedWallets]).toEqual([true, '0.000000']);
  }
  expect(await total()).toBe(sum);
  // 0.020 x (50,001 - 30,000) less 50.001 of margin, three times, from a fund or the house by name: never from another member.
  expect(deficits.reduce((lost, posting) => lost + posting.amount, 0)).toBe(3 * (400_020_000 - 50_001_000));
  expect(deficits.every((posting) => isHouse(posting.debit))).toBe(true);
});

attack('RSK-12', async () => {
  const u1 = await leveraged('printed', 20, '0.010');
  const cheap = await exchange.member('cheap', '100000');
  const dear = await exchange.member('dear', '100000');
  // Members trade with one another 25 % below the mark: the band refuses even to place that.
  await exchange.setLadder(BTC, [], []);
  const bad = { ...market, type: 'LIMIT', price: '37500', quantity: '0.010' };
  await dear.post(ORDER, bad);
  const sold = await cheap.post(ORDER, { ...bad, side: 'SELL' });
  expect(sold.body.code).toBe('PRICE_BELOW_BAND');
  // As near as the band lets them, with the mark where it was: nobody is liquidated.
  await dear.post(ORDER, { ...bad, price: '47500' });
  expect((await cheap.post(ORDER, { ...bad, side: 'SELL', price: '47500' })).body.data.order.status).toBe('FILLED');
  expect((await positions(u1)).map((p) => p.quantity)).toEqual(['0.010']);
});

attack('RSK-13', async () => {
  const u1 = await exchange.member('funded', '30');
  await exchange.setMark(ETH, '3000.00');
  await u1.post('/api/futures/order/leverage', { futuresOptionId: 2, leverage: 50 });
  await exchange.setLadder(ETH, [['2999.00', '50']], [['3000.00', '50']]);
  expect((await u1.post(ORDER, { ...market, futuresOptionId: 2, quantity: '0.450' })).body.data.order.status).toBe('FILLED');
  const free = Number((await u1.get('/api/futures/futures_cross')).body.data.available);
  const fundingTime = exchange.server.context.clock.now();
  const sum = await total();
  // 0.75 % of 1,350 USDT is more than is free: it is taken from the margin, and the account is tested at once.
  expect(free).toBeLessThan(1350 * 0.0075);
  const head = { time: 0, account: -1, symbol: 1, keyHi: 0, keyLo: 0, body: 0 };
  await exchange.command(MARU, encodeCommand({ ...head, kind: CommandKind.SettleFunding, rate: 750_000, fundingTime }));
  const { available, playerPoint, maintenanceMargin } = (await u1.get('/api/futures/futures_cross')).body.data;
  expect([Number(available) >= 0, Number(playerPoint) >= 0]).toEqual([true, true]);
  const held = await positions(u1);
  if (held.length > 0) expect(Number(playerPoint)).toBeGreaterThan(Number(maintenanceMargin));
  expect(await total()).toBe(sum);
  await exchange.projected();
  const [payment] = (await u1.get('/api/futures/funding_history')).body.data.content;
  expect(payment).toMatchObject({ fundingRate: '0.0075', amount: '-10.125000' });
  await expect(
    exchange.command(MARU, encodeCommand({ ...head, kind: CommandKind.SettleFunding, rate: 750_000, fundingTime })),
  ).rejects.toThrow('FUNDING_SETTLED_ALREADY');
});

attack('ATZ-16', async (attacked) => {
  await ladder();
  const answer = await exchange.guest().post(ORDER, market);
  expectStatus(attacked, answer.status);
  expect(answer.body.code).toBe('LOGIN_REQUIRED');
  const member = await exchange.member('somebody');
  await ladder();
  expect((await member.post(ORDER, market)).status).toBe(200);
});
