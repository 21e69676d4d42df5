// The naive engine's PlaceOrder: the checks of rules 3.6 in their order, then the walk.
import { type Command, type CommandKind, OrderType, PositionSide, SelfTrade, Side, SwitchBit, TimeInForce } from '../../wire/command.ts';
import { OrderEnd } from '../../wire/event.ts';
import { Reject } from '../../reject.ts';
import { abs, ceilDiv, floorDiv, max, min, sum } from './exact.ts';
import {
  accountOf,
  inBook,
  type Naive,
  isHedge,
  isIsolated,
  leverageOf,
  type NaiveOrder,
  type NaivePosition,
  type NaiveSymbol,
  ordersOf,
  positionOf,
  symbolOf,
} from './model.ts';
import { attachedFault } from './attached-fault.ts';
import { aboveLimit, copyFault, liquidationFault, lockFault } from './account-rules.ts';
import { offers, tradable, walk, walkLimit, withdrawThrough, within } from './match.ts';
import {
  budget,
  charge,
  exposureNotional,
  isCloser,
  maxNotional,
  openers,
  oppositeLots,
  orderCost,
  sideCharge,
  signOf,
  unrealized,
  initialAtMark,
  valueAtMark,
} from './risk.ts';
import { occupy, orderCapacityFault } from './capacity.ts';

const RATE = 100_000_000n;
const MAX = BigInt(Number.MAX_SAFE_INTEGER);
const HALT = SwitchBit.Halt | 32;

type PlaceCommand = Extract<Command, { kind: typeof CommandKind.PlaceOrder }>;

export const switchesOf = (s: Naive, m: NaiveSymbol): number => s.siteSwitches | m.switches;

/** Why the order would be refused now, 0 when it would not; changes nothing. */
export function refusalOf(s: Naive, c: PlaceCommand): number {
  const m = s.symbols.get(c.symbol);
  if (m === undefined) return Reject.SYMBOL_UNKNOWN;
  if (m.isDelisted) return Reject.SYMBOL_CLOSED;
  const closed = entryFault(s, m);
  if (closed) return closed;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  const o = orderFrom(c, 0, s.serial + 1);
  return restrictedFault(s, m, o) || parameterFault(c) || checksOf(s, m, o, c.reduceOnly) || attachedFault(s, m, o, true);
}

export const restrictedFault = (s: Naive, m: NaiveSymbol, o: NaiveOrder): number =>
  lockFault(s, o.account, true) || marketFault(s, m, o) || lockFault(s, o.account, reducesOnly(s, o));

const checksOf = (s: Naive, m: NaiveSymbol, o: NaiveOrder, reduceOnly: boolean, freed = 0n, slots = 0): number =>
  sizeFault(s, m, o) || modeFault(s, o, { reduceOnly }) || accountFault(s, o) || placeFault(s, m, o, slots) || moneyFault(s, m, o, freed);

/** A reversal in one-way mode as one order of twice the lots: the filters of quantity are for each half. */
export const flipFault = (s: Naive, m: NaiveSymbol, o: NaiveOrder): number =>
  restrictedFault(s, m, o) ||
  firedPriceFault(s, m, o) ||
  modeFault(s, o, { reduceOnly: false }) ||
  accountFault(s, o) ||
  placeFault(s, m, o) ||
  moneyFault(s, m, o);

/** Why an opening order that fired may not be placed: it is checked as a new one. `slots`: places that it holds already. */
export const refusalOfOrder = (s: Naive, m: NaiveSymbol, o: NaiveOrder, freed = 0n, slots = 0): number =>
  restrictedFault(s, m, o) || checksOf(s, m, o, o.reduceOnly, freed, slots);

export function placeOrder(s: Naive, c: PlaceCommand, orderId: number): number {
  const rejected = refusalOf(s, c);
  if (rejected) return rejected;
  const m = symbolOf(s, c.symbol);
  const o = orderFrom(c, orderId, s.serial + 1);
  s.serial += 1;
  o.reserved = isCloser(o) ? 0n : costOfOrder(s, m, o);
  finish(s, m, o);
  return 0;
}

function orderFrom(c: PlaceCommand, id: number, serial: number): NaiveOrder {
  return {
    id,
    account: c.account,
    symbol: c.symbol,
    sign: c.side === Side.Buy ? 1n : -1n,
    positionSide: c.positionSide,
    type: c.type,
    timeInForce: c.type === OrderType.Market ? TimeInForce.IOC : c.timeInForce,
    selfTrade: c.selfTrade,
    reduceOnly: c.reduceOnly,
    price: BigInt(c.price),
    lots: BigInt(c.lots),
    rest: BigInt(c.lots),
    reserved: 0n,
    slippage: BigInt(c.slippage),
    arrival: serial,
    age: serial,
    trigger: undefined,
    attached: c.attached,
  };
}

