// The naive engine's market: members by price then time, the counterparty's ladder behind them at equal prices (rules 3.3).
import { OrderType, PositionSide, SelfTrade } from '../../wire/command.ts';
import { FillRole, OrderEnd } from '../../wire/event.ts';
import { Reject } from '../../reject.ts';
import { abs, ceilDiv, floorDiv, max, min } from './exact.ts';
import { inBook, isHedge, type Level, type Naive, type NaiveOrder, type NaiveSymbol, positionOf, removeOrder, symbolOf } from './model.ts';
import { isCloser, signOf } from './risk.ts';
import { isFundable } from './fundable.ts';
import { settleFunding } from './funding.ts';
import { isFull, underCap } from './interest.ts';
import { applyFill, cutReducers, takeRest } from './settle.ts';

const RATE = 100_000_000n;

export interface Offer {
  price: bigint;
  lots: bigint;
  /** The resting member order, or the ladder's level. */
  order?: NaiveOrder;
  level?: Level;
}

/** Lots that the counterparty may still trade against a taker of this sign (net inventory cap). */
export function counterpartyCapacity(m: NaiveSymbol, takerSign: bigint): bigint {
  const cap = BigInt(m.spec.counterpartyCapLots);
  return max(0n, takerSign > 0n ? cap + m.house : cap - m.house);
}

/** Ladder of the side that a taker of this sign meets; one older than its limit counts as withdrawn. */
export function ladder(s: Naive, m: NaiveSymbol, takerSign: bigint): Level[] {
  if (s.time - m.ladderAt > m.spec.ladderAgeMs) return [];
  return takerSign > 0n ? m.asks : m.bids;
}

/** Everything a taker meets, best first: price, then members before the counterparty, then time. */
export function offers(s: Naive, m: NaiveSymbol, takerSign: bigint): Offer[] {
  const members: Offer[] = s.orders
    .filter((o) => inBook(o) && o.symbol === m.index && o.sign === -takerSign)
    .sort((a, b) => a.arrival - b.arrival)
    .map((order) => ({ price: order.price, lots: order.rest, order }));
  let occupancy = counterpartyCapacity(m, takerSign);
  const levels: Offer[] = [];
  for (const level of ladder(s, m, takerSign)) {
    const lots = min(level.lots, occupancy);
    occupancy -= lots;
    if (lots > 0n) levels.push({ price: level.price, lots, level });
  }
  // The sort is stable: members stay in time order and before the counterparty at one price.
  return [...members, ...levels].sort((a, b) => Number(takerSign * (a.price - b.price)));
}

/** Worst price a taker accepts: its own limit, or the mark and a bound rounded inward (marketTakeBound, slippage). */
export function walkLimit(m: NaiveSymbol, o: Pick<NaiveOrder, 'type' | 'sign' | 'price' | 'slippage'>): bigint {
  if (o.type === OrderType.Limit) return o.price;
  const own = BigInt(m.spec.marketBound);
  const bound = o.slippage > 0n ? min(o.slippage, own) : own;
  if (o.sign > 0n) return floorDiv(m.mark * (RATE + bound), RATE * 100n);
  return ceilDiv(m.mark * (RATE - bound), RATE * 100n);
}

export const within = (takerSign: bigint, price: bigint, limit: bigint): boolean => takerSign * (limit - price) >= 0n;

/** Lots that an order would trade at once: tried out in a copy of the whole world but its rounds, which no order meets (FOK, rules 3.2). */
export function tradable(s: Naive, o: NaiveOrder): bigint {
  const { rounds, ...world } = s;
  const copy = structuredClone({ world, order: o });
  walk({ ...copy.world, rounds }, copy.order);
  return o.rest - copy.order.rest;
}

/** Most lots a reducing taker may still trade: what the position holds. */
function reducible(s: Naive, o: NaiveOrder): bigint {
  if (!isCloser(o)) return o.rest;
  const p = positionOf(s, o.account, o.symbol, isHedge(s, o.account) ? o.positionSide : PositionSide.Both);
  return p !== undefined && signOf(p.lots) !== o.sign ? abs(p.lots) : 0n;
}

