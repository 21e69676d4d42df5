// The life of an order around the book: what it counts in its exposure's sums, its place in the owner's chain, and its end.
import * as layout from '../layout.ts';
import { type EventBuffer, putWide } from '../wire/event-buffer.ts';
import { EventKind, OrderEnd, writerOf } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import type { EngineState } from '../state.ts';
import { touchExposure } from '../touched.ts';
import { newestOrder, recharge } from './exposure.ts';
import { notionalAt } from './margin.ts';
import { freeOrder, orderIdOf, reduceRest, restOrder, unrestOrder } from './order-book.ts';
import { restReserve } from './order-margin.ts';
import { isClosing, isWaiting, legOf } from './order-flags.ts';
import { endWaiting, newestWaiting, olderWaiting } from './triggers.ts';

const OrderAmended = writerOf('OrderAmended', 'orderId', 'flags', 'price', 'lots', 'filledLots', 'reserved');
const OrderClosed = writerOf(
  'OrderClosed',
  'orderId',
  'flags',
  'end',
  'price',
  'lots',
  'filledLots',
  'filledCost',
  'filledCostLo',
  'reason',
);
const OrderPlaced = writerOf('OrderPlaced', 'orderId', 'flags', 'price', 'lots', 'reserved', 'takeProfit', 'stopLoss');

const {
  ACCOUNT,
  ACCOUNT_ORDERS,
  CHAIN,
  CHAIN_NEWER,
  CHAIN_OLDER,
  EXPOSURE,
  EX_ACCOUNT,
  EX_NEWEST,
  EX_ORDERS,
  EX_SYMBOL,
  FACTS,
  META_TIME,
  ORDER,
  ORDER_FILLED_COST,
  ORDER_FILLED_LOTS,
  ORDER_FLAGS,
  ORDER_LEVEL,
  ORDER_LOTS,
  ORDER_NOTIONAL,
  ORDER_OWNER,
  ORDER_RESERVED,
  ORDER_REST,
  ORDER_UPDATED_AT,
  REALS,
  SUMS,
  SUM_CLOSING,
  SUM_LOTS,
  SUM_NOTIONAL,
  SUM_RESERVED,
} = layout;

/** The fill being settled; hot code hands its numbers over here, since a call with large ones would allocate. */
export const fill = { price: 0.5, lots: 0.5, tradeId: 0.5, fee: 0.5, closing: 0.5, closingFee: 0.5, realized: 0.5, size: 0.5 };

export function symbolOfOrder(s: EngineState, slot: number): number {
  return s.exposures[s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE + EX_SYMBOL];
}

// Adds (sign 1) or takes away (-1) what a resting order counts.
function countOrder(s: EngineState, slot: number, sign: number): void {
  const row = slot * ORDER;
  const flags = s.books.rows[row + ORDER_FLAGS];
  const sums = s.books.rows[row + ORDER_OWNER] * SUMS;
  const rest = s.books.reals[slot * REALS + ORDER_REST] * sign;
  if (isClosing(flags)) {
    s.exposureSums[sums + SUM_CLOSING + legOf(flags)] += rest;
    return;
  }
  const side = flags & 1;
  s.exposureSums[sums + SUM_LOTS + side] += rest;
  s.exposureSums[sums + SUM_RESERVED + side] += s.orderFacts[slot * FACTS + ORDER_RESERVED] * sign;
  s.exposureSums[sums + SUM_NOTIONAL + side] += s.orderFacts[slot * FACTS + ORDER_NOTIONAL] * sign;
}

/** Puts an order into the book and counts it. */
export function startResting(s: EngineState, symbol: number, slot: number): void {
  const row = slot * ORDER;
  const { rows, chain } = s.books;
  const link = slot * CHAIN;
  const exposure = rows[row + ORDER_OWNER];
  const ex = exposure * EXPOSURE;
  const newest = s.exposures[ex + EX_NEWEST];
  chain[link + CHAIN_OLDER] = newest;
  chain[link + CHAIN_NEWER] = 0;
  if (newest !== 0) chain[(newest - 1) * CHAIN + CHAIN_NEWER] = slot + 1;
  s.exposures[ex + EX_NEWEST] = slot + 1;
  s.exposures[ex + EX_ORDERS]++;
  s.accounts[s.exposures[ex + EX_ACCOUNT] * ACCOUNT + ACCOUNT_ORDERS]++;
  restOrder(s.books, symbol, slot);
  countOrder(s, slot, 1);
  recharge(s, exposure);
}