/** Cannot raise exposure: a closer, or one-way lots that, with those already waiting, fit into the opposite position. */
export function reducesOnly(s: Naive, o: NaiveOrder): boolean {
  if (isCloser(o)) return true;
  const waiting = sum(openers(s, o.account, o.symbol, o.sign).map((r) => r.rest));
  return o.rest + waiting <= oppositeLots(s, o.account, o.symbol, o.sign);
}

export function entryFault(s: Naive, m: NaiveSymbol): number {
  const bits = switchesOf(s, m);
  if (bits & HALT) return Reject.TRADING_HALTED;
  if (bits & SwitchBit.MarketClosed) return Reject.MARKET_CLOSED;
  return bits & SwitchBit.CancelOnly ? Reject.CANCEL_ONLY : 0;
}

export function marketFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const bits = switchesOf(s, m);
  if (m.mark === 0n) return Reject.NO_MARK_PRICE;
  if (bits & SwitchBit.ReduceOnly && !reducesOnly(s, o)) return Reject.REDUCE_ONLY_MODE;
  if (bits & SwitchBit.Stale && !reducesOnly(s, o)) return Reject.PRICE_STALE;
  return 0;
}

function parameterFault(c: PlaceCommand): number {
  if (c.selfTrade > SelfTrade.ExpireBoth) return Reject.PARAM_MALFORMED;
  if (c.type === OrderType.Market ? c.price !== 0 : c.slippage !== 0) return Reject.PARAM_NOT_REQUIRED;
  return c.type !== OrderType.Limit && c.type !== OrderType.Market ? Reject.INVALID_ORDER_TYPE : 0;
}

/** Size, price and notional filters (rows 7 to 14). */
export function sizeFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const limit = o.type === OrderType.Limit;
  if (o.lots <= 0n) return Reject.QUANTITY_NOT_POSITIVE;
  if (o.lots < BigInt(m.spec.minLots)) return Reject.QUANTITY_TOO_SMALL;
  if (o.lots > BigInt(limit ? m.spec.maxLots : m.spec.maxMarketLots)) return Reject.QUANTITY_TOO_LARGE;
  return firedPriceFault(s, m, o);
}

/** The same without the filters of quantity: a closing order that fired follows the position (rules 3.1). */
export function firedPriceFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const spec = m.spec;
  const limit = o.type === OrderType.Limit;
  const worst = limit ? o.price : walkLimit(m, { type: OrderType.Market, sign: 1n, price: 0n, slippage: 0n });
  if (limit) {
    if (o.price <= 0n) return Reject.PRICE_NOT_POSITIVE;
    if (o.price > BigInt(spec.maxPrice)) return Reject.PRICE_TOO_HIGH;
    if (o.price < BigInt(spec.minPrice)) return Reject.PRICE_TOO_LOW;
    const exact = o.price * 100n * RATE;
    if (o.sign > 0n && exact > m.mark * BigInt(spec.bandUp)) return Reject.PRICE_ABOVE_BAND;
    if (o.sign < 0n && exact < m.mark * BigInt(spec.bandDown)) return Reject.PRICE_BELOW_BAND;
  }
  // Bound of the engine's own integers: one order's cost stays below 2^53.
  if (worst * o.rest * m.costNum > MAX) return Reject.QUANTITY_TOO_LARGE;
  const reference = limit ? o.price * 100n : m.mark;
  const notional = reference * o.rest * m.costNum;
  if (!reducesOnly(s, o) && notional < BigInt(spec.minNotional) * m.costDen * 100n) return Reject.NOTIONAL_TOO_SMALL;
  return limit ? 0 : marketRangeFault(s, m, o);
}

function marketRangeFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const best = offers(s, m, o.sign)[0];
  if (best === undefined) return Reject.NO_LIQUIDITY;
  const exact = best.price * 100n * RATE;
  const outside = o.sign > 0n ? exact > m.mark * BigInt(m.spec.bandUp) : exact < m.mark * BigInt(m.spec.bandDown);
  return outside ? Reject.MARKET_ORDER_OUT_OF_RANGE : 0;
}

