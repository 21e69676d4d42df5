// AmendOrder: another price or quantity under the same id. Only fewer lots at the same price keep the place in the queue.
import * as layout from '../layout.ts';
import { OrderFlag, TPSL_BITS } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { OrderStatus } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchExposure } from '../touched.ts';
import { isClosing, isWaiting } from './order-flags.ts';
import { ownOrder } from './cancel-order.ts';
import { changeTpsl, checkAttached, draftTpsl, isTpslChanged, isTpslRemoval } from './check-attached.ts';
import { checkAccount, checkAmended, checkEntry, draft } from './check-order.ts';
import { recharge } from './exposure.ts';
import { cutOrder, reportAmended, stopResting } from './order-life.ts';
import { execute, placed } from './place-order.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';

const Head = CommandHeadWord;
const { AmendOrder } = CommandWord;

const {
  EXPOSURE,
  EX_SYMBOL,
  FACTS,
  META_TIME,
  ORDER,
  ORDER_FILLED_COST,
  ORDER_FILLED_LOTS,
  ORDER_FLAGS,
  ORDER_LOTS,
  ORDER_NOTIONAL,
  ORDER_OWNER,
  ORDER_RESERVED,
  ORDER_REST,
  ORDER_UPDATED_AT,
  REALS,
} = layout;

/** `lots` is the new total quantity, what was filled included. */
export function amendOrder(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const orderId = words[at + AmendOrder.orderId];
  const price = words[at + AmendOrder.price];
  const lots = words[at + AmendOrder.lots];
  const slot = ownOrder(s, account, orderId);
  if (slot < 0) return refuse(s, Reject.ORDER_UNKNOWN);
  if (isWaiting(s.books.rows[slot * ORDER + ORDER_FLAGS])) return refuse(s, Reject.INVALID_ORDER_TYPE);
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  const i = s.instruments[symbol] as Instrument;
  const facts = slot * FACTS;
  const filled = s.orderFacts[facts + ORDER_FILLED_LOTS];
  const before = s.orderFacts[facts + ORDER_LOTS];
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  if (!draftTpsl(s, slot, flags, words, at + AmendOrder.terms, words[at + Head.further])) return refuse(s, Reject.PARAM_MALFORMED);
  draftOf(s, slot, account, symbol, price, lots - filled);
  const other = isTpslChanged(s, slot);
  const bits = draft.flags;
  const same = price === s.books.prices[slot] && lots === before;
  const refusal = same && other ? checkNewTpsl(s, i, slot) : checkNewTerms(s, i, slot, filled, lots, same);
  if (refusal !== 0) return refusal;
  placed.orderId = orderId;
  placed.filledLots = filled;
  placed.filledCost = s.orderFacts[facts + ORDER_FILLED_COST];
  placed.status = filled > 0 ? OrderStatus.PartiallyFilled : OrderStatus.New;
  if (other) changeTpsl(s, e, slot, bits);
  if (same) return 0;
  if (price === s.books.prices[slot] && lots < before) cutOrder(s, e, i, slot, before - lots);
  else requeue(s, e, i, slot, price, lots, lots - filled);
  return 0;
}

// Another price or quantity is checked as a new order, and what is attached to it against the price that it will have.
function checkNewTerms(s: EngineState, i: Instrument, slot: number, filled: number, lots: number, same: boolean): number {
  const bits = draft.flags;
  // What it was before it fired, and what is attached to it, is no business of the other checks.
  draft.flags = bits & 2047;
  const entry = checkEntry(s);
  if (entry !== 0) return entry;
  if (lots > 0 && lots <= filled) return refuse(s, Reject.QUANTITY_TOO_SMALL, filled + 1, lots);
  if (same) return refuse(s, Reject.ORDER_UNCHANGED);
  const moves = draft.price !== s.books.prices[slot] || lots > s.orderFacts[slot * FACTS + ORDER_LOTS];
  const refusal = checkAmended(s, i, lots, moves);
  if (refusal !== 0 || (bits & OrderFlag.Attached) === 0) return refusal;
  draft.flags = (bits & TPSL_BITS) | draft.flags;
  return checkAttached(s, i, moves);
}

// The order stays, what its fills arm changes; legs may be taken away whenever an order may be cancelled.
function checkNewTpsl(s: EngineState, i: Instrument, slot: number): number {
  if (isTpslRemoval(s, slot)) return 0;
  draft.flags &= 2047 | TPSL_BITS;
  draft.assumed = draft.price;
  return checkEntry(s) || checkAccount(s) || checkAttached(s, i, false);
}

// The checks see the order as if it were new, less what it counts already.
function draftOf(s: EngineState, slot: number, account: number, symbol: number, price: number, rest: number): void {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const facts = slot * FACTS;
  draft.account = account;
  draft.symbol = symbol;
  draft.price = price;
  draft.lots = rest;
  draft.slippage = 0;
  draft.ownLots = s.books.reals[slot * REALS + ORDER_REST];
  draft.ownReserved = isClosing(flags) ? 0 : s.orderFacts[facts + ORDER_RESERVED];
  draft.ownNotional = isClosing(flags) ? 0 : s.orderFacts[facts + ORDER_NOTIONAL];
}

function requeue(s: EngineState, e: EventBuffer, i: Instrument, slot: number, price: number, lots: number, rest: number): void {
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const facts = slot * FACTS;
  stopResting(s, s.exposures[exposure * EXPOSURE + EX_SYMBOL], slot);
  s.books.prices[slot] = price;
  s.books.reals[slot * REALS + ORDER_REST] = rest;
  s.orderFacts[facts + ORDER_LOTS] = lots;
  s.orderFacts[facts + ORDER_RESERVED] = draft.reserved;
  s.orderFacts[facts + ORDER_NOTIONAL] = draft.notional;
  s.orderFacts[facts + ORDER_UPDATED_AT] = s.meta[META_TIME];
  recharge(s, exposure);
  touchExposure(s, exposure);
  reportAmended(s, e, slot);
  execute(s, e, i, slot, price);
}
