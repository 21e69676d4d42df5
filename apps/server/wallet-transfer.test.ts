// Transfers between a member's own wallets over the whole server: both sides posted, once per key, durable, and no more than may leave.
import { WalletWord, walletAccount } from '@maru/engine/ledger/account.ts';
import type { DnwEntry, Wallet, ProfitDay, ProfitEntry } from '@maru/wallet/contract.ts';
import { connectStomp, until } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpAnswer } from './testing/http-exchange.ts';
import { HANOK, MARU } from './testing/test-exchange.ts';
import { BTC, ORDER, market, openWithTwoMembers, type TwoMembers } from './testing/two-members.ts';

const TRANSFER = '/api/dnw/transfer';
const LIST = '/api/dnw/list';
let world: TwoMembers;
beforeAll(async () => {
  world = await openWithTwoMembers();
});
afterAll(() => world.exchange.stop());

const move = (from: string, to: string, point: string) => ({ from, to, point });
const send = (from: string, to: string, point: string, key?: string) =>
  world.alice.post(TRANSFER, move(from, to, point), key === undefined ? {} : { 'idempotency-key': key });
const wallets = async () => (await world.alice.get('/api/wallet/my')).body.data as Record<Wallet['type'], Wallet>;
const points = async () => {
  const { FUTURES, USDT, BINARY } = await wallets();
  return [FUTURES.point, USDT.point, BINARY.point].map(Number);
};
async function history(query: Record<string, string> = {}): Promise<DnwEntry[]> {
  await world.exchange.projected();
  return (await world.alice.get(LIST, query)).body.data.content;
}
const lines = (entries: readonly DnwEntry[]) => entries.map((e) => [e.walletType, e.type, e.point, e.balance, e.otherWalletType]);