/** Mode, position and count rules (rows 15 to 20). */
export function modeFault(s: Naive, o: NaiveOrder, c: { reduceOnly: boolean }): number {
  if (o.positionSide > PositionSide.Short) return Reject.INVALID_POSITION_SIDE;
  const hedge = isHedge(s, o.account);
  if (hedge === (o.positionSide === PositionSide.Both)) return Reject.POSITION_SIDE_MISMATCH;
  if (hedge && c.reduceOnly) return Reject.REDUCE_ONLY_CONFLICT;
  if (isCloser(o)) {
    const p = positionOf(s, o.account, o.symbol, o.positionSide);
    const held = p !== undefined && signOf(p.lots) !== o.sign ? abs(p.lots) : 0n;
    if (held === 0n) return Reject.REDUCE_ONLY_REJECTED;
    const resting = sum(
      ordersOf(s, o.account, o.symbol)
        .filter((r) => inBook(r) && r.positionSide === o.positionSide && r.sign === o.sign && isCloser(r))
        .map((r) => r.rest),
    );
    // LIMIT counts with what rests already (D-7); a MARKET closer of a hedge leg alone may not exceed it.
    if (o.type === OrderType.Limit && resting + o.rest > held) return Reject.REDUCE_ONLY_REJECTED;
    if (o.type === OrderType.Market && hedge && o.rest > held) return Reject.REDUCE_ONLY_REJECTED;
  }
  return 0;
}

export const accountFault = (s: Naive, o: NaiveOrder): number =>
  copyFault(s, o, reducesOnly(s, o)) || liquidationFault(s, o.account, o.symbol, o.positionSide);

/** Check 20 and the site's room; an order at market that only reduces takes no place (rules 3.5). */
const placeFault = (s: Naive, m: NaiveSymbol, o: NaiveOrder, slots = 0): number =>
  o.type === OrderType.Market && reducesOnly(s, o) ? 0 : capacityFault(s, m, o) || orderCapacityFault(s, o, slots);

/** How many orders an account may have open in a symbol. */
export const capacityFault = (s: Naive, m: NaiveSymbol, o: NaiveOrder): number =>
  ordersOf(s, o.account, o.symbol).length >= m.spec.maxOpenOrders ? Reject.TOO_MANY_ORDERS : 0;

/** Price in mark units that the order is assumed to pay (rules 6.4). */
function assumedPrice(s: Naive, m: NaiveSymbol, o: NaiveOrder): bigint {
  if (o.trigger !== undefined) return o.trigger.assumed * 100n;
  if (o.type === OrderType.Limit) return o.price * 100n;
  const best = offers(s, m, o.sign)[0];
  if (best === undefined) return m.mark;
  // To ticks as rules 1.2 say of prices that the server computes: buy floor, sell ceil.
  return 100n * (o.sign > 0n ? floorDiv(best.price * 10_005n, 10_000n) : max(best.price, ceilDiv(m.mark, 100n)));
}

/** Full reserve of an opening order; MARKET's open loss is at least that of the walk it will take (its opening part). */
export function costOfOrder(s: Naive, m: NaiveSymbol, o: NaiveOrder): bigint {
  const leverage = leverageOf(s, o.account, o.symbol);
  const price = assumedPrice(s, m, o);
  const cost = orderCost(m, o.sign, price, o.rest, leverage);
  if (o.type === OrderType.Limit || o.trigger !== undefined) return cost;
  const gap = o.sign * (m.mark - price);
  const formula = gap < 0n ? valueAtMark(m, -gap, o.rest) : 0n;
  return cost - formula + max(formula, walkLoss(s, m, o));
}

function walkLoss(s: Naive, m: NaiveSymbol, o: NaiveOrder): bigint {
  const limit = walkLimit(m, o);
  // What already waits on this side closes the position first.
  const waiting = sum(openers(s, o.account, o.symbol, o.sign).map((r) => r.rest));
  let skip = min(o.rest, max(0n, oppositeLots(s, o.account, o.symbol, o.sign) - waiting));
  let want = o.rest - skip;
  let loss = 0n;
  for (const offer of offers(s, m, o.sign)) {
    if (!within(o.sign, offer.price, limit)) break;
    const skipped = min(skip, offer.lots);
    skip -= skipped;
    const lots = min(want, offer.lots - skipped);
    want -= lots;
    loss += o.sign * (offer.price * 100n - m.mark) * lots;
  }
  return loss > 0n ? ceilDiv(loss * m.costNum, m.costDen * 100n) : 0n;
}

