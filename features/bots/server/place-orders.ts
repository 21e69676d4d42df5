// New, changed and cancelled plain orders: one or up to five at once.
import { amendOrder, cancelAllOrders, cancelOrder, type Order, placeOrder } from '@maru/futures/contract.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { FapiFault, faultOf, faults } from './fapi-fault.ts';
import { Params } from './fapi-params.ts';
import { claimClientId, findAnyOrder, findOpenOrder, openOrdersOf, orderNameOf, refuseWebId, symbolIdOf } from './find-order.ts';
import { isWaiting, orderShape } from './order-shape.ts';

const MOST_IN_BATCH = 5;
const MOST_CANCELS = 10;

const sides = ['BUY', 'SELL'] as const;
const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;
const conditional = ['STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'] as const;
const plainTypes = ['LIMIT', 'MARKET'] as const;
const timesInForce = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
const selfTrade = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;

/** Side and position side, common to plain and conditional orders. */
export function sidesOf({ params }: MemberAsk): { side: 'BUY' | 'SELL'; positionSide: 'BOTH' | 'LONG' | 'SHORT' } {
  const side = params.oneOf('side', sides, -1117, 'Invalid side.');
  if (side === undefined) throw faults.missing('side');
  return { side, positionSide: params.oneOf('positionSide', positionSides, -4060, 'Invalid position side.') ?? 'BOTH' };
}

/** Ours has no "no prevention": NONE means the usual, EXPIRE_TAKER. */
export function selfTradeOf(params: Params): Record<string, string> {
  const mode = params.oneOf('selfTradePreventionMode', selfTrade, -1102, 'Invalid selfTradePreventionMode.');
  return mode === undefined || mode === 'NONE' ? {} : { selfTradePrevention: mode };
}

function bodyOf(ask: MemberAsk, part = ''): Record<string, unknown> & { futuresOptionId: number; clientOrderId: string } {
  const { params } = ask;
  const futuresOptionId = symbolIdOf(ask);
  const wanted = params.must('type').toUpperCase();
  if (conditional.some((type) => type === wanted)) {
    throw new FapiFault(-4120, 'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.');
  }
  const type = params.oneOf('type', plainTypes, -1116, 'Invalid orderType.');
  if (params.text('priceMatch') !== undefined && params.text('priceMatch') !== 'NONE') throw faults.notSupported('priceMatch');
  const isTillDate = params.text('timeInForce')?.toUpperCase() === 'GTD';
  if (isTillDate) throw faults.notSupported('timeInForce GTD');
  const timeInForce = params.oneOf('timeInForce', timesInForce, -1115, 'Invalid timeInForce.');
  if (type === 'LIMIT' && timeInForce === undefined) throw faults.missing('timeInForce');
  const price = params.decimal('price');
  if (type === 'LIMIT' && price === undefined) throw faults.missing('price');
  const clientOrderId = params.clientId('newClientOrderId') ?? ask.newClientId(part);
  refuseWebId(clientOrderId);
  return {
    futuresOptionId,
    ...sidesOf(ask),
    type,
    quantity: params.mustDecimal('quantity'),
    // Some clients send price 0 with a market order.
    ...(price === undefined || (type === 'MARKET' && /^[0.]+$/.test(price)) ? {} : { price }),
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(params.flag('reduceOnly') === true ? { reduceOnly: true } : {}),
    ...selfTradeOf(params),
    clientOrderId,
  };
}

export async function place(ask: MemberAsk, part = ''): Promise<unknown> {
  const body = bodyOf(ask, part);
  const release = await claimClientId(ask, 'newClientOrderId', body.futuresOptionId);
  try {
    const { order } = await dataOf(ask.call(placeOrder, { body }, part));
    return orderShape(order);
  } finally {
    release();
  }
}

async function amend(ask: MemberAsk, part = ''): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  const name = orderNameOf(ask);
  const { params } = ask;
  const before = await findOpenOrder(ask, name, futuresOptionId);
  // A byte-for-byte repeat of an amendment that filled the order still goes to the engine, which knows its first answer.
  if (before === undefined && name.id === undefined) throw faults.noSuchOrder();
  const side = params.oneOf('side', sides, -1117, 'Invalid side.');
  if (before !== undefined && side !== undefined && side !== before.side) throw new FapiFault(-4184, 'Order side cannot be modified.');
  const body = { id: before?.id ?? name.id, price: params.mustDecimal('price'), quantity: params.mustDecimal('quantity') };
  return orderShape((await dataOf(ask.call(amendOrder, { body }, part))).order);
}

async function cancel(ask: MemberAsk, part = ''): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  return orderShape(await cancelNamed(ask, orderNameOf(ask), futuresOptionId, part));
}

/** Cancels the plain order of this name; -2011 when there is none open. */
async function cancelNamed(ask: MemberAsk, name: ReturnType<typeof orderNameOf>, futuresOptionId: number, part: string): Promise<Order> {
  const open = await findOpenOrder(ask, name, futuresOptionId);
  if (open === undefined || isWaiting(open)) throw faults.unknownOrder();
  return (await dataOf(ask.call(cancelOrder, { body: { id: open.id } }, part))).order;
}

