// The naive engine's triggers (rules 2, 3.1, D-4, D-6): when prices may fire, which orders a tick reaches and in which order, and their turn.
import { OrderType, SwitchBit, TimeInForce } from '../../wire/command.ts';
import { OrderEnd } from '../../wire/event.ts';
import { Reject } from '../../reject.ts';
import { lockFault } from './account-rules.ts';
import { heldAgainst, positionTpsl } from './conditional.ts';
import { HALTS, isReached, latch, passGate, workingPrice } from './trigger-gate.ts';
import { abs, ceilDiv, floorDiv, min, sum } from './exact.ts';
import { inBook, isHedge, type Naive, type NaiveOrder, type NaiveSymbol, ordersOf, removeOrder, symbolOf, type Trigger } from './model.ts';
import {
  accountFault,
  costOfOrder,
  entryFault,
  finish,
  firedPriceFault,
  marketFault,
  modeFault,
  moneyFault,
  refusalOfOrder,
} from './place.ts';
import { isCloser } from './risk.ts';
import { bookCapacityFault, stopCapacityFault } from './capacity.ts';

const RATE = 100_000_000n;
interface Before {
  mark: bigint;
  last: bigint;
  time: number;
}

/** Every waiting order that this tick reached is to be put in line: nearest stop first, then by arming. */
export function crossTriggers(s: Naive, m: NaiveSymbol, before: Before): void {
  if (!passGate(s, m, before.time)) return;
  const markBefore = before.mark === 0n ? m.mark : before.mark;
  const lastBefore = before.last <= 0n ? markBefore : before.last;
  const was = (t: Trigger) => (t.byMark ? markBefore : lastBefore);
  const waiting = s.orders.filter((o) => o.symbol === m.index && o.trigger !== undefined && !o.trigger.isFired);
  const due: { o: NaiveOrder; key: bigint; serial: number }[] = [];
  for (const o of waiting) {
    const t = o.trigger as Trigger;
    const stop = dueStop(m, o, t);
    if (stop === undefined) continue;
    const rises = o.type === OrderType.Trailing && t.extreme > 0n ? o.sign > 0n : (o.type === OrderType.StopLoss) === o.sign > 0n;
    due.push({ o, key: (rises ? 1n : -1n) * (stop - was(t)), serial: t.serial });
  }
  due.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.serial - b.serial));
  s.due.push(...due.map(({ o }) => ({ o, symbol: m.index, markBefore, lastBefore })));
}

/** Orders that still are to be put in line for a symbol. */
export const dueOf = (s: Naive, symbol: number): Naive['due'] =>
  s.due.filter((d) => d.symbol === symbol && s.orders.includes(d.o) && !(d.o.trigger as Trigger).isFired);

/** Puts a symbol's in line for as long as `handled` knows the next one. Returns how many it were. */
export function putInLine(s: Naive, symbol: number, handled: (o: NaiveOrder) => boolean): number {
  const m = symbolOf(s, symbol);
  let done = 0;
  for (;;) {
    const next = dueOf(s, symbol)[0];
    if (next === undefined || !handled(next.o)) return done;
    const { o, markBefore, lastBefore } = next;
    const t = o.trigger as Trigger;
    s.due = s.due.filter((d) => d !== next);
    if (o.type === OrderType.Trailing && t.extreme === 0n) activate(s, m, t);
    else if (!losesPair(s, m, o, (u) => (u.byMark ? markBefore : lastBefore))) latch(s, o, t);
    done += 1;
  }
}

// Stop in mark units when this tick reaches it; a trailing stop follows a better price first.
function dueStop(m: NaiveSymbol, o: NaiveOrder, t: Trigger): bigint | undefined {
  const working = workingPrice(m, t.byMark);
  if (o.type !== OrderType.Trailing || t.extreme === 0n) return isReached(o, t.stop, working) ? t.stop * 100n : undefined;
  if (o.sign < 0n ? working > t.extreme : working < t.extreme) {
    t.extreme = working;
    return undefined;
  }
  const stop = o.sign < 0n ? floorDiv(t.extreme * (RATE - t.rate), RATE) : ceilDiv(t.extreme * (RATE + t.rate), RATE);
  return (o.sign < 0n ? working <= stop : working >= stop) ? stop : undefined;
}

function activate(s: Naive, m: NaiveSymbol, t: Trigger): void {
  t.extreme = workingPrice(m, t.byMark);
  t.serial = ++s.triggerSerial;
}

