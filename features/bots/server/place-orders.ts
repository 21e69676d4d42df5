// New, changed and cancelled plain orders: one or several at once.
import { amendOrder, cancelAllOrders, cancelOrder, futuresArchive, type Order } from '@maru/futures/contract.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { attachedExits, refuseExits } from './attached-exits.ts';
import { FapiFault, faultOf, faults } from './fapi-fault.ts';
import { fieldsOf, Params } from './fapi-params.ts';
import {
  claimClientId,
  dressed,
  findAmongOpen,
  findAnyOrder,
  findOpenOrder,
  firstSequence,
  openOrdersOf,
  orderNameOf,
  refuseWebId,
  symbolIdOf,
} from './find-order.ts';
import { isWaiting, orderShape } from './order-shape.ts';
import { checkAhead, type PlaceBody, placeWith, priceNow, type Requested, requestedOf } from './order-request.ts';
import { algoTypes, plainTypes } from './venue-names.ts';
import { type PriceMatch, priceMatchOf } from './price-match.ts';

const MOST_IN_BATCH = 20;
const MOST_CANCELS = 10;

const sides = ['BUY', 'SELL'] as const;
const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;
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

function bodyOf(ask: MemberAsk, part = ''): { body: PlaceBody; requested: Requested } {
  const { params } = ask;
  const futuresOptionId = symbolIdOf(ask);
  const wanted = params.must('type').toUpperCase();
  if (Object.hasOwn(algoTypes, wanted)) {
    throw new FapiFault(-4120, 'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.');
  }
  const type = params.oneOf('type', Object.keys(plainTypes), -1116, 'Invalid orderType.');
  refuseConditions(params);
  const requested = requestedOf(ask, type === 'LIMIT');
  // Good till a date is good till it is cancelled, which happens at the date.
  const timeInForce = requested.goodTill === undefined ? params.oneOf('timeInForce', timesInForce, -1115, 'Invalid timeInForce.') : 'GTC';
  if (type === 'LIMIT' && timeInForce === undefined) throw faults.missing('timeInForce');
  const price = params.decimal('price');
  if (type === 'LIMIT' && price === undefined && requested.priceMatch === undefined) throw faults.missing('price');
  const clientOrderId = params.clientId('newClientOrderId') ?? ask.newClientId(part);
  refuseWebId(clientOrderId);
  const body = {
    futuresOptionId,
    ...sidesOf(ask),
    type,
    quantity: params.mustDecimal('quantity'),
    // Some clients send price 0 with a market order.
    ...(price === undefined || (type === 'MARKET' && /^[0.]+$/.test(price)) ? {} : { price }),
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(params.flag('reduceOnly') === true ? { reduceOnly: true } : {}),
    ...selfTradeOf(params),
    ...attachedExits(params),
    clientOrderId,
  };
  return { body, requested };
}

/** Of conditional orders: a plain one that passed them over would trade at once. Some clients send 0 and false with every order. */
function refuseConditions(params: Params): void {
  const sent = ['stopPrice', 'triggerPrice', 'activationPrice', 'activatePrice', 'callbackRate'].find((name) => {
    const value = params.text(name);
    return value !== undefined && !/^[0.]+$/.test(value);
  });
  if (sent !== undefined) throw faults.unsent(sent);
  if (params.flag('closePosition') === true) throw faults.unsent('closePosition');
}

export async function place(ask: MemberAsk, part = ''): Promise<unknown> {
  const { body, requested } = bodyOf(ask, part);
  const release = await claimClientId(ask, 'newClientOrderId', body.futuresOptionId, part);
  try {
    return orderShape(await placeWith(ask, body, requested, 'newClientOrderId', part));
  } finally {
    release();
  }
}

async function amend(ask: MemberAsk, part = ''): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  const name = orderNameOf(ask);
  const { params } = ask;
  refuseExits(params);
  const before = await findAmongOpen(ask, name, futuresOptionId, part);
  // Named by its number it is the engine's to say that there is none, after all that it checks first.
  if (before === undefined && name.id === undefined) throw faults.noSuchOrder();
  const side = params.oneOf('side', sides, -1117, 'Invalid side.');
  if (before !== undefined && side !== undefined && side !== before.side) throw new FapiFault(-4184, 'Order side cannot be modified.');
  const match = priceMatchOf(params, true);
  const price =
    match === undefined ? params.mustDecimal('price') : await matchedFor(ask, before, before?.side ?? side ?? 'BUY', match, part);
  const body = { id: before?.id ?? name.id, price, quantity: params.mustDecimal('quantity') };
  const [order] = await dressed(ask, [(await dataOf(ask.call(amendOrder, { body }, part))).order]);
  return orderShape(order);
}

