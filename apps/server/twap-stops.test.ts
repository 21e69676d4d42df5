// What stops a TWAP order at once, what it waits for, and who may not have one (ADR 0050): accounts, products, margin, markets, leaving.
import { CommandKind, encodeFields, SwitchBit } from '@maru/engine/wire/command.ts';
import type { Twap } from '@maru/futures/twap-contract.ts';
import { siteBits } from '@maru/kit/contract/site-config.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestMember, MARU } from './testing/test-exchange.ts';
import { BTC, openTwapExchange, SLICE_MS, TWAP, type TwapExchange, requested } from './testing/twap-exchange.ts';

const ORDER = '/api/futures/order';
const market = { ...requested, duration: undefined, type: 'MARKET' };
let twaps: TwapExchange;
let serial = 0;

beforeAll(async () => {
  twaps = await openTwapExchange({ env: { MARU_DEMO: 'off' } });
});
afterAll(() => twaps?.exchange.stop());

const newMember = (usdt = '20000') => twaps.exchange.member(`stopped${++serial}`, usdt);
const desk = () => twaps.exchange.operator();
/** An opening one, and one that makes smaller what it has, each after its first slice. */
async function both(member: TestMember): Promise<{ opening: number; reducing: number }> {
  await member.post('/api/futures/order/position_mode', { mode: 'HEDGE' });
  await member.post(ORDER, { ...market, positionSide: 'LONG' });
  const reducing = (await twaps.place(member, { side: 'SELL', positionSide: 'LONG' })).id;
  const opening = (await twaps.place(member, { side: 'SELL', positionSide: 'SHORT' })).id;
  for (const id of [reducing, opening]) await expect.poll(() => twaps.one(member, id)).toMatchObject({ filledQuantity: '0.010' });
  return { opening, reducing };
}
/** Read past a session that has ended. */
const rowOf = async (id: number) =>
  (await twaps.exchange.server.context.pool.query('SELECT status, end_reason, reason, filled_lots FROM futures_twap WHERE id = $1', [id]))
    .rows[0];
const stopped = (reason: string) => ({ status: 'STOPPED', end_reason: 'REFUSED', reason });
const camel = ({ end_reason: endReason, ...rest }: ReturnType<typeof stopped>) => ({ ...rest, endReason });

