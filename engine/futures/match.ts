// A taker walks the opposite side level by level: at each price members by time, then the counterparty's ladder (rules 3.3).
import * as layout from '../layout.ts';
import { SelfTrade } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { FillRole, OrderEnd } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { settleFill, settleCounterparty } from './fill.ts';
import { settleOrderFunding } from './funding.ts';
import { isFundable } from './fill-guard.ts';
import { isSideFull, lotsUnderCap } from './interest-cap.ts';
import { counterpartyCapacity, isLadderFresh, usableLadder } from './counterparty.ts';
import { ladderEnd, takeFromLadder, withdrawThrough } from './ladder.ts';
import { bestPrice, firstAtBest, lotsAt, worsePrice } from './order-book.ts';
import { closeOrder, fill } from './order-life.ts';
import { giveReason } from './triggers.ts';

const { EXPOSURE, EX_SYMBOL, META_FUNDINGS, META_TRADE_SERIAL, ORDER, ORDER_FLAGS, ORDER_OWNER, ORDER_REST, REALS } = layout;

/** True when `price` is worse for a taker of `side` than `limit`. */
export function isBeyond(side: number, price: number, limit: number): boolean {
  return side === 0 ? price > limit : price < limit;
}

/** Best price a taker of `side` would meet now, member or ladder; 0 = none. */
export function bestOpposite(s: EngineState, i: Instrument, symbol: number, side: number): number {
  const opposite = 1 - side;
  const member = bestPrice(s.books, symbol, opposite);
  const ladder = usableLadder(s, i, symbol, opposite);
  if (ladder < 0) return member;
  const price = s.ladders.prices[ladder];
  return member === 0 || isBeyond(side, member, price) ? price : member;
}

/**
 * Fills the order in `slot` up to `limit`, all but `kept` lots. Returns how it must end when self-trade prevention or the fill guard
 * ended it, else -1: then its rest is what the book did not give.
 */
export function match(s: EngineState, e: EventBuffer, i: Instrument, slot: number, limit: number, role: number, kept: number): number {
  const b = s.books;
  const flags = b.rows[slot * ORDER + ORDER_FLAGS];
  const exposure = b.rows[slot * ORDER + ORDER_OWNER];
  const symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  const side = flags & 1;
  const opposite = 1 - side;
  while (b.reals[slot * REALS + ORDER_REST] > kept) {
    const member = bestPrice(b, symbol, opposite);
    const ladder = usableLadder(s, i, symbol, opposite);
    if (member !== 0 && (ladder < 0 || !isBeyond(side, member, s.ladders.prices[ladder]))) {
      if (isBeyond(side, member, limit)) return -1;
      const maker = firstAtBest(b, symbol, opposite);
      if (b.rows[maker * ORDER + ORDER_OWNER] !== exposure) {
        if (!trade(s, e, i, slot, maker, member, role, kept)) return OrderEnd.Slippage;
        continue;
      }
      const mode = (flags >> 8) & 3;
      if (mode !== SelfTrade.ExpireTaker) closeOrder(s, e, maker, OrderEnd.SelfTrade);
      if (mode !== SelfTrade.ExpireMaker) return OrderEnd.SelfTrade;
    } else if (ladder >= 0) {
      if (isBeyond(side, s.ladders.prices[ladder], limit)) return -1;
      if (!tradeWithCounterparty(s, e, i, slot, symbol, opposite, ladder, role, kept)) return OrderEnd.Slippage;
    } else return -1;
  }
  return -1;
}

/** False when the taker may not have the fill. A maker that may not is taken out of the book instead (fill-guard.ts, interest-cap.ts). */
function trade(
  s: EngineState,
  e: EventBuffer,
  i: Instrument,
  taker: number,
  maker: number,
  price: number,
  role: number,
  kept: number,
): boolean {
  const b = s.books;
  const wanted = b.reals[taker * REALS + ORDER_REST] - kept;
  const both = wanted < b.reals[maker * REALS + ORDER_REST] ? wanted : b.reals[maker * REALS + ORDER_REST];
  if (s.meta[META_FUNDINGS] !== 0) {
    settleOrderFunding(s, e, taker);
    settleOrderFunding(s, e, maker);
  }
  const lots = lotsUnderCap(s, i, taker, maker, both);
  if (lots === 0) {
    if (isSideFull(s, i, taker)) return false;
    expire(s, e, maker, Reject.OPEN_INTEREST_CAP);
    return true;
  }
  if (!isFundable(s, i, taker, price, lots, role)) return false;
  if (!isFundable(s, i, maker, price, lots, FillRole.Maker)) {
    expire(s, e, maker, Reject.INSUFFICIENT_MARGIN);
    return true;
  }
  fill.price = price;
  fill.lots = lots;
  fill.tradeId = ++s.meta[META_TRADE_SERIAL];
  settleFill(s, e, i, taker, role);
  settleFill(s, e, i, maker, FillRole.Maker);
  if (b.reals[maker * REALS + ORDER_REST] === 0) closeOrder(s, e, maker, OrderEnd.Filled);
  return true;
}

// A resting order that may not have its fill leaves the book and says why.
function expire(s: EngineState, e: EventBuffer, maker: number, code: number): void {
  closeOrder(s, e, maker, OrderEnd.Expired);
  giveReason(e, code);
}

