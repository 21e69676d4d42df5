// Every refusal a member can meet over HTTP: status, code, field and text, and nothing changed by it.
import { SwitchBit } from '@maru/engine/wire/command.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const ETH = 'BINANCE:ETHUSDT';
let exchange: TestExchange;
let maker: TestMember;
let listed: Listed;

/** Of the API's document: by path and status, the codes that a call may answer. */
type Failing = Record<
  string,
  { content: { 'application/json': { schema: { allOf: [unknown, { properties: { code: { enum: string[] } } }] } } } }
>;
interface Listed {
  paths: Record<string, { post: { responses: Failing } }>;
}

interface Row {
  code: string;
  status: number;
  field?: string;
  path?: string;
  body: object | ((m: TestMember) => Promise<object>);
  before?(m: TestMember): Promise<unknown>;
  after?(): Promise<unknown>;
  /** Part of the Korean text. */
  text: string;
}

const PLACE = '/api/futures/order';
const limit = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '60000' };
const market = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
const eth = { ...limit, futuresOptionId: 2, price: '3000', quantity: '0.1' };
const rest = (m: TestMember) => m.post(PLACE, { ...limit, price: '58000' });
const ladder = () => exchange.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]);
const noLadder = () => exchange.setLadder(BTC, [], []);
async function long(m: TestMember): Promise<number> {
  await ladder();
  const opened = await m.post(PLACE, market);
  expect(opened.status).toBe(200);
  await noLadder();
  return (await m.get('/api/futures/history/open_position')).body.data[0].futuresPositionId;
}
const isolated = (m: TestMember) => m.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
const hedge = (m: TestMember) => m.post('/api/futures/order/position_mode', { mode: 'HEDGE' });
const free = () => exchange.setSwitch(ETH, 0);
const switched = (bits: number) => ({ before: () => exchange.setSwitch(ETH, bits), after: free, body: eth });