describe('accounts', () => {
  it('frozen: both end at once, before another slice is due', async () => {
    const alice = await newMember();
    const { opening, reducing } = await both(alice);
    const staff = await desk();
    expect((await staff.post('/api/admin/futures/account_flags', { playerId: alice.member, frozen: true, reason: '확인 중' })).status).toBe(
      200,
    );
    for (const id of [opening, reducing]) await expect.poll(() => rowOf(id)).toMatchObject(stopped('ACCOUNT_FROZEN'));
    expect((await twaps.messages(alice))[0]).toMatchObject({
      title: 'BTCUSDT TWAP 멈췄어요',
      content: '0.01 / 0.1 BTC 체결, 평균 59,999.00 · 계정이 잠겨 있어요. 주문 취소만 할 수 있어요.',
    });
    expect((await alice.post(`${TWAP}/place`, { ...requested, positionSide: 'LONG' })).body.code).toBe('ACCOUNT_FROZEN');
  });

  it('reduce-only: what opens ends at once, what reduces goes on', async () => {
    const alice = await newMember();
    const { opening, reducing } = await both(alice);
    const staff = await desk();
    await staff.post('/api/admin/futures/account_flags', { playerId: alice.member, reduceOnly: true, reason: '확인 중' });
    await expect.poll(() => rowOf(opening)).toMatchObject(stopped('ACCOUNT_REDUCE_ONLY'));
    expect(await twaps.slice(alice, reducing)).toMatchObject({ status: 'RUNNING', filledQuantity: '0.020' });
    expect((await alice.post(`${TWAP}/place`, { ...requested, positionSide: 'LONG' })).body.code).toBe('ACCOUNT_REDUCE_ONLY');
    await alice.post(`${TWAP}/cancel_all`, {});
  });

  it('shut out by an operator: what opens ends at once, what reduces goes on without its member', async () => {
    const alice = await newMember();
    const { opening, reducing } = await both(alice);
    const staff = await desk();
    const denied = await staff.post('/api/admin/member/status', { playerId: alice.member, status: 'DENY', reason: '약관 위반' });
    expect(denied.status, JSON.stringify(denied.body)).toBe(200);
    await expect.poll(() => rowOf(opening)).toMatchObject(stopped('ACCOUNT_DENIED'));
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => rowOf(reducing)).toMatchObject({ status: 'RUNNING', filled_lots: 20 });
    await twaps.exchange.server.context.pool.query(`UPDATE futures_twap SET status = 'CANCELED', ended_at = now() WHERE id = $1`, [
      reducing,
    ]);
  });

  it('shut out by itself: the same', async () => {
    const alice = await newMember();
    const { opening, reducing } = await both(alice);
    expect((await alice.post('/api/user/exclude', { days: 1, password: 'a-long-passphrase' })).status).toBe(200);
    await expect.poll(() => rowOf(opening)).toMatchObject(stopped('ACCOUNT_EXCLUDED'));
    twaps.time.skip(SLICE_MS);
    await expect.poll(() => rowOf(reducing)).toMatchObject({ status: 'RUNNING', filled_lots: 20 });
    await twaps.exchange.server.context.pool.query(`UPDATE futures_twap SET status = 'CANCELED', ended_at = now() WHERE id = $1`, [
      reducing,
    ]);
  });

  it('want of margin: five slices in a row, and it stops', async () => {
    const alice = await newMember('40');
    const { id } = await twaps.place(alice, { quantity: '0.500' });
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 1, reason: 'INSUFFICIENT_MARGIN' });
    expect(await twaps.slices(alice, id)).toMatchObject([
      { status: 'NOT_SENT', reason: 'INSUFFICIENT_MARGIN', orderId: null, filledQuantity: '0.000' },
    ]);
    expect(await twaps.slice(alice, id, 3)).toMatchObject({ status: 'RUNNING', sliceNo: 4 });
    expect(await twaps.slice(alice, id)).toMatchObject({ status: 'STOPPED', endReason: 'MARGIN', reason: 'INSUFFICIENT_MARGIN' });
    expect((await twaps.messages(alice))[0].title).toBe('BTCUSDT TWAP 증거금이 부족해 멈췄어요');
  });

  it('margin short for one slice: the next one with enough begins the count anew and takes what was missed along', async () => {
    const alice = await newMember('40');
    const { id } = await twaps.place(alice, { quantity: '0.500' });
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 1, reason: 'INSUFFICIENT_MARGIN' });
    expect(await twaps.slice(alice, id, 2)).toMatchObject({ sliceNo: 3, filledQuantity: '0.000' });
    // Its leverage changed meanwhile is the next slice's.
    expect((await alice.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 125 })).status).toBe(200);
    await twaps.exchange.fund(alice, '60');
    expect(await twaps.slice(alice, id)).toMatchObject({ sliceNo: 4, reason: null, filledQuantity: '0.150' });
    expect(await twaps.slice(alice, id, 4)).toMatchObject({ status: 'RUNNING', sliceNo: 8, reason: 'INSUFFICIENT_MARGIN' });
    expect(await twaps.slice(alice, id)).toMatchObject({ status: 'STOPPED', endReason: 'MARGIN', filledQuantity: '0.150' });
  });

  it('the mode of its positions changed meanwhile: it stops, and says so', async () => {
    const alice = await newMember();
    const { id } = await twaps.place(alice, { limitPrice: '59500' });
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 1, reason: 'BEYOND_LIMIT' });
    expect((await alice.post('/api/futures/order/position_mode', { mode: 'HEDGE' })).status).toBe(200);
    await twaps.mark(59_000);
    expect(await twaps.slice(alice, id)).toMatchObject({ ...camel(stopped('POSITION_SIDE_MISMATCH')), filledQuantity: '0.000' });
    await twaps.mark(60_000);
  });

  it('liquidated meanwhile: what reduces ends with its position, and its sums are its own', async () => {
    const alice = await newMember('200');
    await alice.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 50 });
    expect((await alice.post(ORDER, { ...market })).status).toBe(200);
    const { id } = await twaps.place(alice, { side: 'SELL', reduceOnly: true });
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.010' });
    await twaps.mark(57_000);
    await expect.poll(async () => (await alice.get('/api/futures/history/open_position')).body.data).toEqual([]);
    expect(await twaps.slice(alice, id)).toMatchObject({ status: 'STOPPED', endReason: 'POSITION_CLOSED', filledQuantity: '0.010' });
    await twaps.mark(60_000);
  });
});

