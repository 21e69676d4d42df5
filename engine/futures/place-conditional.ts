// PlaceConditional and AmendConditional: orders that wait for a price (rules 3.1).
import * as layout from '../layout.ts';
import { CommandHeadWord, CommandWord, HEADER_WORDS, OrderType } from '../wire/command.ts';
import { attachedLength, OrderFlag } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind, OrderStatus } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { isByMark, isClosing, isWaiting, legOf } from './order-flags.ts';
import { ownOrder } from './cancel-order.ts';
import {
  changeTpsl,
  checkAttached,
  draftTpsl,
  isTpslChanged,
  isTpslRemoval,
  readAttachedTo,
  reportLimits,
  storeTpsl,
} from './check-attached.ts';
import { checkConditional, waiting } from './check-conditional.ts';
import { checkAccount, checkEntry, draft } from './check-order.ts';
import { isHedge, openExposure } from './exposure.ts';
import { orderIdOf, takeOrder } from './order-book.ts';
import { indexOf, placed } from './place-order.ts';
import { holdLeg } from './position.ts';
import { FIRED } from './trigger-index.ts';
import { assumedPrice, beginWaiting, endWaiting, reportArmed, workingPrice } from './triggers.ts';

const Head = CommandHeadWord;
const { AmendConditional, PlaceConditional } = CommandWord;

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
  ORDER_PLACED_AT,
  ORDER_RESERVED,
  ORDER_REST,
  ORDER_TEXT_WORDS,
  ORDER_UPDATED_AT,
  REALS,
  TEXT,
  TRIGGER,
  TRIGGER_EXTREME,
  TRIGGER_PARENT,
  TRIGGER_RATE,
  TRIGGER_STOP,
} = layout;

export function placeConditional(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const flags = indexOf(words[at + PlaceConditional.flags]);
  const first = at + PlaceConditional.terms + (flags >= 0 ? attachedLength(flags) : 0);
  const textWords = at + HEADER_WORDS + words[at + Head.further] - first;
  if (!(textWords >= 0 && textWords <= TEXT)) return refuse(s, Reject.PARAM_MALFORMED);
  draft.account = indexOf(words[at + Head.account]);
  draft.symbol = indexOf(words[at + Head.symbol]);
  draft.price = words[at + PlaceConditional.price];
  draft.lots = words[at + PlaceConditional.lots];
  draft.flags = flags;
  waiting.stop = words[at + PlaceConditional.stopPrice];
  waiting.rate = words[at + PlaceConditional.callbackRate];
  readAttachedTo(flags >= 0 ? flags : 0, words, at + PlaceConditional.terms);
  const refusal = checkNew(s);
  if (refusal !== 0) return refusal;
  const slot = arm(s, e);
  for (let k = 0; k < textWords; k++) s.orderTexts[slot * TEXT + k] = words[first + k];
  s.orderFacts[slot * FACTS + ORDER_TEXT_WORDS] = textWords;
  return 0;
}

/** Checks the conditional order in `draft` and `waiting` as a new one. */
export function checkNew(s: EngineState): number {
  draft.slippage = 0;
  draft.ownLots = 0;
  draft.ownReserved = 0;
  draft.ownNotional = 0;
  waiting.isNew = true;
  const closes = draft.flags >= 0 && (draft.flags & OrderFlag.ClosePosition) !== 0;
  if (closes && (draft.flags & OrderFlag.ReduceOnly) !== 0) return refuse(s, Reject.CLOSE_POSITION_TAKES_NO_REDUCE_ONLY);
  // In one-way mode it is the flag that makes an order close.
  const { account } = draft;
  const oneWay = account >= 0 && account < s.capacity.accounts && !isHedge(s, account);
  if (closes && oneWay) draft.flags |= OrderFlag.ReduceOnly;
  return checkEntry(s) || checkConditional(s, s.instruments[draft.symbol] as Instrument);
}

/** Takes the checked order in: first writes. Returns its slot; its client id is the caller's to add. */
export function arm(s: EngineState, e: EventBuffer): number {
  const { account, symbol, flags, price, lots } = draft;
  const exposure = openExposure(s, account, symbol);
  holdLeg(s, s.instruments[symbol] as Instrument, exposure, legOf(flags));
  const slot = takeOrder(s.books, exposure, flags, price, lots);
  const facts = slot * FACTS;
  const f = s.orderFacts;
  f[facts + ORDER_FILLED_COST] = 0;
  f[facts + ORDER_FILLED_LOTS] = 0;
  f[facts + ORDER_PLACED_AT] = s.meta[META_TIME];
  f[facts + ORDER_TEXT_WORDS] = 0;
  s.triggers.facts.fill(0, slot * TRIGGER, (slot + 1) * TRIGGER);
  storeTpsl(s, slot);
  s.triggers.facts[slot * TRIGGER + TRIGGER_PARENT] = waiting.parentId;
  setFacts(s, slot);
  placed.orderId = orderIdOf(s.books, slot);
  placed.status = OrderStatus.New;
  beginWaiting(s, slot);
  reportArmed(s, e, slot, EventKind.OrderArmed);
  reportLimits(s, e, slot);
  return slot;
}