const rows: Row[] = [
  { code: 'SYMBOL_UNKNOWN', status: 404, field: 'futuresOptionId', body: { ...limit, futuresOptionId: 31 }, text: '없는 종목' },
  { code: 'MARKET_CLOSED', status: 409, field: 'futuresOptionId', ...switched(SwitchBit.MarketClosed), text: '장이 닫혀' },
  { code: 'TRADING_HALTED', status: 409, field: 'futuresOptionId', ...switched(SwitchBit.Halt), text: '멈췄어요' },
  { code: 'CANCEL_ONLY', status: 409, field: 'futuresOptionId', ...switched(SwitchBit.CancelOnly), text: '취소만' },
  { code: 'REDUCE_ONLY_MODE', status: 409, field: 'futuresOptionId', ...switched(SwitchBit.ReduceOnly), text: '줄이는' },
  { code: 'PRICE_STALE', status: 409, field: 'futuresOptionId', ...switched(SwitchBit.Stale), text: '시세가' },
  {
    code: 'MARKET_CLOSED',
    status: 409,
    field: 'futuresOptionId',
    ...switched(SwitchBit.MarketClosed),
    body: { ...eth, quantity: '0.12345' },
    text: '장이 닫혀',
  },
  {
    code: 'NO_MARK_PRICE',
    status: 409,
    field: 'futuresOptionId',
    body: { ...limit, futuresOptionId: 3, price: '0.5', quantity: '100' },
    text: '마크가격이 없는',
  },
  { code: 'PARAM_MALFORMED', status: 400, field: 'price', body: { ...limit, price: undefined }, text: '(price)' },
  { code: 'PARAM_NOT_REQUIRED', status: 400, field: 'price', body: { ...market, price: '60000' }, text: '(price)' },
  { code: 'PARAM_NOT_REQUIRED', status: 400, field: 'slippageLimit', body: { ...limit, slippageLimit: '0.01' }, text: '(slippageLimit)' },
  {
    code: 'BAD_PRECISION',
    status: 400,
    field: 'quantity',
    body: { ...limit, quantity: '0.0015' },
    text: '3자리까지만 쓸 수 있어요. (quantity)',
  },
  { code: 'BAD_PRECISION', status: 400, field: 'price', body: { ...limit, price: '60000.005' }, text: '2자리까지만 쓸 수 있어요. (price)' },
  { code: 'QUANTITY_NOT_POSITIVE', status: 400, field: 'quantity', body: { ...limit, quantity: '0' }, text: '0보다 커야' },
  { code: 'QUANTITY_TOO_LARGE', status: 400, field: 'quantity', body: { ...limit, quantity: '1000.001' }, text: '1,000 BTC까지' },
  { code: 'QUANTITY_TOO_LARGE', status: 400, field: 'quantity', body: { ...market, quantity: '120.001' }, text: '120 BTC까지' },
  { code: 'PRICE_NOT_POSITIVE', status: 400, field: 'price', body: { ...limit, price: '0' }, text: '0보다 커야' },
  { code: 'PRICE_TOO_HIGH', status: 400, field: 'price', body: { ...limit, price: '42949672.96' }, text: '42,949,672.95 USDT 이하' },
  { code: 'PRICE_ABOVE_BAND', status: 422, field: 'price', body: { ...limit, price: '63000.01' }, text: '63,000 USDT보다 비싸게' },
  {
    code: 'PRICE_BELOW_BAND',
    status: 422,
    field: 'price',
    body: { ...limit, side: 'SELL', price: '56999.99' },
    text: '57,000 USDT보다 싸게',
  },
  { code: 'NOTIONAL_TOO_SMALL', status: 422, field: 'quantity', body: { ...limit, quantity: '0.001' }, text: '100 USDT 이상' },
  { code: 'NO_LIQUIDITY', status: 422, field: 'quantity', before: noLadder, body: market, text: '상대 호가가 없어요' },
  {
    code: 'MARKET_ORDER_OUT_OF_RANGE',
    status: 422,
    field: 'price',
    before: () => exchange.setLadder(BTC, [], [['64000.00', '5']]),
    after: noLadder,
    body: market,
    text: '마크가격에서 너무 멀어',
  },
  {
    code: 'POSITION_SIDE_MISMATCH',
    status: 422,
    field: 'positionSide',
    body: { ...limit, positionSide: 'LONG' },
    text: '포지션 모드와 맞지 않는',
  },
  { code: 'POSITION_SIDE_MISMATCH', status: 422, field: 'positionSide', before: hedge, body: limit, text: '포지션 모드와 맞지 않는' },
  {
    code: 'REDUCE_ONLY_CONFLICT',
    status: 422,
    field: 'reduceOnly',
    before: hedge,
    body: { ...limit, positionSide: 'LONG', reduceOnly: true },
    text: '양방향 모드',
  },
  {
    code: 'REDUCE_ONLY_REJECTED',
    status: 422,
    field: 'reduceOnly',
    body: { ...limit, side: 'SELL', reduceOnly: true },
    text: '줄일 포지션이 없거나',
  },
  {
    code: 'REDUCE_ONLY_REJECTED',
    status: 422,
    field: 'reduceOnly',
    before: long,
    body: { ...limit, side: 'SELL', price: '61000', quantity: '0.011', reduceOnly: true },
    text: '주문이 포지션보다 커요',
  },
  {
    code: 'NOTIONAL_ABOVE_BRACKET',
    status: 422,
    field: 'quantity',
    before: (m) => m.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 125 }),
    body: { ...limit, quantity: '0.900' },
    text: '50,000 USDT까지',
  },
  {
    code: 'INSUFFICIENT_MARGIN',
    status: 422,
    field: 'quantity',
    body: { ...limit, quantity: '4.000' },
    text: '증거금이 부족해요. 12,096 USDT가 필요한데 10,000 USDT를',
  },
  { code: 'FOK_NOT_FILLED', status: 422, field: 'timeInForce', body: { ...limit, timeInForce: 'FOK' }, text: '한 번에 모두' },
  {
    code: 'POST_ONLY_WOULD_TAKE',
    status: 422,
    field: 'timeInForce',
    before: ladder,
    after: noLadder,
    body: { ...limit, price: '60001', timeInForce: 'GTX' },
    text: '바로 체결되는',
  },
  {
    code: 'TOO_MANY_ORDERS',
    status: 422,
    before: async (m) => {
      for (let i = 0; i < 200; i++) await m.post(PLACE, { ...limit, quantity: '0.002', price: '57000' });
    },
    body: limit,
    text: '200개까지',
  },
  {
    code: 'ORDER_UNKNOWN',
    status: 404,
    field: 'id',
    path: '/api/futures/order/cancel',
    body: { id: 999_999_999 },
    text: '열려 있는 주문이 아니에요',
  },
  {
    code: 'ORDER_UNKNOWN',
    status: 404,
    field: 'id',
    path: '/api/futures/order/amend',
    body: { id: 999_999_999, price: '1' },
    text: '열려 있는 주문이 아니에요',
  },
  {
    code: 'ORDER_UNCHANGED',
    status: 422,
    field: 'price',
    path: '/api/futures/order/amend',
    body: async (m) => ({ id: (await rest(m)).body.data.order.id, price: '58000.00' }),
    text: '바뀐 내용이 없어요',
  },
  {
    code: 'INVALID_LEVERAGE',
    status: 400,
    field: 'leverage',
    path: '/api/futures/order/leverage',
    body: { futuresOptionId: 1, leverage: 126 },
    text: '125배까지',
  },
  {
    code: 'LEVERAGE_LOCKED_BY_POSITION',
    status: 409,
    field: 'leverage',
    path: '/api/futures/order/leverage',
    before: long,
    body: { futuresOptionId: 1, leverage: 5 },
    text: '포지션이 있는 동안',
  },
  {
    code: 'MARGIN_TYPE_UNCHANGED',
    status: 409,
    field: 'marginType',
    path: '/api/futures/order/margin_type',
    body: { futuresOptionId: 1, marginType: 'CROSSED' },
    text: '이미 그 증거금',
  },
  {
    code: 'MARGIN_TYPE_LOCKED_BY_ORDERS',
    status: 409,
    field: 'marginType',
    path: '/api/futures/order/margin_type',
    before: rest,
    body: { futuresOptionId: 1, marginType: 'ISOLATED' },
    text: '미체결 주문이 있어',
  },
  {
    code: 'MARGIN_TYPE_LOCKED_BY_POSITION',
    status: 409,
    field: 'marginType',
    path: '/api/futures/order/margin_type',
    before: long,
    body: { futuresOptionId: 1, marginType: 'ISOLATED' },
    text: '포지션이 있어',
  },
  {
    code: 'POSITION_MODE_UNCHANGED',
    status: 409,
    field: 'mode',
    path: '/api/futures/order/position_mode',
    body: { mode: 'ONE_WAY' },
    text: '이미 그 포지션 모드',
  },
  {
    code: 'POSITION_MODE_LOCKED_BY_ORDERS',
    status: 409,
    field: 'mode',
    path: '/api/futures/order/position_mode',
    before: rest,
    body: { mode: 'HEDGE' },
    text: '미체결 주문이 있어',
  },
  {
    code: 'POSITION_MODE_LOCKED_BY_POSITION',
    status: 409,
    field: 'mode',
    path: '/api/futures/order/position_mode',
    before: long,
    body: { mode: 'HEDGE' },
    text: '포지션이 있어',
  },
  {
    code: 'POSITION_UNKNOWN',
    status: 404,
    field: 'futuresPositionId',
    path: '/api/futures/order/margin',
    body: { futuresPositionId: 999_999, amount: '1', type: 1 },
    text: '열려 있는 포지션이 아니에요',
  },
  {
    code: 'MARGIN_IS_CROSSED',
    status: 422,
    field: 'futuresPositionId',
    path: '/api/futures/order/margin',
    body: async (m) => ({ futuresPositionId: await long(m), amount: '1', type: 1 }),
    text: '교차 포지션',
  },
  ...(['1', '2'] as const).map(
    (type): Row => ({
      code: type === '1' ? 'CROSS_BALANCE_SHORT' : 'ISOLATED_BALANCE_SHORT',
      status: 422,
      field: 'amount',
      path: '/api/futures/order/margin',
      before: isolated,
      body: async (m) => ({ futuresPositionId: await long(m), amount: '99999', type: Number(type) }),
      text: type === '1' ? '넣을 수 있는 금액은' : '뺄 수 있는 금액은',
    }),
  ),
  {
    code: 'AMOUNT_NOT_POSITIVE',
    status: 400,
    field: 'amount',
    path: '/api/futures/order/margin',
    before: isolated,
    body: async (m) => ({ futuresPositionId: await long(m), amount: '0', type: 1 }),
    text: '0보다 커야',
  },
];

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '60000.00');
  await exchange.setMark(ETH, '3000.00');
  maker = await exchange.member('maker');
  listed = (await (await fetch(`http://localhost:${exchange.port}/api/openapi.json`)).json()) as Listed;
});
afterAll(() => exchange.stop());