/** Of the same request the same price: its repeat must be the same change. */
async function matchedFor(
  ask: MemberAsk,
  before: Order | undefined,
  side: 'BUY' | 'SELL',
  match: PriceMatch,
  part: string,
): Promise<string> {
  const { matchedPrices } = ask.service;
  const name = `${ask.site.id} ${ask.session.member} ${ask.requestName(part)}`;
  const price = matchedPrices.get(name) ?? (await changedTo(ask, before, part)) ?? (await priceNow(ask, side, match));
  keep(matchedPrices, name, price);
  return price;
}
/** What this request changed the order's price to, before a restart. */
async function changedTo(ask: MemberAsk, before: Order | undefined, part: string): Promise<string | undefined> {
  const sequence = before === undefined ? 0 : await firstSequence(ask, part);
  if (before === undefined || sequence === 0) return undefined;
  const changes = await ask.context.services.use(futuresArchive).amendments(ask.site, ask.session.account, before.id);
  return changes.find((change) => change.sequence === sequence)?.after.price;
}
/** Of requests, which may be repeated for a minute. */
const MOST_KEPT = 100_000;
function keep<V>(kept: Map<string, V>, name: string, value: V): void {
  kept.set(name, value);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
}

async function cancel(ask: MemberAsk, part = ''): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  return orderShape(await cancelNamed(ask, orderNameOf(ask), futuresOptionId, part));
}

/** Cancels the plain order of this name; -2011 when there is none open. */
async function cancelNamed(ask: MemberAsk, name: ReturnType<typeof orderNameOf>, futuresOptionId: number, part: string): Promise<Order> {
  const found = await findAmongOpen(ask, name, futuresOptionId, part);
  if (found === undefined || isWaiting(found)) throw faults.unknownOrder();
  const { order } = await dataOf(ask.call(cancelOrder, { body: { id: found.id } }, part));
  return (await dressed(ask, [order]))[0];
}

/** All at once, as on the venue; one result an order, in the order asked; a refusal is the result of its order alone. */
async function each(count: number, work: (index: number) => Promise<unknown>): Promise<unknown[]> {
  const settled = await Promise.allSettled(Array.from({ length: count }, (_, i) => work(i)));
  return settled.map((outcome): unknown => (outcome.status === 'fulfilled' ? outcome.value : resultOf(outcome.reason)));
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
    return new Params(new Map(fieldsOf(item)));
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

/** Longer than any request may be repeated: its window is a minute at most. */
const REPEATED_MS = 120_000;

/** Orders among these that a cancel of all means: its repeat those that it found at first, and no newer ones. */
export function meantTogether(ask: MemberAsk, open: readonly Order[]): { ids: readonly number[]; isRepeat: boolean } {
  const { cancelledTogether } = ask.service;
  const name = `${ask.site.id} ${ask.session.member} ${ask.requestName()}`;
  const first = cancelledTogether.get(name);
  const ids = open.map(({ id }) => id).filter((id) => first?.ids.has(id) ?? true);
  if (first === undefined) {
    const at = ask.context.clock.now();
    cancelledTogether.set(name, { ids: new Set(ids), at });
    for (const [old, kept] of cancelledTogether) {
      if (at - kept.at < REPEATED_MS) break;
      cancelledTogether.delete(old);
    }
  }
  return { ids, isRepeat: first !== undefined };
}

async function cancelAll(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  // Binance keeps algo orders apart: they stay.
  const open = await openOrdersOf(ask, futuresOptionId);
  const plain = open.filter((order) => !isWaiting(order));
  const { ids, isRepeat } = meantTogether(ask, plain);
  if (isRepeat || plain.length < open.length)
    await each(ids.length, (i) => ask.call(cancelOrder, { body: { id: ids[i] } }, `of ${ids[i]}`));
  else await ask.call(cancelAllOrders, { body: { futuresOptionId } });
  return { code: 200, msg: 'The operation of cancel all open order is done.' };
}

async function test(ask: MemberAsk): Promise<unknown> {
  checkAhead(ask, bodyOf(ask).requested);
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
