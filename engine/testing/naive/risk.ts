// The naive engine's figures: rules 6 and 9.1, worked out anew from every position and order each time they are asked for.
import { PositionSide } from '../../wire/command.ts';
import { abs, ceilDiv, floorDiv, max, min, sum } from './exact.ts';
import {
  accountOf,
  isHedge,
  isIsolated,
  leverageOf,
  type Naive,
  type NaiveOrder,
  type NaivePosition,
  type NaiveSymbol,
  ordersOf,
  positionOf,
  positionsOf,
  symbolOf,
  wallet,
} from './model.ts';

const RATE = 100_000_000n;
const PER_TICK = 100n;

export const signOf = (lots: bigint): bigint => (lots < 0n ? -1n : 1n);

/** ceil(price x lots / by) of a price in ticks. */
export function valueAtTicks(m: NaiveSymbol, price: bigint, lots: bigint, by = 1n): bigint {
  return ceilDiv(price * lots * m.costNum, m.costDen * by);
}

/** ceil(price x lots / by) of a price in mark units. */
export function valueAtMark(m: NaiveSymbol, mark: bigint, lots: bigint, by = 1n): bigint {
  return ceilDiv(mark * lots * m.costNum, m.costDen * PER_TICK * by);
}

export function feeAt(m: NaiveSymbol, price: bigint, lots: bigint, rate: number): bigint {
  return ceilDiv(price * lots * m.costNum * BigInt(rate), m.costDen * RATE);
}

/** Unrealized PnL, floor (rules 7.4). */
export function unrealized(s: Naive, p: NaivePosition): bigint {
  const m = symbolOf(s, p.symbol);
  const gain = signOf(p.lots) * (m.mark * abs(p.lots) * m.costNum - p.cost * PER_TICK);
  return floorDiv(gain, m.costDen * PER_TICK);
}

/** Bracket of a value in cost units x 100: the one that contains the notional; beyond the last cap the last goes on. */
export function tierAt(m: NaiveSymbol, value: bigint): number {
  const { caps } = m.spec.tiers;
  let tier = 0;
  while (tier < caps.length - 1 && value > BigInt(caps[tier]) * m.costDen * PER_TICK) tier++;
  return tier;
}

/** Maintenance margin by the bracket that contains the notional (rules 6.6). */
export function maintenance(s: Naive, p: NaivePosition): bigint {
  const m = symbolOf(s, p.symbol);
  const value = m.mark * abs(p.lots) * m.costNum;
  const unit = m.costDen * PER_TICK;
  const { mmrs, cums } = m.spec.tiers;
  const tier = tierAt(m, value);
  return ceilDiv(value * BigInt(mmrs[tier]), unit * RATE) - BigInt(cums[tier]);
}

export function initialAtMark(s: Naive, p: NaivePosition): bigint {
  const m = symbolOf(s, p.symbol);
  return valueAtMark(m, m.mark, abs(p.lots), BigInt(leverageOf(s, p.account, p.symbol)));
}

export interface Figures {
  wallet: bigint;
  unrealized: bigint;
  positionMargin: bigint;
  maintenance: bigint;
  orderMargin: bigint;
  /** wallet + uPnL - position margin - order margin, before the floor at zero. */
  free: bigint;
  withdrawable: bigint;
}

/** The cross account's figures (rules 6.1 to 6.3). */
export function figures(s: Naive, account: number): Figures {
  const cross = positionsOf(s, account).filter((p) => !isIsolated(s, account, p.symbol));
  const w = wallet(s, account);
  const u = sum(cross.map((p) => unrealized(s, p)));
  const positionMargin = sum(cross.map((p) => initialAtMark(s, p)));
  const orderMargin = orderMarginOf(s, account);
  return {
    wallet: w,
    unrealized: u,
    positionMargin,
    maintenance: sum(cross.map((p) => maintenance(s, p))),
    orderMargin,
    free: w + u - positionMargin - orderMargin,
    withdrawable: max(0n, w + min(0n, u) - positionMargin - orderMargin - accountOf(s, account).debt),
  };
}

