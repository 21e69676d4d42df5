// Reads one command's events back into the order it left and the fills it made: the reply of placing, amending and cancelling.
import { OrderFlag } from '@maru/engine/wire/order-terms.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { restReserve } from '@maru/engine/futures/order-margin.ts';
import { readWide, WIDE_BASE } from '@maru/engine/money/wide.ts';
import type { FillFacts, OrderFacts } from './present-order.ts';

const Head = EventHeadWord;
const { OrderAmended, OrderArmed, OrderClosed, OrderFilled, OrderPlaced, TpslAttached } = EventWord;

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
    if (events[i + Head.account] !== account) continue;
    const kind = events[i];
    if (!isOrderEvent(kind)) continue;
    if (order === undefined && kind === EventKind.OrderPlaced) order = placed(events, i);
    // TP/SL that its fills armed are orders of their own.
    if (order === undefined && kind === EventKind.OrderArmed && events[i + OrderArmed.parentId] === 0) order = armed(events, i);
    if (order === undefined && kind === EventKind.OrderClosed && events[i + OrderClosed.orderId] === orderId)
      order = unknownBefore(events, i);
    if (order === undefined || events[i + OrderClosed.orderId] !== order.orderId) continue;
    symbol = events[i + Head.symbol];
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
    flags: e[i + OrderArmed.flags],
    price: e[i + OrderArmed.price],
    lots: e[i + OrderArmed.lots],
    reserved: e[i + OrderArmed.reserved],
    stopPrice: e[i + OrderArmed.stopPrice],
    callbackRate: e[i + OrderArmed.callbackRate],
    takeProfit: e[i + OrderArmed.takeProfit],
    stopLoss: e[i + OrderArmed.stopLoss],
    parentId: e[i + OrderArmed.parentId],
  };
}

/** The TP/SL that an entry has from now on. */
export function attachedTerms(e: Float64Array, i: number) {
  return {
    flags: e[i + TpslAttached.flags],
    takeProfit: e[i + TpslAttached.takeProfit],
    stopLoss: e[i + TpslAttached.stopLoss],
    takeProfitLimit: e[i + TpslAttached.takeProfitLimit],
    stopLossLimit: e[i + TpslAttached.stopLossLimit],
  };
}

/** A conditional order as it was armed. */
export function armed(e: Float64Array, i: number): OrderFacts {
  return { ...placed(e, i), ...waitingTerms(e, i) };
}

export function amendTrigger(e: Float64Array, i: number, order: OrderFacts): void {
  Object.assign(order, waitingTerms(e, i), { updatedAt: e[i + Head.time] });
}

export function attach(e: Float64Array, i: number, order: OrderFacts): void {
  Object.assign(order, attachedTerms(e, i), { updatedAt: e[i + Head.time] });
}

/** A new order; what it carries besides is set for the few that do. */
export function placed(e: Float64Array, i: number): OrderFacts {
  return {
    orderId: e[i + OrderPlaced.orderId],
    flags: e[i + OrderPlaced.flags],
    price: e[i + OrderPlaced.price],
    lots: e[i + OrderPlaced.lots],
    reserved: e[i + OrderPlaced.reserved],
    filledLots: 0,
    filledCost: 0,
    clientOrderId: '',
    end: -1,
    placedAt: e[i + Head.time],
    updatedAt: e[i + Head.time],
    ...((e[i + OrderPlaced.flags] & OrderFlag.Attached) === 0
      ? {}
      : { takeProfit: e[i + OrderPlaced.takeProfit], stopLoss: e[i + OrderPlaced.stopLoss] }),
  };
}

// The order closed before anyone had read it: its own closing event tells all but when it was placed.
function unknownBefore(e: Float64Array, i: number): OrderFacts {
  return { ...placed(e, i), price: e[i + OrderClosed.price], lots: e[i + OrderClosed.lots], reserved: 0, takeProfit: 0, stopLoss: 0 };
}

function addFill(e: Float64Array, i: number, order: OrderFacts): FillFacts {
  const price = e[i + OrderFilled.price];
  const lots = e[i + OrderFilled.lots];
  takeFill(order, price, lots);
  order.updatedAt = e[i + Head.time];
  return fillFacts(e, i);
}

/** What an OrderFilled record says. */
export function fillFacts(e: Float64Array, i: number): FillFacts {
  const price = e[i + OrderFilled.price];
  const lots = e[i + OrderFilled.lots];
  return {
    tradeId: e[i + OrderFilled.tradeId],
    orderId: e[i + OrderFilled.orderId],
    flags: e[i + OrderFilled.flags],
    role: e[i + OrderFilled.role],
    price,
    lots,
    fee: e[i + OrderFilled.fee],
    realizedPnl: e[i + OrderFilled.realizedPnl],
    time: e[i + Head.time],
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
  order.flags = e[i + OrderAmended.flags];
  order.price = e[i + OrderAmended.price];
  order.lots = e[i + OrderAmended.lots];
  order.reserved = e[i + OrderAmended.reserved];
  order.updatedAt = e[i + Head.time];
}

function close(e: Float64Array, i: number, order: OrderFacts): void {
  order.end = e[i + OrderClosed.end];
  order.price = e[i + OrderClosed.price];
  order.lots = e[i + OrderClosed.lots];
  order.filledLots = e[i + OrderClosed.filledLots];
  order.filledCost = wideCost(e[i + OrderClosed.filledCost], e[i + OrderClosed.filledCostLo]);
  order.reserved = 0;
  order.updatedAt = e[i + Head.time];
  if (e[i + OrderClosed.reason] > 0) order.reason = e[i + OrderClosed.reason];
}
