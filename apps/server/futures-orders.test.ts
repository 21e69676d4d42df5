// The futures calls over real HTTP, engine and database: what is asked, what is answered, and what a member reads back.
import type { Fill, Order } from '@maru/futures/contract.ts';
import type { LedgerEntry } from '@maru/wallet/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const ETH = 'BINANCE:ETHUSDT';
let exchange: TestExchange;
let alice: TestMember;
let bob: TestMember;
let serial = 0;

const order = (body: object) => ({ futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', ...body });
const ladder = () =>
  exchange.setLadder(
    BTC,
    [
      ['59999.00', '5'],
      ['59998.00', '5'],
    ],
    [
      ['60001.00', '5'],
      ['60002.00', '5'],
    ],
  );

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '60000.00');
  await exchange.setMark(ETH, '3000.00');
});
afterAll(() => exchange.stop());
beforeEach(async () => {
  serial++;
  // What an earlier test left in the book would fill this one's orders.
  for (const member of [alice, bob]) await member?.post('/api/futures/order/cancel_all', {});
  [alice, bob] = await Promise.all([exchange.member(`alice${serial}`), exchange.member(`bob${serial}`)]);
});

describe('POST /api/futures/order', () => {
  it('rests a limit order, holds its cost and answers with the sequence (rules 6.4)', async () => {
    const { status, body } = await alice.post('/api/futures/order', order({ price: '50000', clientOrderId: 'first-1' }));
    expect([status, body.status]).toEqual([200, 'success']);
    expect(body.sequence).toBeGreaterThan(0);
    expect(body.data.fills).toEqual([]);
    // 20x by default: 500 / 20 margin + 0.04 % fee; a price below the mark opens without a loss.
    expect(body.data.order).toMatchObject({
      futuresOptionId: 1,
      symbol: BTC,
      clientOrderId: 'first-1',
      side: 'BUY',
      positionSide: 'BOTH',
      type: 'LIMIT',
      timeInForce: 'GTC',
      status: 'NEW',
      price: '50000.00',
      quantity: '0.010',
      filledQuantity: '0.000',
      averagePrice: '0',
      reserved: '25.200000',
      endReason: null,
      marketType: 'FUTURES',
    });
    const open = await alice.get('/api/futures/history/open_order', { after: body.sequence as number });
    expect(open.body.data).toEqual([body.data.order]);
    const cross = await alice.get('/api/futures/futures_cross');
    expect(cross.body.data).toMatchObject({ playerPoint: '10000.000000', orderMargin: '25.200000', available: '9974.800000' });
  });

  it('fills a market order in the counterparty ladder, level by level, and opens a position (rules 3.3)', async () => {
    await exchange.setLadder(
      BTC,
      [['59999.00', '5']],
      [
        ['60001.00', '0.005'],
        ['60002.00', '5'],
      ],
    );
    const { body } = await alice.post('/api/futures/order', order({ type: 'MARKET' }));
    expect(body.data.order).toMatchObject({
      status: 'FILLED',
      filledQuantity: '0.010',
      averagePrice: '60001.50',
      reserved: '0.000000',
      endReason: 'FILLED',
    });
    expect(body.data.fills.map((f: Fill) => [f.role, f.price, f.quantity, f.fee])).toEqual([
      ['TAKER', '60001.00', '0.005', '0.120002'],
      ['TAKER', '60002.00', '0.005', '0.120004'],
    ]);
    const [position] = (await alice.get('/api/futures/history/open_position')).body.data;
    expect(position).toMatchObject({
      symbol: BTC,
      tradeType: 'LONG',
      positionSide: 'BOTH',
      quantity: '0.010',
      entryPrice: '60001.50',
      markPrice: '60000.0000',
      leverage: 20,
      marginType: 'CROSSED',
      unrealizedPnl: '-0.015000',
      feesPaid: '0.240006',
    });
  });

  it('fills a resting member as maker at its own price', async () => {
    await alice.post('/api/futures/order', order({ side: 'SELL', price: '60000' }));
    const { body } = await bob.post('/api/futures/order', order({ price: '60500' }));
    expect(body.data.order).toMatchObject({ status: 'FILLED', averagePrice: '60000.00' });
    await exchange.projected();
    const [maker] = (await alice.get('/api/futures/list', { type: 'trade' })).body.data.content;
    expect(maker).toMatchObject({
      role: 'MAKER',
      side: 'SELL',
      price: '60000.00',
      quantity: '0.010',
      fee: '0.120000',
      tradeId: body.data.fills[0].tradeId,
    });
  });

  it('rests the open part of an order that filled in part, holding less', async () => {
    await bob.post('/api/futures/order', order({ side: 'SELL', price: '60000', quantity: '0.004' }));
    const { body } = await alice.post('/api/futures/order', order({ price: '60000' }));
    expect(body.data.order).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: '0.004', reserved: '18.144000' });
    const open = await alice.get('/api/futures/history/open_order');
    expect(open.body.data).toEqual([body.data.order]);
  });

  it.each([
    ['IOC', 'EXPIRED', 'EXPIRED'],
    ['GTX', 'NEW', null],
  ])('%s away from the market ends as %s (rules 3.2)', async (timeInForce, status, endReason) => {
    const { body } = await alice.post('/api/futures/order', order({ price: '58000', timeInForce }));
    expect(body.data.order).toMatchObject({ status, endReason, timeInForce });
  });

  it('a market order without anything to take is refused, one that runs out expires with what it got', async () => {
    await exchange.setLadder(BTC, [], []);
    expect((await alice.post('/api/futures/order', order({ type: 'MARKET' }))).body.code).toBe('NO_LIQUIDITY');
    await exchange.setLadder(BTC, [], [['60001.00', '0.004']]);
    const { body } = await alice.post('/api/futures/order', order({ type: 'MARKET' }));
    expect(body.data.order).toMatchObject({ status: 'EXPIRED', endReason: 'SLIPPAGE', filledQuantity: '0.004' });
  });
});

