// Everything that can refuse a new order, in the order of rules 3.6; nothing here writes. What it worked out stays in `draft`.
import * as layout from '../layout.ts';
import { TPSL_BITS } from '../wire/order-terms.ts';
import { AccountFlag, OrderType, PositionSide, SwitchBit, TimeInForce } from '../wire/command.ts';
import { isClosing, legOf } from './order-flags.ts';
import { checkCopyRules, checkLiquidation, checkLocks } from './account-rules.ts';
import { futuresWallet } from '../ledger/account.ts';
import { isOpen } from '../ledger/open-account.ts';
import { RESERVED_ORDERS } from '../capacity.ts';
import { type Instrument, walkLimit } from '../market/instrument.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import { mul3DivCeil, mul3DivFloor, mulDivFloor } from '../money/rounding.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { isSurelyUnder, lotsOfCap } from './interest-cap.ts';
import { closableLots, findExposure, hasCapacityForExposure, isHedge, legLots, leverageOf, marginTypeOf } from './exposure.ts';
import { feeOf } from './fee.ts';
import { takenByDebt } from './fill-guard.ts';
import { initialMargin, notionalAt, notionalAtMark } from './margin.ts';
import { bestOpposite, isBeyond, walk, walked } from './match.ts';
import { freeLevels, heldOrders } from './order-book.ts';
import { assumedMarketPrice, openLoss } from './order-cost.ts';
import { chargedReserve } from './order-margin.ts';
import { hasCapacityForPositions } from './position.ts';
import { hasCapacityForPrice } from './price-index.ts';
import { rehearseFok } from './rehearse-fok.ts';
import { flagsOf, leverageLimitOf } from './set-account-flags.ts';

const {
  ACCOUNT,
  ACCOUNT_OPEN,
  BUY_MOST,
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_ORDERS,
  FUNDING_DEBT,
  LIFE,
  LIFE_ISOLATED,
  LISTED,
  LIVE,
  MARK,
  META_SITE_SWITCHES,
  META_SYMBOLS,
  META_WORK_END,
  OPEN_LONG,
  OPEN_SHORT,
  ORDER_MARGIN,
  POSITION_MARGIN,
  RISK,
  SELL_LEAST,
  SUMS,
  SUM_CLOSING,
  SUM_LOTS,
  SUM_NOTIONAL,
  SUM_RESERVED,
  SWITCHES,
  WALK_LEAST,
  WALK_MOST,
} = layout;

/** What the checks of one order found; read by place-order.ts right after. */
export const draft = {
  account: 0,
  symbol: 0,
  flags: 0,
  price: 0,
  lots: 0,
  slippage: 0,
  exposure: -1,
  leverage: 0,
  /** Price in ticks that its cost assumes. */
  assumed: 0,
  reserved: 0,
  notional: 0,
  /** Worst price it may take. */
  limit: 0,
  /** What an amended order counts in its exposure's sums already; 0 for a new one. */
  ownLots: 0,
  ownReserved: 0,
  ownNotional: 0,
  /** Margin that the same command sets free first: the close of a reversal. */
  freed: 0,
};

/** Amounts surely below 2^53. */
const MOST_EXACT = 9e15;

/** Bits that a plain order may carry: its own eleven, and those of TP/SL attached to it. */
const PLAIN_BITS = 2047 | TPSL_BITS;

/** 0, or why a new order is refused; checkEntry came before. */
export function checkOrder(s: EngineState, i: Instrument): number {
  return (
    checkParameters(s, i) ||
    checkPrice(s, i) ||
    checkMode(s) ||
    checkAccount(s) ||
    checkCapacity(s, i) ||
    checkMoney(s, i) ||
    checkExecution(s, i)
  );
}

/**
 * The same for an order that gets another price or quantity: `total` lots, of which draft.lots are still to fill. `moves`: it leaves its
 * place in the queue, for a price that may need a level of its own.
 */
export function checkAmended(s: EngineState, i: Instrument, total: number, moves: boolean): number {
  const rest = draft.lots;
  draft.lots = total;
  const refusal = checkParameters(s, i);
  draft.lots = rest;
  const more = refusal || checkPrice(s, i) || checkMode(s) || checkAccount(s);
  if (more !== 0) return more;
  if (moves && !hasCapacityInBook(s)) return refuse(s, Reject.CAPACITY_FULL);
  return checkMoney(s, i) || checkExecution(s, i);
}

