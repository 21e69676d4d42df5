// Histories over real HTTP: each filter, pages and cursors that tell every row once, bounds, and nobody else's rows.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK } from './testing/test-exchange.ts';
import { BTC, ETH, limit, market, openWithTwoMembers, ORDER, type TwoMembers } from './testing/two-members.ts';

const LIST = '/api/futures/list';
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;
let ladder: TwoMembers['ladder'];

interface Row {
  id: number;
  status: string;
  side: string;
  type: string;
  symbol: string;
}
async function list(
  query: Record<string, string | number>,
  member = alice,
): Promise<{ content: Row[]; totalElements: number; next: string | null }> {
  const answer = await member.get(LIST, query);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

beforeAll(async () => {
  ({ exchange, alice, bob, ladder } = await openWithTwoMembers());
  await ladder();
  await alice.post(ORDER, market);
  await ladder();
  await alice.post(ORDER, { ...market, side: 'SELL', reduceOnly: true });
  await alice.post(ORDER, limit);
  await alice.post(ORDER, { ...limit, side: 'SELL', price: '61000' });
  await alice.post(ORDER, { ...limit, futuresOptionId: 2, price: '2900', quantity: '0.100' });
  await alice.post(ORDER, { ...limit, timeInForce: 'IOC' });
  await alice.post('/api/futures/order/cancel_all', {});
  await exchange.projected();
});
afterAll(() => exchange.stop());

describe('GET /api/futures/list', () => {
  it('tells orders by symbol, side, type and status, newest first', async () => {
    expect((await list({})).content.map((o) => [o.symbol, o.side, o.type, o.status])).toEqual([
      [BTC, 'BUY', 'LIMIT', 'EXPIRED'],
      [ETH, 'BUY', 'LIMIT', 'CANCELED'],
      [BTC, 'SELL', 'LIMIT', 'CANCELED'],
      [BTC, 'BUY', 'LIMIT', 'CANCELED'],
      [BTC, 'SELL', 'MARKET', 'FILLED'],
      [BTC, 'BUY', 'MARKET', 'FILLED'],
    ]);
    expect((await list({ symbol: ETH })).content.map((o) => o.symbol)).toEqual([ETH]);
    expect((await list({ futuresOptionId: 1, side: 'SELL' })).content.map((o) => o.type)).toEqual(['LIMIT', 'MARKET']);
    expect((await list({ orderType: 'MARKET' })).totalElements).toBe(2);
    expect((await list({ status: 'CANCELED' })).totalElements).toBe(3);
    expect((await list({ status: 'FILLED,EXPIRED' })).content.map((o) => o.status)).toEqual(['EXPIRED', 'FILLED', 'FILLED']);
    expect((await list({ positionSide: 'LONG' })).totalElements).toBe(0);
  });

  it('tells trades and positions by their own words', async () => {
    expect((await list({ type: 'trade', status: 'TAKER', side: 'SELL' })).content).toMatchObject([{ side: 'SELL', role: 'TAKER' }]);
    expect((await list({ type: 'trade', status: 'MAKER' })).totalElements).toBe(0);
    expect((await list({ type: 'position', status: 'CLOSED', side: 'BUY' })).content).toMatchObject([{ tradeType: 'LONG', end: 'CLOSED' }]);
    expect((await list({ type: 'position', side: 'SELL' })).totalElements).toBe(0);
  });

  it('a cursor tells every row once, as pages do, and ends', async () => {
    const whole = (await list({})).content.map((o) => o.id);
    const walked: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ size: 2, ...(cursor === null ? {} : { cursor }) });
      walked.push(...page.content.map((o) => o.id));
      cursor = page.next;
    } while (cursor !== null && walked.length < 20);
    expect(walked).toEqual(whole);
    const pages = await Promise.all([0, 1, 2].map((page) => list({ size: 2, page })));
    expect(pages.flatMap((page) => page.content.map((o) => o.id))).toEqual(whole);
    expect(pages.map((page) => page.next === null)).toEqual([false, false, true]);
  });

  it('a day is summed as a whole, whatever part of it a page shows, and of what the filter leaves', async () => {
    const days = async (query: Record<string, string | number>) =>
      (await alice.get(LIST, { type: 'trade', withDays: 'true', ...query })).body.data.days as {
        date: string;
        count: number;
        pnl: string;
        fee: string;
      }[];
    const { content } = (await alice.get(LIST, { type: 'trade', size: 100 })).body.data as {
      content: { side: string; time: string; fee: string; realizedPnl: string }[];
    };
    const total = (rows: typeof content, of: 'fee' | 'realizedPnl') => rows.reduce((sum, row) => sum + Number(row[of]), 0).toFixed(6);
    const whole = { count: content.length, fee: total(content, 'fee'), pnl: total(content, 'realizedPnl') };
    const seoul = new Date(Date.parse(content[0].time) + 9 * 3_600_000).toISOString().slice(0, 10);
    expect(await days({})).toEqual([{ date: seoul, ...whole }]);
    for (const page of [0, 1]) expect(await days({ size: 1, page })).toEqual([{ date: seoul, ...whole }]);
    const sold = content.filter(({ side }) => side === 'SELL');
    expect(await days({ side: 'SELL' })).toMatchObject([{ count: sold.length, fee: total(sold, 'fee') }]);
    expect(await days({ symbol: ETH })).toEqual([]);
    const [closed] = (await alice.get(LIST, { type: 'position' })).body.data.content;
    expect(await days({ type: 'position' })).toMatchObject([{ date: seoul, count: 1, pnl: closed.closedPnl, fee: closed.feesPaid }]);
    expect((await alice.get(LIST, { type: 'trade' })).body.data.days).toBeUndefined();
  });

  it('dates bound the answer on both sides', async () => {
    const today = new Date(exchange.server.context.clock.now());
    const day = (offset: number) => new Date(today.getTime() + offset * DAY_MS).toISOString().slice(0, 10);
    expect((await list({ startDate: day(-1), endDate: day(1) })).totalElements).toBe(6);
    expect((await list({ startDate: day(1) })).totalElements).toBe(0);
    expect((await list({ endDate: day(-1) })).totalElements).toBe(0);
  });

  it.each([
    [{ status: 'MAKER' }, 'status'],
    [{ type: 'trade', status: 'FILLED' }, 'status'],
    [{ status: 'constructor' }, 'status'],
    [{ type: 'position', orderType: 'LIMIT' }, 'orderType'],
    [{ cursor: '1' }, 'cursor'],
    [{ cursor: '1.2;drop' }, 'cursor'],
    [{ page: 99999 }, 'page'],
    [{ side: 'LONG' }, 'side'],
    [{ startDate: '2026-12-01', endDate: '2026-01-01' }, 'endDate'],
    [{ symbol: 'BINANCE:BTCUSDT', futuresOptionId: 2 }, 'symbol'],
  ])('refuses %j, naming %s', async (query, field) => {
    const { status, body } = await alice.get(LIST, query as Record<string, string>);
    expect([status, body.code, body.data.field]).toEqual([400, 'INVALID_FIELD', field]);
    expect(body.message).not.toBe('');
  });

  it('an unknown symbol is unknown by id and by name', async () => {
    for (const [query, field] of [
      [{ futuresOptionId: 99 }, 'futuresOptionId'],
      [{ symbol: 'BINANCE:NOPEUSDT' }, 'symbol'],
    ] as const) {
      const { status, body } = await alice.get(LIST, query as Record<string, string>);
      expect([status, body.code, body.data.field]).toEqual([404, 'SYMBOL_UNKNOWN', field]);
    }
  });

  it('tells nobody else: another member, another site, a guest', async () => {
    expect((await list({}, bob)).totalElements).toBe(0);
    const hana = await exchange.member('hana', '10000', HANOK);
    for (const type of ['order', 'trade', 'position']) expect((await list({ type }, hana)).totalElements).toBe(0);
    expect((await exchange.guest().get(LIST)).status).toBe(401);
  });
});
