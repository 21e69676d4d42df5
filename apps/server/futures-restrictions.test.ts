// What an operator lays on accounts and symbols, funding histories, hedge sides and copied orders: over real HTTP.
import { decideRequest } from './testing/decide-request.ts';
import { setAccountFlag } from '@maru/account/server/account-flag.ts';
import { AccountFlag, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { LEVERAGE_LIMIT_SHIFT } from '@maru/engine/wire/command-kind.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindLeverageLimits } from '@maru/futures/server/leverage-limits.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { type TestExchange, type TestMember, HANOK, MARU } from './testing/test-exchange.ts';
import { BTC, ETH, limit, market, openWithTwoMembers, ORDER, type TwoMembers } from './testing/two-members.ts';

const FLAGS = '/api/admin/futures/account_flags';
const DELIST = '/api/admin/futures/option/delist';
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;
let ladder: TwoMembers['ladder'];
let operator: Pick<TestMember, 'get' | 'post'>;

beforeAll(async () => {
  ({ exchange, alice, bob, ladder } = await openWithTwoMembers());
  operator = await exchange.operator();
});
afterAll(() => exchange.stop());

const head = (symbol: number) => ({ time: 0, account: -1, symbol, keyHi: 0, keyLo: 0, body: 0 });
const settle = (rate: number, fundingTime: number) =>
  exchange.command(MARU, encodeCommand({ ...head(0), kind: CommandKind.SettleFunding, rate, fundingTime }));

describe('POST /api/admin/futures/account_flags', () => {
  it('only operators, only accounts of the site, only known flags', async () => {
    expect((await alice.post(FLAGS, { playerId: alice.member, frozen: true })).status).toBe(403);
    const hana = await exchange.member('hana', '0', HANOK);
    const foreign = await operator.post(FLAGS, { playerId: hana.member, frozen: true });
    expect([foreign.status, foreign.body.code, foreign.body.data.field]).toEqual([404, 'ACCOUNT_UNKNOWN', 'playerId']);
    expect((await operator.post(FLAGS, { playerId: alice.member, locked: true })).body).toMatchObject({ code: 'UNKNOWN_FIELD' });
  });

  it.each([
    [{ frozen: true }, 403, 'ACCOUNT_FROZEN'],
    [{ reduceOnly: true }, 403, 'ACCOUNT_REDUCE_ONLY'],
    [{ mayNotOrder: true }, 403, 'PARTNER_MAY_NOT_ORDER'],
    [{ followerCopied: true }, 409, 'FOLLOWER_USES_COPY_TAB'],
  ])('%j refuses an order with its own code, and frees it again (rules 10.6)', async (flags, status, code) => {
    const set = await operator.post(FLAGS, { playerId: alice.member, ...flags });
    expect([set.status, set.body.data]).toEqual([200, expect.objectContaining({ playerId: alice.member, ...flags })]);
    const refused = await alice.post(ORDER, limit);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    const off = Object.fromEntries(Object.keys(flags).map((name) => [name, false]));
    await operator.post(FLAGS, { playerId: alice.member, ...off });
    const taken = await alice.post(ORDER, limit);
    expect(taken.status).toBe(200);
    await alice.post('/api/futures/order/cancel', { id: taken.body.data.order.id });
  });

  it('what is not named keeps its value', async () => {
    await operator.post(FLAGS, { playerId: alice.member, trader: true });
    const both = await operator.post(FLAGS, { playerId: alice.member, reduceOnly: true });
    expect(both.body.data).toMatchObject({ trader: true, reduceOnly: true, frozen: false });
    await operator.post(FLAGS, { playerId: alice.member, trader: false, reduceOnly: false });
  });
});

describe('three hands on one account in the same moment', () => {
  const LEVERAGE = '/api/admin/futures/leverage_limit';
  const flagsOf = async () => (await exchange.server.context.engine.query<{ flags: number }>(MARU, 'riskOf', bob.account)).flags;
  /** Two operators and the account module, each with its own flag, none waiting for another; the site's row has changed, so it opens again. */
  const all = (isOn: boolean) =>
    Promise.all([
      operator.post(FLAGS, { playerId: bob.member, mayNotOrder: isOn }),
      operator.post(FLAGS, { playerId: bob.member, mayNotInvest: isOn, reason: 'seen twice' }),
      operator.post(LEVERAGE, { playerId: bob.member, leverage: isOn ? 20 : null, reason: 'seen twice' }),
      setAccountFlag(exchange.server.context, { site: MARU, account: bob.account }, AccountFlag.SelfExcluded, isOn),
      (async () => {
        for (let again = 0; again < 20; again++) await bindLeverageLimits(exchange.server.context, MARU);
      })(),
    ]);

  it('an exclusion, two locks and a limit of leverage all hold, and all go', async () => {
    const wanted = AccountFlag.MayNotOrder | AccountFlag.MayNotInvest | AccountFlag.SelfExcluded | (20 << LEVERAGE_LIMIT_SHIFT);
    for (let round = 0; round < 5; round++) {
      await all(true);
      expect(await flagsOf()).toBe(wanted);
      await all(false);
      expect(await flagsOf()).toBe(0);
    }
  });

  it('of twelve limits at once one stands: in the row, in the engine and for the next order', async () => {
    const wanted = Array.from({ length: 12 }, (_, at) => 5 + at);
    const answers = await Promise.all(
      wanted.map((leverage) => operator.post(LEVERAGE, { playerId: bob.member, leverage, reason: 'seen twice' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200));
    const { rows } = await exchange.server.context.pool.query('SELECT leverage FROM futures_leverage_limit WHERE account = $1', [
      bob.account,
    ]);
    expect(await flagsOf()).toBe(rows[0].leverage << LEVERAGE_LIMIT_SHIFT);
    await operator.post(LEVERAGE, { playerId: bob.member, leverage: null, reason: 'seen twice' });
    expect(await flagsOf()).toBe(0);
  });

  it('a call that names no flag changes none', async () => {
    await operator.post(FLAGS, { playerId: bob.member, trader: true });
    const none = await operator.post(FLAGS, { playerId: bob.member, reason: 'nothing named' });
    expect([none.status, none.body.code]).toEqual([400, 'INVALID_FIELD']);
    expect(await flagsOf()).toBe(AccountFlag.Trader);
    await operator.post(FLAGS, { playerId: bob.member, trader: false });
  });
});

describe('GET /api/futures/funding_history', () => {
  it('tells each payment with rate, mark and what moved; explains it; leaves others out (rules 8.5)', async () => {
    await ladder();
    await alice.post(ORDER, market);
    const fundingTime = exchange.server.context.clock.now();
    await settle(10_000, fundingTime);
    await exchange.projected();
    const { body } = await alice.get('/api/futures/funding_history');
    expect(body.data.totalElements).toBe(1);
    const [payment] = body.data.content;
    expect(payment).toMatchObject({
      futuresOptionId: 1,
      symbol: BTC,
      tradeType: 'LONG',
      quantity: '0.010',
      markPrice: '60000.0000',
      fundingRate: '0.0001',
      amount: '-0.060000',
      collected: '-0.060000',
      minusFundingFee: '0.000000',
      fundingTime: new Date(fundingTime).toISOString(),
    });
    const why = await alice.get('/api/futures/explain', { fundingId: payment.fundingId });
    expect(why.body.data).toMatchObject({ kind: 'FUNDING', symbol: BTC });
    expect(why.body.data.steps[0]).toMatchObject({ numbers: 'floor(−1 × 0.010 × 60000.0000 × 0.0001)', result: '-0.060000', holds: true });
    expect((await bob.get('/api/futures/funding_history')).body.data.content).toEqual([]);
    expect((await alice.get('/api/futures/funding_history', { futuresOptionId: 2 })).body.data.totalElements).toBe(0);
    expect((await alice.get('/api/futures/funding_history', { symbol: 'BINANCE:NOPEUSDT' })).status).toBe(404);
    const [position] = (await alice.get('/api/futures/history/open_position')).body.data;
    expect(position.fundingPaid).toBe('0.060000');
  });

  it('the closed position counts its funding (rules 7.3)', async () => {
    await ladder();
    await alice.post(ORDER, { ...market, side: 'SELL', reduceOnly: true });
    await exchange.projected();
    const [closed] = (await alice.get('/api/futures/list', { type: 'position' })).body.data.content;
    expect(closed.fundingPaid).toBe('0.060000');
    expect(Number(closed.closedPnl)).toBeCloseTo(Number(closed.realizedPnl) - Number(closed.feesPaid) - 0.06, 6);
  });
});

describe('GET /api/futures/option/hedge', () => {
  it('both sides in hedge mode and what is left of them', async () => {
    const carol = await exchange.member('carol');
    await carol.post('/api/futures/order/position_mode', { mode: 'HEDGE' });
    await ladder();
    await carol.post(ORDER, { ...market, positionSide: 'LONG', quantity: '0.030' });
    await carol.post(ORDER, { ...market, side: 'SELL', positionSide: 'SHORT' });
    const { data } = (await carol.get('/api/futures/option/hedge', { futuresOptionId: 1 })).body;
    expect(data).toMatchObject({ mode: 'HEDGE', marginType: 'CROSSED', net: '0.020' });
    expect([data.long.quantity, data.long.entryPrice, data.short.quantity, data.short.entryPrice]).toEqual([
      '0.030',
      '60001.00',
      '0.010',
      '59999.00',
    ]);
    const { body } = await bob.get('/api/futures/option/hedge', { futuresOptionId: 1 });
    expect(body.data).toMatchObject({ mode: 'ONE_WAY', long: null, short: null, net: '0.000' });
    expect((await bob.get('/api/futures/option/hedge', { futuresOptionId: 99 })).body.code).toBe('SYMBOL_UNKNOWN');
  });
});

describe('POST /api/futures/order/copytrade/close', () => {
  it('is refused with its own code until there is copying', async () => {
    const { status, body } = await alice.post('/api/futures/order/copytrade/close', { closePrice: '1', futuresFollowerOrderId: 1 });
    expect([status, body.code]).toEqual([409, 'COPYTRADE_NOT_OPEN']);
    expect((await exchange.guest().post('/api/futures/order/copytrade/close', {})).status).toBe(401);
  });
});

describe('POST /api/admin/futures/option/delist', () => {
  it('asked by one operator and agreed to by another: cancels, settles at the last mark and closes the symbol', async () => {
    const dave = await exchange.member('david');
    await exchange.setLadder(ETH, [['2999.00', '50']], [['3001.00', '50']]);
    await dave.post(ORDER, { ...market, futuresOptionId: 2, quantity: '1.000' });
    await dave.post(ORDER, { ...limit, futuresOptionId: 2, price: '2900', quantity: '1.000' });
    const requested = { futuresOptionId: 2, reason: '거래량이 적어요' };
    expect((await dave.post(DELIST, requested)).status).toBe(403);
    expect((await operator.post(DELIST, { futuresOptionId: 2 })).body).toMatchObject({ code: 'REQUIRED_FIELD', data: { field: 'reason' } });
    const asked = await operator.post(DELIST, requested);
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    const { requestId } = asked.body.data;
    expect((await decideRequest(operator, requestId)).body.code).toBe('APPROVAL_OWN');
    const without = await exchange.operator(['approval.read', 'approval.decide', 'futures.switch']);
    expect((await decideRequest(without, requestId)).status).toBe(403);
    expect((await dave.get('/api/futures/history/open_position')).body.data).toHaveLength(1);
    const other = await exchange.operator();
    const presses = await Promise.all([decideRequest(other, requestId), decideRequest(other, requestId)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await dave.get('/api/futures/history/open_position')).body.data).toEqual([]);
    expect((await dave.get('/api/futures/history/open_order')).body.data).toEqual([]);
    await exchange.projected();
    const [closed] = (await dave.get('/api/futures/list', { type: 'position', status: 'SETTLED' })).body.data.content;
    expect(closed).toMatchObject({ end: 'SETTLED', closePrice: '3000.00' });
    const [cancelled] = (await dave.get('/api/futures/list', { status: 'CANCELED' })).body.data.content;
    expect(cancelled.endReason).toBe('DELISTED');
    const [fill] = (await dave.get('/api/futures/list', { type: 'trade', status: 'SETTLEMENT' })).body.data.content;
    expect(fill).toMatchObject({ role: 'SETTLEMENT', price: '3000.00', fee: '0.000000' });
    const refused = await dave.post(ORDER, { ...limit, futuresOptionId: 2, price: '2900', quantity: '1.000' });
    expect([refused.status >= 400, refused.body.code]).toEqual([true, 'SYMBOL_CLOSED']);
    expect((await operator.post(DELIST, requested)).body.code).toBe('SYMBOL_CLOSED');
  });
});

it('an entry that fills while there is no room for its exit is told on /user/queue/error, as an alert', async () => {
  const carol = await exchange.member('carolerr', '50000');
  const socket = await connectStomp(exchange.port, { token: carol.token });
  const [errors, warnings] = ['error', 'log_error'].map((name) => socket.subscribe(`/user/queue/${name}`));
  await socket.settle();
  await exchange.setLadder(BTC, [], []);
  const entry = await carol.post(ORDER, { ...limit, price: '59990', stopLoss: '58000', isPartialTpsl: true });
  expect(entry.body.data.order.status).toBe('NEW');
  const waiting = { ...market, type: 'STOPLOSS', side: 'BUY' };
  for (let i = 0; i < 10; i++) expect((await carol.post(ORDER, { ...waiting, stopPrice: String(62_000 + i) })).status).toBe(200);
  await bob.post(ORDER, { ...limit, side: 'SELL', price: '59990' });
  await expect
    .poll(() => errors.map(({ body }) => body))
    .toEqual([{ message: expect.stringContaining('58,000.00 USDT 손절 주문을 걸지 못했어요.') }]);
  expect(warnings).toEqual([]);
  await socket.end();
});