/** A reversal in one-way mode, as one order of twice the lots: the filters of quantity are for each half. */
export function checkFlip(s: EngineState, i: Instrument): number {
  return checkPrice(s, i) || checkMode(s) || checkAccount(s) || checkCapacity(s, i) || checkMoney(s, i);
}

/** A closing order that fired: its quantity follows the position, whatever the filters of quantity say. */
export function checkFired(s: EngineState, i: Instrument): number {
  if (draft.lots <= 0) return refuse(s, Reject.REDUCE_ONLY_REJECTED, 0, 0);
  const refusal = checkPrice(s, i) || checkMode(s) || checkAccount(s);
  if (refusal !== 0) return refusal;
  if (!hasCapacityInBook(s)) return refuse(s, Reject.CAPACITY_FULL);
  return checkMoney(s, i) || checkExecution(s, i);
}

/** Checks 1 and 2: symbol, switches, account. */
export function checkEntry(s: EngineState): number {
  const { symbol, account } = draft;
  if (!(symbol >= 0 && symbol < s.meta[META_SYMBOLS]) || s.live[symbol * LIVE + LISTED] === 0) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (s.live[symbol * LIVE + LISTED] !== 1) return refuse(s, Reject.SYMBOL_CLOSED);
  const bits = s.live[symbol * LIVE + SWITCHES] | s.meta[META_SITE_SWITCHES];
  if (bits !== 0) {
    if ((bits & (SwitchBit.Halt | SwitchBit.FeedHalt)) !== 0) return refuse(s, Reject.TRADING_HALTED);
    if ((bits & SwitchBit.MarketClosed) !== 0) return refuse(s, Reject.MARKET_CLOSED);
    if ((bits & SwitchBit.CancelOnly) !== 0) return refuse(s, Reject.CANCEL_ONLY);
  }
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const flags = flagsOf(s, account);
  const locked = flags === 0 ? 0 : checkLocks(s, flags);
  if (locked !== 0) return locked;
  if (s.live[symbol * LIVE + MARK] === 0) return refuse(s, Reject.NO_MARK_PRICE);
  draft.exposure = findExposure(s, account, symbol);
  if ((bits & (SwitchBit.ReduceOnly | SwitchBit.Stale)) !== 0 && !isReducing(s)) {
    return refuse(s, (bits & SwitchBit.ReduceOnly) !== 0 ? Reject.REDUCE_ONLY_MODE : Reject.PRICE_STALE);
  }
  if ((flags & AccountFlag.ReduceOnly) !== 0 && !isReducing(s)) return refuse(s, Reject.ACCOUNT_REDUCE_ONLY);
  return 0;
}

/** True when the draft can only reduce: a closing order, or one-way lots that all fit into the opposite position. */
export function isReducing(s: EngineState): boolean {
  if (isClosing(draft.flags)) return true;
  const side = draft.flags & 1;
  const waiting = draft.exposure < 0 ? 0 : s.exposureSums[draft.exposure * SUMS + SUM_LOTS + side] - draft.ownLots;
  return draft.lots + waiting <= closableLots(s, draft.exposure, draft.account, side);
}

// Checks 3 to 7: parameters, codes, quantity.
function checkParameters(s: EngineState, i: Instrument): number {
  const { flags, price, lots, slippage } = draft;
  if (!Number.isSafeInteger(flags) || flags < 0 || (flags & ~PLAIN_BITS) !== 0) return refuse(s, Reject.PARAM_MALFORMED);
  if (!Number.isSafeInteger(price) || !Number.isSafeInteger(lots) || !Number.isSafeInteger(slippage))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (((flags >> 8) & 3) === 3 || slippage < 0 || slippage >= 100_000_000) return refuse(s, Reject.PARAM_MALFORMED);
  const type = (flags >> 3) & 7;
  const market = type === OrderType.Market;
  if (market ? price !== 0 : slippage !== 0) return refuse(s, Reject.PARAM_NOT_REQUIRED);
  // Conditional orders come by their own command.
  if (type !== OrderType.Limit && !market) return refuse(s, Reject.INVALID_ORDER_TYPE);
  if (lots <= 0) return refuse(s, Reject.QUANTITY_NOT_POSITIVE, 0, lots);
  if (lots < i.spec.minLots) return refuse(s, Reject.QUANTITY_TOO_SMALL, i.spec.minLots, lots);
  const most = market ? i.spec.maxMarketLots : i.spec.maxLots;
  if (lots > most) return refuse(s, Reject.QUANTITY_TOO_LARGE, most, lots);
  return 0;
}

