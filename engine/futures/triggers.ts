// The life of a conditional order while it waits: its place in the index and in its owner's chain, what it reserves, its reports.
import * as layout from '../layout.ts';
import { OrderType } from '../wire/command.ts';
import { OrderFlag } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EVENT_WORDS, EventKind, EventWord, writerOf } from '../wire/event.ts';
import { mulDivFloor } from '../money/rounding.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import type { EngineState } from '../state.ts';
import { touchExposure } from '../touched.ts';
import { recharge } from './exposure.ts';
import { orderIdOf } from './order-book.ts';
import { isByMark, isClosing, legOf } from './order-flags.ts';
import { FIRED, bookOf, enterBucket, enterList, leave, trailsOf } from './trigger-index.ts';

const { OrderArmed, OrderClosed } = EventWord;
const OrderTriggered = writerOf('OrderTriggered', 'orderId', 'flags', 'stopPrice', 'workingPrice', 'lots');

const {
  ACCOUNT,
  ACCOUNT_ORDERS,
  CHAIN,
  CHAIN_NEWER,
  CHAIN_OLDER,
  EXPOSURE,
  EX_ACCOUNT,
  EX_ORDERS,
  EX_SYMBOL,
  FACTS,
  LAST,
  LIVE,
  MARK,
  META_FIRED,
  META_TRIGGERS,
  META_TRIGGER_SERIAL,
  ORDER,
  ORDER_FLAGS,
  ORDER_LOTS,
  ORDER_NOTIONAL,
  ORDER_OWNER,
  ORDER_RESERVED,
  SUMS,
  SUM_LOTS,
  SUM_NOTIONAL,
  SUM_RESERVED,
  TRIGGER,
  TRIGGER_EXTREME,
  TRIGGER_FIRED_AT,
  TRIGGER_LOSS,
  TRIGGER_PARENT,
  TRIGGER_RATE,
  TRIGGER_SERIAL,
  TRIGGER_STOP,
  TRIGGER_TAKE,
  WAITING,
  WAITING_COUNT,
  WAITING_NEWEST,
} = layout;

/** The price a trigger watches, mark units; before the feed told a last price the mark stands in for it. */
export function workingPrice(s: EngineState, symbol: number, byMark: boolean): number {
  const live = symbol * LIVE;
  const last = s.live[live + LAST];
  return byMark || last <= 0 ? s.live[live + MARK] : last;
}

/** Rules 3.1: a stop-loss buys on a rise and sells on a fall, a take-profit the other way; a trailing stop is activated like a take-profit. */
export function firesOnFall(flags: number): boolean {
  const sells = (flags & 1) === 1;
  return (((flags >> 3) & 7) === OrderType.StopLoss) === sells;
}

/** True when `price` (mark units) fires a stop in ticks. */
export function isReached(falls: boolean, stop: number, price: number): boolean {
  return falls ? price <= stop * 100 : price >= stop * 100;
}

/** Price in ticks that a waiting order's reserve assumes: its limit or stop, or what a trailing stop stands on (rules 6.4). */
export function assumedPrice(s: EngineState, slot: number): number {
  const at = slot * TRIGGER;
  const stop = s.triggers.facts[at + TRIGGER_STOP];
  return s.books.prices[slot] || stop || mulDivFloor(s.triggers.facts[at + TRIGGER_EXTREME], 1, MARK_PER_TICK);
}

/** Book that an order waits in: by its type, or the list of trailing stops that follow the price. */
export function bookOfOrder(s: EngineState, slot: number, flags: number): number {
  const symbol = s.exposures[s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE + EX_SYMBOL];
  const trails = ((flags >> 3) & 7) === OrderType.Trailing && s.triggers.facts[slot * TRIGGER + TRIGGER_EXTREME] !== 0;
  return bookOf(symbol, isByMark(flags), trails ? (flags & 1) === 1 : firesOnFall(flags));
}