describe('POST /api/dnw/transfer', () => {
  it('moves money once, tells both sides, and each wallet by socket', async () => {
    const socket = await connectStomp(world.exchange.port, { token: world.alice.token });
    const heard = socket.subscribe('/user/queue/point');
    await socket.settle();
    heard.length = 0;
    const { status, body } = await send('FUTURES', 'USDT', '2500.50');
    expect(status).toBe(200);
    expect(lines([body.data.sent, body.data.received])).toEqual([
      ['FUTURES', 'TO', '-2500.500000', '7499.500000', 'USDT'],
      ['USDT', 'TI', '2500.500000', '2500.500000', 'FUTURES'],
    ]);
    expect((await history()).slice(0, 2)).toEqual(body.data.entries);
    expect(await points()).toEqual([7499.5, 2500.5, 0]);
    const told = () => new Map(heard.map(({ body: wallet }) => [(wallet as Wallet).type, (wallet as Wallet).point]));
    await until(() => told().get('USDT') === '2500.500000' && told().get('FUTURES') === '7499.500000');
    await socket.end();
    await send('USDT', 'BINARY', '100');
    await send('BINARY', 'FUTURES', '40');
    expect(await points()).toEqual([7539.5, 2400.5, 60]);
    expect(lines((await history()).slice(0, 4))).toEqual([
      ['FUTURES', 'TI', '40.000000', '7539.500000', 'BINARY'],
      ['BINARY', 'TO', '-40.000000', '60.000000', 'FUTURES'],
      ['BINARY', 'TI', '100.000000', '100.000000', 'USDT'],
      ['USDT', 'TO', '-100.000000', '2400.500000', 'BINARY'],
    ]);
  });

  it('the same key moves once, however often and at once; another body under it is refused', async () => {
    const before = await points();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('USDT', 'BINARY', '7', 'once')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { body } of answers) expect(body.data).toEqual(answers[0].body.data);
    expect(await points()).toEqual([before[0], before[1] - 7, before[2] + 7]);
    expect((await send('USDT', 'BINARY', '7.000000', 'once')).body.data).toEqual(answers[0].body.data);
    expect((await send('USDT', 'BINARY', '8', 'once')).body).toMatchObject({ status: 'fail', code: 'REQUEST_REUSED' });
    expect((await world.bob.post(TRANSFER, move('FUTURES', 'USDT', '1'), { 'idempotency-key': 'once' })).status).toBe(200);
  });

  it('an acknowledged transfer survives a crash, and its key too', async () => {
    const first = await send('USDT', 'FUTURES', '12.345678', 'durable');
    const before = await points();
    await world.exchange.crash();
    expect(await points()).toEqual(before);
    expect((await send('USDT', 'FUTURES', '12.345678', 'durable')).body.data).toEqual(first.body.data);
    expect(await points()).toEqual(before);
  });

  it.each([
    ['a wallet to itself (CNV-02)', move('USDT', 'USDT', '1'), 400, 'WALLET_SAME', 'to'],
    ['more than there is', move('BINARY', 'USDT', '1000000'), 422, 'INSUFFICIENT_BALANCE', 'point'],
    ['nothing', move('USDT', 'FUTURES', '0'), 400, 'AMOUNT_NOT_POSITIVE', 'point'],
    ['too fine', move('USDT', 'FUTURES', '0.0000001'), 400, 'BAD_PRECISION', 'point'],
    ['beyond all numbers', move('USDT', 'FUTURES', '99999999999999999999'), 422, 'INSUFFICIENT_BALANCE', 'point'],
    ['a negative amount', move('USDT', 'FUTURES', '-5'), 400, 'INVALID_FIELD', 'point'],
    ['an exponent', move('USDT', 'FUTURES', '1e3'), 400, 'INVALID_FIELD', 'point'],
    ['a wallet that is none (CNV-03)', move('USDT', 'ISOLATED', '1'), 400, 'INVALID_FIELD', 'to'],
    ['a wallet that holds nothing yet', move('USDT', 'BTC', '1'), 404, 'WALLET_NOT_USED', 'to'],
  ])('refuses %s', async (_name, body, status, code, field) => {
    const before = await points();
    const answer = await world.alice.post(TRANSFER, body);
    expect([answer.status, answer.body.code, answer.body.data.field]).toEqual([status, code, field]);
    expect(await points()).toEqual(before);
  });

  it('CNV-05 guests and fields of others’ wallets get nowhere; a site that has no such wallet says so', async () => {
    expect((await world.exchange.guest().post(TRANSFER, move('FUTURES', 'USDT', '1'))).status).toBe(401);
    const others = await world.bob.get('/api/wallet/my');
    expect((await world.alice.post(TRANSFER, { ...move('FUTURES', 'USDT', '1'), playerId: world.bob.member })).body.code).toBe(
      'UNKNOWN_FIELD',
    );
    expect((await world.bob.get('/api/wallet/my')).body.data).toEqual(others.body.data);
    const hana = await world.exchange.member('hana', '100', HANOK);
    expect((await hana.post(TRANSFER, move('FUTURES', 'BTC', '1'))).body.code).toBe('WALLET_NOT_USED');
    expect((await hana.post(TRANSFER, move('FUTURES', 'USDT', '1'))).status).toBe(200);
  });

  it('from the futures wallet no more leaves than the specification’s formula: no profit, no margin, no order’s reserve (rules 6.3)', async () => {
    const { alice, exchange, ladder } = world;
    await ladder();
    await alice.post(ORDER, { ...market, quantity: '0.100' });
    await alice.post(ORDER, { ...market, type: 'LIMIT', price: '50000', quantity: '0.010' });
    // 500 of profit, which may not leave.
    await exchange.setMark(BTC, '65000.00');
    const cross = (await alice.get('/api/futures/futures_cross')).body.data;
    const { FUTURES } = await wallets();
    expect([FUTURES.realPoint, FUTURES.pnl]).toEqual([cross.realPoint, cross.markPnl]);
    expect(Number(cross.markPnl)).toBeGreaterThan(400);
    const free = Number(cross.playerPoint) - Number(cross.positionMargin) - Number(cross.orderMargin);
    expect(Number(cross.withdrawable)).toBeCloseTo(free, 6);
    const more = (Number(cross.withdrawable) + 0.000001).toFixed(6);
    const refused = await send('FUTURES', 'USDT', more);
    expect(refused.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', data: { limit: String(Number(cross.withdrawable)) } });
    expect(refused.body.message).toContain(`${Number(cross.withdrawable).toLocaleString('en-US', { maximumFractionDigits: 6 })} USDT`);
    expect((await send('FUTURES', 'USDT', cross.withdrawable)).status).toBe(200);
    expect((await alice.get('/api/futures/futures_cross')).body.data.withdrawable).toBe('0.000000');
    // A loss is taken off what may leave at once.
    await send('USDT', 'FUTURES', '1000');
    await exchange.setMark(BTC, '59000.00');
    const lost = (await alice.get('/api/futures/futures_cross')).body.data;
    const left = Number(lost.playerPoint) + Number(lost.markPnl) - Number(lost.positionMargin) - Number(lost.orderMargin);
    expect([lost.markPnl, Number(lost.withdrawable).toFixed(6)]).toEqual(['-100.100000', left.toFixed(6)]);
    await exchange.setMark(BTC, '60000.00');
    await alice.post('/api/futures/order/cancel_all', {});
    await ladder();
    expect((await alice.post('/api/futures/order/close_all', {})).body.data).toMatchObject({ closed: 1, left: [] });
  });

  it('CNV-01 sixty at once both ways: nothing is made, nothing is lost, nothing is below zero', async () => {
    const { bob } = world;
    const held = async () => {
      const { FUTURES, BINARY } = (await bob.get('/api/wallet/my')).body.data as Record<Wallet['type'], Wallet>;
      return [Number(FUTURES.point), Number(BINARY.point)];
    };
    const before = await held();
    const ways = [move('FUTURES', 'BINARY', '7'), move('BINARY', 'FUTURES', '7')];
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => bob.post(TRANSFER, ways[i % 2])));
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    const after = await held();
    expect(after[0] + after[1]).toBeCloseTo(before[0] + before[1], 6);
    expect(Math.min(...after)).toBeGreaterThanOrEqual(0);
  });

  it('a frozen member moves nothing, from any wallet', async () => {
    const { bob, exchange } = world;
    const desk = await exchange.operator(['futures.restrict']);
    const freeze = (frozen: boolean) => desk.post('/api/admin/futures/account_flags', { playerId: bob.member, frozen });
    await bob.post(TRANSFER, move('FUTURES', 'USDT', '20'));
    await freeze(true);
    for (const body of [move('FUTURES', 'USDT', '1'), move('USDT', 'FUTURES', '1'), move('USDT', 'BINARY', '1')])
      expect((await bob.post(TRANSFER, body)).body.code).toBe('ACCOUNT_FROZEN');
    await freeze(false);
    expect((await bob.post(TRANSFER, move('USDT', 'FUTURES', '20'))).status).toBe(200);
  });

  it('two at once take no more than there is', async () => {
    const [, usdt] = await points();
    const both = await Promise.all([send('USDT', 'BINARY', String(usdt)), send('USDT', 'FUTURES', String(usdt))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const after = await points();
    expect(after[1]).toBe(0);
    await send(after[2] > usdt - 1 ? 'BINARY' : 'FUTURES', 'USDT', String(usdt));
  });

  it('each ledger account is the sum of its history, and the last line says its balance (I1)', async () => {
    for (const [type, purse] of [
      ['FUTURES', WalletWord.Futures],
      ['USDT', WalletWord.Usdt],
      ['BINARY', WalletWord.Binary],
    ] as const) {
      const entries = await history({ walletType: type, size: '100' });
      const sum = entries.reduce((all, { point }) => all + BigInt(point.replace('.', '')), 0n);
      const held = await world.exchange.server.context.engine.query<number>(MARU, 'ledger', walletAccount(world.alice.account, purse));
      expect([type, Number(sum), Math.round(Number(entries[0].balance) * 1e6)]).toEqual([type, held, held]);
      entries.slice(1).forEach((older, i) => {
        expect(BigInt(entries[i].balance.replace('.', ''))).toBe(
          BigInt(older.balance.replace('.', '')) + BigInt(entries[i].point.replace('.', '')),
        );
      });
    }
  });
});