const codesAt = (path: string, status: number) =>
  listed.paths[path].post.responses[status]?.content['application/json'].schema.allOf[1].properties.code.enum ?? [];

const standing = async (m: TestMember) => {
  const [cross, orders, positions] = await Promise.all([
    m.get('/api/futures/futures_cross'),
    m.get('/api/futures/history/open_order'),
    m.get('/api/futures/history/open_position'),
  ]);
  const { sequence: _, ...account } = cross.body.data;
  return { account, orders: orders.body.data, positions: positions.body.data };
};

describe('refusals', () => {
  it.each(rows.map((row, i) => ({ ...row, i })))('$code ($i) names $field and changes nothing', async (row) => {
    const m = await exchange.member(`refused${row.i}`);
    await row.before?.(m);
    const body = typeof row.body === 'function' ? await row.body(m) : row.body;
    const before = await standing(m);
    const { status, body: answer } = await m.post(row.path ?? PLACE, body);
    expect([status, answer.code, answer.data?.field]).toEqual([row.status, row.code, row.field]);
    expect(codesAt(row.path ?? PLACE, status)).toContain(row.code);
    expect(answer.message).toContain(row.text);
    expect(answer.message).not.toMatch(/[{}]|undefined/);
    expect(await standing(m)).toEqual(before);
    await row.after?.();
  });

  it('an amendment below what has filled says the least quantity', async () => {
    const m = await exchange.member('amender');
    await maker.post(PLACE, { ...limit, side: 'SELL', quantity: '0.004' });
    const placed = await m.post(PLACE, limit);
    const { status, body } = await m.post('/api/futures/order/amend', { id: placed.body.data.order.id, quantity: '0.004' });
    expect([status, body.code, body.data.limit]).toEqual([400, 'QUANTITY_TOO_SMALL', '0.005']);
    await m.post('/api/futures/order/cancel_all', {});
  });

  it('speaks English when asked', async () => {
    const m = await exchange.member('english');
    const { body } = await m.post(PLACE, { ...limit, price: '63000.01' }, { 'accept-language': 'en-US,en;q=0.9' });
    expect(body.message).toBe('Buying above 63,000 USDT is not possible right now.');
  });
});