/** Lets a taker walk the market. Returns how its rest must end, or undefined when it may rest or just found no more. */
export function walk(s: Naive, o: NaiveOrder, role: number = FillRole.Taker, bound?: bigint): number | undefined {
  const m = symbolOf(s, o.symbol);
  let limit = walkLimit(m, o);
  if (bound !== undefined) limit = o.sign > 0n ? min(limit, bound) : max(limit, bound);
  while (o.rest > 0n) {
    if (reducible(s, o) === 0n) return OrderEnd.ReduceOnly;
    const offer = offers(s, m, o.sign)[0];
    if (offer === undefined || !within(o.sign, offer.price, limit)) return undefined;
    if (offer.order?.account === o.account) {
      if (o.selfTrade !== SelfTrade.ExpireTaker) removeOrder(s, offer.order, OrderEnd.SelfTrade);
      if (o.selfTrade !== SelfTrade.ExpireMaker) return OrderEnd.SelfTrade;
      continue;
    }
    // A funding under way settles first: who trades before its turn has it now.
    for (const party of offer.order === undefined ? [o] : [o, offer.order]) settleFirst(s, party);
    const lots = underCap(s, m, o, offer.order, min(min(o.rest, offer.lots), reducible(s, o)));
    if (lots === 0n) {
      if (offer.order === undefined || isFull(s, m, o.sign)) return OrderEnd.Slippage;
      removeOrder(s, offer.order, OrderEnd.Expired, Reject.OPEN_INTEREST_CAP);
      continue;
    }
    if (role !== FillRole.Liquidation && !isFundable(s, o, offer.price, lots, role)) return OrderEnd.Slippage;
    if (offer.order !== undefined && !isFundable(s, offer.order, offer.price, lots, FillRole.Maker)) {
      removeOrder(s, offer.order, OrderEnd.Expired, Reject.INSUFFICIENT_MARGIN);
      continue;
    }
    trade(s, m, o, offer, lots, role);
  }
  return undefined;
}

function settleFirst(s: Naive, o: NaiveOrder): void {
  const p = positionOf(s, o.account, o.symbol, o.positionSide);
  if (p !== undefined) settleFunding(s, p);
}

function trade(s: Naive, m: NaiveSymbol, o: NaiveOrder, offer: Offer, lots: bigint, role: number): void {
  const maker = offer.order;
  if (maker === undefined) takeLevel(m, offer.level as Level, o.sign, lots);
  takeRest(o, lots);
  applyFill(s, o, offer.price, lots, role);
  if (maker !== undefined) fillMaker(s, m, maker, lots);
  if (maker !== undefined) cutReducers(s, maker.account, m.index);
  cutReducers(s, o.account, m.index);
}

function fillMaker(s: Naive, m: NaiveSymbol, maker: NaiveOrder, lots: bigint): void {
  takeRest(maker, lots);
  if (maker.rest === 0n) removeOrder(s, maker, OrderEnd.Filled);
  applyFill(s, maker, maker.price, lots, FillRole.Maker);
  cutReducers(s, maker.account, m.index);
}

function takeLevel(m: NaiveSymbol, level: Level, takerSign: bigint, lots: bigint): void {
  level.lots -= lots;
  m.house -= takerSign * lots;
  m.bids = m.bids.filter((l) => l.lots > 0n);
  m.asks = m.asks.filter((l) => l.lots > 0n);
}

/** Ladder levels that a resting order of this price would lock or cross are withdrawn: only the counterparty's cap can have left them. */
export function withdrawThrough(m: NaiveSymbol, restingSign: bigint, price: bigint): void {
  if (restingSign > 0n) m.asks = m.asks.filter((l) => l.price > price);
  else m.bids = m.bids.filter((l) => l.price < price);
}

/** A new ladder replaces the old as a whole, and trades with the resting members it crosses, at their prices (rules 3.3). */
export function setLadder(s: Naive, m: NaiveSymbol, bids: Level[], asks: Level[], mayTrade: boolean): void {
  m.bids = bids;
  m.asks = asks;
  m.ladderAt = s.time;
  if (mayTrade) crossResting(s, m);
}

/** Whoever rests where the ladder reaches is filled at its own price. */
export function crossResting(s: Naive, m: NaiveSymbol): void {
  for (const sign of [1n, -1n]) {
    for (;;) {
      // The ladder is the taker: best member of the other side first, then best level.
      const level = ladder(s, m, -sign)[0];
      const resting = s.orders
        .filter((o) => inBook(o) && o.symbol === m.index && o.sign === -sign)
        .sort((a, b) => Number(sign * (a.price - b.price)) || a.arrival - b.arrival)[0];
      if (level === undefined || resting === undefined || sign * (level.price - resting.price) < 0n) break;
      const offered = min(min(level.lots, resting.rest), counterpartyCapacity(m, -sign));
      if (offered === 0n) {
        withdrawThrough(m, -sign, resting.price);
        break;
      }
      settleFirst(s, resting);
      const lots = underCap(s, m, resting, undefined, offered);
      if (lots === 0n || !isFundable(s, resting, resting.price, lots, FillRole.Maker)) {
        removeOrder(s, resting, OrderEnd.Expired, lots === 0n ? Reject.OPEN_INTEREST_CAP : Reject.INSUFFICIENT_MARGIN);
        continue;
      }
      takeLevel(m, level, -sign, lots);
      fillMaker(s, m, resting, lots);
    }
  }
}