describe('GET /api/dnw/list', () => {
  it('by wallet, by codes of the specification, by time, by page and by cursor', async () => {
    const all = await history({ size: '100' });
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['TI', 'TO', 'C', 'PB']));
    expect((await history({ walletType: 'BINARY' })).every(({ walletType }) => walletType === 'BINARY')).toBe(true);
    const settled = await history({ typeStrs: 'C', size: '100' });
    expect(settled).toEqual(all.filter(({ type }) => type === 'C'));
    expect(new Set(settled.map(({ reason }) => reason))).toEqual(new Set(['FEE', 'REALIZED_PNL']));
    expect(await history({ typeStrs: 'TI,TO', walletType: 'USDT', size: '100' })).toEqual(
      all.filter(({ walletType, type }) => walletType === 'USDT' && type !== 'C'),
    );
    expect(await history({ typeStrs: 'D,W,WB,WS,CI,CO,E' })).toEqual([]);
    const walked: DnwEntry[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data } = (await world.alice.get(LIST, { size: '7', ...(cursor === undefined ? {} : { cursor }) })).body;
      walked.push(...data.content);
      cursor = data.next;
    }
    expect(walked).toEqual(all);
    expect((await history({ page: '1', size: '5' })).map((e) => e.dnwHistoryId)).toEqual(all.slice(5, 10).map((e) => e.dnwHistoryId));
    const count = (await world.alice.get(LIST, { resultType: 'Count' })).body.data;
    expect([count.content, count.totalElements]).toEqual([[], all.length]);
    expect(await history({ endDate: '2020-01-01' })).toEqual([]);
    const middle = all[10].time;
    expect(await history({ startDate: middle, size: '100' })).toEqual(all.filter(({ time }) => time >= middle));
  });

  it('refuses what it does not know; a member sees its own alone', async () => {
    expect((await world.alice.get(LIST, { typeStrs: 'TI,XX' })).body).toMatchObject({ code: 'INVALID_FIELD', data: { field: 'typeStrs' } });
    expect((await world.alice.get(LIST, { page: '9999', size: '100' })).status).toBe(400);
    const mine = new Set((await history({ size: '100' })).map(({ sequence }) => sequence));
    const others = (await world.bob.get(LIST, { size: '100' })).body.data.content as DnwEntry[];
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ sequence, type }) => mine.has(sequence) && type !== 'C')).toEqual([]);
    expect((await world.exchange.guest().get(LIST)).status).toBe(401);
  });
});