describe('cancel and amend', () => {
  it('cancels an order once and gives its margin back', async () => {
    const placed = await alice.post('/api/futures/order', order({ price: '50000', clientOrderId: 'c-1' }));
    const id = placed.body.data.order.id;
    const { body } = await alice.post('/api/futures/order/cancel', { id });
    expect(body.data.order).toMatchObject({
      id,
      status: 'CANCELED',
      endReason: 'CANCELED_BY_MEMBER',
      reserved: '0.000000',
      clientOrderId: 'c-1',
      createdAt: placed.body.data.order.createdAt,
    });
    expect((await alice.get('/api/futures/futures_cross')).body.data.available).toBe('10000.000000');
    expect((await alice.post('/api/futures/order/cancel', { id })).body).toMatchObject({ code: 'ORDER_UNKNOWN', data: { field: 'id' } });
  });

  it('a cancel answers the order as it last stood: amended, partly filled, named as it was placed', async () => {
    await exchange.setLadder(BTC, [['59999.00', '5']], [['60001.00', '0.005']]);
    const placed = await alice.post('/api/futures/order', order({ price: '60001', clientOrderId: 'c-2' }));
    expect(placed.body.data.order.status).toBe('PARTIALLY_FILLED');
    const { id, createdAt, averagePrice } = placed.body.data.order;
    expect((await alice.post('/api/futures/order/amend', { id, price: '59000', quantity: '0.020' })).status).toBe(200);
    const { body } = await alice.post('/api/futures/order/cancel', { id });
    expect(body.data.order).toMatchObject({
      id,
      status: 'CANCELED',
      clientOrderId: 'c-2',
      createdAt,
      averagePrice,
      price: '59000.00',
      quantity: '0.020',
      filledQuantity: '0.005',
      reserved: '0.000000',
    });
  });

  it('cancels all of one symbol, or all', async () => {
    await alice.post('/api/futures/order', order({ price: '50000' }));
    await alice.post('/api/futures/order', order({ price: '50001' }));
    await alice.post('/api/futures/order', order({ futuresOptionId: 2, price: '2000', quantity: '0.1' }));
    expect((await alice.post('/api/futures/order/cancel_all', { futuresOptionId: 1 })).body.data).toEqual({ canceled: 2 });
    expect((await alice.post('/api/futures/order/cancel_all', {})).body.data).toEqual({ canceled: 1 });
    expect((await alice.get('/api/futures/history/open_order')).body.data).toEqual([]);
  });

  it('amends price and quantity, keeping the id', async () => {
    const placed = await alice.post('/api/futures/order', order({ price: '50000' }));
    const { id } = placed.body.data.order;
    const { body } = await alice.post('/api/futures/order/amend', { id, price: '51000', quantity: '0.020' });
    expect(body.data.order).toMatchObject({ id, status: 'NEW', price: '51000.00', quantity: '0.020', reserved: '51.408000' });
    expect((await alice.get('/api/futures/history/open_order')).body.data).toEqual([body.data.order]);
  });

  it('an amendment that reaches the market fills', async () => {
    const placed = await alice.post('/api/futures/order', order({ price: '50000' }));
    await ladder();
    const { body } = await alice.post('/api/futures/order/amend', { id: placed.body.data.order.id, price: '60001' });
    expect(body.data.order).toMatchObject({ status: 'FILLED', averagePrice: '60001.00' });
    expect(body.data.fills).toHaveLength(1);
  });
});