// D-6: a position's TP and SL on the same tick: the nearer to the price before fires, the other ends; at equal distance the SL fires.
function losesPair(s: Naive, m: NaiveSymbol, o: NaiveOrder, was: (t: Trigger) => bigint): boolean {
  const t = o.trigger as Trigger;
  if (!t.closePosition) return false;
  const stops = o.type === OrderType.StopLoss;
  const other = positionTpsl(s, { ...o, type: stops ? OrderType.TakeProfit : OrderType.StopLoss });
  const u = other?.trigger;
  if (other === undefined || u === undefined || u.isFired || !isReached(other, u.stop, workingPrice(m, u.byMark))) return false;
  const mine = abs(t.stop * 100n - was(t));
  const its = abs(u.stop * 100n - was(u));
  const loses = mine > its || (mine === its && !stops);
  removeOrder(s, loses ? o : other, OrderEnd.OtherLeg);
  return loses;
}

/** The first in line takes its turn; what is suspended waits again (rules 2). '' or why it was not its turn. */
export function fireNext(s: Naive, orderId: number): string {
  releaseSuspended(s, orderId);
  const o = s.fired[0];
  if (o === undefined || o.id !== orderId) return `order ${orderId} fired out of turn, ${o?.id ?? 'none'} is first`;
  s.fired.shift();
  fire(s, symbolOf(s, o.symbol), o, o.trigger as Trigger);
  return '';
}

/** Lets those at the head of the line that cannot trade now wait again, up to the named one (0 = all of them). */
export function releaseSuspended(s: Naive, orderId: number): void {
  while (s.fired.length > 0 && s.fired[0].id !== orderId) {
    const o = s.fired[0];
    const m = symbolOf(s, o.symbol);
    if (((s.siteSwitches | m.switches) & (HALTS | SwitchBit.CancelOnly)) === 0) return;
    s.fired.shift();
    const full = stopCapacityFault(s, 1);
    if (full) {
      removeOrder(s, o, OrderEnd.TriggerRefused, full);
      continue;
    }
    Object.assign(o.trigger as Trigger, { isFired: false, serial: ++s.triggerSerial });
  }
}

function fire(s: Naive, m: NaiveSymbol, o: NaiveOrder, t: Trigger): void {
  s.touched.add(o.account);
  s.stirred.add(`${o.account}:${o.symbol}`);
  s.orders = s.orders.filter((r) => r !== o);
  s.firedNow.push(o.id);
  const end = (how: number, reason = 0) => s.closed.push({ orderId: o.id, end: how, filled: 0n, reason });
  if (t.priceProtect && isProtected(m)) {
    end(OrderEnd.PriceProtected);
    return;
  }
  o.type = o.price === 0n ? OrderType.Market : OrderType.Limit;
  o.timeInForce = o.price === 0n ? TimeInForce.IOC : TimeInForce.GTC;
  o.trigger = undefined;
  const closing = isCloser(o);
  if (closing) o.lots = closable(s, o, t);
  o.rest = o.lots;
  const refusal =
    (m.isDelisted ? Reject.SYMBOL_CLOSED : entryFault(s, m)) || (closing ? closingFault(s, m, o) : refusalOfOrder(s, m, o, 0n, 1));
  if (refusal) {
    end(OrderEnd.TriggerRefused, refusal);
    return;
  }
  s.serial += 1;
  o.arrival = s.serial;
  o.age = s.serial;
  o.reserved = closing ? 0n : costOfOrder(s, m, o);
  finish(s, m, o);
}

/** |mark - last| / last beyond the protection: the price that fired it is doubtful. */
function isProtected(m: NaiveSymbol): boolean {
  return m.last > 0n && abs(m.mark - m.last) * RATE > m.last * BigInt(m.spec.triggerProtect);
}

// Its own lots, but never more than the position, and a LIMIT one not more than other closing orders leave of it (rules 3.5).
function closable(s: Naive, o: NaiveOrder, t: Trigger): bigint {
  const held = heldAgainst(s, o);
  if (t.closePosition) return held;
  const resting = ordersOf(s, o.account, o.symbol).filter(
    (r) => inBook(r) && isCloser(r) && r.positionSide === o.positionSide && r.sign === o.sign,
  );
  return min(o.lots, o.price === 0n ? held : held - sum(resting.map((r) => r.rest)));
}

/** A closing order that fired: the filters of quantity do not apply, its quantity follows the position. */
export function closingFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const locked = lockFault(s, o.account, true) || marketFault(s, m, o);
  if (locked) return locked;
  if (o.lots <= 0n) return Reject.REDUCE_ONLY_REJECTED;
  const flagged = o.reduceOnly && !isHedge(s, o.account);
  return (
    firedPriceFault(s, m, o) ||
    modeFault(s, o, { reduceOnly: flagged }) ||
    accountFault(s, o) ||
    bookCapacityFault(s) ||
    moneyFault(s, m, o)
  );
}
