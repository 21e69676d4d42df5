// TP/SL attached to an entry order: what refuses them, where the order keeps them, and their change while it is open.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { AttachedWord, OrderFlag, TPSL_BITS, TPSL_WORDS } from '../wire/order-terms.ts';
import { OrderType } from '../wire/command-kind.ts';
import { EVENT_WORDS } from '../wire/event-kind.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDivCeil, mulDivFloor } from '../money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchExposure } from '../touched.ts';
import { checkTpsl } from './account-rules.ts';
import { draft } from './check-order.ts';
import { bestOpposite, isBeyond } from './match.ts';
import { orderIdOf } from './order-book.ts';
import { isClosing } from './order-flags.ts';
import { workingPrice } from './triggers.ts';
import { EventWord, writeEvent } from '../wire/event.ts';

const { OrderPlaced } = EventWord;

const {
  EXPOSURE,
  EX_ACCOUNT,
  EX_SYMBOL,
  FACTS,
  META_TIME,
  ORDER,
  ORDER_FLAGS,
  ORDER_OWNER,
  ORDER_UPDATED_AT,
  TRIGGER,
  TRIGGER_LOSS,
  TRIGGER_LOSS_LIMIT,
  TRIGGER_PARENT,
  TRIGGER_TAKE,
  TRIGGER_TAKE_LIMIT,
} = layout;

/** TP and SL of the order in `draft`, ticks, 0 = none, and their limit prices, 0 = at market; its flags say what they watch. */
export const tpsl = { take: 0, loss: 0, takeLimit: 0, lossLimit: 0 };

export function setNoTpsl(): void {
  tpsl.take = 0;
  tpsl.loss = 0;
  tpsl.takeLimit = 0;
  tpsl.lossLimit = 0;
}

/** Reads the TP/SL of a new order's record, whose flags say how many words they are. */
export function readAttachedTo(flags: number, words: Float64Array, at: number): void {
  const attached = (flags & OrderFlag.Attached) !== 0;
  const limited = attached && (flags & OrderFlag.TpslLimits) !== 0;
  tpsl.take = attached ? words[at + AttachedWord.takeProfit] : 0;
  tpsl.loss = attached ? words[at + AttachedWord.stopLoss] : 0;
  tpsl.takeLimit = limited ? words[at + AttachedWord.takeProfitLimit] : 0;
  tpsl.lossLimit = limited ? words[at + AttachedWord.stopLossLimit] : 0;
}

/**
 * 0, or why TP/SL may not be attached to the order in `draft`; its assumed price is known. `meets`: it is about to meet the book, so its
 * legs may be armed by this command.
 */
export function checkAttached(s: EngineState, i: Instrument, meets: boolean): number {
  const { take, loss, takeLimit, lossLimit } = tpsl;
  for (const ticks of [take, loss, takeLimit, lossLimit])
    if (!Number.isSafeInteger(ticks) || ticks < 0) return refuse(s, Reject.PARAM_MALFORMED);
  if (take === 0 && loss === 0) return refuse(s, Reject.PARAM_MALFORMED);
  if (isClosing(draft.flags)) return refuse(s, Reject.TPSL_ON_CLOSING_ORDER);
  const most = i.spec.maxPrice;
  if (take > most || loss > most) return refuse(s, Reject.STOP_PRICE_TOO_HIGH, most, take > most ? take : loss);
  const sign = (draft.flags & 1) === 0 ? 1 : -1;
  const taken = meets ? takenPrice(s, i) : 0;
  const above = entryOf(s, OrderFlag.TakeProfitByMark, taken, sign);
  if (take !== 0 && sign * (take * MARK_PER_TICK - above) <= 0) return refuse(s, Reject.TAKE_PROFIT_WRONG_SIDE, above, take);
  const below = entryOf(s, OrderFlag.StopLossByMark, taken, 0 - sign);
  if (loss !== 0 && sign * (below - loss * MARK_PER_TICK) <= 0) return refuse(s, Reject.STOP_LOSS_WRONG_SIDE, below, loss);
  return checkLimit(s, i, take, takeLimit) || checkLimit(s, i, loss, lossLimit) || checkTpsl(s, draft.account);
}