describe('settings', () => {
  it('leverage is kept per symbol and read back with the notional it allows (rules 5.3, 5.4)', async () => {
    const { body } = await alice.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 50 });
    expect(body.data).toEqual({ futuresOptionId: 1, leverage: 50 });
    expect((await alice.get('/api/futures/last_leverage', { futuresOptionId: 1 })).body.data).toEqual({
      futuresOptionId: 1,
      leverage: 50,
      marginType: 'CROSSED',
      maxNotional: '12000000.000000',
    });
    expect((await alice.get('/api/futures/last_leverage', { futuresOptionId: 2 })).body.data.leverage).toBe(20);
  });

  it('margin type and position mode are read back', async () => {
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    expect((await alice.get('/api/futures/last_leverage', { futuresOptionId: 1 })).body.data.marginType).toBe('ISOLATED');
    expect((await alice.get('/api/futures/position_mode')).body.data).toEqual({ mode: 'ONE_WAY' });
    await alice.post('/api/futures/order/position_mode', { mode: 'HEDGE' });
    expect((await alice.get('/api/futures/position_mode')).body.data).toEqual({ mode: 'HEDGE' });
    expect((await alice.get('/api/futures/futures_cross')).body.data.positionMode).toBe('HEDGE');
  });

  it('margin type without a symbol changes all that are free, names what stayed, and says why when none is free', async () => {
    const type = async (futuresOptionId: number) =>
      (await alice.get('/api/futures/last_leverage', { futuresOptionId })).body.data.marginType;
    await alice.post('/api/futures/order', order({ price: '50000' }));
    const { body } = await alice.post('/api/futures/order/margin_type', { marginType: 'ISOLATED' }, { 'idempotency-key': 'all-isolated' });
    const kept = [{ futuresOptionId: 1, symbol: 'BINANCE:BTCUSDT', marginType: 'CROSSED', code: 'MARGIN_TYPE_LOCKED_BY_ORDERS' }];
    expect(body.data).toEqual({ marginType: 'ISOLATED', kept });
    expect([await type(1), await type(2), await type(30)]).toEqual(['CROSSED', 'ISOLATED', 'ISOLATED']);
    const again = await alice.post('/api/futures/order/margin_type', { marginType: 'ISOLATED' });
    expect(again.body.code).toBe('MARGIN_TYPE_LOCKED_BY_ORDERS');
    const unchanged = await bob.post('/api/futures/order/margin_type', { marginType: 'CROSSED' });
    expect(unchanged.body.code).toBe('MARGIN_TYPE_UNCHANGED');
  });

  it('isolated margin is added and taken back, and moves the liquidation price (rules 5.6)', async () => {
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    await ladder();
    await alice.post('/api/futures/order', order({ type: 'MARKET' }));
    const [before] = (await alice.get('/api/futures/history/open_position')).body.data;
    expect(before).toMatchObject({ marginType: 'ISOLATED', margin: '30.000500' });
    const { body } = await alice.post('/api/futures/order/margin', { futuresPositionId: before.futuresPositionId, amount: '10', type: 1 });
    expect(body.data.position.margin).toBe('40.000500');
    expect(Number(body.data.position.liquidationPrice)).toBeLessThan(Number(before.liquidationPrice));
    const taken = await alice.post('/api/futures/order/margin', {
      futuresPositionId: before.futuresPositionId,
      amount: body.data.position.removableMargin,
      type: 2,
    });
    expect(taken.body.data.position.removableMargin).toBe('0.000000');
    expect((await alice.get('/api/futures/futures_cross')).body.data.isolatedWallets).toBe(taken.body.data.position.margin);
  });

  it('the largest quantity opens, one step more does not (rules 6.5)', async () => {
    await ladder();
    const { body } = await alice.get('/api/futures/order/qty_per', { futuresOptionId: 1, side: 'SELL', type: 'LIMIT', price: '60000' });
    expect(body.data.available).toBe('10000.000000');
    const most = body.data.quantity as string;
    const more = (Number(most) + 0.001).toFixed(3);
    const tooMuch = await alice.post('/api/futures/order', order({ side: 'SELL', price: '60000', timeInForce: 'GTX', quantity: more }));
    expect(tooMuch.body.code).toBe('INSUFFICIENT_MARGIN');
    const fits = await alice.post('/api/futures/order', order({ side: 'SELL', price: '60000', timeInForce: 'GTX', quantity: most }));
    expect(fits.body.data.order.status).toBe('NEW');
    const half = await bob.get('/api/futures/order/qty_per', { futuresOptionId: 1, side: 'SELL', price: '60000', percent: 50 });
    expect(Number(half.body.data.quantity)).toBeLessThanOrEqual(Number(most) / 2);
  });

  it('at a price beyond all prices nothing opens, and the answer says so', async () => {
    await ladder();
    for (const side of ['BUY', 'SELL'])
      for (const price of ['999999999', '9007199254740.9']) {
        const { status, body } = await bob.get('/api/futures/order/qty_per', { futuresOptionId: 1, side, price });
        expect([status, body.data?.quantity], `${side} at ${price}`).toEqual([200, '0.000']);
      }
    const high = await bob.get('/api/futures/order/qty_per', { futuresOptionId: 1, side: 'BUY', price: '42949672.9' });
    expect(high.status).toBe(200);
  });
});

