// Explain over real HTTP, engine, journal and PostgreSQL: each fill, liquidation and refusal with its rule and its numbers, recomputed
// from the journal, the same after a restart from a snapshot, and only to the member whose record it is.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import type { Explanation, ExplainStep } from '@maru/futures/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const ORDER = '/api/futures/order';
const EXPLAIN = '/api/futures/explain';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '58000' };
const market = { ...limit, type: 'MARKET', price: undefined };
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '60000.00');
  alice = await exchange.member('alice');
  bob = await exchange.member('bobby');
});
afterAll(() => exchange.stop());

const ladder = (bid = '59999.00', ask = '60001.00') => exchange.setLadder(BTC, [[bid, '5']], [[ask, '5']]);
async function explained(query: Record<string, string | number>, member = alice): Promise<Explanation> {
  const answer = await member.get(EXPLAIN, query);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}
const step = (e: Explanation, rule: string, formula?: string) =>
  e.steps.find((s) => s.rule === rule && (formula === undefined || s.formula === formula)) as ExplainStep;
const noneFails = (e: Explanation) => expect(e.steps.filter((s) => s.holds === false)).toEqual([]);

describe('GET /api/futures/explain', () => {
  it('a fill: fee by its role, entry price, margin; the figures are those of the order’s answer (rules 7.6, 7.1, 5.5)', async () => {
    await ladder();
    const { body } = await alice.post(ORDER, { ...market, quantity: '0.020', stopLoss: '40000' });
    const [fill] = body.data.fills;
    await exchange.projected();
    const e = await explained({ tradeId: fill.tradeId, orderId: fill.orderId });
    noneFails(e);
    expect(e).toMatchObject({ kind: 'FILL', sequence: body.sequence, symbol: BTC, futuresOptionId: 1, code: null });
    expect(e.request).toContainEqual({ name: 'command', value: 'PlaceOrder' });
    expect(e.request).toContainEqual({ name: 'lots', value: '0.020' });
    expect(e.request).toContainEqual({ name: 'stopLoss', value: '40000.00' });
    expect(JSON.stringify(e)).not.toContain('[object');
    expect(e.market).toMatchObject({ mark: '60000.0000', last: '60000.0000' });
    expect(step(e, '7.6')).toMatchObject({ numbers: 'ceil(60001.00 × 0.020 × 0.0004)', result: fill.fee, holds: true });
    expect(step(e, '7.1')).toMatchObject({ numbers: '(0 + 60001.00 × 0.020) ÷ 0.020', result: '60001.00' });
    expect(step(e, '5.5')).toMatchObject({ numbers: 'ceil(60001.00 × 0.020 ÷ 20)', result: '60.001000' });
    expect(Number(e.account.before.crossWallet) - Number(e.account.after.crossWallet)).toBeCloseTo(Number(fill.fee), 6);
  });

  it('a closing fill: the released part of the entry cost and the realized profit (rules 7.3)', async () => {
    await ladder('60100.00', '60101.00');
    const [fill] = (await alice.post(ORDER, { ...market, side: 'SELL', quantity: '0.005', reduceOnly: true })).body.data.fills;
    await exchange.projected();
    const e = await explained({ tradeId: fill.tradeId, orderId: fill.orderId });
    noneFails(e);
    expect(step(e, '7.3', 'ceil(entryCost × x ÷ q)')).toMatchObject({
      numbers: 'ceil(1200.02 × 0.005 ÷ 0.020)',
      result: '300.005',
    });
    expect(step(e, '7.3', 'floor(x × P − released)')).toMatchObject({ result: fill.realizedPnl, holds: true });
  });

  it('a maker’s fill shows its own figures and names the other’s command without its content', async () => {
    await ladder('59999.00', '60101.00');
    const { id } = (await bob.post(ORDER, { ...limit, side: 'SELL', price: '60050' })).body.data.order;
    await alice.post(ORDER, { ...limit, price: '60050', clientOrderId: 'alices-own' });
    await exchange.projected();
    const [fill] = (await bob.get('/api/futures/list', { type: 'trade' })).body.data.content;
    const e = await explained({ tradeId: fill.tradeId, orderId: id }, bob);
    noneFails(e);
    expect(e.request).toEqual([{ name: 'command', value: 'PlaceOrder' }]);
    expect(step(e, '7.6')).toMatchObject({ name: { en: 'Maker fee' }, numbers: 'ceil(60050.00 × 0.010 × 0.0002)', result: fill.fee });
    expect(JSON.stringify(e)).not.toContain('alices-own');
  });

  it('a refusal by its sequence and by its key: the limit, what came, and the parts of the cost (rules 3.6, 6.4)', async () => {
    const refused = await alice.post(ORDER, { ...limit, price: '59000', quantity: '50.000', clientOrderId: 'too-much' });
    expect(refused.body.code).toBe('INSUFFICIENT_MARGIN');
    await exchange.projected();
    const e = await explained({ sequence: refused.body.data.sequence });
    noneFails(e);
    expect(e).toMatchObject({ kind: 'REJECTION', code: 'INSUFFICIENT_MARGIN', title: { ko: refused.body.message } });
    expect(step(e, '6.4', 'ceil(P × q ÷ L)')).toMatchObject({ result: '147500.000000' });
    // The refusal says its figures as a person writes them; a formula keeps all their places.
    const { offered, limit: available } = refused.body.data;
    const sixPlaces = (text: string) =>
      (text.includes('.') ? text : `${text}.`).replace(/\.(\d*)$/, (_, d: string) => `.${d.padEnd(6, '0')}`);
    expect(step(e, '6.4', 'IM + openLoss + fee')).toMatchObject({ result: sixPlaces(offered) });
    expect(step(e, '6.4', 'cost ≤ availableBalance')).toMatchObject({
      numbers: `${sixPlaces(offered)} ≤ ${sixPlaces(available)}`,
      result: 'false',
    });
    expect(e.account.after).toEqual(e.account.before);
    expect(await explained({ requestKey: 'too-much' })).toEqual(e);
  });

  it.each([
    ['POSITION_SIDE_MISMATCH', '', { ...limit, price: '59000', positionSide: 'LONG' }, 'HEDGE = ONE_WAY'],
    ['INVALID_COUNTDOWN', '/cancel_all_after', { futuresOptionId: 1, countdownTime: 1 }, '1000 ≤ 1 ≤ 86400000'],
    ['ORDER_UNKNOWN', '/cancel', { id: 999_999 }, '0 = 1'],
    ['POSITION_UNKNOWN', '/margin', { futuresPositionId: 999_999, amount: '1', type: 1 }, '0 = 1'],
    [
      'CLOSE_POSITION_TAKES_NO_QUANTITY',
      '',
      { ...limit, side: 'SELL', type: 'STOPLOSS', price: undefined, stopPrice: '50000', closePosition: true },
      '0.010 = 0',
    ],
  ])('a refusal %s has its condition with the figures put in (issue: for every rejection)', async (code, path, body, numbers) => {
    const refused = await alice.post(`${ORDER}${path}`, body);
    expect(refused.body.code).toBe(code);
    await exchange.projected();
    const e = await explained({ sequence: refused.body.data.sequence });
    expect(e.steps.at(-1)).toMatchObject({ numbers, result: 'false' });
  });

  it('a liquidation: the mark’s constituents, profit, maintenance and the test that failed (rules 8.2, 9.1)', async () => {
    const carol = await exchange.member('carol');
    await exchange.setMark(BTC, '60000.00');
    await carol.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 100 });
    await carol.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    await ladder();
    await carol.post(ORDER, market);
    const [{ futuresPositionId }] = (await carol.get('/api/futures/history/open_position')).body.data;
    await ladder('59600.00', '59610.00');
    const head = { time: 0, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
    const mark = { ...head, kind: CommandKind.SetMark, mark: 596_000_000, index: 596_010_000, last: 595_900_000, valid: 1 } as const;
    await exchange.command(1, encodeCommand({ ...mark, parts: [596_000_000, 596_020_000, 10_000] }));
    await exchange.projected();
    const e = await explained({ futuresPositionId }, carol);
    noneFails(e);
    expect(e.market).toEqual({
      mark: '59600.0000',
      index: '59601.0000',
      last: '59590.0000',
      price1: '59600.0000',
      price2: '59602.0000',
      fundingRate: '0.0001',
      markSequence: e.sequence,
      markTime: e.time,
    });
    expect(step(e, '8.2')).toMatchObject({ numbers: 'median(59600.0000, 59602.0000, 59590.0000)', result: '59600.0000', holds: true });
    expect(step(e, '7.4')).toMatchObject({ numbers: 'floor(0.010 × 59600.0000 − 600.01)', result: '-4.010000' });
    expect(step(e, '6.6')).toMatchObject({ numbers: 'ceil(0.010 × 59600.0000 × 0.004 − 0.000000)', result: '2.384000' });
    expect(step(e, '9.1', 'isolatedWallet + uPnL')).toMatchObject({ numbers: '6.000100 + (-4.010000)', result: '1.990100', holds: true });
    expect(step(e, '9.1', 'isolatedWallet + uPnL ≤ MM')).toMatchObject({ numbers: '1.990100 ≤ 2.384000', result: 'true', holds: true });
    expect(e.title.en).toBe('Liquidation');
    expect(step(e, '9.3')).toMatchObject({ formula: 'P × q', numbers: '59600.00 × 0.010', result: '596' });
    expect(step(e, '9.5')).toMatchObject({ numbers: 'min(1.990100, ceil(596 × 0.0125))', result: '1.990100', holds: true });
    const [fill] = (await carol.get('/api/futures/list', { type: 'trade' })).body.data.content;
    expect((await explained({ tradeId: fill.tradeId, orderId: fill.orderId }, carol)).title.ko).toBe('청산 체결');
  });

  it('a bracket that is stepped down: its size, the fee of what was sold, the test again, and who took the rest (rules 9.3 to 9.5)', async () => {
    const whale = await exchange.member('whale', '160000');
    for (let k = 0; k < 2; k++) await exchange.setMark(BTC, '60000.00');
    await whale.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 50 });
    for (const quantity of ['60.000', '55.000']) {
      await exchange.setLadder(BTC, [['59999.00', '500']], [['60001.00', '500']]);
      await whale.post(ORDER, { ...market, quantity });
    }
    const [{ futuresPositionId }] = (await whale.get('/api/futures/history/open_position')).body.data;
    await exchange.setLadder(BTC, [['59113.00', '500']], [['59121.00', '500']]);
    await exchange.setMark(BTC, '59120.00');
    await exchange.projected();
    const e = await explained({ futuresPositionId }, whale);
    noneFails(e);
    expect(e.steps.filter(({ rule }) => rule.startsWith('9.')).map((s) => `${s.formula} = ${s.result}`)).toEqual([
      'crossWalletBalance + Σ uPnL = 55924.954000',
      'marginBalance ≤ Σ MM = true',
      'ceil((N − cap) ÷ MP) = 64.256',
      'P × q = 3798364.928',
      'ceil(value × clearanceFeeRate) = 47479.561600',
      'marginBalance ≤ Σ MM = true',
      'ceil((N − cap) ÷ MP) = 40.596',
      'P × q = 2399751.348',
      'min(left, ceil(value × clearanceFeeRate)) = 7711.428400',
      'marginBalance ≤ Σ MM = true',
      'MP = 59120.00',
    ]);
    // The member's list of it: each step a row, each row a key to why.
    const { content, days } = (await whale.get('/api/futures/liquidation_history', { withDays: 'true' })).body.data;
    const steps = content as { stage: string; quantity: string; price: string; fee: string; tradeType: string; liquidationId: string }[];
    expect(steps.map((s) => `${s.stage} ${s.tradeType} ${s.quantity} ${s.price} ${s.fee}`)).toEqual([
      'TAKEN_OVER LONG 10.148 59120.00 0.000000',
      'STEPPED_DOWN LONG 40.596 59113.00 7711.428400',
      'STEPPED_DOWN LONG 64.256 59113.00 47479.561600',
    ]);
    expect(days).toMatchObject([{ count: 3, fee: '55190.990000', pnl: '0.000000' }]);
    for (const { liquidationId } of steps) expect(await explained({ liquidationId }, whale)).toEqual(e);
    const page = { size: 2 };
    const { content: first, next } = (await whale.get('/api/futures/liquidation_history', page)).body.data;
    const { content: rest } = (await whale.get('/api/futures/liquidation_history', { ...page, cursor: next })).body.data;
    expect([...first, ...rest]).toEqual(content);
    expect((await whale.get('/api/futures/liquidation_history', { side: 'SELL' })).body.data.totalElements).toBe(0);
    const other = await exchange.member('other');
    expect((await other.get('/api/futures/liquidation_history')).body.data.totalElements).toBe(0);
    const theirs = await other.get('/api/futures/explain', { liquidationId: steps[0].liquidationId });
    expect([theirs.status, theirs.body.code]).toEqual([404, 'EXPLAIN_UNKNOWN']);
  });

  it('a trailing stop that fired: what it followed and how far it fell back (rules 3.1)', async () => {
    for (let k = 0; k < 2; k++) await exchange.setMark(BTC, '60000.00');
    const erin = await exchange.member('erin');
    await ladder();
    await erin.post(ORDER, market);
    const trailing = { ...market, side: 'SELL', type: 'TRAILINGSTOP', callbackRate: '0.5', workingType: 'MARK_PRICE', reduceOnly: true };
    const { id } = (await erin.post(ORDER, trailing)).body.data.order;
    await exchange.setMark(BTC, '60500.00');
    await ladder('60149.00', '60151.00');
    await exchange.setMark(BTC, '60150.00');
    await exchange.projected();
    const [fill] = (await erin.get('/api/futures/list', { type: 'trade' })).body.data.content;
    const e = await explained({ tradeId: fill.tradeId, orderId: id }, erin);
    noneFails(e);
    expect(step(e, '3.1')).toMatchObject({ numbers: '60150.0000 ≤ 60500.0000 × (1 − 0.005)', result: 'true', holds: true });
  });

  it('funding paid, received and only partly collected, and of a position that traded before its settlement (rules 8.5, D-11)', async () => {
    const payer = await exchange.member('payer', '200');
    const taker = await exchange.member('taker', '1000');
    const poor = await exchange.member('poorer', '31');
    await exchange.setMark(BTC, '60000.00');
    await poor.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 100 });
    await poor.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    for (const [member, side, quantity] of [
      [payer, 'BUY', '0.050'],
      [taker, 'SELL', '0.050'],
      [poor, 'BUY', '0.030'],
    ] as const) {
      await ladder();
      expect((await member.post(ORDER, { ...market, side, quantity })).body.data.order.status).toBe('FILLED');
    }
    await exchange.setMark(BTC, '61200.00');
    const head = { time: 0, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
    const fundingTime = exchange.server.context.clock.now();
    await exchange.command(1, encodeCommand({ ...head, kind: CommandKind.SettleFunding, rate: 2_000_000, fundingTime }));
    await exchange.projected();
    const asked = async (member: TestMember) => {
      const [{ fundingId }] = (await member.get('/api/futures/funding_history')).body.data.content;
      const e = await explained({ fundingId }, member);
      noneFails(e);
      return e;
    };
    const paid = await asked(payer);
    expect([paid.title.en, paid.steps.map((s) => s.result)]).toEqual(['Funding paid', ['-61.200000', '-61.200000']]);
    expect(paid.steps[1]).toMatchObject({ name: { en: 'Taken from the cross wallet' }, formula: 'amount' });
    const received = await asked(taker);
    expect([received.title.ko, received.steps[1].name.ko, received.steps[1].result]).toEqual([
      '받은 펀딩비',
      '교차 지갑에 들어온 금액',
      '61.200000',
    ]);
    const partly = await asked(poor);
    expect(partly.title.ko).toBe('일부만 걷힌 펀딩비');
    expect(partly.steps[1]).toMatchObject({
      name: { en: 'Taken from the isolated margin' },
      formula: 'min(amount, isolatedWallet)',
      numbers: 'min(36.720000, 18.000300)',
      result: '-18.000300',
    });
    expect(partly.steps[2]).toMatchObject({ numbers: '0.000000 + (-36.720000) − (-18.000300)', result: '-18.719700' });
    expect(partly.steps[3]).toMatchObject({ name: { en: 'Paid by the house instead' }, result: '18.719700' });
  });

  it('a trigger that was refused as it fired: why it fired, the parts of its cost and the check that failed (rules 3.1, 6.4)', async () => {
    const ETH = 'BINANCE:ETHUSDT';
    const dave = await exchange.member('dave', '100');
    for (let k = 0; k < 2; k++)
      for (const [symbol, price] of [
        [BTC, '60000.00'],
        [ETH, '3000.00'],
      ] as const)
        await exchange.setMark(symbol, price);
    await ladder();
    expect((await dave.post(ORDER, { ...market, side: 'SELL', quantity: '0.020' })).status).toBe(200);
    const stop = { ...limit, futuresOptionId: 2, type: 'STOPLOSS', quantity: '0.200', price: '3010', stopPrice: '3005' };
    const { id } = (await dave.post(ORDER, stop)).body.data.order;
    expect((await dave.get(EXPLAIN, { orderId: id })).body.code).toBe('EXPLAIN_UNKNOWN');
    // The short loses 20 USDT before the stop is reached.
    await exchange.setMark(BTC, '61000.00');
    await exchange.setMark(ETH, '3005.00');
    await exchange.projected();
    const e = await explained({ orderId: id }, dave);
    noneFails(e);
    expect(e).toMatchObject({ kind: 'REJECTION', code: 'INSUFFICIENT_MARGIN', symbol: ETH });
    expect(e.title.ko).toMatch(/^증거금이 부족해요\. \d+\.\d+ USDT가 필요한데 \d+\.\d+ USDT를 쓸 수 있어요\.$/);
    expect(step(e, '3.1')).toMatchObject({ name: { ko: '발동 조건' }, numbers: '3005.0000 ≥ 3005.00', result: 'true', holds: true });
    expect(step(e, '6.4', 'ceil(P × q ÷ L)')).toMatchObject({ numbers: 'ceil(3010.00 × 0.200 ÷ 20)', result: '30.100000' });
    expect(step(e, '6.4', 'IM + openLoss + fee')).toMatchObject({ holds: true });
    expect(step(e, '6.4', 'cost ≤ availableBalance')).toMatchObject({ result: 'false' });
    expect((await bob.get(EXPLAIN, { orderId: id })).body.code).toBe('EXPLAIN_UNKNOWN');
  });

  it('the same answer after a restart from a snapshot, whatever came since', async () => {
    const [fill] = (await alice.get('/api/futures/list', { type: 'trade', size: 100 })).body.data.content.slice(-1);
    const query = { tradeId: fill.tradeId, orderId: fill.orderId };
    const before = await explained(query);
    await exchange.restart();
    expect(await explained(query)).toEqual(before);
  });

  it('tells nobody else’s record, and asks for what is missing', async () => {
    const [fill] = (await alice.get('/api/futures/list', { type: 'trade' })).body.data.content;
    const hana = await exchange.member('hana', '10000', HANOK);
    const own = { tradeId: fill.tradeId, orderId: fill.orderId };
    for (const [member, query] of [
      [bob, own],
      [hana, own],
      [bob, { sequence: 1 }],
      [bob, { futuresPositionId: 1 }],
      [bob, { fundingId: '12.1' }],
      [bob, { requestKey: 'too-much' }],
    ] as const) {
      const { status, body } = await member.get(EXPLAIN, query as Record<string, string | number>);
      expect([status, body.code]).toEqual([404, 'EXPLAIN_UNKNOWN']);
    }
    expect((await alice.get(EXPLAIN)).body).toMatchObject({ code: 'REQUIRED_FIELD', data: { field: 'sequence' } });
    expect((await alice.get(EXPLAIN, { tradeId: 1 })).body).toMatchObject({ code: 'REQUIRED_FIELD', data: { field: 'orderId' } });
    expect((await exchange.guest().get(EXPLAIN, own)).status).toBe(401);
  });

  it('a member who asks for too many is asked to wait', async () => {
    const [fill] = (await bob.get('/api/futures/list', { type: 'trade' })).body.data.content;
    const answers = await Promise.all(Array.from({ length: 16 }, () => bob.get(EXPLAIN, { tradeId: fill.tradeId, orderId: fill.orderId })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(3);
    expect(refused.length).toBeLessThan(16);
    for (const { status, body } of refused)
      expect([status, body.code, body.data.retryAfterSeconds > 0]).toEqual([429, 'EXPLAIN_BUSY', true]);
  });
});