/** Takes a resting order out of the book and of the sums; the order itself lives on. */
export function stopResting(s: EngineState, symbol: number, slot: number): void {
  const row = slot * ORDER;
  const { rows, chain } = s.books;
  const link = slot * CHAIN;
  const ex = rows[row + ORDER_OWNER] * EXPOSURE;
  countOrder(s, slot, -1);
  unrestOrder(s.books, symbol, slot);
  const older = chain[link + CHAIN_OLDER];
  const newer = chain[link + CHAIN_NEWER];
  if (older !== 0) chain[(older - 1) * CHAIN + CHAIN_NEWER] = newer;
  if (newer !== 0) chain[(newer - 1) * CHAIN + CHAIN_OLDER] = older;
  else s.exposures[ex + EX_NEWEST] = older;
  s.exposures[ex + EX_ORDERS]--;
  s.accounts[s.exposures[ex + EX_ACCOUNT] * ACCOUNT + ACCOUNT_ORDERS]--;
}

/** Notes a fill of `fill.lots` at `fill.price` on the order: filled sums, rest, reserve and notional of what is left, and its sums. */
export function noteFill(s: EngineState, i: Instrument, slot: number): void {
  const { price, lots } = fill;
  const row = slot * ORDER;
  const facts = slot * FACTS;
  const f = s.orderFacts;
  const flags = s.books.rows[row + ORDER_FLAGS];
  const resting = s.books.rows[row + ORDER_LEVEL] !== 0;
  const sums = s.books.rows[row + ORDER_OWNER] * SUMS;
  f[facts + ORDER_FILLED_COST] += price * lots;
  f[facts + ORDER_FILLED_LOTS] += lots;
  f[facts + ORDER_UPDATED_AT] = s.meta[META_TIME];
  if (isClosing(flags)) {
    if (resting) s.exposureSums[sums + SUM_CLOSING + legOf(flags)] -= lots;
  } else {
    const reserved = f[facts + ORDER_RESERVED];
    const notional = f[facts + ORDER_NOTIONAL];
    shrinkReserve(s, i, slot, s.books.reals[slot * REALS + ORDER_REST], lots);
    if (resting) {
      const side = flags & 1;
      s.exposureSums[sums + SUM_LOTS + side] -= lots;
      s.exposureSums[sums + SUM_RESERVED + side] += f[facts + ORDER_RESERVED] - reserved;
      s.exposureSums[sums + SUM_NOTIONAL + side] += f[facts + ORDER_NOTIONAL] - notional;
    }
  }
  reduceRest(s.books, slot, lots);
}

function shrinkReserve(s: EngineState, i: Instrument, slot: number, rest: number, gone: number): void {
  const facts = slot * FACTS;
  const f = s.orderFacts;
  if (f[facts + ORDER_RESERVED] !== 0) f[facts + ORDER_RESERVED] = restReserve(f[facts + ORDER_RESERVED], rest, gone);
  if (f[facts + ORDER_NOTIONAL] !== 0)
    f[facts + ORDER_NOTIONAL] = gone >= rest ? 0 : notionalAt(i.units, s.books.prices[slot], rest - gone);
}

/** Reports an order as placed; a liquidation's own orders pass here too. */
export function reportPlaced(s: EngineState, e: EventBuffer, slot: number): void {
  const row = slot * ORDER;
  const ex = s.books.rows[row + ORDER_OWNER] * EXPOSURE;
  const at = e.open(EventKind.OrderPlaced, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + OrderPlaced.orderId] = orderIdOf(s.books, slot);
  w[at + OrderPlaced.flags] = s.books.rows[row + ORDER_FLAGS];
  w[at + OrderPlaced.price] = s.books.prices[slot];
  w[at + OrderPlaced.lots] = s.orderFacts[slot * FACTS + ORDER_LOTS];
  w[at + OrderPlaced.reserved] = s.orderFacts[slot * FACTS + ORDER_RESERVED];
  // TP/SL attached to it are named afterwards (check-attached.ts).
  e.clearFrom(at + OrderPlaced.reserved + 1);
}

