// Members and sites do not reach each other: ids of others behave as if they did not exist, books and money are apart.
import type { LedgerEntry } from '@maru/wallet/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, type TestMember, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const PLACE = '/api/futures/order';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '60000' };
let exchange: TestExchange;
let alice: TestMember;
let mallory: TestMember;
let hana: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange();
  for (const site of [MARU, HANOK]) await exchange.setMark(BTC, '60000.00', site);
  alice = await exchange.member('alice');
  mallory = await exchange.member('mallory');
  hana = await exchange.member('alice', '10000', HANOK);
});
afterAll(() => exchange.stop());

describe('between members of a site', () => {
  it("another's order cannot be cancelled or amended, and is not listed", async () => {
    const { id } = (await alice.post(PLACE, { ...limit, price: '58000' })).body.data.order;
    for (const [path, body] of [
      ['cancel', { id }],
      ['amend', { id, price: '57000' }],
    ] as const) {
      const { status, body: answer } = await mallory.post(`/api/futures/order/${path}`, body);
      expect([path, status, answer.code]).toEqual([path, 404, 'ORDER_UNKNOWN']);
    }
    expect((await mallory.get('/api/futures/history/open_order')).body.data).toEqual([]);
    expect((await mallory.post('/api/futures/order/cancel_all', {})).body.data).toEqual({ canceled: 0 });
    expect((await alice.post('/api/futures/order/cancel', { id })).status).toBe(200);
  });

  it("another's isolated position cannot be given or robbed of margin", async () => {
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    await exchange.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]);
    await alice.post(PLACE, { ...limit, type: 'MARKET', price: undefined });
    const [{ futuresPositionId }] = (await alice.get('/api/futures/history/open_position')).body.data;
    for (const type of [1, 2]) {
      const { status, body } = await mallory.post('/api/futures/order/margin', { futuresPositionId, amount: '1', type });
      expect([status, body.code]).toEqual([404, 'POSITION_UNKNOWN']);
    }
    expect((await alice.post('/api/futures/order/margin', { futuresPositionId, amount: '1', type: 1 })).status).toBe(200);
  });

  it('histories and wallets are the own ones', async () => {
    await exchange.projected();
    for (const type of ['order', 'trade', 'position'])
      expect((await mallory.get('/api/futures/list', { type })).body.data.totalElements).toBe(0);
    expect((await mallory.get('/api/wallet/ledger')).body.data.content.map((e: LedgerEntry) => e.amount)).toEqual(['10000.000000']);
    expect((await alice.get('/api/futures/list', { type: 'trade' })).body.data.totalElements).toBe(1);
  });
});

describe('between sites', () => {
  it('never share a book: crossing orders of two sites both rest', async () => {
    const sell = await alice.post(PLACE, { ...limit, side: 'SELL', price: '60100' });
    const buy = await hana.post(PLACE, { ...limit, price: '60200' });
    expect([sell.body.data.order.status, buy.body.data.order.status]).toEqual(['NEW', 'NEW']);
    await alice.post('/api/futures/order/cancel_all', {});
    await hana.post('/api/futures/order/cancel_all', {});
  });

  it("ids of the other site's orders are unknown here", async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await hana.post(PLACE, { ...limit, price: '58000' })).body.data.order.id));
    const { status, body } = await alice.post('/api/futures/order/cancel', { id: ids[2] });
    expect([status, body.code]).toEqual([404, 'ORDER_UNKNOWN']);
    expect((await hana.get('/api/futures/history/open_order')).body.data).toHaveLength(3);
  });

  it('a token of one site is none at the other, whatever siteInfoId it claims', async () => {
    const answer = await httpExchange(exchange.port, 'GET', '/api/futures/futures_cross?siteInfoId=1', undefined, {
      host: 'hanok.localhost',
      authorization: `Bearer ${alice.token}`,
    });
    expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_INVALID']);
  });

  it('a switch of one site leaves the other trading', async () => {
    await exchange.setSwitch(BTC, 4, HANOK);
    expect((await hana.post(PLACE, { ...limit, price: '58000' })).body.code).toBe('TRADING_HALTED');
    expect((await alice.post(PLACE, { ...limit, price: '58000' })).status).toBe(200);
    await exchange.setSwitch(BTC, 0, HANOK);
  });
});

