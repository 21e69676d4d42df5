// A fired order takes its turn: it is checked as a new order and goes the normal way, or it ends and says why (rules 3.1).
import * as layout from '../layout.ts';
import { OrderType, SwitchBit } from '../wire/command.ts';
import { OrderFlag, ORIGIN_SHIFT } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { OrderEnd, writeEvent } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDivFloor } from '../money/rounding.ts';
import { RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchExposure } from '../touched.ts';
import { isClosing, legOf } from './order-flags.ts';
import { checkEntry, checkFired, checkOrder, draft } from './check-order.ts';
import { legLots } from './exposure.ts';
import { orderIdOf } from './order-book.ts';
import { closeOrder, reportPlaced } from './order-life.ts';
import { execute } from './place-order.ts';
import { FIRED, firstOfList, hasCapacityForTriggers } from './trigger-index.ts';
import { endWaiting, enterIndex, giveReason, leaveIndex, reportTriggered } from './triggers.ts';

const {
  EXPOSURE,
  EX_ACCOUNT,
  EX_SYMBOL,
  FACTS,
  LAST,
  LIVE,
  MARK,
  META_FIRED,
  META_SITE_SWITCHES,
  META_TIME,
  ORDER,
  ORDER_FLAGS,
  ORDER_LOTS,
  ORDER_NOTIONAL,
  ORDER_OWNER,
  ORDER_RESERVED,
  ORDER_REST,
  ORDER_UPDATED_AT,
  REALS,
  SUMS,
  SUM_CLOSING,
  SWITCHES,
} = layout;

const TYPE_MASK = 7 << 3;
const SUSPENDS = SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.MarketClosed | SwitchBit.CancelOnly;

/** True while fired orders wait for their turn. */
export function hasFired(s: EngineState): boolean {
  return s.meta[META_FIRED] !== 0;
}

/** The first in line takes its turn. */
export function fireNext(s: EngineState, e: EventBuffer): void {
  const slot = firstOfList(s.triggers, FIRED);
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  // Suspended, not lost: it waits again, behind those of the same stop (rules 2).
  if (((s.live[symbol * LIVE + SWITCHES] | s.meta[META_SITE_SWITCHES]) & SUSPENDS) !== 0) {
    if (hasCapacityForTriggers(s.triggers, s.meta, 1)) {
      leaveIndex(s, slot);
      enterIndex(s, slot);
    } else {
      refuse(s, Reject.CAPACITY_FULL);
      endRefused(s, e, slot, Reject.CAPACITY_FULL);
    }
    return;
  }
  const i = s.instruments[symbol] as Instrument;
  reportTriggered(s, e, slot);
  endWaiting(s, slot);
  touchExposure(s, exposure);
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const type = s.books.prices[slot] === 0 ? OrderType.Market : OrderType.Limit;
  s.books.rows[slot * ORDER + ORDER_FLAGS] = (flags & ~TYPE_MASK) | (type << 3) | (((flags >> 3) & 7) << ORIGIN_SHIFT);
  if ((flags & OrderFlag.PriceProtect) !== 0 && isProtected(s, i, symbol)) {
    closeOrder(s, e, slot, OrderEnd.PriceProtected);
    return;
  }
  const refusal = draftFired(s, i, slot, exposure, symbol);
  if (refusal !== 0) {
    endRefused(s, e, slot, refusal);
    return;
  }
  begin(s, slot);
  reportPlaced(s, e, slot);
  execute(s, e, i, slot, draft.limit);
}

// With the figures that the member would have been told, had it placed the order itself.
function endRefused(s: EngineState, e: EventBuffer, slot: number, code: number): void {
  const ex = s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE;
  writeEvent(e, 'TriggerRefused', s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL], {
    orderId: orderIdOf(s.books, slot),
    code,
    limit: s.refusedLimit,
    offered: s.refusedOffered,
  });
  closeOrder(s, e, slot, OrderEnd.TriggerRefused);
  giveReason(e, code);
}

// |mark - last| / last above the symbol's protection: the price that fired it is doubtful (rules 3.1).
function isProtected(s: EngineState, i: Instrument, symbol: number): boolean {
  const last = s.live[symbol * LIVE + LAST];
  const gap = s.live[symbol * LIVE + MARK] - last;
  return last > 0 && (gap < 0 ? 0 - gap : gap) > mulDivFloor(last, i.spec.triggerProtect, RATE_ONE);
}

// The order as it would be placed now; 0 or why it may not.
function draftFired(s: EngineState, i: Instrument, slot: number, exposure: number, symbol: number): number {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const closing = isClosing(flags);
  draft.account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  draft.symbol = symbol;
  // Plain flags: what it was before it fired is no business of the checks.
  draft.flags = flags & 2047;
  draft.price = s.books.prices[slot];
  draft.lots = closing ? closableNow(s, exposure, flags, slot) : s.orderFacts[slot * FACTS + ORDER_LOTS];
  draft.slippage = 0;
  draft.ownLots = 0;
  draft.ownReserved = 0;
  draft.ownNotional = 0;
  return checkEntry(s) || (closing ? checkFired(s, i) : checkOrder(s, i));
}

// What a closing order may still close: all, its own lots, or what resting closing orders leave of the position (rules 3.5).
function closableNow(s: EngineState, exposure: number, flags: number, slot: number): number {
  const leg = legOf(flags);
  const held = legLots(s, exposure, leg);
  const size = (flags & 1) === 0 ? 0 - held : held;
  if ((flags & OrderFlag.ClosePosition) !== 0) return size;
  const lots = s.orderFacts[slot * FACTS + ORDER_LOTS];
  const capacity = s.books.prices[slot] === 0 ? size : size - s.exposureSums[exposure * SUMS + SUM_CLOSING + leg];
  return lots < capacity ? lots : capacity;
}

function begin(s: EngineState, slot: number): void {
  const facts = slot * FACTS;
  s.books.reals[slot * REALS + ORDER_REST] = draft.lots;
  s.orderFacts[facts + ORDER_LOTS] = draft.lots;
  s.orderFacts[facts + ORDER_RESERVED] = draft.reserved;
  s.orderFacts[facts + ORDER_NOTIONAL] = draft.notional;
  s.orderFacts[facts + ORDER_UPDATED_AT] = s.meta[META_TIME];
}