describe('markets', () => {
  it.each([
    [SwitchBit.Halt, 'TRADING_HALTED'],
    [SwitchBit.MarketClosed, 'MARKET_CLOSED'],
    [SwitchBit.Stale, 'PRICE_STALE'],
    [SwitchBit.CancelOnly, 'CANCEL_ONLY'],
    [SwitchBit.ReduceOnly, 'REDUCE_ONLY_MODE'],
  ])('switch %i: it waits, says %s, and catches up', async (bits, code) => {
    const alice = await newMember();
    const { id } = await twaps.place(alice);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.010' });
    await twaps.exchange.setSwitch(BTC, bits);
    expect(await twaps.slice(alice, id, 2)).toMatchObject({ status: 'RUNNING', sliceNo: 3, reason: code, filledQuantity: '0.010' });
    await twaps.exchange.setSwitch(BTC, 0);
    await twaps.mark(60_000);
    expect(await twaps.slice(alice, id)).toMatchObject({ reason: null, filledQuantity: '0.040' });
    await alice.post(`${TWAP}/cancel_all`, {});
  });

  it('nothing on the other side: it waits', async () => {
    const alice = await newMember();
    await twaps.exchange.setMark(BTC, '70000.00');
    await twaps.exchange.setMark(BTC, '70000.00');
    const { id } = await twaps.place(alice, { side: 'SELL' });
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 1, status: 'RUNNING' });
    expect((await twaps.one(alice, id)).filledQuantity).toBe('0.000');
    await twaps.mark(60_000);
    expect(await twaps.slice(alice, id)).toMatchObject({ filledQuantity: '0.020' });
    await alice.post(`${TWAP}/cancel_all`, {});
  });
});

describe('the desk', () => {
  it('shows what runs of a member, as the member sees it, and nothing that ended', async () => {
    const alice = await newMember();
    const { id } = await twaps.place(alice, { limitPrice: '100' });
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ sliceNo: 1 });
    const staff = await desk();
    const shown = async () => (await staff.get('/api/admin/futures/member', { playerId: alice.member })).body.data.twaps;
    expect(await shown()).toEqual(await twaps.running(alice));
    await alice.post(`${TWAP}/cancel_all`, {});
    expect(await shown()).toEqual([]);
  });
});

it('a member’s own file holds its TWAPs, those that run and those that ended, and nobody else’s', async () => {
  const [alice, bob] = [await newMember(), await newMember()];
  const first = await twaps.place(alice, { limitPrice: '100' });
  await alice.post(`${TWAP}/cancel_all`, {});
  const second = await twaps.place(alice, { limitPrice: '101', clientTwapId: 'kept' });
  const theirs = await twaps.place(bob, { limitPrice: '102' });
  expect((await alice.post('/api/user/data', { password: 'a-long-passphrase' })).status).toBe(200);
  await expect.poll(async () => (await alice.get('/api/user/data')).body.data.newest?.state).toBe('DONE');
  const headers = { authorization: `Bearer ${alice.token}` };
  const answer = await fetch(`http://127.0.0.1:${twaps.exchange.port}/api/user/data/file`, { headers });
  const { sections } = (await answer.json()) as { sections: { section: string; rows: Twap[] }[] };
  const rows = sections.find(({ section }) => section === 'twapOrders')?.rows ?? [];
  const told = rows.toSorted((a, b) => a.id - b.id);
  expect(told.map(({ id, status, limitPrice, clientTwapId }) => [id, status, limitPrice, clientTwapId])).toEqual([
    [first.id, 'CANCELED', '100.00', null],
    [second.id, 'RUNNING', '101.00', 'kept'],
  ]);
  expect(theirs.id).toBeGreaterThan(0);
  for (const member of [alice, bob]) await member.post(`${TWAP}/cancel_all`, {});
});