/** The order begins to wait: facts, lots and reserve are in place. */
export function beginWaiting(s: EngineState, slot: number): void {
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const { chain } = s.books;
  const { chains } = s.triggers;
  const newest = chains[exposure * WAITING + WAITING_NEWEST];
  chain[slot * CHAIN + CHAIN_OLDER] = newest;
  chain[slot * CHAIN + CHAIN_NEWER] = 0;
  if (newest !== 0) chain[(newest - 1) * CHAIN + CHAIN_NEWER] = slot + 1;
  chains[exposure * WAITING + WAITING_NEWEST] = slot + 1;
  chains[exposure * WAITING + WAITING_COUNT]++;
  s.exposures[exposure * EXPOSURE + EX_ORDERS]++;
  s.accounts[s.exposures[exposure * EXPOSURE + EX_ACCOUNT] * ACCOUNT + ACCOUNT_ORDERS]++;
  s.meta[META_TRIGGERS]++;
  enterIndex(s, slot);
  countWaiting(s, slot, 1);
  recharge(s, exposure);
  touchExposure(s, exposure);
}

/** The order waits no longer: it fired, or it ends. */
export function endWaiting(s: EngineState, slot: number): void {
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const { chain } = s.books;
  const older = chain[slot * CHAIN + CHAIN_OLDER];
  const newer = chain[slot * CHAIN + CHAIN_NEWER];
  if (older !== 0) chain[(older - 1) * CHAIN + CHAIN_NEWER] = newer;
  if (newer !== 0) chain[(newer - 1) * CHAIN + CHAIN_OLDER] = older;
  else s.triggers.chains[exposure * WAITING + WAITING_NEWEST] = older;
  s.triggers.chains[exposure * WAITING + WAITING_COUNT]--;
  s.exposures[exposure * EXPOSURE + EX_ORDERS]--;
  s.accounts[s.exposures[exposure * EXPOSURE + EX_ACCOUNT] * ACCOUNT + ACCOUNT_ORDERS]--;
  s.meta[META_TRIGGERS]--;
  leaveIndex(s, slot);
  countWaiting(s, slot, -1);
  recharge(s, exposure);
}

/** Puts the order where its price will find it, behind those armed before it. */
export function enterIndex(s: EngineState, slot: number): void {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const facts = slot * TRIGGER;
  const t = s.triggers;
  const book = bookOfOrder(s, slot, flags);
  t.facts[facts + TRIGGER_SERIAL] = ++s.meta[META_TRIGGER_SERIAL];
  if (t.facts[facts + TRIGGER_EXTREME] !== 0) enterList(t, s.books, slot, trailsOf(book));
  else enterBucket(t, s.meta, s.books, slot, book, t.facts[facts + TRIGGER_STOP]);
}

export function leaveIndex(s: EngineState, slot: number): void {
  if (s.triggers.places[slot] === 0 - FIRED) s.meta[META_FIRED]--;
  leave(s.triggers, s.meta, s.books, slot, bookOfOrder(s, slot, s.books.rows[slot * ORDER + ORDER_FLAGS]));
}

/** Moves an order of `book` that `price` reached to the end of those that wait for their turn. */
export function latch(s: EngineState, slot: number, price: number, book: number): void {
  leave(s.triggers, s.meta, s.books, slot, book);
  s.triggers.facts[slot * TRIGGER + TRIGGER_FIRED_AT] = price;
  s.meta[META_FIRED]++;
  enterList(s.triggers, s.books, slot, FIRED);
}

// An order that can only close counts nothing: such orders may exceed the position together (rules D-7).
function countWaiting(s: EngineState, slot: number, sign: number): void {
  const row = slot * ORDER;
  const flags = s.books.rows[row + ORDER_FLAGS];
  if (isClosing(flags)) return;
  const sums = s.books.rows[row + ORDER_OWNER] * SUMS + (flags & 1);
  s.exposureSums[sums + SUM_LOTS] += s.orderFacts[slot * FACTS + ORDER_LOTS] * sign;
  s.exposureSums[sums + SUM_RESERVED] += s.orderFacts[slot * FACTS + ORDER_RESERVED] * sign;
  s.exposureSums[sums + SUM_NOTIONAL] += s.orderFacts[slot * FACTS + ORDER_NOTIONAL] * sign;
}

