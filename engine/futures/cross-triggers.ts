// A price moved: every conditional order that it reached is put in line, nearest stop first (rules 3.1, D-6).
//
// So many at a time: what is left is put in line by the work queue, before any of them has its turn, and before the symbol's next tick.
// Order: by how far the stop lay from the source's price before, in the direction it fires, then by when it was armed. Mark and last of one
// SetMark are one tick.
import * as layout from '../layout.ts';
import { OrderType } from '../wire/command.ts';
import { OrderFlag } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind, OrderEnd, writerOf } from '../wire/event.ts';
import type { EngineState } from '../state.ts';
import { isByMark, legOf } from './order-flags.ts';
import { orderIdOf } from './order-book.ts';
import { closeOrder } from './order-life.ts';
import { passGate } from './trigger-gate.ts';
import { FIRED, firstOfList, firstOfNearest, trailsOf } from './trigger-index.ts';
import { bookOfOrder, enterIndex, findPositionTpsl, firesOnFall, isReached, latch, leaveIndex } from './triggers.ts';
import { trailingStop } from './trailing-stop.ts';

const TrailingActivated = writerOf('TrailingActivated', 'orderId', 'extreme');

const {
  CROSS_LAST,
  CROSS_MARK,
  EXPOSURE,
  EX_ACCOUNT,
  EX_SYMBOL,
  LAST,
  LIVE,
  MARK,
  META_CROSSINGS,
  META_SLICE,
  META_TRIGGERS,
  ORDER,
  ORDER_FLAGS,
  ORDER_NEXT,
  ORDER_OWNER,
  TRIGGER,
  TRIGGER_EXTREME,
  TRIGGER_RATE,
  TRIGGER_SERIAL,
  TRIGGER_STOP,
} = layout;

/** Prices of the tick before, and of this one, by source (0 last, 1 mark); the same object serves every call. */
const tick = { symbol: 0, before: [0, 0], now: [0, 0] };

/** A trailing stop that fires: its distance and slot. */
interface Due {
  key: number;
  slot: number;
}

/** After SetMark: `mark`, `last` and `time` are those of the tick before. */
export function crossTriggers(s: EngineState, e: EventBuffer, symbol: number, mark: number, last: number, time: number): void {
  if (!passGate(s, symbol, time) || s.meta[META_TRIGGERS] === 0) return;
  setTick(s, symbol);
  tick.before[1] = mark === 0 ? tick.now[1] : mark;
  tick.before[0] = last <= 0 ? tick.before[1] : last;
  const left = putInLine(s, e, mostAtOnce(s));
  if (!left) return;
  s.live[symbol * LIVE + CROSS_MARK] = tick.before[1];
  s.live[symbol * LIVE + CROSS_LAST] = tick.before[0];
  s.meta[META_CROSSINGS]++;
}

/** Orders that one part of a line takes: a quarter of the events of a slice. */
function mostAtOnce(s: EngineState): number {
  return s.meta[META_SLICE] >> 2;
}

/** True while orders that a tick reached are not in line yet. */
export function isCrossing(s: EngineState): boolean {
  return s.meta[META_CROSSINGS] !== 0;
}

/** A further part of the lowest symbol's line. False when it is not all of it: the slice ends there. */
export function workCrossing(s: EngineState, e: EventBuffer): boolean {
  let symbol = 0;
  while (s.live[symbol * LIVE + CROSS_MARK] === 0) symbol++;
  return goOn(s, e, symbol, mostAtOnce(s));
}

/** All that is left of the symbol's line, before its next tick. */
export function finishCrossing(s: EngineState, e: EventBuffer, symbol: number): void {
  if (s.live[symbol * LIVE + CROSS_MARK] !== 0) goOn(s, e, symbol, Number.POSITIVE_INFINITY);
}

function goOn(s: EngineState, e: EventBuffer, symbol: number, most: number): boolean {
  const live = symbol * LIVE;
  setTick(s, symbol);
  tick.before[1] = s.live[live + CROSS_MARK];
  tick.before[0] = s.live[live + CROSS_LAST];
  if (putInLine(s, e, most)) return false;
  s.live[live + CROSS_MARK] = 0;
  s.meta[META_CROSSINGS]--;
  return true;
}

function setTick(s: EngineState, symbol: number): void {
  const live = symbol * LIVE;
  tick.symbol = symbol;
  tick.now[1] = s.live[live + MARK];
  tick.now[0] = s.live[live + LAST] <= 0 ? tick.now[1] : s.live[live + LAST];
}

// At most so many orders of the present tick; true when more are left. Going on finds those again: nothing else moves them.
function putInLine(s: EngineState, e: EventBuffer, most: number): boolean {
  const trails = followTrails(s);
  let trail = 0;
  for (let done = 0; ; done++) {
    if (done === most) return trails[trail] !== undefined || nextBook(s) >= 0;
    const book = nextBook(s);
    const key = book < 0 ? 0 : keyOf(s, book);
    const due = trails[trail];
    if (
      due !== undefined &&
      (book < 0 || due.key < key || (due.key === key && serialOf(s, due.slot) < serialOf(s, firstOfNearest(s.triggers, book))))
    ) {
      trail++;
      latch(
        s,
        due.slot,
        tick.now[isByMark(s.books.rows[due.slot * ORDER + ORDER_FLAGS]) ? 1 : 0],
        bookOfOrder(s, due.slot, s.books.rows[due.slot * ORDER + ORDER_FLAGS]),
      );
    } else if (book >= 0) meet(s, e, firstOfNearest(s.triggers, book), book);
    else return false;
  }
}

