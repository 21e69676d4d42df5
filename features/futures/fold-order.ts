// What a fact makes of an order and of a position's trades: one fold for the answer of a call, the member's queue, the lists and a journal read again.
import { restReserve } from '@maru/engine/futures/order-margin.ts';
import { readWide, WIDE_BASE } from '@maru/engine/money/wide.ts';
import { EventHeadWord, EventKind, EventWord, OrderEnd } from '@maru/engine/wire/event.ts';
import { OrderFlag } from '@maru/engine/wire/order-terms.ts';

const Head = EventHeadWord;
const { OrderAmended, OrderArmed, OrderClosed, OrderFilled, OrderPlaced, TpslAttached, TrailingActivated } = EventWord;

/** What is known of an order, in the engine's integers. */
export interface OrderFacts {
  orderId: number;
  symbol: number;
  /** engine/wire/command.ts packOrderFlags. */
  flags: number;
  price: number;
  lots: number;
  filledLots: number;
  /** Ticks x lots over its fills. */
  filledCost: number | bigint;
  reserved: number;
  clientOrderId: string;
  /** OrderEnd, or -1 while it is open. */
  end: number;
  placedAt: number;
  updatedAt: number;
  /** Of conditional orders and orders with TP/SL; ticks, 10^-8, mark units (extreme). */
  stopPrice?: number;
  callbackRate?: number;
  extreme?: number;
  takeProfit?: number;
  stopLoss?: number;
  takeProfitLimit?: number;
  stopLossLimit?: number;
  parentId?: number;
  /** FillRole of its last kind of fill, where it may be the system's own order. */
  fillRole?: number | null;
  /** Reject code: why a trigger was refused, or a resting order may not have had its fill. */
  reason?: number;
}

export interface FillFacts {
  tradeId: number;
  orderId: number;
  flags: number;
  role: number;
  price: number;
  lots: number;
  fee: number;
  realizedPnl: number;
  time: number;
}

const kinds: ReadonlySet<number> = new Set([
  EventKind.OrderPlaced,
  EventKind.OrderFilled,
  EventKind.OrderAmended,
  EventKind.OrderClosed,
  EventKind.OrderArmed,
  EventKind.TriggerAmended,
  EventKind.TpslAttached,
  EventKind.TrailingActivated,
]);

/** The order that the event at `i` changes; -1 = it changes none. */
export const orderIn = (e: Float64Array, i: number): number => (kinds.has(e[i]) ? e[i + OrderPlaced.orderId] : -1);

/** The order after an event of its own. `was` undefined: nothing was known of it, which only its placing, arming and end tell in full. */
export function foldOrder(was: OrderFacts | undefined, e: Float64Array, i: number): OrderFacts | undefined {
  const kind = e[i];
  if (kind === EventKind.OrderArmed) return { ...placed(e, i), ...waitingTerms(e, i) };
  // What had waited and fired is the same order, at work.
  if (kind === EventKind.OrderPlaced) return was === undefined ? placed(e, i) : { ...was, ...restingTerms(e, i) };
  if (kind === EventKind.OrderClosed) return closed(was ?? unknownBefore(e, i), e, i);
  if (was === undefined) return undefined;
  const updatedAt = e[i + Head.time];
  switch (kind) {
    case EventKind.OrderFilled:
      return filled(was, fillFacts(e, i));
    case EventKind.OrderAmended:
      return {
        ...was,
        flags: e[i + OrderAmended.flags],
        price: e[i + OrderAmended.price],
        lots: e[i + OrderAmended.lots],
        reserved: e[i + OrderAmended.reserved],
        updatedAt,
      };
    case EventKind.TriggerAmended:
      return { ...was, ...waitingTerms(e, i), updatedAt };
    case EventKind.TpslAttached:
      return { ...was, ...attachedTerms(e, i), updatedAt };
    case EventKind.TrailingActivated:
      // It follows from here on; the order itself is as it was.
      return { ...was, extreme: e[i + TrailingActivated.extreme] };
    default:
      return was;
  }
}

/** A new order; what it carries besides is set for the few that do. */
function placed(e: Float64Array, i: number): OrderFacts {
  return {
    orderId: e[i + OrderPlaced.orderId],
    symbol: e[i + Head.symbol],
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

function restingTerms(e: Float64Array, i: number) {
  return {
    flags: e[i + OrderPlaced.flags],
    price: e[i + OrderPlaced.price],
    lots: e[i + OrderPlaced.lots],
    reserved: e[i + OrderPlaced.reserved],
    updatedAt: e[i + Head.time],
  };
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

// The order closed before anyone had read it: its own closing event tells all but when it was placed.
function unknownBefore(e: Float64Array, i: number): OrderFacts {
  return { ...placed(e, i), reserved: 0, takeProfit: 0, stopLoss: 0 };
}

/** What an OrderFilled record says. */
export function fillFacts(e: Float64Array, i: number): FillFacts {
  return {
    tradeId: e[i + OrderFilled.tradeId],
    orderId: e[i + OrderFilled.orderId],
    flags: e[i + OrderFilled.flags],
    role: e[i + OrderFilled.role],
    price: e[i + OrderFilled.price],
    lots: e[i + OrderFilled.lots],
    fee: e[i + OrderFilled.fee],
    realizedPnl: e[i + OrderFilled.realizedPnl],
    time: e[i + Head.time],
  };
}

/** A fill's effect on its order: quantity, cost, and what stays held for the rest. */
export function filled(order: OrderFacts, { price, lots, time }: Pick<FillFacts, 'price' | 'lots' | 'time'>): OrderFacts {
  const filledLots = order.filledLots + lots;
  // Not by the event's rest: a reduce-only order may be cut to the position before it is full.
  const isFull = order.lots > 0 && filledLots >= order.lots;
  return {
    ...order,
    reserved: restReserve(order.reserved, order.lots - order.filledLots, lots),
    filledLots,
    filledCost: addExact(order.filledCost, price, lots),
    end: isFull ? OrderEnd.Filled : order.end,
    updatedAt: time,
  };
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

function closed(order: OrderFacts, e: Float64Array, i: number): OrderFacts {
  const reason = e[i + OrderClosed.reason];
  return {
    ...order,
    flags: e[i + OrderClosed.flags],
    end: e[i + OrderClosed.end],
    price: e[i + OrderClosed.price],
    lots: e[i + OrderClosed.lots],
    filledLots: e[i + OrderClosed.filledLots],
    filledCost: wideCost(e[i + OrderClosed.filledCost], e[i + OrderClosed.filledCostLo]),
    reserved: 0,
    updatedAt: e[i + Head.time],
    ...(reason > 0 ? { reason } : {}),
  };
}