/** Newest conditional order of an exposure, -1 = none; older ones by the chain of the books. */
export function newestWaiting(s: EngineState, exposure: number): number {
  return s.triggers.chains[exposure * WAITING + WAITING_NEWEST] - 1;
}

export function olderWaiting(s: EngineState, slot: number): number {
  return s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1;
}

/** Conditional orders of an exposure that have a quantity of their own: what the limit of rules 2 counts. */
export function countOwn(s: EngineState, exposure: number): number {
  let count = 0;
  for (let slot = newestWaiting(s, exposure); slot >= 0; slot = olderWaiting(s, slot)) {
    if ((s.books.rows[slot * ORDER + ORDER_FLAGS] & OrderFlag.ClosePosition) === 0) count++;
  }
  return count;
}

/** The position's take-profit or stop-loss (closePosition) of a leg, -1 = none. */
export function findPositionTpsl(s: EngineState, exposure: number, leg: number, type: number): number {
  for (let slot = newestWaiting(s, exposure); slot >= 0; slot = olderWaiting(s, slot)) {
    const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
    if ((flags & OrderFlag.ClosePosition) !== 0 && legOf(flags) === leg && ((flags >> 3) & 7) === type) return slot;
  }
  return -1;
}

/** Names in the OrderClosed just written why a fired order was refused. */
export function giveReason(e: EventBuffer, code: number): void {
  e.words[e.length - EVENT_WORDS + OrderClosed.reason] = code;
}

/** Reports a conditional order as armed or amended. */
export function reportArmed(s: EngineState, e: EventBuffer, slot: number, kind: number): void {
  const row = slot * ORDER;
  const ex = s.books.rows[row + ORDER_OWNER] * EXPOSURE;
  const facts = slot * TRIGGER;
  const f = s.triggers.facts;
  const at = e.begin(kind, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + OrderArmed.orderId] = orderIdOf(s.books, slot);
  w[at + OrderArmed.flags] = s.books.rows[row + ORDER_FLAGS];
  w[at + OrderArmed.price] = s.books.prices[slot];
  w[at + OrderArmed.lots] = s.orderFacts[slot * FACTS + ORDER_LOTS];
  w[at + OrderArmed.reserved] = s.orderFacts[slot * FACTS + ORDER_RESERVED];
  w[at + OrderArmed.stopPrice] = f[facts + TRIGGER_STOP];
  w[at + OrderArmed.callbackRate] = f[facts + TRIGGER_RATE];
  w[at + OrderArmed.takeProfit] = f[facts + TRIGGER_TAKE];
  w[at + OrderArmed.stopLoss] = f[facts + TRIGGER_LOSS];
  w[at + OrderArmed.parentId] = f[facts + TRIGGER_PARENT];
}

export function reportTriggered(s: EngineState, e: EventBuffer, slot: number): void {
  const row = slot * ORDER;
  const ex = s.books.rows[row + ORDER_OWNER] * EXPOSURE;
  const at = e.begin(EventKind.OrderTriggered, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL]);
  const w = e.words;
  w[at + OrderTriggered.orderId] = orderIdOf(s.books, slot);
  w[at + OrderTriggered.flags] = s.books.rows[row + ORDER_FLAGS];
  w[at + OrderTriggered.stopPrice] = s.triggers.facts[slot * TRIGGER + TRIGGER_STOP];
  w[at + OrderTriggered.workingPrice] = s.triggers.facts[slot * TRIGGER + TRIGGER_FIRED_AT];
  w[at + OrderTriggered.lots] = s.orderFacts[slot * FACTS + ORDER_LOTS];
}