// Book whose nearest stop is reached and comes next, -1 = none.
function nextBook(s: EngineState): number {
  let best = -1;
  for (let k = 0; k < 4; k++) {
    const book = tick.symbol * 4 + k;
    const near = s.triggers.nearest[book];
    if (near === 0 || !isReached((k & 1) === 1, near, tick.now[k >> 1])) continue;
    if (best < 0 || isEarlier(s, book, best)) best = book;
  }
  return best;
}

function isEarlier(s: EngineState, book: number, other: number): boolean {
  const a = keyOf(s, book);
  const b = keyOf(s, other);
  return a < b || (a === b && serialOf(s, firstOfNearest(s.triggers, book)) < serialOf(s, firstOfNearest(s.triggers, other)));
}

// Mark units from the price before to the nearest stop; below 0 when it lay beyond already and could not fire.
function keyOf(s: EngineState, book: number): number {
  const gap = s.triggers.nearest[book] * 100 - tick.before[(book >> 1) & 1];
  return (book & 1) === 0 ? gap : 0 - gap;
}

function serialOf(s: EngineState, slot: number): number {
  return s.triggers.facts[slot * TRIGGER + TRIGGER_SERIAL];
}

// A stop was reached: a trailing stop begins to follow, any other is put in line unless its pair was nearer.
function meet(s: EngineState, e: EventBuffer, slot: number, book: number): void {
  const price = tick.now[(book >> 1) & 1];
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  if (((flags >> 3) & 7) === OrderType.Trailing) {
    activate(s, e, slot, price);
    return;
  }
  if ((flags & OrderFlag.ClosePosition) !== 0 && losesToOther(s, e, slot, flags)) return;
  latch(s, slot, price, book);
}

export function activate(s: EngineState, e: EventBuffer, slot: number, price: number): void {
  leaveIndex(s, slot);
  s.triggers.facts[slot * TRIGGER + TRIGGER_EXTREME] = price;
  enterIndex(s, slot);
  const ex = s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE;
  const at = e.begin(EventKind.TrailingActivated, s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL]);
  e.words[at + TrailingActivated.orderId] = orderIdOf(s.books, slot);
  e.words[at + TrailingActivated.extreme] = price;
}

// D-6: of a position's TP and SL, both reached on one tick, the nearer to the price before fires and the other ends; at a tie the SL.
function losesToOther(s: EngineState, e: EventBuffer, slot: number, flags: number): boolean {
  const type = (flags >> 3) & 7;
  const stops = type === OrderType.StopLoss;
  const other = findPositionTpsl(
    s,
    s.books.rows[slot * ORDER + ORDER_OWNER],
    legOf(flags),
    stops ? OrderType.TakeProfit : OrderType.StopLoss,
  );
  if (other < 0 || s.triggers.places[other] === 0 - FIRED) return false;
  const otherFlags = s.books.rows[other * ORDER + ORDER_FLAGS];
  if (!isReached(firesOnFall(otherFlags), stopOf(s, other), tick.now[isByMark(otherFlags) ? 1 : 0])) return false;
  const mine = distance(s, slot, flags);
  const its = distance(s, other, otherFlags);
  const loses = mine > its || (mine === its && !stops);
  closeOrder(s, e, loses ? slot : other, OrderEnd.OtherLeg);
  return loses;
}

function stopOf(s: EngineState, slot: number): number {
  return s.triggers.facts[slot * TRIGGER + TRIGGER_STOP];
}

function distance(s: EngineState, slot: number, flags: number): number {
  const gap = stopOf(s, slot) * 100 - tick.before[isByMark(flags) ? 1 : 0];
  return gap < 0 ? 0 - gap : gap;
}

// Every active trailing stop of the symbol meets the new price: a better one moves its stop along, a worse one may fire it.
function followTrails(s: EngineState): Due[] {
  let due = NONE;
  for (let k = 0; k < 4; k++) {
    const first = firstOfList(s.triggers, trailsOf(tick.symbol * 4 + k));
    if (first >= 0) due = followBook(s, first, k, due);
  }
  if (due.length > 1) due.sort((a, b) => a.key - b.key || serialOf(s, a.slot) - serialOf(s, b.slot));
  return due;
}

const NONE: Due[] = [];

function followBook(s: EngineState, first: number, k: number, found: Due[]): Due[] {
  const price = tick.now[k >> 1];
  const sells = (k & 1) === 1;
  let due = found;
  for (let slot = first; slot >= 0; slot = s.books.rows[slot * ORDER + ORDER_NEXT] - 1) {
    const facts = slot * TRIGGER;
    const extreme = s.triggers.facts[facts + TRIGGER_EXTREME];
    if (sells ? price > extreme : price < extreme) {
      s.triggers.facts[facts + TRIGGER_EXTREME] = price;
      continue;
    }
    const stop = trailingStop(extreme, s.triggers.facts[facts + TRIGGER_RATE], sells);
    if (sells ? price > stop : price < stop) continue;
    if (due === NONE) due = [];
    const gap = stop - tick.before[k >> 1];
    due.push({ key: sells ? 0 - gap : gap, slot });
  }
  return due;
}