// A leg with a limit price is an order with a quantity: closePosition knows none (rules 3.5). The band lies around its stop.
function checkLimit(s: EngineState, i: Instrument, stop: number, limit: number): number {
  if (limit === 0) return 0;
  if (stop === 0 || (draft.flags & OrderFlag.PartialTpsl) === 0) return refuse(s, Reject.PARAM_NOT_REQUIRED);
  if (limit > i.spec.maxPrice) return refuse(s, Reject.PRICE_TOO_HIGH, i.spec.maxPrice, limit);
  if (limit < i.spec.minPrice) return refuse(s, Reject.PRICE_TOO_LOW, i.spec.minPrice, limit);
  if ((draft.flags & 1) === 0) {
    const least = mulDivCeil(stop, i.spec.bandDown, RATE_ONE);
    return limit < least ? refuse(s, Reject.PRICE_BELOW_BAND, least, limit) : 0;
  }
  const most = mulDivFloor(stop, i.spec.bandUp, RATE_ONE);
  return limit > most ? refuse(s, Reject.PRICE_ABOVE_BAND, most, limit) : 0;
}

// What a leg must lie beyond, mark units: where the entry will open, its limit or stop price, at market the price that the leg watches.
// One that takes at once opens at the price it takes, and its leg may not be true already where it is watched (rules 3.6 #12): the further
// of the two, `way` up or down.
function entryOf(s: EngineState, byMark: number, taken: number, way: number): number {
  const market = ((draft.flags >> 3) & 7) === OrderType.Market;
  if (!market && taken === 0) return draft.assumed * MARK_PER_TICK;
  const watched = workingPrice(s, draft.symbol, (draft.flags & byMark) !== 0);
  return market || way * (watched - taken * MARK_PER_TICK) > 0 ? watched : taken * MARK_PER_TICK;
}

// Ticks at which the draft would take at once, 0 = it rests.
function takenPrice(s: EngineState, i: Instrument): number {
  const side = draft.flags & 1;
  const best = bestOpposite(s, i, draft.symbol, side);
  return best === 0 || isBeyond(side, best, draft.limit) ? 0 : best;
}

/** Keeps the TP/SL of an order that was just taken in, and names them in its OrderPlaced. */
export function keepAttached(s: EngineState, e: EventBuffer, slot: number): void {
  storeTpsl(s, slot);
  const placed = e.length - EVENT_WORDS;
  e.words[placed + OrderPlaced.takeProfit] = tpsl.take;
  e.words[placed + OrderPlaced.stopLoss] = tpsl.loss;
  reportLimits(s, e, slot);
}

/** Puts `tpsl` beside the order. What it set for a position before is forgotten: its next fill sets these. */
export function storeTpsl(s: EngineState, slot: number): void {
  const at = slot * TRIGGER;
  const t = s.triggers.facts;
  t[at + TRIGGER_TAKE] = tpsl.take;
  t[at + TRIGGER_LOSS] = tpsl.loss;
  t[at + TRIGGER_TAKE_LIMIT] = tpsl.takeLimit;
  t[at + TRIGGER_LOSS_LIMIT] = tpsl.lossLimit;
  t[at + TRIGGER_PARENT] = 0;
}

/** Limits have no place in an order's own event. */
export function reportLimits(s: EngineState, e: EventBuffer, slot: number): void {
  if ((s.books.rows[slot * ORDER + ORDER_FLAGS] & OrderFlag.TpslLimits) !== 0) reportAttached(s, e, slot);
}

/**
 * Reads the TP/SL of an amendment into `tpsl` and the flags of `draft`; with no words they stay. False when the words make no sense.
 */
export function draftTpsl(s: EngineState, slot: number, flags: number, words: Float64Array, at: number, length: number): boolean {
  draft.flags = flags;
  readStored(s, slot, flags);
  if (length === 0) return true;
  if (length !== TPSL_WORDS) return false;
  const bits = words[at];
  if (!Number.isSafeInteger(bits) || bits < 0 || (bits & ~TPSL_BITS) !== 0) return false;
  [tpsl.take, tpsl.loss, tpsl.takeLimit, tpsl.lossLimit] = words.subarray(at + 1, at + TPSL_WORDS);
  draft.flags = (flags & ~TPSL_BITS) | bitsOf(bits);
  return true;
}

