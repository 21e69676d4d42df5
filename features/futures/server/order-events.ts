// Reads one command's events back into the order it left and the fills it made: the reply of placing, amending and cancelling.
import { OrderFlag } from '@maru/engine/wire/order-terms.ts';
import { EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { restReserve } from '@maru/engine/futures/order-margin.ts';
import { readWide, WIDE_BASE } from '@maru/engine/money/wide.ts';
import type { FillFacts, OrderFacts } from './present-order.ts';

export interface OrderOutcome {
  order: OrderFacts;
  fills: FillFacts[];
  symbol: number;
}

/**
 * Folds the events of one order. `before` is how it stood, for amendments and cancels; a new order starts with its OrderPlaced.
 * Undefined when the events do not speak of the order.
 */
export function foldOrder(
  events: Float64Array,
  account: number,
  orderId: number | undefined,
  before?: OrderFacts,
): OrderOutcome | undefined {
  let order: OrderFacts | undefined = before === undefined ? undefined : { ...before };
  let symbol = -1;
  const fills: FillFacts[] = [];
  for (let i = 0; i < events.length; i += EVENT_WORDS) {
    if (events[i + 4] !== account) continue;
    const kind = events[i];
    if (!isOrderEvent(kind)) continue;
    if (order === undefined && kind === EventKind.OrderPlaced) order = placed(events, i);
    // TP/SL that its fills armed are orders of their own.
    if (order === undefined && kind === EventKind.OrderArmed && events[i + 15] === 0) order = armed(events, i);
    if (order === undefined && kind === EventKind.OrderClosed && events[i + 6] === orderId) order = unknownBefore(events, i);
    if (order === undefined || events[i + 6] !== order.orderId) continue;
    symbol = events[i + 5];
    if (kind === EventKind.OrderFilled) fills.push(addFill(events, i, order));
    else if (kind === EventKind.OrderAmended) amend(events, i, order);
    else if (kind === EventKind.TriggerAmended) amendTrigger(events, i, order);
    else if (kind === EventKind.TpslAttached) attach(events, i, order);
    else if (kind === EventKind.OrderClosed) close(events, i, order);
  }
  return order === undefined || symbol < 0 ? undefined : { order, fills, symbol };
}

function isOrderEvent(kind: number): boolean {
  if (kind >= EventKind.OrderPlaced && kind <= EventKind.OrderClosed) return true;
  return kind === EventKind.OrderArmed || kind === EventKind.TriggerAmended || kind === EventKind.TpslAttached;
}

/** What OrderArmed and TriggerAmended say alike. */
export function waitingTerms(e: Float64Array, i: number) {
  return {
    flags: e[i + 7],
    price: e[i + 8],
    lots: e[i + 9],
    reserved: e[i + 10],
    stopPrice: e[i + 11],
    callbackRate: e[i + 12],
    takeProfit: e[i + 13],
    stopLoss: e[i + 14],
    parentId: e[i + 15],
  };
}

/** The TP/SL that an entry has from now on. */
export function attachedTerms(e: Float64Array, i: number) {
  return { flags: e[i + 7], takeProfit: e[i + 8], stopLoss: e[i + 9], takeProfitLimit: e[i + 10], stopLossLimit: e[i + 11] };
}

/** A conditional order as it was armed. */
export function armed(e: Float64Array, i: number): OrderFacts {
  return { ...placed(e, i), ...waitingTerms(e, i) };
}

export function amendTrigger(e: Float64Array, i: number, order: OrderFacts): void {
  Object.assign(order, waitingTerms(e, i), { updatedAt: e[i + 3] });
}

export function attach(e: Float64Array, i: number, order: OrderFacts): void {
  Object.assign(order, attachedTerms(e, i), { updatedAt: e[i + 3] });
}

/** A new order; what it carries besides is set for the few that do. */
export function placed(e: Float64Array, i: number): OrderFacts {
  return {
    orderId: e[i + 6],
    flags: e[i + 7],
    price: e[i + 8],
    lots: e[i + 9],
    reserved: e[i + 10],
    filledLots: 0,
    filledCost: 0,
    clientOrderId: '',
    end: -1,
    placedAt: e[i + 3],
    updatedAt: e[i + 3],
    ...((e[i + 7] & OrderFlag.Attached) === 0 ? {} : { takeProfit: e[i + 13], stopLoss: e[i + 14] }),
  };
}

// The order closed before anyone had read it: its own closing event tells all but when it was placed.
function unknownBefore(e: Float64Array, i: number): OrderFacts {
  return { ...placed(e, i), price: e[i + 9], lots: e[i + 10], reserved: 0, takeProfit: 0, stopLoss: 0 };
}

function addFill(e: Float64Array, i: number, order: OrderFacts): FillFacts {
  const price = e[i + 8];
  const lots = e[i + 9];
  takeFill(order, price, lots);
  order.updatedAt = e[i + 3];
  return fillFacts(e, i);
}

/** What an OrderFilled record says. */
export function fillFacts(e: Float64Array, i: number): FillFacts {
  const price = e[i + 8];
  const lots = e[i + 9];
  return {
    tradeId: e[i + 13],
    orderId: e[i + 6],
    flags: e[i + 7],
    role: e[i + 10],
    price,
    lots,
    fee: e[i + 11],
    realizedPnl: e[i + 12],
    time: e[i + 3],
  };
}

/** A fill's effect on its order: quantity, cost, and what stays held for the rest. */
export function takeFill(order: OrderFacts, price: number, lots: number): void {
  order.reserved = restReserve(order.reserved, order.lots - order.filledLots, lots);
  order.filledLots += lots;
  order.filledCost = addExact(order.filledCost, price, lots);
}

function addExact(cost: number | bigint, price: number, lots: number): number | bigint {
  const sum = typeof cost === 'number' ? cost + price * lots : Number.POSITIVE_INFINITY;
  return sum <= Number.MAX_SAFE_INTEGER ? sum : BigInt(cost) + BigInt(price) * BigInt(lots);
}

/** A wide cost in its cheapest exact form. */
function wideCost(hi: number, lo: number): number | bigint {
  const value = hi * WIDE_BASE + lo;
  return Number.isSafeInteger(value) ? value : readWide(hi, lo);
}

function amend(e: Float64Array, i: number, order: OrderFacts): void {
  order.flags = e[i + 7];
  order.price = e[i + 8];
  order.lots = e[i + 9];
  order.reserved = e[i + 11];
  order.updatedAt = e[i + 3];
}

function close(e: Float64Array, i: number, order: OrderFacts): void {
  order.end = e[i + 8];
  order.price = e[i + 9];
  order.lots = e[i + 10];
  order.filledLots = e[i + 11];
  order.filledCost = wideCost(e[i + 12], e[i + 13]);
  order.reserved = 0;
  order.updatedAt = e[i + 3];
  if (e[i + 14] > 0) order.reason = e[i + 14];
}