function tradeWithCounterparty(
  s: EngineState,
  e: EventBuffer,
  i: Instrument,
  slot: number,
  symbol: number,
  ladderSide: number,
  level: number,
  role: number,
  kept: number,
): boolean {
  const capacity = counterpartyCapacity(s, i, symbol, ladderSide);
  let lots = s.books.reals[slot * REALS + ORDER_REST] - kept;
  if (s.ladders.lots[level] < lots) lots = s.ladders.lots[level];
  if (capacity < lots) lots = capacity;
  const price = s.ladders.prices[level];
  if (s.meta[META_FUNDINGS] !== 0) settleOrderFunding(s, e, slot);
  lots = lotsUnderCap(s, i, slot, -1, lots);
  if (lots === 0 || !isFundable(s, i, slot, price, lots, role)) return false;
  fill.price = price;
  fill.lots = lots;
  fill.tradeId = ++s.meta[META_TRADE_SERIAL];
  takeFromLadder(s.ladders, symbol, ladderSide, lots);
  settleCounterparty(s, i, symbol, ladderSide === 0 ? lots : 0 - lots, price);
  settleFill(s, e, i, slot, role);
  return true;
}

/**
 * After a ladder came or an order came to rest: resting members that the ladder reaches are filled at their own price, as makers;
 * ladder levels that would still lock the book (inventory full) are withdrawn.
 */
export function crossLadder(s: EngineState, e: EventBuffer, i: Instrument, symbol: number): void {
  for (let side = 0; side < 2; side++) {
    const ladderSide = 1 - side;
    for (;;) {
      const member = bestPrice(s.books, symbol, side);
      const level = usableLadder(s, i, symbol, ladderSide);
      if (member === 0 || level < 0 || isBeyond(side, s.ladders.prices[level], member)) break;
      fillMakerFromCounterparty(s, e, i, symbol, firstAtBest(s.books, symbol, side), member, ladderSide, level);
    }
    const left = bestPrice(s.books, symbol, side);
    if (left !== 0) withdrawThrough(s.ladders, symbol, ladderSide, left);
  }
}

function fillMakerFromCounterparty(
  s: EngineState,
  e: EventBuffer,
  i: Instrument,
  symbol: number,
  maker: number,
  price: number,
  ladderSide: number,
  level: number,
): void {
  const capacity = counterpartyCapacity(s, i, symbol, ladderSide);
  let lots = s.books.reals[maker * REALS + ORDER_REST];
  if (s.ladders.lots[level] < lots) lots = s.ladders.lots[level];
  if (capacity < lots) lots = capacity;
  if (s.meta[META_FUNDINGS] !== 0) settleOrderFunding(s, e, maker);
  lots = lotsUnderCap(s, i, maker, -1, lots);
  if (lots === 0 || !isFundable(s, i, maker, price, lots, FillRole.Maker)) {
    expire(s, e, maker, lots === 0 ? Reject.OPEN_INTEREST_CAP : Reject.INSUFFICIENT_MARGIN);
    return;
  }
  takeFromLadder(s.ladders, symbol, ladderSide, lots);
  settleCounterparty(s, i, symbol, ladderSide === 0 ? lots : 0 - lots, price);
  fill.price = price;
  fill.lots = lots;
  fill.tradeId = ++s.meta[META_TRADE_SERIAL];
  settleFill(s, e, i, maker, FillRole.Maker);
  if (s.books.reals[maker * REALS + ORDER_REST] === 0) closeOrder(s, e, maker, OrderEnd.Filled);
}

/** Result of the last walk: lots found within the limit, and ticks x lots of its part beyond `skip` lots. */
export const walked = { lots: 0, counted: 0, cost: 0 };

/** Looks what a taker of `lots` would get up to `limit`, without a trace. `cost` leaves out the first `skip` lots. */
export function walk(s: EngineState, i: Instrument, symbol: number, side: number, lots: number, limit: number, skip: number): void {
  const opposite = 1 - side;
  let member = bestPrice(s.books, symbol, opposite);
  let level = usableLadder(s, i, symbol, opposite);
  let capacity = level < 0 ? 0 : counterpartyCapacity(s, i, symbol, opposite);
  const end = ladderEnd(s.ladders, symbol, opposite);
  let rest = lots;
  let skipping = skip;
  walked.counted = 0;
  walked.cost = 0;
  while (rest > 0) {
    const byMember = member !== 0 && (level < 0 || !isBeyond(side, member, s.ladders.prices[level]));
    if (!byMember && level < 0) break;
    const price = byMember ? member : s.ladders.prices[level];
    if (isBeyond(side, price, limit)) break;
    let here = byMember ? lotsAt(s.books, symbol, member) : s.ladders.lots[level];
    if (!byMember) {
      if (here > capacity) here = capacity;
      capacity -= here < rest ? here : rest;
      level = capacity > 0 && level + 1 < end ? level + 1 : -1;
    } else member = worsePrice(s.books, symbol, opposite, member);
    if (here > rest) here = rest;
    rest -= here;
    const skipped = skipping < here ? skipping : here;
    skipping -= skipped;
    walked.counted += here - skipped;
    walked.cost += price * (here - skipped);
  }
  walked.lots = lots - rest;
}

/** Withdraws ladder levels that an order which came to rest would lock: stale ones, or beyond the counterparty's inventory. */
export function clearLockedLadder(s: EngineState, i: Instrument, symbol: number, side: number, price: number): void {
  if (!isLadderFresh(s, i, symbol) || counterpartyCapacity(s, i, symbol, 1 - side) === 0)
    withdrawThrough(s.ladders, symbol, 1 - side, price);
}