/** Ends an order: out of the book if it rested, reported, its slot free. */
export function closeOrder(s: EngineState, e: EventBuffer, slot: number, end: number): void {
  const row = slot * ORDER;
  const exposure = s.books.rows[row + ORDER_OWNER];
  const ex = exposure * EXPOSURE;
  const facts = slot * FACTS;
  if (s.books.rows[row + ORDER_LEVEL] !== 0) {
    // A filled order counts nothing any more, and its fill has brought the margin up to date.
    const isCounted = s.books.reals[slot * REALS + ORDER_REST] !== 0;
    stopResting(s, s.exposures[ex + EX_SYMBOL], slot);
    if (isCounted) recharge(s, exposure);
  } else if (isWaiting(s.books.rows[row + ORDER_FLAGS])) endWaiting(s, slot);
  const at = e.open(EventKind.OrderClosed, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + OrderClosed.orderId] = orderIdOf(s.books, slot);
  w[at + OrderClosed.flags] = s.books.rows[row + ORDER_FLAGS];
  w[at + OrderClosed.end] = end;
  w[at + OrderClosed.price] = s.books.prices[slot];
  w[at + OrderClosed.lots] = s.orderFacts[facts + ORDER_LOTS];
  w[at + OrderClosed.filledLots] = s.orderFacts[facts + ORDER_FILLED_LOTS];
  putWide(w, at + OrderClosed.filledCost, s.orderFacts[facts + ORDER_FILLED_COST]);
  e.clearFrom(at + OrderClosed.reason);
  freeOrder(s.books, slot);
  touchExposure(s, exposure);
}

/** Ends all orders of an exposure, newest first; those in the book before the conditional ones. */
export function closeAllOrders(s: EngineState, e: EventBuffer, exposure: number, end: number): number {
  let closed = 0;
  for (let slot = newestOrder(s, exposure); slot >= 0; slot = newestOrder(s, exposure)) {
    closeOrder(s, e, slot, end);
    closed++;
  }
  return closed + closeTriggersWhere(s, e, exposure, () => true, end);
}

/** Ends the conditional orders of an exposure that `ends` names, newest first. Returns how many. */
export function closeTriggersWhere(
  s: EngineState,
  e: EventBuffer,
  exposure: number,
  ends: (flags: number) => boolean,
  how: number,
): number {
  let closed = 0;
  let slot = newestWaiting(s, exposure);
  while (slot >= 0) {
    const older = olderWaiting(s, slot);
    if (ends(s.books.rows[slot * ORDER + ORDER_FLAGS])) {
      closeOrder(s, e, slot, how);
      closed++;
    }
    slot = older;
  }
  return closed;
}

/** A position ended: conditional orders that could only close it end with it (rules 3.5). */
export function endClosers(s: EngineState, e: EventBuffer, exposure: number, leg: number): void {
  closeTriggersWhere(s, e, exposure, (flags) => isClosing(flags) && legOf(flags) === leg, OrderEnd.PositionClosed);
}

/** Lowers a resting order's quantity; it keeps its place in the queue. */
export function cutOrder(s: EngineState, e: EventBuffer, i: Instrument, slot: number, by: number): void {
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const facts = slot * FACTS;
  countOrder(s, slot, -1);
  shrinkReserve(s, i, slot, s.books.reals[slot * REALS + ORDER_REST], by);
  reduceRest(s.books, slot, by);
  s.orderFacts[facts + ORDER_LOTS] -= by;
  s.orderFacts[facts + ORDER_UPDATED_AT] = s.meta[META_TIME];
  countOrder(s, slot, 1);
  recharge(s, exposure);
  reportAmended(s, e, slot);
  touchExposure(s, exposure);
}

export function reportAmended(s: EngineState, e: EventBuffer, slot: number): void {
  const row = slot * ORDER;
  const ex = s.books.rows[row + ORDER_OWNER] * EXPOSURE;
  const facts = slot * FACTS;
  const at = e.begin(EventKind.OrderAmended, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + OrderAmended.orderId] = orderIdOf(s.books, slot);
  w[at + OrderAmended.flags] = s.books.rows[row + ORDER_FLAGS];
  w[at + OrderAmended.price] = s.books.prices[slot];
  w[at + OrderAmended.lots] = s.orderFacts[facts + ORDER_LOTS];
  w[at + OrderAmended.filledLots] = s.orderFacts[facts + ORDER_FILLED_LOTS];
  w[at + OrderAmended.reserved] = s.orderFacts[facts + ORDER_RESERVED];
}

/** Closing orders may never exceed the leg: the newest are cut first, then cancelled (rules 3.5). */
export function cutClosers(s: EngineState, e: EventBuffer, i: Instrument, exposure: number, leg: number, allowed: number): void {
  const at = exposure * SUMS + SUM_CLOSING + leg;
  let slot = newestOrder(s, exposure);
  while (s.exposureSums[at] > allowed && slot >= 0) {
    const older = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1;
    const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
    if (isClosing(flags) && legOf(flags) === leg) {
      const over = s.exposureSums[at] - allowed;
      if (over >= s.books.reals[slot * REALS + ORDER_REST]) closeOrder(s, e, slot, OrderEnd.ReduceOnly);
      else cutOrder(s, e, i, slot, over);
    }
    slot = older;
  }
}