describe('malformed input (issue 2, section 8)', () => {
  it.each([
    ['exponent', { quantity: '1e3' }, 'quantity'],
    ['plus sign', { quantity: '+1' }, 'quantity'],
    ['minus sign', { quantity: '-1' }, 'quantity'],
    ['blank', { quantity: ' 1' }, 'quantity'],
    ['separator', { price: '60,000' }, 'price'],
    ['hexadecimal', { price: '0x10' }, 'price'],
    ['empty', { price: '' }, 'price'],
    ['JSON number', { quantity: 1 }, 'quantity'],
    ['boolean', { quantity: true }, 'quantity'],
    ['NaN', { quantity: 'NaN' }, 'quantity'],
    ['31 digits', { quantity: '1'.repeat(31) }, 'quantity'],
    ['unknown side', { side: 'HOLD' }, 'side'],
    ['unknown time in force', { timeInForce: 'DAY' }, 'timeInForce'],
    ['reduceOnly as text', { reduceOnly: 'true' }, 'reduceOnly'],
    ['id as text', { futuresOptionId: '1' }, 'futuresOptionId'],
    ['fractional id', { futuresOptionId: 1.5 }, 'futuresOptionId'],
    ['client id of 37 characters', { clientOrderId: 'x'.repeat(37) }, 'clientOrderId'],
    ['client id with a quote', { clientOrderId: "a'b" }, 'clientOrderId'],
  ])('%s is a 400 that names the field', async (_what, change, field) => {
    const { status, body } = await maker.post(PLACE, { ...limit, ...change });
    expect([status, body.code, body.data.field]).toEqual([400, 'INVALID_FIELD', field]);
  });

  it('a field that does not exist, a missing one and broken JSON are refused too', async () => {
    expect((await maker.post(PLACE, { ...limit, quantitty: '1' })).body).toMatchObject({
      code: 'UNKNOWN_FIELD',
      data: { field: 'quantitty' },
    });
    expect((await maker.post(PLACE, { ...limit, side: undefined })).body).toMatchObject({
      code: 'REQUIRED_FIELD',
      data: { field: 'side' },
    });
    expect((await maker.post(PLACE, '{"futuresOptionId":1,')).status).toBe(400);
    expect((await maker.post(PLACE, '{"futuresOptionId":1,"futuresOptionId":2}')).status).toBe(400);
  });

  it('and none of them left anything behind', async () => {
    expect((await maker.get('/api/futures/history/open_order')).body.data).toEqual([]);
  });
});
