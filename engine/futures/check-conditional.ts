// Everything that can refuse a conditional order, in the order of rules 3.6; nothing here writes. Shares `draft` with check-order.ts.
import * as layout from '../layout.ts';
import { OrderType, PositionSide } from '../wire/command.ts';
import { OrderFlag, TPSL_BITS } from '../wire/order-terms.ts';
import { RESERVED_ORDERS } from '../capacity.ts';
import type { Instrument } from '../market/instrument.ts';
import { mul3DivFloor, mulDivCeil, mulDivFloor } from '../money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { isByMark, isClosing, legOf } from './order-flags.ts';
import { checkAttached } from './check-attached.ts';
import { checkAccount, checkMoney, draft, isReducing } from './check-order.ts';
import { hasCapacityForExposure, isHedge, legLots } from './exposure.ts';
import { heldOrders } from './order-book.ts';
import { hasCapacityForPositions } from './position.ts';
import { hasCapacityForTriggers } from './trigger-index.ts';
import { countOwn, findPositionTpsl, firesOnFall, isReached, workingPrice } from './triggers.ts';

const { EXPOSURE, EX_LEG, EX_ORDERS } = layout;

/** What a conditional order waits for, beside `draft`. */
export const waiting = { stop: 0, rate: 0, parentId: 0, isNew: true };

const BITS = 2047 | OrderFlag.ClosePosition | OrderFlag.ByMark | OrderFlag.PriceProtect | TPSL_BITS;
/** Callback rates of a trailing stop: 0.1 % to 10 % in steps of 0.1 %. */
const RATE_STEP = 100_000;
const RATE_MOST = 10_000_000;

/** 0, or why the conditional order is refused; checkEntry came before. */
export function checkConditional(s: EngineState, i: Instrument): number {
  return (
    checkShape(s) ||
    checkQuantity(s, i) ||
    checkLimit(s, i) ||
    checkStop(s, i) ||
    checkSize(s, i) ||
    checkSide(s) ||
    checkAccount(s) ||
    (waiting.isNew ? checkWaitingCapacity(s, i) : hasCapacityForTriggers(s.triggers, s.meta, 1) ? 0 : refuse(s, Reject.CAPACITY_FULL)) ||
    checkMoney(s, i) ||
    ((draft.flags & OrderFlag.Attached) !== 0 ? checkAttached(s, i, false) : 0)
  );
}

// Checks 3 to 5, and what closePosition and trailing stops exclude.
function checkShape(s: EngineState): number {
  const { flags, price, lots } = draft;
  if (!Number.isSafeInteger(flags) || flags < 0 || (flags & ~BITS) !== 0 || ((flags >> 8) & 3) === 3)
    return refuse(s, Reject.PARAM_MALFORMED);
  const { stop, rate } = waiting;
  if (![price, lots, stop, rate].every(Number.isSafeInteger)) return refuse(s, Reject.PARAM_MALFORMED);
  const type = (flags >> 3) & 7;
  if (type < OrderType.TakeProfit || type > OrderType.Trailing) return refuse(s, Reject.INVALID_ORDER_TYPE);
  if (((flags >> 6) & 3) !== 0) return refuse(s, Reject.INVALID_TIME_IN_FORCE);
  if (type === OrderType.Trailing) {
    if (price !== 0) return refuse(s, Reject.PARAM_NOT_REQUIRED);
    if (rate < RATE_STEP || rate > RATE_MOST || rate % RATE_STEP !== 0) return refuse(s, Reject.INVALID_CALLBACK_RATE, RATE_MOST, rate);
  } else if (rate !== 0) return refuse(s, Reject.PARAM_NOT_REQUIRED);
  if ((flags & OrderFlag.ClosePosition) === 0) return 0;
  if (type === OrderType.Trailing) return refuse(s, Reject.INVALID_ORDER_TYPE);
  if (lots !== 0) return refuse(s, Reject.CLOSE_POSITION_TAKES_NO_QUANTITY, 0, lots);
  return price !== 0 ? refuse(s, Reject.CLOSE_POSITION_TAKES_NO_REDUCE_ONLY) : 0;
}

// Check 7.
function checkQuantity(s: EngineState, i: Instrument): number {
  const { flags, price, lots } = draft;
  if ((flags & OrderFlag.ClosePosition) !== 0) return 0;
  if (lots <= 0) return refuse(s, Reject.QUANTITY_NOT_POSITIVE, 0, lots);
  if (lots < i.spec.minLots) return refuse(s, Reject.QUANTITY_TOO_SMALL, i.spec.minLots, lots);
  const most = price === 0 ? i.spec.maxMarketLots : i.spec.maxLots;
  return lots > most ? refuse(s, Reject.QUANTITY_TOO_LARGE, most, lots) : 0;
}