// What placing and amending set alike.
function setFacts(s: EngineState, slot: number): void {
  const facts = slot * FACTS;
  const f = s.orderFacts;
  f[facts + ORDER_LOTS] = draft.lots;
  f[facts + ORDER_RESERVED] = draft.reserved;
  f[facts + ORDER_NOTIONAL] = draft.notional;
  f[facts + ORDER_UPDATED_AT] = s.meta[META_TIME];
  s.books.prices[slot] = draft.price;
  s.books.reals[slot * REALS + ORDER_REST] = draft.lots;
  const trigger = slot * TRIGGER;
  const t = s.triggers.facts;
  t[trigger + TRIGGER_STOP] = waiting.stop;
  t[trigger + TRIGGER_RATE] = waiting.rate;
  const trails = ((draft.flags >> 3) & 7) === OrderType.Trailing;
  if (!trails) return;
  // Without an activation price it follows at once; one that follows already goes on from its extreme.
  if (waiting.stop !== 0) t[trigger + TRIGGER_EXTREME] = 0;
  else if (t[trigger + TRIGGER_EXTREME] === 0) t[trigger + TRIGGER_EXTREME] = workingPrice(s, draft.symbol, isByMark(draft.flags));
}

/** All values anew; the order goes behind those armed before. */
export function amendConditional(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const orderId = words[at + AmendConditional.orderId];
  const slot = ownOrder(s, words[at + Head.account], orderId);
  if (slot < 0) return refuse(s, Reject.ORDER_UNKNOWN);
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  if (!isWaiting(flags)) return refuse(s, Reject.TRIGGERED_ALREADY);
  if (s.triggers.places[slot] === 0 - FIRED) return refuse(s, Reject.TRIGGERED_ALREADY);
  if (!draftTpsl(s, slot, flags, words, at + AmendConditional.terms, words[at + Head.further] - 1))
    return refuse(s, Reject.PARAM_MALFORMED);
  draftAmended(s, slot, words, at);
  const other = isTpslChanged(s, slot);
  const same = isSame(s, slot);
  const refusal = same && other ? checkNewTpsl(s, slot) : checkEntry(s) || checkAgain(s, same);
  if (refusal !== 0) return refusal;
  placed.orderId = orderId;
  placed.status = OrderStatus.New;
  if (other) changeTpsl(s, e, slot, draft.flags);
  // Its TP/SL alone do not cost it its place.
  if (same) return 0;
  endWaiting(s, slot);
  setFacts(s, slot);
  beginWaiting(s, slot);
  reportArmed(s, e, slot, EventKind.TriggerAmended);
  return 0;
}

function checkAgain(s: EngineState, same: boolean): number {
  return same ? refuse(s, Reject.ORDER_UNCHANGED) : checkConditional(s, s.instruments[draft.symbol] as Instrument);
}

// The order stays, what its fills arm changes; legs may be taken away whenever an order may be cancelled.
function checkNewTpsl(s: EngineState, slot: number): number {
  if (isTpslRemoval(s, slot)) return 0;
  draft.assumed = assumedPrice(s, slot);
  return checkEntry(s) || checkAccount(s) || checkAttached(s, s.instruments[draft.symbol] as Instrument, false);
}

function draftAmended(s: EngineState, slot: number, words: Float64Array, at: number): void {
  const facts = slot * FACTS;
  const counts = !isClosing(draft.flags);
  draft.account = words[at + Head.account];
  draft.symbol = s.exposures[s.books.rows[slot * ORDER + ORDER_OWNER] * EXPOSURE + EX_SYMBOL];
  draft.price = words[at + AmendConditional.price];
  draft.lots = words[at + AmendConditional.lots];
  draft.slippage = 0;
  draft.ownLots = counts ? s.orderFacts[facts + ORDER_LOTS] : 0;
  draft.ownReserved = counts ? s.orderFacts[facts + ORDER_RESERVED] : 0;
  draft.ownNotional = counts ? s.orderFacts[facts + ORDER_NOTIONAL] : 0;
  waiting.isNew = false;
  waiting.stop = words[at + AmendConditional.stopPrice];
  waiting.rate = words[at + AmendConditional.callbackRate];
}

function isSame(s: EngineState, slot: number): boolean {
  const t = s.triggers.facts;
  return (
    draft.price === s.books.prices[slot] &&
    draft.lots === s.orderFacts[slot * FACTS + ORDER_LOTS] &&
    waiting.stop === t[slot * TRIGGER + TRIGGER_STOP] &&
    waiting.rate === t[slot * TRIGGER + TRIGGER_RATE]
  );
}
