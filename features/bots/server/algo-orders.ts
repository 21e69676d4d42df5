// Conditional orders, which bots place, find and cancel apart from the others ("algo" orders).
import { cancelOrder, follows, futuresArchive, type Order } from '@maru/futures/contract.ts';
import { refuseExits } from './attached-exits.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import { optionIdOf } from './fapi-symbols.ts';
import { claimClientId, dressed, findAmongOpen, findAnyOrder, openOrdersOf, orderNameOf, refuseWebId, symbolIdOf } from './find-order.ts';
import { algoShape, algoStatusOf, clientIdOf, isConditional, isWaiting } from './order-shape.ts';
import { type PlaceBody, placeWith, type Requested, requestedOf } from './order-request.ts';
import { meantTogether, selfTradeOf, sidesOf } from './place-orders.ts';
import { algoTypes } from './venue-names.ts';
import { weekOf } from './read-history.ts';

function bodyOf(ask: MemberAsk): { body: PlaceBody; requested: Requested } {
  const { params } = ask;
  refuseExits(params);
  const algoType = params.must('algoType');
  if (algoType !== 'CONDITIONAL') throw faults.notSupported(`algoType ${algoType.slice(0, 20)}`);
  const name = params.oneOf('type', Object.keys(algoTypes), -1116, 'Invalid orderType.');
  if (name === undefined) throw faults.missing('type');
  const { type, isLimit } = algoTypes[name];
  const clientOrderId = params.clientId('clientAlgoId') ?? ask.newClientId();
  refuseWebId(clientOrderId);
  const closePosition = params.flag('closePosition') === true;
  const quantity = closePosition ? params.decimal('quantity') : params.mustDecimal('quantity');
  const requested = requestedOf(ask, isLimit);
  // Its price would have to be matched by the engine, when it fires.
  if (requested.priceMatch !== undefined) throw faults.notSupported('priceMatch of a conditional order');
  const timeInForce = params.text('timeInForce')?.toUpperCase();
  if (timeInForce !== undefined && timeInForce !== 'GTC' && requested.goodTill === undefined)
    throw new FapiFault(-1115, 'Invalid timeInForce.');
  const body = {
    futuresOptionId: symbolIdOf(ask),
    ...sidesOf(ask),
    type,
    ...(quantity === undefined ? {} : { quantity }),
    ...(isLimit ? { price: params.mustDecimal('price') } : {}),
    ...triggerOf(ask, follows(type)),
    ...(closePosition ? { closePosition } : {}),
    ...(params.flag('reduceOnly') === true ? { reduceOnly: true } : {}),
    ...selfTradeOf(params),
    clientOrderId,
  };
  return { body, requested };
}

function triggerOf({ params }: MemberAsk, isFollowing: boolean): Record<string, unknown> {
  const workingType = params.oneOf('workingType', ['MARK_PRICE', 'CONTRACT_PRICE'], -4031, 'Invalid working type.') ?? 'CONTRACT_PRICE';
  if (isFollowing) {
    const activationPrice = params.decimal('activationPrice') ?? params.decimal('activatePrice');
    return { workingType, callbackRate: params.mustDecimal('callbackRate'), ...(activationPrice === undefined ? {} : { activationPrice }) };
  }
  const priceProtect = params.flag('priceProtect') === true;
  return { workingType, stopPrice: params.mustDecimal('triggerPrice'), ...(priceProtect ? { priceProtect } : {}) };
}

async function place(ask: MemberAsk): Promise<unknown> {
  const { body, requested } = bodyOf(ask);
  const release = await claimClientId(ask, 'clientAlgoId', body.futuresOptionId);
  try {
    return algoShape(await placeWith(ask, body, requested, 'clientAlgoId'));
  } finally {
    release();
  }
}

const nameOf = (ask: MemberAsk) => orderNameOf(ask, 'algoId', 'clientAlgoId');

async function cancel(ask: MemberAsk): Promise<unknown> {
  const found = await findAmongOpen(ask, nameOf(ask), undefined);
  if (found === undefined || (found.endReason === null && !isWaiting(found))) throw faults.unknownOrder();
  const { order } = await dataOf(ask.call(cancelOrder, { body: { id: found.id } }));
  return { algoId: order.id, clientAlgoId: clientIdOf(order), code: '200', msg: 'success' };
}

async function query(ask: MemberAsk): Promise<unknown> {
  const order = await findAnyOrder(ask, nameOf(ask), undefined);
  if (!isConditional(order) && order.stopPrice === undefined) throw faults.noSuchOrder();
  return algoShape(order);
}

const wantedId = (ask: MemberAsk) => {
  const name = ask.params.text('symbol');
  return name === undefined ? undefined : optionIdOf(ask.site, name);
};

async function listOpen(ask: MemberAsk): Promise<unknown> {
  const orders = await openOrdersOf(ask, wantedId(ask));
  return orders.filter(isWaiting).reverse().map(algoShape);
}

async function listAll(ask: MemberAsk): Promise<unknown> {
  const fromId = ask.params.whole('algoId', 1);
  const filter = { futuresOptionId: symbolIdOf(ask), ...weekOf(ask, fromId !== undefined), fromId };
  const found = await ask.context.services.use(futuresArchive).orders(ask.site, ask.session.account, filter);
  const orders = await dressed(ask, found);
  const wasConditional = (order: Order) => isConditional(order) || order.stopPrice !== undefined;
  return orders.filter(wasConditional).map((order) => ({ ...algoShape(order), algoStatus: algoStatusOf(order) }));
}

async function cancelAll(ask: MemberAsk): Promise<unknown> {
  const waiting = (await openOrdersOf(ask, symbolIdOf(ask))).filter(isWaiting);
  // One that fires in between is no longer among those meant.
  for (const id of meantTogether(ask, waiting).ids) await ask.call(cancelOrder, { body: { id } }, `of ${id}`).catch(ignoreUnknown);
  return { code: 200, msg: 'The operation of cancel all open order is done.' };
}

function ignoreUnknown(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'ORDER_UNKNOWN') throw error;
}

const path = '/fapi/v1/algoOrder';
export const algoEndpoints: readonly Endpoint[] = [
  { method: 'POST', path, weight: 0, security: 'TRADE', orders: () => 1, run: place },
  { method: 'DELETE', path, weight: 1, security: 'TRADE', run: cancel },
  { method: 'GET', path, weight: 1, security: 'READ', run: query },
  {
    method: 'GET',
    path: '/fapi/v1/openAlgoOrders',
    weight: (params) => (params.text('symbol') === undefined ? 40 : 1),
    security: 'READ',
    run: listOpen,
  },
  { method: 'GET', path: '/fapi/v1/allAlgoOrders', weight: 5, security: 'READ', run: listAll },
  { method: 'DELETE', path: '/fapi/v1/algoOpenOrders', weight: 1, security: 'TRADE', run: cancelAll },
];