// Checks 8 to 14: price filters, bands, minimum notional, range of a market order.
function checkPrice(s: EngineState, i: Instrument): number {
  const { flags, price, lots, symbol } = draft;
  const side = flags & 1;
  const live = symbol * LIVE;
  const mark = s.live[live + MARK];
  if (((flags >> 3) & 7) === OrderType.Limit) {
    if (price <= 0) return refuse(s, Reject.PRICE_NOT_POSITIVE, 0, price);
    if (price > i.spec.maxPrice) return refuse(s, Reject.PRICE_TOO_HIGH, i.spec.maxPrice, price);
    if (price < i.spec.minPrice) return refuse(s, Reject.PRICE_TOO_LOW, i.spec.minPrice, price);
    if (side === 0 && price > s.live[live + BUY_MOST]) return refuse(s, Reject.PRICE_ABOVE_BAND, s.live[live + BUY_MOST], price);
    if (side === 1 && price < s.live[live + SELL_LEAST]) return refuse(s, Reject.PRICE_BELOW_BAND, s.live[live + SELL_LEAST], price);
    draft.assumed = price;
    draft.limit = price;
    return checkNotional(s, i, price * MARK_PER_TICK, price, lots);
  }
  draft.limit = s.live[live + (side === 0 ? WALK_MOST : WALK_LEAST)];
  if (draft.slippage !== 0 && draft.slippage < i.spec.marketBound) draft.limit = walkLimit(side, mark, draft.slippage);
  const refusal = checkNotional(s, i, mark, s.live[live + WALK_MOST], lots);
  if (refusal !== 0) return refusal;
  const best = bestOpposite(s, i, symbol, side);
  if (best === 0) return refuse(s, Reject.NO_LIQUIDITY);
  const edge = s.live[live + (side === 0 ? BUY_MOST : SELL_LEAST)];
  if (isBeyond(side, best, edge)) return refuse(s, Reject.MARKET_ORDER_OUT_OF_RANGE, edge, best);
  draft.assumed = side === 0 ? assumedMarketPrice(1, 0, best, mark) : assumedMarketPrice(-1, best, 0, mark);
  return 0;
}

// `worst` ticks x lots must stay exact in a double; below the minimum only reducing orders pass.
function checkNotional(s: EngineState, i: Instrument, markPrice: number, worst: number, lots: number): number {
  if (worst * lots > i.maxProduct) return refuse(s, Reject.QUANTITY_TOO_LARGE, mulDivFloor(i.maxProduct, 1, worst), lots);
  const ratio = i.maintenance.notional;
  const notional = mul3DivFloor(markPrice, lots, ratio.num, ratio.den);
  if (notional < i.spec.minNotional && !isReducing(s)) return refuse(s, Reject.NOTIONAL_TOO_SMALL, i.spec.minNotional, notional);
  return 0;
}

// Checks 15 to 18: position side, reduce-only.
function checkMode(s: EngineState): number {
  const { flags, lots, exposure, account } = draft;
  const positionSide = (flags >> 1) & 3;
  const market = ((flags >> 3) & 7) === OrderType.Market;
  const reduceOnly = (flags & 1024) !== 0;
  if (positionSide === 3) return refuse(s, Reject.INVALID_POSITION_SIDE);
  const hedge = isHedge(s, account);
  if (hedge !== (positionSide !== PositionSide.Both)) return refuse(s, Reject.POSITION_SIDE_MISMATCH);
  if (hedge && reduceOnly) return refuse(s, Reject.REDUCE_ONLY_CONFLICT);
  if (!isClosing(flags)) return 0;
  const leg = legOf(flags);
  const held = legLots(s, exposure, leg);
  // A closing BUY needs a short, a closing SELL a long.
  const size = (flags & 1) === 0 ? 0 - held : held;
  if (size <= 0) return refuse(s, Reject.REDUCE_ONLY_REJECTED, 0, lots);
  const waiting = market ? 0 : s.exposureSums[exposure * SUMS + SUM_CLOSING + leg] - draft.ownLots;
  if (lots + waiting > size && !(market && !hedge)) return refuse(s, Reject.REDUCE_ONLY_REJECTED, size - waiting, lots);
  return 0;
}