// Bits that follow from the values, and no bit of a leg that is none.
function bitsOf(bits: number): number {
  if (tpsl.take === 0 && tpsl.loss === 0) return 0;
  return (
    OrderFlag.Attached |
    (bits & OrderFlag.PartialTpsl) |
    (tpsl.take === 0 ? 0 : bits & OrderFlag.TakeProfitByMark) |
    (tpsl.loss === 0 ? 0 : bits & OrderFlag.StopLossByMark) |
    (tpsl.takeLimit === 0 && tpsl.lossLimit === 0 ? 0 : OrderFlag.TpslLimits)
  );
}

function readStored(s: EngineState, slot: number, flags: number): void {
  if ((flags & OrderFlag.Attached) === 0) {
    setNoTpsl();
    return;
  }
  const at = slot * TRIGGER;
  const t = s.triggers.facts;
  tpsl.take = t[at + TRIGGER_TAKE];
  tpsl.loss = t[at + TRIGGER_LOSS];
  tpsl.takeLimit = t[at + TRIGGER_TAKE_LIMIT];
  tpsl.lossLimit = t[at + TRIGGER_LOSS_LIMIT];
}

/** True when the drafted TP/SL are others than the order has. */
export function isTpslChanged(s: EngineState, slot: number): boolean {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  return !isLegKept(s, slot, flags, TRIGGER_TAKE) || !isLegKept(s, slot, flags, TRIGGER_LOSS) || isModeChanged(flags);
}

/** True when the change takes legs away and touches no other: that is cancelling, and never refused. */
export function isTpslRemoval(s: EngineState, slot: number): boolean {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  if (tpsl.take !== 0 && !isLegKept(s, slot, flags, TRIGGER_TAKE)) return false;
  return (tpsl.loss === 0 || isLegKept(s, slot, flags, TRIGGER_LOSS)) && !isModeChanged(flags) && isClosing(flags) === false;
}

function isModeChanged(flags: number): boolean {
  const both = OrderFlag.Attached & flags & draft.flags;
  return both !== 0 && ((flags ^ draft.flags) & OrderFlag.PartialTpsl) !== 0;
}

function isLegKept(s: EngineState, slot: number, flags: number, leg: typeof TRIGGER_TAKE | typeof TRIGGER_LOSS): boolean {
  const isTake = leg === TRIGGER_TAKE;
  const stop = isTake ? tpsl.take : tpsl.loss;
  const before = (flags & OrderFlag.Attached) === 0 ? 0 : s.triggers.facts[slot * TRIGGER + leg];
  if (before !== stop || stop === 0) return before === stop;
  const limitBefore = s.triggers.facts[slot * TRIGGER + (isTake ? TRIGGER_TAKE_LIMIT : TRIGGER_LOSS_LIMIT)];
  if (limitBefore !== (isTake ? tpsl.takeLimit : tpsl.lossLimit)) return false;
  return ((flags ^ draft.flags) & (isTake ? OrderFlag.TakeProfitByMark : OrderFlag.StopLossByMark)) === 0;
}

/** Gives an open order the drafted TP/SL. */
export function changeTpsl(s: EngineState, e: EventBuffer, slot: number, bits: number): void {
  const row = slot * ORDER;
  s.books.rows[row + ORDER_FLAGS] = (s.books.rows[row + ORDER_FLAGS] & ~TPSL_BITS) | (bits & TPSL_BITS);
  storeTpsl(s, slot);
  s.orderFacts[slot * FACTS + ORDER_UPDATED_AT] = s.meta[META_TIME];
  touchExposure(s, s.books.rows[row + ORDER_OWNER]);
  reportAttached(s, e, slot);
}

function reportAttached(s: EngineState, e: EventBuffer, slot: number): void {
  const row = slot * ORDER;
  const ex = s.books.rows[row + ORDER_OWNER] * EXPOSURE;
  writeEvent(e, 'TpslAttached', s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL], {
    orderId: orderIdOf(s.books, slot),
    flags: s.books.rows[row + ORDER_FLAGS],
    takeProfit: tpsl.take,
    stopLoss: tpsl.loss,
    takeProfitLimit: tpsl.takeLimit,
    stopLossLimit: tpsl.lossLimit,
  });
}