/** Price in ticks that an order counts at: its limit, or what a conditional one is assumed to pay (rules 6.4). */
export const assumedTicks = (o: NaiveOrder): bigint => o.trigger?.assumed ?? o.price;

/** True when an order can only reduce: reduceOnly, SELL on LONG, BUY on SHORT (rules 3.5); judged by the order alone. */
export function isCloser(o: Pick<NaiveOrder, 'reduceOnly' | 'sign' | 'positionSide'>): boolean {
  if (o.reduceOnly) return true;
  return o.positionSide !== PositionSide.Both && (o.positionSide === PositionSide.Long) === o.sign < 0n;
}

/** Lots of the one-way position that an order of this sign would close first. */
export function oppositeLots(s: Naive, account: number, symbol: number, sign: bigint): bigint {
  if (isHedge(s, account)) return 0n;
  const p = positionOf(s, account, symbol, PositionSide.Both);
  return p !== undefined && signOf(p.lots) !== sign ? abs(p.lots) : 0n;
}

/** Opening orders of one side: each is reserved in full, what closes a position is not charged (rules 6.4). */
export function openers(s: Naive, account: number, symbol: number, sign: bigint): NaiveOrder[] {
  return ordersOf(s, account, symbol).filter((o) => o.sign === sign && !isCloser(o));
}

/** Charge of one side: the part of its reserves beyond what closes the opposite position. */
export function charge(reserved: bigint, rest: bigint, opposite: bigint): bigint {
  const excess = max(0n, rest - opposite);
  return rest === 0n ? 0n : ceilDiv(reserved * excess, rest);
}

export function sideCharge(s: Naive, account: number, symbol: number, sign: bigint): bigint {
  const orders = openers(s, account, symbol, sign);
  return charge(sum(orders.map((o) => o.reserved)), sum(orders.map((o) => o.rest)), oppositeLots(s, account, symbol, sign));
}

export function orderMarginOf(s: Naive, account: number): bigint {
  const symbols = new Set(ordersOf(s, account).map((o) => o.symbol));
  return sum([...symbols].flatMap((symbol) => [sideCharge(s, account, symbol, 1n), sideCharge(s, account, symbol, -1n)]));
}

/** What new order margin may use: no unrealized profit where the margin becomes an isolated wallet (D-10). */
export function budget(s: Naive, account: number, symbol: number): bigint {
  const f = figures(s, account);
  if (!isIsolated(s, account, symbol)) return f.free;
  return min(f.free, f.wallet + min(0n, f.unrealized) - f.positionMargin - f.orderMargin);
}

/** Cap of the highest bracket whose max leverage is at least the chosen one (rules 5.4). */
export function maxNotional(m: NaiveSymbol, leverage: number): bigint {
  const { caps, maxLeverages } = m.spec.tiers;
  let cap = 0;
  for (let i = 0; i < caps.length; i++) if (maxLeverages[i] >= leverage) cap = caps[i];
  return BigInt(cap);
}

/** Position at mark (less when the order would close it) + same-side opening orders. */
export function exposureNotional(
  s: Naive,
  account: number,
  symbol: number,
  sign: bigint,
  positionSide: number,
  except?: NaiveOrder,
): bigint {
  const m = symbolOf(s, symbol);
  const p = positionOf(s, account, symbol, positionSide);
  const held = p === undefined ? 0n : valueAtMark(m, m.mark, abs(p.lots)) * (signOf(p.lots) === sign ? 1n : -1n);
  const others = openers(s, account, symbol, sign).filter((o) => o !== except);
  return held + sum(others.map((o) => valueAtTicks(m, assumedTicks(o), o.rest)));
}

/** IM + open loss + one taker fee, each rounded up; `price` in mark units (rules 6.4). */
export function orderCost(m: NaiveSymbol, sign: bigint, price: bigint, lots: bigint, leverage: number): bigint {
  const im = valueAtMark(m, price, lots, BigInt(leverage));
  const gap = sign * (m.mark - price);
  const openLoss = gap < 0n ? valueAtMark(m, -gap, lots) : 0n;
  const fee = ceilDiv(price * lots * m.costNum * BigInt(m.spec.takerFee), m.costDen * PER_TICK * RATE);
  return im + openLoss + fee;
}