describe('leaving', () => {
  it('a running one stands in the way, with its page; of one that ended its own names go with its member', async () => {
    const alice = await newMember('0');
    const { id } = await twaps.place(alice, { limitPrice: '100' });
    const obstacles = async () => (await alice.get('/api/user/leave')).body.data.obstacles;
    expect(await obstacles()).toMatchObject([
      { kind: 'TWAPS', name: { ko: '진행 중인 TWAP', en: 'running TWAP orders' }, count: 1, path: '/future' },
    ]);
    await alice.post(`${TWAP}/cancel`, { id });
    expect(await obstacles()).toEqual([]);
    expect((await alice.post('/api/user/leave', { password: 'a-long-passphrase' })).status).toBe(200);
    expect(
      (await twaps.exchange.server.context.pool.query('SELECT client_twap_id, request_body FROM futures_twap WHERE id = $1', [id])).rows,
    ).toEqual([{ client_twap_id: null, request_body: null }]);
  });
});

// Both change the site for good: last.
describe('products and symbols', () => {
  it('a site that gives futures up: what opens ends at once, what reduces goes on, nothing new opens', async () => {
    const { context } = twaps.exchange.server;
    const alice = await newMember();
    const { opening, reducing } = await both(alice);
    const { type } = (
      await context.pool.query<{ type: number }>(`SELECT (config->>'type')::int AS type FROM site_site WHERE id = $1`, [MARU])
    ).rows[0];
    const change = (to: number) =>
      context.pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [MARU, JSON.stringify({ type: to })]);
    await change(type & ~siteBits.futures);
    await expect.poll(() => rowOf(opening)).toMatchObject(stopped('PRODUCT_OFF'));
    // It came as far as the book, which the same change has emptied of what would open.
    expect(await twaps.slice(alice, reducing)).toMatchObject({ status: 'RUNNING', reason: 'NO_LIQUIDITY' });
    expect((await alice.post(`${TWAP}/place`, { ...requested, positionSide: 'LONG' })).body.code).toBe('PRODUCT_OFF');
    await alice.post(`${TWAP}/cancel_all`, {});
    await change(type);
    await expect.poll(async () => (await alice.post(`${TWAP}/place`, { ...requested, positionSide: 'LONG' })).status).toBe(200);
    await alice.post(`${TWAP}/cancel_all`, {});
  });

  it('a symbol that is no longer traded ends its TWAPs', async () => {
    const alice = await newMember();
    await expect
      .poll(() =>
        twaps.mark(60_000).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const { id } = await twaps.place(alice);
    await expect.poll(() => twaps.one(alice, id)).toMatchObject({ filledQuantity: '0.010' });
    const symbol = twaps.exchange.server.context.sites.byId(MARU)?.symbols.indexOf(BTC) as number;
    await twaps.exchange.command(MARU, encodeFields(-1, symbol, { kind: CommandKind.DelistSymbol }));
    expect(await twaps.slice(alice, id)).toMatchObject({ status: 'STOPPED', endReason: 'DELISTED', filledQuantity: '0.010' });
    expect(await twaps.refused(alice, {})).toEqual([409, 'SYMBOL_CLOSED', 'futuresOptionId']);
  });
});