// Checks 8 to 10: the limit price; its band lies around the stop price, at which it will be placed.
function checkLimit(s: EngineState, i: Instrument): number {
  const { price, flags } = draft;
  if (price === 0) return 0;
  if (price < 0) return refuse(s, Reject.PRICE_NOT_POSITIVE, 0, price);
  if (price > i.spec.maxPrice) return refuse(s, Reject.PRICE_TOO_HIGH, i.spec.maxPrice, price);
  if (price < i.spec.minPrice) return refuse(s, Reject.PRICE_TOO_LOW, i.spec.minPrice, price);
  if (waiting.stop <= 0 || waiting.stop > i.spec.maxPrice) return 0;
  if ((flags & 1) === 0) {
    const most = mulDivFloor(waiting.stop, i.spec.bandUp, RATE_ONE);
    return price > most ? refuse(s, Reject.PRICE_ABOVE_BAND, most, price) : 0;
  }
  const least = mulDivCeil(waiting.stop, i.spec.bandDown, RATE_ONE);
  return price < least ? refuse(s, Reject.PRICE_BELOW_BAND, least, price) : 0;
}

// Checks 11 and 12: the stop price, and that it does not fire at once.
function checkStop(s: EngineState, i: Instrument): number {
  const { flags, symbol, price } = draft;
  const { stop } = waiting;
  const trails = ((flags >> 3) & 7) === OrderType.Trailing;
  if (stop < 0 || (stop === 0 && !trails)) return refuse(s, Reject.STOP_PRICE_NOT_POSITIVE, 0, stop);
  if (stop > i.spec.maxPrice) return refuse(s, Reject.STOP_PRICE_TOO_HIGH, i.spec.maxPrice, stop);
  const working = workingPrice(s, symbol, isByMark(flags));
  // An active trailing stop stands on the price of this moment.
  draft.assumed = price > 0 ? price : stop > 0 ? stop : mulDivFloor(working, 1, MARK_PER_TICK);
  if (stop > 0 && isReached(firesOnFall(flags), stop, working)) {
    return refuse(s, trails ? Reject.INVALID_ACTIVATION_PRICE : Reject.WOULD_TRIGGER_AT_ONCE, working, stop * MARK_PER_TICK);
  }
  return 0;
}

// Check 13, at the assumed price; price x lots must stay exact.
function checkSize(s: EngineState, i: Instrument): number {
  const { lots, assumed } = draft;
  if (assumed * lots > i.maxProduct) return refuse(s, Reject.QUANTITY_TOO_LARGE, mulDivFloor(i.maxProduct, 1, assumed), lots);
  const ratio = i.maintenance.notional;
  const notional = mul3DivFloor(assumed * MARK_PER_TICK, lots, ratio.num, ratio.den);
  return notional < i.spec.minNotional && !isReducing(s) ? refuse(s, Reject.NOTIONAL_TOO_SMALL, i.spec.minNotional, notional) : 0;
}

// Checks 15 to 18. Conditional closing orders may exceed the position together (D-7), but they need one.
function checkSide(s: EngineState): number {
  const { flags, account, exposure } = draft;
  const positionSide = (flags >> 1) & 3;
  if (positionSide === 3) return refuse(s, Reject.INVALID_POSITION_SIDE);
  const hedge = isHedge(s, account);
  if (hedge !== (positionSide !== PositionSide.Both)) return refuse(s, Reject.POSITION_SIDE_MISMATCH);
  const closes = (flags & OrderFlag.ClosePosition) !== 0;
  if (hedge && !closes && (flags & OrderFlag.ReduceOnly) !== 0) return refuse(s, Reject.REDUCE_ONLY_CONFLICT);
  if (!closes && !isClosing(flags)) return 0;
  const leg = legOf(flags);
  const held = legLots(s, exposure, leg);
  const size = (flags & 1) === 0 ? 0 - held : held;
  if (size <= 0) return refuse(s, Reject.REDUCE_ONLY_REJECTED, 0, draft.lots);
  if (closes && waiting.isNew && findPositionTpsl(s, exposure, leg, (flags >> 3) & 7) >= 0) return refuse(s, Reject.CLOSE_POSITION_EXISTS);
  return 0;
}

// Check 20 and the engine's own room.
function checkWaitingCapacity(s: EngineState, i: Instrument): number {
  const { exposure, symbol, flags } = draft;
  const orders = exposure < 0 ? 0 : s.exposures[exposure * EXPOSURE + EX_ORDERS];
  if (orders >= i.spec.maxOpenOrders) return refuse(s, Reject.TOO_MANY_ORDERS, i.spec.maxOpenOrders, orders);
  const own = exposure < 0 || (flags & OrderFlag.ClosePosition) !== 0 ? 0 : countOwn(s, exposure);
  if (own >= i.spec.maxConditionalOrders) return refuse(s, Reject.TOO_MANY_CONDITIONAL_ORDERS, i.spec.maxConditionalOrders, own);
  const needsLeg = exposure < 0 || s.exposures[exposure * EXPOSURE + EX_LEG + legOf(flags)] < 0;
  if (needsLeg && !hasCapacityForPositions(s, symbol, 1)) return refuse(s, Reject.CAPACITY_FULL);
  if (exposure < 0 && !hasCapacityForExposure(s)) return refuse(s, Reject.CAPACITY_FULL);
  return hasCapacityToWait(s) ? 0 : refuse(s, Reject.CAPACITY_FULL);
}

/** True while `count` more conditional orders find a place, whatever their stops. */
export function hasCapacityToWait(s: EngineState, count = 1): boolean {
  return heldOrders(s.books) + RESERVED_ORDERS + count <= s.capacity.orders && hasCapacityForTriggers(s.triggers, s.meta, count);
}