/** Bracket, balance, then FOK and post-only (rows 21 to 23). */
export function moneyFault(s: Naive, m: NaiveSymbol, o: NaiveOrder, freed = 0n): number {
  if (!isCloser(o)) {
    const price = assumedPrice(s, m, o);
    const notional = exposureNotional(s, o.account, o.symbol, o.sign, o.positionSide) + valueAtMark(m, price, o.rest);
    const opens = !reducesOnly(s, o);
    if (opens && aboveLimit(s, o.account, leverageOf(s, o.account, o.symbol))) return Reject.LEVERAGE_LIMITED;
    if (opens && notional > maxNotional(m, leverageOf(s, o.account, o.symbol))) return Reject.NOTIONAL_ABOVE_BRACKET;
    if (opens && overInterest(s, m, o)) return Reject.OPEN_INTEREST_CAP;
    if (!affordable(s, m, o, price, freed)) return Reject.INSUFFICIENT_MARGIN;
  }
  if (o.timeInForce === TimeInForce.FOK && tradable(s, o) < o.rest) return Reject.FOK_NOT_FILLED;
  if (o.timeInForce === TimeInForce.GTX) {
    const best = offers(s, m, o.sign)[0];
    if (best !== undefined && within(o.sign, best.price, o.price)) return Reject.POST_ONLY_WOULD_TAKE;
  }
  return 0;
}

/** Cap of what members together may hold long or short, at mark: what they hold, and what this order would add. */
function overInterest(s: Naive, m: NaiveSymbol, o: NaiveOrder): boolean {
  const cap = BigInt(m.spec.maxOpenInterest);
  if (cap === 0n) return false;
  const held = sum(s.positions.filter((p) => p.symbol === m.index && signOf(p.lots) === o.sign).map((p) => abs(p.lots)));
  const waiting = sum(openers(s, o.account, o.symbol, o.sign).map((r) => r.rest));
  const added = min(o.rest, o.rest + waiting - oppositeLots(s, o.account, o.symbol, o.sign));
  return valueAtMark(m, m.mark, held + added) > cap;
}

function affordable(s: Naive, m: NaiveSymbol, o: NaiveOrder, price: bigint, freed: bigint): boolean {
  const others = openers(s, o.account, o.symbol, o.sign);
  const opposite = oppositeLots(s, o.account, o.symbol, o.sign);
  const rest = sum(others.map((r) => r.rest)) + o.rest;
  const reserved = sum(others.map((r) => r.reserved)) + costOfOrder(s, m, o);
  const extra = charge(reserved, rest, opposite) - sideCharge(s, o.account, o.symbol, o.sign);
  if (extra <= 0n) return true;
  return extra <= budget(s, o.account, o.symbol) + freed + freedByFlip(s, m, o, price, rest, opposite);
}

/** A flip's new side is checked on the balance expected after the close (rules 5.7). */
function freedByFlip(s: Naive, m: NaiveSymbol, o: NaiveOrder, price: bigint, rest: bigint, opposite: bigint): bigint {
  if (opposite === 0n || rest <= opposite) return 0n;
  const p = positionOf(s, o.account, o.symbol, PositionSide.Both);
  if (p === undefined) return 0n;
  return freedAt(s, m, p, price, opposite);
}

/** The same of a hedge leg that a reversal closes, at the price the close is assumed to pay. */
export const freedByClose = (s: Naive, m: NaiveSymbol, p: NaivePosition, close: NaiveOrder): bigint =>
  freedAt(s, m, p, assumedPrice(s, m, close), close.rest);

function freedAt(s: Naive, m: NaiveSymbol, p: NaivePosition, price: bigint, lots: bigint): bigint {
  const fee = ceilDiv(price * lots * m.costNum * BigInt(m.spec.takerFee), m.costDen * 100n * RATE);
  const isolated = isIsolated(s, p.account, p.symbol);
  const freed = isolated ? max(0n, p.isolated + min(0n, unrealized(s, p))) : initialAtMark(s, p);
  // What comes in pays the funding debt first (D-11).
  const taken = max(0n, min(accountOf(s, p.account).debt, isolated ? freed : unrealized(s, p)));
  return freed - fee - taken;
}

/** The walk, and what becomes of the rest. */
export function finish(s: Naive, m: NaiveSymbol, o: NaiveOrder): void {
  occupy(s, o.account, o.symbol, true);
  s.touched.add(o.account);
  const end = walk(s, o);
  if (o.rest === 0n) s.closed.push({ orderId: o.id, end: OrderEnd.Filled, filled: o.lots, reason: 0 });
  else if (end !== undefined) s.closed.push({ orderId: o.id, end, filled: o.lots - o.rest, reason: 0 });
  else if (o.timeInForce === TimeInForce.GTC || o.timeInForce === TimeInForce.GTX) rest(s, m, o);
  else s.closed.push({ orderId: o.id, end: OrderEnd.Expired, filled: o.lots - o.rest, reason: 0 });
}

function rest(s: Naive, m: NaiveSymbol, o: NaiveOrder): void {
  withdrawThrough(m, o.sign, o.price);
  s.orders.push(o);
}
