// TP/SL attached to an entry order: armed at the end of the command whose fills open the position (rules 3.1).
//
// By default they become the position's own TP and SL and take the place of those it had; partial ones close what the entry opened, and
// grow with its fills. A price that lies beyond the stop by then fires at once: a member who asked for a stop is not left without.
import * as layout from '../layout.ts';
import { OrderType } from '../wire/command.ts';
import { OrderFlag } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind, OrderEnd, writeEvent } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { isByMark, legOf } from './order-flags.ts';
import { setNoTpsl } from './check-attached.ts';
import { hasCapacityToWait, waiting } from './check-conditional.ts';
import { draft } from './check-order.ts';
import {
  bookOfOrder,
  countOwn,
  findPositionTpsl,
  firesOnFall,
  isReached,
  latch,
  newestWaiting,
  olderWaiting,
  reportArmed,
  workingPrice,
} from './triggers.ts';
import { isHedge, legLots } from './exposure.ts';
import { closeOrder } from './order-life.ts';
import type { Opened } from './opened-tpsl.ts';
import { arm } from './place-conditional.ts';
import { isGateOpen } from './trigger-gate.ts';
import { FIRED } from './trigger-index.ts';

const {
  EXPOSURE,
  EX_ACCOUNT,
  EX_SYMBOL,
  FACTS,
  META_TIME,
  ORDER,
  ORDER_FLAGS,
  ORDER_LOTS,
  ORDER_OWNER,
  ORDER_REST,
  ORDER_UPDATED_AT,
  REALS,
  TRIGGER,
  TRIGGER_PARENT,
  TRIGGER_STOP,
} = layout;

/** Arms what this command's fills ask for, in their order. */
export function armAttached(s: EngineState, e: EventBuffer): void {
  for (const entry of s.opened) {
    if (entry.takeProfit !== 0) armLeg(s, e, entry, OrderType.TakeProfit, entry.takeProfit, entry.takeLimit);
    if (entry.stopLoss !== 0) armLeg(s, e, entry, OrderType.StopLoss, entry.stopLoss, entry.lossLimit);
  }
  s.opened.length = 0;
}

function armLeg(s: EngineState, e: EventBuffer, entry: Opened, type: number, stop: number, limit: number): void {
  const { exposure } = entry;
  const leg = legOf(entry.flags);
  const held = legLots(s, exposure, leg);
  // The command may have closed again what it opened.
  if ((entry.flags & 1) === 0 ? held <= 0 : held >= 0) return;
  const partial = (entry.flags & OrderFlag.PartialTpsl) !== 0;
  if (partial && grow(s, e, entry, type, stop, limit)) return;
  const old = partial ? -1 : findPositionTpsl(s, exposure, leg, type);
  if (old >= 0) closeOrder(s, e, old, OrderEnd.Replaced);
  const code = capacityFor(s, exposure, partial);
  if (code !== 0) {
    refuseLeg(s, e, entry, type, stop, code);
    return;
  }
  const slot = armClosing(s, e, exposure, leg, flagsOf(entry, type), stop, limit, partial ? entry.lots : 0, entry.orderId);
  fireIfReached(s, slot, stop);
}

function capacityFor(s: EngineState, exposure: number, partial: boolean): number {
  const i = s.instruments[s.exposures[exposure * EXPOSURE + EX_SYMBOL]] as Instrument;
  if (partial && countOwn(s, exposure) >= i.spec.maxConditionalOrders) return Reject.TOO_MANY_CONDITIONAL_ORDERS;
  return hasCapacityToWait(s) ? 0 : Reject.CAPACITY_FULL;
}

function flagsOf(entry: Opened, type: number): number {
  const byMark = (entry.flags & (type === OrderType.TakeProfit ? OrderFlag.TakeProfitByMark : OrderFlag.StopLossByMark)) !== 0;
  const partial = (entry.flags & OrderFlag.PartialTpsl) !== 0;
  // The other side of the entry, its self-trade mode.
  return (
    ((entry.flags ^ 1) & 1) |
    (entry.flags & (3 << 8)) |
    (type << 3) |
    (byMark ? OrderFlag.ByMark : 0) |
    (partial ? 0 : OrderFlag.ClosePosition)
  );
}

/** Arms a closing order that needs no check: `flags` without position side and reduce-only. Returns its slot. */
export function armClosing(
  s: EngineState,
  e: EventBuffer,
  exposure: number,
  leg: number,
  flags: number,
  stop: number,
  limit: number,
  lots: number,
  parentId: number,
): number {
  const ex = exposure * EXPOSURE;
  draft.account = s.exposures[ex + EX_ACCOUNT];
  draft.symbol = s.exposures[ex + EX_SYMBOL];
  draft.flags = flags | (isHedge(s, draft.account) ? (leg === 1 ? 2 << 1 : 1 << 1) : OrderFlag.ReduceOnly);
  draft.price = limit;
  draft.lots = lots;
  draft.reserved = 0;
  draft.notional = 0;
  waiting.stop = stop;
  waiting.rate = 0;
  setNoTpsl();
  waiting.parentId = parentId;
  const slot = arm(s, e);
  waiting.parentId = 0;
  return slot;
}

// A price beyond the stop already fires it now; while the gate is shut the next tick that counts will.
function fireIfReached(s: EngineState, slot: number, stop: number): void {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const symbol = s.exposures[s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE + EX_SYMBOL];
  const price = workingPrice(s, symbol, isByMark(flags));
  if (isGateOpen(s, symbol) && isReached(firesOnFall(flags), stop, price)) latch(s, slot, price, bookOfOrder(s, slot, flags));
}

// A later fill of the same entry: its own partial TP or SL closes that much more, if it stands where the entry has it now.
function grow(s: EngineState, e: EventBuffer, entry: Opened, type: number, stop: number, limit: number): boolean {
  const wanted = flagsOf(entry, type) & OrderFlag.ByMark;
  for (let slot = newestWaiting(s, entry.exposure); slot >= 0; slot = olderWaiting(s, slot)) {
    const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
    if (s.triggers.facts[slot * TRIGGER + TRIGGER_PARENT] !== entry.orderId || ((flags >> 3) & 7) !== type) continue;
    if (s.triggers.places[slot] === 0 - FIRED || (flags & OrderFlag.ByMark) !== wanted) continue;
    if (s.triggers.facts[slot * TRIGGER + TRIGGER_STOP] !== stop || s.books.prices[slot] !== limit) continue;
    s.orderFacts[slot * FACTS + ORDER_LOTS] += entry.lots;
    s.books.reals[slot * REALS + ORDER_REST] += entry.lots;
    s.orderFacts[slot * FACTS + ORDER_UPDATED_AT] = s.meta[META_TIME];
    reportArmed(s, e, slot, EventKind.TriggerAmended);
    return true;
  }
  return false;
}

function refuseLeg(s: EngineState, e: EventBuffer, entry: Opened, type: number, stop: number, code: number): void {
  const ex = entry.exposure * EXPOSURE;
  writeEvent(e, 'TpslRefused', s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL], {
    parentId: entry.orderId,
    type,
    stopPrice: stop,
    code,
  });
}