/** One result an order, in the order asked; a refusal is the result of its order alone. */
async function each(count: number, work: (index: number) => Promise<unknown>): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let i = 0; i < count; i++) results.push(await work(i).catch(resultOf));
  return results;
}

function resultOf(error: unknown): { code: number; msg: string } {
  const fault = faultOf(error);
  if (fault === undefined || fault.status >= 500) throw error;
  return { code: fault.code, msg: fault.message };
}

function batchOf(params: Params): Params[] {
  const items = readList(params.must('batchOrders'), 'batchOrders');
  if (items.length === 0 || items.length > MOST_IN_BATCH) throw new FapiFault(-4082, 'Invalid number of batch place orders.');
  return items.map((item) => {
    if (typeof item !== 'object' || item === null) throw new FapiFault(-4083, 'Fail to place batch orders.');
    return new Params(new Map(Object.entries(item).map(([name, value]) => [name, String(value)])));
  });
}

function readList(text: string, name: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // Told as malformed below.
  }
  throw faults.missing(name);
}

const countOfBatch = (params: Params) => {
  try {
    return Math.min(MOST_IN_BATCH, readList(params.must('batchOrders'), 'batchOrders').length);
  } catch {
    return 1;
  }
};

async function cancelSome(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  const ids = ask.params.text('orderIdList') ?? ask.params.text('orderidlist');
  const clientIds = ask.params.text('origClientOrderIdList') ?? ask.params.text('origclientorderidlist');
  const names =
    ids === undefined
      ? readList(clientIds ?? ask.params.must('orderIdList'), 'origClientOrderIdList').map((one) => ({
          id: undefined,
          clientId: String(one),
        }))
      : readList(ids, 'orderIdList').map((one) => ({ id: Number(one), clientId: undefined }));
  if (names.length > MOST_CANCELS) throw new FapiFault(-4082, 'Invalid number of batch cancel orders.');
  return each(names.length, async (i) => orderShape(await cancelNamed(ask, names[i], futuresOptionId, String(i))));
}

async function cancelAll(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  // Binance keeps algo orders apart: they stay.
  const open = await openOrdersOf(ask, futuresOptionId);
  if (open.some(isWaiting))
    await each(open.length, async (i) => (isWaiting(open[i]) ? undefined : ask.call(cancelOrder, { body: { id: open[i].id } }, String(i))));
  else await ask.call(cancelAllOrders, { body: { futuresOptionId } });
  return { code: 200, msg: 'The operation of cancel all open order is done.' };
}

async function test(ask: MemberAsk): Promise<unknown> {
  bodyOf(ask);
  return {};
}

async function queryOpen(ask: MemberAsk): Promise<unknown> {
  const order = await findOpenOrder(ask, orderNameOf(ask), symbolIdOf(ask));
  if (order === undefined || isWaiting(order)) throw faults.noSuchOrder();
  return orderShape(order);
}

const one = () => 1;
const path = '/fapi/v1/order';
export const orderEndpoints: readonly Endpoint[] = [
  { method: 'POST', path, weight: 0, security: 'TRADE', orders: one, run: place },
  { method: 'PUT', path, weight: 1, security: 'TRADE', orders: one, run: amend },
  { method: 'DELETE', path, weight: 1, security: 'TRADE', run: cancel },
  {
    method: 'GET',
    path,
    weight: 1,
    security: 'READ',
    run: async (ask) => orderShape(await findAnyOrder(ask, orderNameOf(ask), symbolIdOf(ask))),
  },
  { method: 'POST', path: '/fapi/v1/order/test', weight: 1, security: 'TRADE', run: test },
  {
    method: 'POST',
    path: '/fapi/v1/batchOrders',
    weight: 5,
    security: 'TRADE',
    orders: countOfBatch,
    run(ask) {
      const items = batchOf(ask.params);
      return each(items.length, (i) => place({ ...ask, params: items[i] }, String(i)));
    },
  },
  {
    method: 'PUT',
    path: '/fapi/v1/batchOrders',
    weight: 5,
    security: 'TRADE',
    orders: countOfBatch,
    run(ask) {
      const items = batchOf(ask.params);
      return each(items.length, (i) => amend({ ...ask, params: items[i] }, String(i)));
    },
  },
  { method: 'DELETE', path: '/fapi/v1/batchOrders', weight: 1, security: 'TRADE', run: cancelSome },
  { method: 'DELETE', path: '/fapi/v1/allOpenOrders', weight: 1, security: 'TRADE', run: cancelAll },
  { method: 'GET', path: '/fapi/v1/openOrder', weight: 1, security: 'READ', run: queryOpen },
  {
    method: 'GET',
    path: '/fapi/v1/openOrders',
    weight: (params) => (params.text('symbol') === undefined ? 40 : 1),
    security: 'READ',
    async run(ask) {
      const orders = await openOrdersOf(ask, ask.params.text('symbol') === undefined ? undefined : symbolIdOf(ask));
      return orders
        .filter((order) => !isWaiting(order))
        .reverse()
        .map(orderShape);
    },
  },
];