describe('instruments and histories', () => {
  it('pages and dates out of range are bounded or refused, never a fault', async () => {
    const list = (query: Record<string, string | number>) => alice.get('/api/futures/list', query);
    expect((await list({ page: 99999, size: 100 })).body).toMatchObject({ code: 'INVALID_FIELD', data: { field: 'page' } });
    expect((await list({ size: 999 })).body.data.size).toBe(100);
    expect((await list({ startDate: '2026-99-99' })).body).toMatchObject({ code: 'INVALID_FIELD', data: { field: 'startDate' } });
    expect((await alice.get('/api/wallet/ledger', { endDate: '2026-02-45' })).body).toMatchObject({
      code: 'INVALID_FIELD',
      data: { field: 'endDate' },
    });
    expect((await alice.get('/api/wallet/ledger', { startDate: '2020-01-01', endDate: '2020-01-02' })).body.data.content).toEqual([]);
  });

  it('lists thirty instruments with filters, fees and brackets, and one alone', async () => {
    const { body } = await exchange.guest().get('/api/futures/option/list');
    expect(body.data).toHaveLength(30);
    expect(body.data[0]).toMatchObject({
      futuresOptionId: 1,
      symbol: BTC,
      pricePrecision: 2,
      quantityPrecision: 3,
      tickSize: '0.01',
      stepSize: '0.001',
      minNotional: '100.000000',
      maxLeverage: 125,
      makerFee: '0.0002',
      takerFee: '0.0004',
      trading: 'NONE',
    });
    expect(body.data[0].brackets[1]).toEqual({
      tier: 2,
      floor: '50000.000000',
      cap: '600000.000000',
      maxLeverage: 100,
      mmr: '0.005',
      cum: '50.000000',
    });
    expect((await exchange.guest().get('/api/futures/option', { futuresOptionId: 1 })).body.data).toEqual(body.data[0]);
    const pyth = await exchange.guest().get('/api/futures/option/list', { stockPrefix: 'PYTH' });
    expect(pyth.body.data).toHaveLength(5);
  });

  it('a closed position, its orders, trades and ledger are read back at once by the sequence (decisions, Responses)', async () => {
    await ladder();
    await alice.post('/api/futures/order', order({ type: 'MARKET' }));
    await ladder();
    const closing = await alice.post('/api/futures/order', order({ type: 'MARKET', side: 'SELL', reduceOnly: true }));
    const after = closing.body.sequence as number;
    const positions = (await alice.get('/api/futures/list', { type: 'position', after })).body.data;
    expect(positions).toMatchObject({ page: 0, size: 20, totalElements: 1 });
    expect(positions.content[0]).toMatchObject({
      symbol: BTC,
      stock: 'BTC',
      tradeType: 'LONG',
      leverage: 20,
      quantity: '0.010',
      startPrice: '60001.00',
      closePrice: '59999.00',
      realizedPnl: '-0.020000',
      feesPaid: '0.480000',
      closedPnl: '-0.500000',
      roe: '-0.07',
      end: 'CLOSED',
    });
    const orders = (await alice.get('/api/futures/list', { type: 'order', after })).body.data;
    expect(orders.content.map((o: Order) => [o.side, o.status, o.reduceOnly])).toEqual([
      ['SELL', 'FILLED', true],
      ['BUY', 'FILLED', false],
    ]);
    const trades = (await alice.get('/api/futures/list', { type: 'trade', after, size: 1 })).body.data;
    expect(trades).toMatchObject({ size: 1, totalElements: 2 });
    expect(trades.content[0]).toMatchObject({ side: 'SELL', realizedPnl: '-0.020000', fee: '0.239996' });
    const ledger = (await alice.get('/api/wallet/ledger', { after })).body.data;
    expect(ledger.content.map((e: LedgerEntry) => [e.reason, e.amount])).toEqual([
      ['FEE', '-0.239996'],
      ['REALIZED_PNL', '-0.020000'],
      ['FEE', '-0.240004'],
      ['ADJUSTMENT', '10000.000000'],
    ]);
    expect(ledger.content[0].balance).toBe('9999.500000');
    expect((await alice.get('/api/wallet/my')).body.data.FUTURES).toMatchObject({
      point: '9999.500000',
      realPoint: '9999.500000',
      pnl: '0.000000',
    });
  });
});
