// Orders and fills in Binance's shapes: plain orders, conditional ("algo") orders that still wait, and trades.
import type { Fill, Order } from '@maru/futures/contract.ts';
import { times } from './decimals.ts';
import { botNameOf } from './fapi-symbols.ts';
import { isZeroText, originalType, waits } from './venue-names.ts';

/** What a bot asked for beyond the engine's rules. */
export interface Terms {
  priceMatch: string;
  /** ms; 0 = till it is cancelled. */
  goodTill: number;
}
export type BotOrder = Order & { readonly terms?: Terms };

/** Orders of screens carry no client id; bots find them by this one. */
export const WEB_PREFIX = 'web_';

const ms = (iso: string) => Date.parse(iso);

/** Waiting for its price: bots meet it among algo orders only. */
export const isWaiting = (order: Order) => order.isWaiting === true;
export const isConditional = (order: Order) => waits(order.type);

/** What it is once it works: LIMIT or MARKET. */
export const workingTypeOf = (order: Order) => (isConditional(order) ? (isZeroText(order.price) ? 'MARKET' : 'LIMIT') : order.type);

/** The venue names GTC where nothing is to be in force. */
export const timeInForceOf = (order: BotOrder) => (order.type === 'MARKET' ? 'GTC' : forceOf(order));
const forceOf = (order: BotOrder) => (goodTillOf(order) > 0 ? 'GTD' : order.timeInForce);

export const priceMatchOf = (order: BotOrder) => order.terms?.priceMatch ?? 'NONE';
export const goodTillOf = (order: BotOrder) => order.terms?.goodTill ?? 0;

export function clientIdOf(order: Order): string {
  if (order.autoClose !== undefined) return closedFor[order.autoClose](`${ms(order.createdAt)}${order.id}`);
  return order.clientOrderId ?? `${WEB_PREFIX}${order.id}`;
}
/** The venue's ids of what it closes itself. */
const closedFor: Readonly<Record<NonNullable<Order['autoClose']>, (mark: string) => string>> = {
  LIQUIDATION: (mark) => `autoclose-${mark}`,
  ADL: () => 'adl_autoclose',
  SETTLEMENT: (mark) => `settlement_autoclose-${mark}`,
};

export function orderShape(order: BotOrder) {
  const cumQuote = times(order.averagePrice, order.filledQuantity);
  return {
    orderId: order.id,
    symbol: botNameOf(order.symbol),
    status: order.status,
    clientOrderId: clientIdOf(order),
    price: order.price,
    avgPrice: order.averagePrice,
    origQty: order.quantity,
    executedQty: order.filledQuantity,
    cumQty: order.filledQuantity,
    cumQuote,
    timeInForce: timeInForceOf(order),
    type: workingTypeOf(order),
    reduceOnly: order.reduceOnly,
    closePosition: order.closePosition ?? false,
    side: order.side,
    positionSide: order.positionSide,
    stopPrice: order.stopPrice ?? '0',
    workingType: order.workingType ?? 'CONTRACT_PRICE',
    priceProtect: order.priceProtect ?? false,
    origType: originalType(order),
    priceMatch: priceMatchOf(order),
    selfTradePreventionMode: 'EXPIRE_TAKER',
    goodTillDate: goodTillOf(order),
    time: ms(order.createdAt),
    updateTime: ms(order.updatedAt),
  };
}

export function algoStatusOf(order: Order): string {
  if (isWaiting(order)) return 'NEW';
  if (order.endReason === 'TRIGGER_REFUSED') return 'REJECTED';
  if (order.status === 'NEW' || order.status === 'PARTIALLY_FILLED') return 'TRIGGERED';
  // What became of the order that it fired as is that order's to say.
  if (order.hasFired === true) return 'FINISHED';
  return order.status === 'EXPIRED' ? 'EXPIRED' : 'CANCELED';
}

export function algoShape(order: BotOrder) {
  const algoStatus = algoStatusOf(order);
  const hasFired = algoStatus === 'TRIGGERED' || algoStatus === 'FINISHED';
  const updateTime = ms(order.updatedAt);
  return {
    algoId: order.id,
    clientAlgoId: clientIdOf(order),
    algoType: 'CONDITIONAL',
    orderType: originalType(order),
    symbol: botNameOf(order.symbol),
    side: order.side,
    positionSide: order.positionSide,
    timeInForce: forceOf(order),
    quantity: order.quantity,
    algoStatus,
    triggerPrice: order.stopPrice ?? '0',
    price: order.price,
    icebergQuantity: null,
    selfTradePreventionMode: 'EXPIRE_TAKER',
    workingType: order.workingType ?? 'CONTRACT_PRICE',
    priceMatch: 'NONE',
    closePosition: order.closePosition ?? false,
    priceProtect: order.priceProtect ?? false,
    reduceOnly: order.reduceOnly,
    activatePrice: order.activationPrice ?? null,
    callbackRate: order.callbackRate ?? null,
    createTime: ms(order.createdAt),
    updateTime,
    triggerTime: hasFired ? updateTime : 0,
    goodTillDate: goodTillOf(order),
    actualOrderId: hasFired ? String(order.id) : '',
    actualPrice: hasFired ? order.averagePrice : '0',
  };
}

export function tradeShape(fill: Fill) {
  const { side } = fill;
  return {
    symbol: botNameOf(fill.symbol),
    id: fill.tradeId,
    orderId: fill.orderId,
    side,
    price: fill.price,
    qty: fill.quantity,
    realizedPnl: fill.realizedPnl,
    quoteQty: times(fill.price, fill.quantity),
    commission: fill.fee,
    commissionAsset: 'USDT',
    time: ms(fill.time),
    positionSide: fill.positionSide,
    buyer: side === 'BUY',
    maker: fill.role === 'MAKER',
  };
}