describe('GET /api/wallet/profit', () => {
  it('is what trading settled, transfers left out; of a span what lies in it', async () => {
    const settled = await history({ typeStrs: 'C', size: '100' });
    const sum = settled.filter(({ reason }) => reason !== 'MARGIN').reduce((all, { point }) => all + Number(point), 0);
    const profit = async (query = {}) => Number((await world.alice.get('/api/wallet/profit', query)).body.data.profit);
    expect(sum).toBeLessThan(-1);
    expect(await profit()).toBeCloseTo(sum, 6);
    expect(await profit({ startDate: settled.at(-1)?.time ?? '' })).toBeCloseTo(sum, 6);
    expect(await profit({ startDate: '2100-01-01' })).toBe(0);
    expect((await world.exchange.guest().get('/api/wallet/profit')).status).toBe(401);
  });

  it('a day of the calendar is the sum of its lines, page by page', async () => {
    const micro = (text: string) => Math.round(Number(text) * 1_000_000);
    const lines: ProfitEntry[] = [];
    let next: string | null = '';
    while (next !== null) {
      const answer: HttpAnswer = await world.alice.get('/api/wallet/profit/list', { size: '2', ...(next ? { cursor: next } : {}) });
      lines.push(...answer.body.data.content);
      next = answer.body.data.next;
      if (next === null) expect(lines.length).toBe(answer.body.data.totalElements);
    }
    const sum = lines.reduce((all, { amount }) => all + micro(amount), 0);
    const { profit } = (await world.alice.get('/api/wallet/profit')).body.data;
    expect(sum).toBe(micro(profit));
    // A run over midnight has its lines on two days.
    const months = new Set(lines.map(({ time }) => new Date(Date.parse(time) + 9 * 3_600_000).toISOString().slice(0, 7)));
    const days: ProfitDay[] = [];
    for (const month of months) days.push(...(await world.alice.get('/api/wallet/profit/days', { month })).body.data.days);
    expect(days.reduce((all, { futures }) => all + micro(futures), 0)).toBe(sum);
    const { sums } = (await world.alice.get('/api/wallet/profit/list')).body.data as { sums: { amount: string; count: number }[] };
    expect(sums.reduce((all, { amount }) => all + micro(amount), 0)).toBe(sum);
    expect(sums.reduce((all, { count }) => all + count, 0)).toBe(lines.length);
    for (const month of ['2026-13', '2026', 'x']) expect((await world.alice.get('/api/wallet/profit/days', { month })).status).toBe(400);
    for (const path of ['list', 'days?month=2026-01'])
      expect((await world.exchange.guest().get(`/api/wallet/profit/${path}`)).status).toBe(401);
  });
});

describe('display currencies', () => {
  const rate = async (query = {}) => (await world.exchange.guest().get('/api/dnw/get_exchange_rate', query)).body;

  it('USDT to BKT when nothing is said; both ways, by the rates of the site', async () => {
    expect((await rate()).data).toMatchObject({ base: 'USDT', counter: 'BKT', rate: '1000', rates: { BKT: '1000' } });
    expect((await rate({ counter: 'KRW' })).data.rate).toBe('1382');
    expect((await rate({ base: 'KRW', counter: 'USDT' })).data.rate).toBe('0.000723589');
    expect((await rate({ base: 'BKT', counter: 'KRW' })).data.rate).toBe('1.382');
    expect(await rate({ counter: 'BTC' })).toMatchObject({ status: 'fail', code: 'RATE_NOT_KNOWN', data: { field: 'counter' } });
    // CNV-06: neither a fault nor a rate of 1.
    for (const counter of ['XXX', 'NOPE', '', '__proto__', 'USDT/KRW']) {
      const answer = await rate({ counter });
      expect(['RATE_NOT_KNOWN', 'INVALID_FIELD']).toContain(answer.code);
    }
    expect(await rate({ base: 'usdt' })).toMatchObject({ code: 'INVALID_FIELD' });
  });

  it('the map holds all that is known', async () => {
    const { data } = (await world.exchange.guest().get('/api/dnw/get_exchange_rate_map')).body;
    expect(data).toMatchObject({ base: 'USDT', rates: { USDT: '1', KRW: '1382', BKT: '1000' } });
  });
});