// Copy-trade rules and check 19. An account without flags and out of liquidation, almost always, costs two reads.
export function checkAccount(s: EngineState): number {
  const { account, exposure, flags } = draft;
  if (s.accounts[account * ACCOUNT + ACCOUNT_OPEN] !== 1) {
    const refusal = checkCopyRules(s, account, exposure, flags, isReducing(s));
    if (refusal !== 0) return refusal;
  }
  return s.meta[META_WORK_END] === 0 ? 0 : checkLiquidation(s, account, exposure, flags);
}

// Check 20 and the engine's own room.
export function checkCapacity(s: EngineState, i: Instrument): number {
  const { exposure, symbol } = draft;
  // A market order that only reduces never rests: no limit of orders keeps a member in its position (rules 3.5).
  if (((draft.flags >> 3) & 7) === OrderType.Market && isReducing(s)) return 0;
  if (exposure >= 0 && s.exposures[exposure * EXPOSURE + EX_ORDERS] >= i.spec.maxOpenOrders) {
    return refuse(s, Reject.TOO_MANY_ORDERS, i.spec.maxOpenOrders, s.exposures[exposure * EXPOSURE + EX_ORDERS]);
  }
  const leg = legOf(draft.flags);
  const needsLeg = exposure < 0 || s.exposures[exposure * EXPOSURE + EX_LEG + leg] < 0;
  if (needsLeg && !hasCapacityForPositions(s, symbol, 1)) return refuse(s, Reject.CAPACITY_FULL);
  if (exposure < 0 && !hasCapacityForExposure(s)) return refuse(s, Reject.CAPACITY_FULL);
  return heldOrders(s.books) + RESERVED_ORDERS >= s.capacity.orders || !hasCapacityInBook(s) ? refuse(s, Reject.CAPACITY_FULL) : 0;
}

function hasCapacityInBook(s: EngineState): boolean {
  return freeLevels(s.books) >= 1 && hasCapacityForPrice(s.books.index);
}

// Checks 21 and 22: bracket, then cost against what the account has free.
export function checkMoney(s: EngineState, i: Instrument): number {
  const { flags, lots, symbol, exposure, assumed, account } = draft;
  draft.leverage = leverageOf(s, exposure, i);
  draft.reserved = 0;
  draft.notional = 0;
  if (isClosing(flags)) return 0;
  const side = flags & 1;
  const mark = s.live[symbol * LIVE + MARK];
  const sums = exposure < 0 ? -1 : exposure * SUMS;
  const waitingLots = sums < 0 ? 0 : s.exposureSums[sums + SUM_LOTS + side] - draft.ownLots;
  const waitingReserve = sums < 0 ? 0 : s.exposureSums[sums + SUM_RESERVED + side] - draft.ownReserved;
  const closable = closableLots(s, exposure, account, side);
  draft.notional = notionalAt(i.units, assumed, lots);
  const excess = lots + waitingLots > closable;
  if (excess) {
    const over = lots + waitingLots - closable;
    const refusal = checkLimit(s) || checkBracket(s, i, side, mark, sums) || checkOpenInterest(s, i, side, mark, over < lots ? over : lots);
    if (refusal !== 0) return refusal;
  }
  draft.reserved = reserveOf(s, i, side, mark, closable > waitingLots ? closable - waitingLots : 0);
  if (!excess) return 0;
  const before = chargedReserve(waitingReserve + draft.ownReserved, waitingLots + draft.ownLots, closable);
  const cost = chargedReserve(waitingReserve + draft.reserved, waitingLots + lots, closable) - before;
  const budget = freeMargin(s, account, exposure) + draft.freed + (closable > 0 ? freedByClose(s, i, exposure, 0, closable, assumed) : 0);
  if (cost > budget) return refuse(s, Reject.INSUFFICIENT_MARGIN, budget > 0 ? budget : 0, cost);
  return 0;
}

// A position opened before the limit keeps its leverage; nothing more is opened at it.
function checkLimit(s: EngineState): number {
  const limit = leverageLimitOf(s, draft.account);
  return limit !== 0 && draft.leverage > limit ? refuse(s, Reject.LEVERAGE_LIMITED, limit, draft.leverage) : 0;
}

function checkBracket(s: EngineState, i: Instrument, side: number, mark: number, sums: number): number {
  const held = legLots(s, draft.exposure, legOf(draft.flags));
  const size = held < 0 ? 0 - held : held;
  const same = size !== 0 && held > 0 === (side === 0);
  const position = size === 0 ? 0 : notionalAtMark(i.units, mark, size);
  const total =
    (same ? position : 0 - position) + (sums < 0 ? 0 : s.exposureSums[sums + SUM_NOTIONAL + side] - draft.ownNotional) + draft.notional;
  const most = i.maxNotionals[draft.leverage];
  return total > most ? refuse(s, Reject.NOTIONAL_ABOVE_BRACKET, most, total) : 0;
}

