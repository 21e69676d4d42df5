// PlaceOrder: checks, then hold, match, and rest or expire (rules 3).
import * as layout from '../layout.ts';
import { CommandHeadWord, CommandWord, OrderType, TimeInForce } from '../wire/command.ts';
import { attachedLength } from '../wire/order-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { FillRole, OrderEnd, OrderStatus } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchExposure } from '../touched.ts';
import { isReduceOnly, legOf } from './order-flags.ts';
import { checkAttached, keepAttached, readAttachedTo } from './check-attached.ts';
import { checkEntry, checkOrder, draft } from './check-order.ts';
import { legLots, openExposure } from './exposure.ts';
import { clearLockedLadder, match } from './match.ts';
import { orderIdOf, takeOrder } from './order-book.ts';
import { closeOrder, reportPlaced, startResting } from './order-life.ts';
import { holdLeg } from './position.ts';

const Head = CommandHeadWord;
const { PlaceOrder } = CommandWord;

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
} = layout;

/** Flags of an order with TP/SL attached are at least this (OrderFlag.Attached is its lowest bit). */
const HAS_TPSL = 1 << 17;

/** Order that the running command placed, for its idempotency row; 0 = none. */
export const placed = { orderId: 0, filledLots: 0, filledCost: 0, status: 0 };

export function placeOrder(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  draft.account = indexOf(words[at + Head.account]);
  draft.symbol = indexOf(words[at + Head.symbol]);
  draft.price = words[at + PlaceOrder.price];
  draft.lots = words[at + PlaceOrder.lots];
  draft.flags = indexOf(words[at + PlaceOrder.flags]);
  draft.slippage = words[at + PlaceOrder.slippage];
  draft.ownLots = 0;
  draft.ownReserved = 0;
  draft.ownNotional = 0;
  const attached = draft.flags >= HAS_TPSL;
  const own = attached ? attachedLength(draft.flags) : 0;
  const first = at + PlaceOrder.terms + own;
  const textWords = words[at + Head.further] - own;
  if (!(textWords >= 0 && textWords <= TEXT)) return refuse(s, Reject.PARAM_MALFORMED);
  const refusal = checkEntry(s);
  if (refusal !== 0) return refusal;
  const instrument = s.instruments[draft.symbol] as Instrument;
  const second = checkOrder(s, instrument);
  if (second !== 0) return second;
  if (attached) {
    readAttachedTo(draft.flags, words, at + PlaceOrder.terms);
    const third = checkAttached(s, instrument, true);
    if (third !== 0) return third;
  }
  const slot = admit(s, e, instrument);
  if (attached) keepAttached(s, e, slot);
  const row = slot * TEXT;
  for (let k = 0; k < textWords; k++) s.orderTexts[row + k] = words[first + k];
  s.orderFacts[slot * FACTS + ORDER_TEXT_WORDS] = textWords;
  execute(s, e, instrument, slot, draft.limit);
  return 0;
}

/** A word as a small integer; anything else becomes -2, which no check lets pass. */
export function indexOf(word: number): number {
  const index = word | 0;
  return index === word ? index : -2;
}

/** First writes: the exposure and its leg, the order with its reserve. Returns its slot. */
export function admit(s: EngineState, e: EventBuffer, i: Instrument): number {
  const { account, symbol, flags, price, lots } = draft;
  const exposure = draft.exposure >= 0 ? draft.exposure : openExposure(s, account, symbol);
  holdLeg(s, i, exposure, legOf(flags));
  const slot = takeOrder(s.books, exposure, flags, price, lots);
  const facts = slot * FACTS;
  const f = s.orderFacts;
  f[facts + ORDER_FILLED_COST] = 0;
  f[facts + ORDER_FILLED_LOTS] = 0;
  f[facts + ORDER_LOTS] = lots;
  f[facts + ORDER_RESERVED] = draft.reserved;
  f[facts + ORDER_NOTIONAL] = draft.notional;
  f[facts + ORDER_PLACED_AT] = s.meta[META_TIME];
  f[facts + ORDER_UPDATED_AT] = s.meta[META_TIME];
  placed.orderId = orderIdOf(s.books, slot);
  touchExposure(s, exposure);
  reportPlaced(s, e, slot);
  return slot;
}

/** Matches an order that is out of the book, then rests or ends it. Used by PlaceOrder and AmendOrder. */
export function execute(s: EngineState, e: EventBuffer, i: Instrument, slot: number, limit: number): void {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  const kept = overPosition(s, slot, flags, exposure);
  const stopped = match(s, e, i, slot, limit, FillRole.Taker, kept);
  const market = ((flags >> 3) & 7) === OrderType.Market;
  const tif = (flags >> 6) & 3;
  placed.filledLots = s.orderFacts[slot * FACTS + ORDER_FILLED_LOTS];
  placed.filledCost = s.orderFacts[slot * FACTS + ORDER_FILLED_COST];
  const rest = s.books.reals[slot * REALS + ORDER_REST];
  if (rest === 0) end(s, e, slot, OrderEnd.Filled);
  else if (stopped >= 0) end(s, e, slot, stopped);
  else if (rest === kept) end(s, e, slot, OrderEnd.ReduceOnly);
  else if (market) end(s, e, slot, OrderEnd.Slippage);
  else if (tif === TimeInForce.IOC || tif === TimeInForce.FOK) end(s, e, slot, OrderEnd.Expired);
  else {
    placed.status = placed.filledLots > 0 ? OrderStatus.PartiallyFilled : OrderStatus.New;
    clearLockedLadder(s, i, symbol, flags & 1, s.books.prices[slot]);
    startResting(s, symbol, slot);
  }
}

function end(s: EngineState, e: EventBuffer, slot: number, how: number): void {
  placed.status = how === OrderEnd.Filled ? OrderStatus.Filled : OrderStatus.Expired;
  closeOrder(s, e, slot, how);
}

// Lots that a reduce-only order has above the position: they never fill and end with it (rules 3.5).
function overPosition(s: EngineState, slot: number, flags: number, exposure: number): number {
  if (!isReduceOnly(flags)) return 0;
  const held = legLots(s, exposure, legOf(flags));
  const over = s.books.reals[slot * REALS + ORDER_REST] - (held < 0 ? 0 - held : held);
  return over > 0 ? over : 0;
}