describe('switches by operators', () => {
  const call = (m: Pick<TestMember, 'post'>, body: object) => m.post('/api/admin/futures/switch', body);

  it('are refused to guests and members', async () => {
    expect((await call(exchange.guest(), { trading: 'HALT' })).status).toBe(401);
    const { status, body } = await call(alice, { trading: 'HALT' });
    expect([status, body.code]).toEqual([403, 'NO_PERMISSION']);
    expect((await alice.post(PLACE, { ...limit, price: '57999' })).status).toBe(200);
  });

  it('of an admin stop a symbol or the site and free it again', async () => {
    const admin = await exchange.operator(['futures.switch']);
    expect((await call(admin, { futuresOptionId: 1, trading: 'CANCEL_ONLY' })).body.data).toEqual({ trading: 'CANCEL_ONLY' });
    expect((await exchange.guest().get('/api/futures/option', { futuresOptionId: 1 })).body.data.trading).toBe('CANCEL_ONLY');
    expect((await alice.post(PLACE, limit)).body.code).toBe('CANCEL_ONLY');
    await call(admin, { futuresOptionId: 1, trading: 'NONE' });
    const silent = await call(admin, { trading: 'HALT' });
    expect([silent.status, silent.body.code, silent.body.data.field], 'what stops everybody says why').toEqual([
      400,
      'REQUIRED_FIELD',
      'reason',
    ]);
    await call(admin, { trading: 'HALT', reason: '점검' });
    expect((await alice.post(PLACE, limit)).body.code).toBe('TRADING_HALTED');
    expect((await alice.post('/api/futures/order/cancel_all', {})).status).toBe(200);
    await call(admin, { trading: 'NONE', reason: '점검 끝' });
    expect((await alice.post(PLACE, { ...limit, price: '57000' })).status).toBe(200);
  });

  it('are read on the desk: the symbol’s own, the site’s, what is in force; the log keeps who and why', async () => {
    const admin = await exchange.operator(['futures.switch', 'futures.read']);
    const read = async () => (await admin.get('/api/admin/futures/symbols')).body.data;
    expect(await read()).toMatchObject({ site: 'NONE', symbols: expect.arrayContaining([expect.objectContaining({ isListed: true })]) });
    await call(admin, { futuresOptionId: 1, trading: 'REDUCE_ONLY', reason: '호가가 얇음' });
    await call(admin, { trading: 'HALT', reason: '점검 시작' });
    const { site, symbols } = await read();
    expect([site, symbols[0], symbols[1]]).toMatchObject([
      'HALT',
      { symbol: BTC, trading: 'HALT', own: 'REDUCE_ONLY' },
      { trading: 'HALT', own: 'NONE' },
    ]);
    await call(admin, { trading: 'NONE', reason: '점검 끝' });
    expect((await read()).symbols[0]).toMatchObject({ trading: 'REDUCE_ONLY', own: 'REDUCE_ONLY' });
    await call(admin, { futuresOptionId: 1, trading: 'NONE' });
    expect(await read()).toMatchObject({ site: 'NONE' });
    expect((await read()).symbols[0]).toMatchObject({ trading: 'NONE', own: 'NONE' });
    const { rows } = await exchange.server.context.pool.query(
      `SELECT target, reason FROM operator_audit WHERE action = 'setSwitch' AND reason <> '' ORDER BY seq`,
    );
    expect(rows).toEqual([
      { target: 'site:1', reason: '점검' },
      { target: 'site:1', reason: '점검 끝' },
      { target: `symbol:${BTC}`, reason: '호가가 얇음' },
      { target: 'site:1', reason: '점검 시작' },
      { target: 'site:1', reason: '점검 끝' },
    ]);
    const stranger = await exchange.operator(['futures.switch']);
    expect((await stranger.get('/api/admin/futures/symbols')).body.code).toBe('NO_PERMISSION');
  });
});