// What members hold of the symbol on this side, and what the order would add at once or later.
function checkOpenInterest(s: EngineState, i: Instrument, side: number, mark: number, lots: number): number {
  const most = i.spec.maxOpenInterest;
  if (most === 0) return 0;
  const held = s.live[draft.symbol * LIVE + (side === 0 ? OPEN_LONG : OPEN_SHORT)];
  if (isSurelyUnder(i, mark, held + lots)) return 0;
  // In lots: what a garbled feed makes of both together may be beyond 2^53.
  if (held + lots <= lotsOfCap(s, i, draft.symbol * LIVE)) return 0;
  const isExact = mark * (held + lots) * i.amountPerMarkLot < MOST_EXACT;
  return refuse(s, Reject.OPEN_INTEREST_CAP, most, isExact ? notionalAtMark(i.units, mark, held + lots) : Number.MAX_SAFE_INTEGER);
}

/** Full reserve of the draft as an opening order (rules 6.4); a market order's open loss is at least that of its real walk. */
function reserveOf(s: EngineState, i: Instrument, side: number, mark: number, closes: number): number {
  const { lots, assumed, flags, symbol } = draft;
  const sign = side === 0 ? 1 : -1;
  let loss = openLoss(i.units, sign, assumed, mark, lots);
  if (((flags >> 3) & 7) === OrderType.Market) {
    walk(s, i, symbol, side, lots, draft.limit, closes < lots ? closes : lots);
    const gap = sign * (walked.cost * MARK_PER_TICK - mark * walked.counted);
    const ratio = i.maintenance.notional;
    const real = gap > 0 ? mul3DivCeil(gap, 1, ratio.num, ratio.den) : 0;
    if (real > loss) loss = real;
  }
  return initialMargin(i.units, assumed, lots, draft.leverage) + loss + feeOf(assumed, lots, i.taker);
}

/** Margin an account may still set aside, unclamped; isolated margin is never made of unrealized profit (D-10). */
export function freeMargin(s: EngineState, account: number, exposure: number): number {
  const row = account * RISK;
  const used = s.risk[row + POSITION_MARGIN] + s.risk[row + ORDER_MARGIN];
  const equity = s.risk[row + EQUITY];
  if (marginTypeOf(s, exposure) === 0) return equity - used;
  const wallet = s.ledger[futuresWallet(account)];
  return (equity < wallet ? equity : wallet) - used;
}

/**
 * What closing a leg sets free, less what a funding debt takes of it: an order that flips, or reverses, is checked on the balance expected
 * after the close (rules 5.7, D-11).
 */
export function freedByClose(s: EngineState, i: Instrument, exposure: number, leg: number, closing: number, price: number): number {
  return releasedByClose(s, exposure, s.exposures[exposure * EXPOSURE + EX_LEG + leg]) - feeOf(price, closing, i.taker);
}

/** The same before the fee of the close. */
export function releasedByClose(s: EngineState, exposure: number, slot: number): number {
  const debt = s.risk[s.exposures[exposure * EXPOSURE + EX_ACCOUNT] * RISK + FUNDING_DEBT];
  const pnl = s.positionPnl[slot];
  if (marginTypeOf(s, exposure) === 0) return s.positionMargin[slot] - takenByDebt(debt, pnl);
  const left = s.positionLife[slot * LIFE + LIFE_ISOLATED] + (pnl < 0 ? pnl : 0);
  return (left > 0 ? left : 0) - takenByDebt(debt, left);
}

// Check 23: fill-or-kill must fill, post-only must rest.
function checkExecution(s: EngineState, i: Instrument): number {
  const { flags, symbol, lots, limit } = draft;
  if (((flags >> 3) & 7) === OrderType.Market) return 0;
  const tif = (flags >> 6) & 3;
  if (tif === TimeInForce.FOK) {
    const found = rehearseFok(s, i, draft);
    if (found < lots) return refuse(s, Reject.FOK_NOT_FILLED, found, lots);
  } else if (tif === TimeInForce.GTX) {
    const best = bestOpposite(s, i, symbol, flags & 1);
    if (best !== 0 && !isBeyond(flags & 1, best, limit)) return refuse(s, Reject.POST_ONLY_WOULD_TAKE, best, limit);
  }
  return 0;
}
