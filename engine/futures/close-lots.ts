// Closes lots of a leg outside the book, at exactly the PnL it is told: take-overs, hedge legs netted, deleveraging's bankrupt side,
// delistings. The member sees an order of the engine's own that fills.
import * as layout from '../layout.ts';
import { OrderType, SelfTrade } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { FillRole } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { addCost, type Cost, subtractCost } from '../money/cost.ts';
import { divFloorBig, toSafe } from '../money/rounding.ts';
import { addWide } from '../money/wide-words.ts';
import type { EngineState } from '../state.ts';
import { addOpenInterest, reportFilled } from './fill.ts';
import { keepShare } from './funding-share.ts';
import { takeOrder } from './order-book.ts';
import { fill, reportPlaced } from './order-life.ts';
import { releasedCost } from './pnl.ts';
import { entryCostOf, positionIdOf, positionSideOf, setEntryCost } from './position.ts';

const {
  FACTS,
  HOUSE_COST,
  COUNTERPARTY_LOTS,
  LIFE,
  LIFE_CLOSED_COST,
  LIFE_CLOSED_LOTS,
  LIFE_EXIT_COST,
  LIFE_REALIZED,
  LIVE,
  META_TIME,
  META_TRADE_SERIAL,
  ORDER_FILLED_COST,
  ORDER_FILLED_LOTS,
  ORDER_LOTS,
  ORDER_PLACED_AT,
  ORDER_REST,
  REALS,
} = layout;

/** A market order of the engine that closes `lots` of the leg; it never rests. Returns its slot. */
export function placeClosing(s: EngineState, e: EventBuffer, exposure: number, position: number, lots: number): number {
  const side = s.positionLots[position] > 0 ? 1 : 0;
  // Own orders of the other leg must not stop it.
  const flags = side | (positionSideOf(s, exposure, position) << 1) | (OrderType.Market << 3) | (SelfTrade.ExpireMaker << 8);
  const slot = takeOrder(s.books, exposure, flags, 0, lots);
  const facts = slot * FACTS;
  s.orderFacts.fill(0, facts, facts + FACTS);
  s.orderFacts[facts + ORDER_LOTS] = lots;
  s.orderFacts[facts + ORDER_PLACED_AT] = s.meta[META_TIME];
  reportPlaced(s, e, slot);
  return slot;
}

/** Lots that the order has yet to fill. */
export function restOf(s: EngineState, order: number): number {
  return s.books.reals[order * REALS + ORDER_REST];
}

/**
 * Takes the order's rest out of the leg, realizing exactly `realized`, and reports the fill (`fill` says what it was). Who pays, the
 * position's end and the order's are the caller's. Netted lots leave both sides at once; all others pass to the house.
 */
export function closeLots(
  s: EngineState,
  e: EventBuffer,
  i: Instrument,
  order: number,
  position: number,
  realized: number,
  role: number,
): void {
  keepShare(s, position);
  const lots = restOf(s, order);
  const held = s.positionLots[position];
  const side = held < 0 ? -1 : 1;
  const cost = entryCostOf(s, position);
  const released = releasedCost(i.units, side, cost, held * side, lots);
  const exit = addCost(released, side * realized * i.units.costDen);
  const life = position * LIFE;
  addWide(s.positionLife, life + LIFE_CLOSED_COST, released);
  addWide(s.positionLife, life + LIFE_EXIT_COST, exit);
  s.positionLife[life + LIFE_CLOSED_LOTS] += lots;
  s.positionLife[life + LIFE_REALIZED] += realized;
  if (role !== FillRole.Netting) giveToCounterparty(s, position, side * lots, exit);
  addOpenInterest(s, position, 0 - side * lots);
  s.positionLots[position] = held - side * lots;
  setEntryCost(s, position, subtractCost(cost, released));
  reportClosed(s, e, i, order, position, lots, exit, realized, role);
}

function giveToCounterparty(s: EngineState, position: number, lots: number, exit: Cost): void {
  const live = s.blockSymbol[position >> 5] * LIVE;
  s.live[live + COUNTERPARTY_LOTS] += lots;
  addWide(s.live, live + HOUSE_COST, lots < 0 ? subtractCost(0, exit) : exit);
}

function reportClosed(
  s: EngineState,
  e: EventBuffer,
  i: Instrument,
  order: number,
  position: number,
  lots: number,
  exit: Cost,
  realized: number,
  role: number,
): void {
  fill.price = averagePrice(i, BigInt(exit), lots);
  fill.lots = lots;
  fill.tradeId = ++s.meta[META_TRADE_SERIAL];
  fill.fee = 0;
  fill.realized = realized;
  s.orderFacts[order * FACTS + ORDER_FILLED_LOTS] += lots;
  s.orderFacts[order * FACTS + ORDER_FILLED_COST] += fill.price * lots;
  boundCost(s, order);
  s.books.reals[order * REALS + ORDER_REST] = 0;
  reportFilled(s, e, order, role, positionIdOf(s, position));
}

/** An order of the engine may be larger than any member's: its sum of ticks x lots, a report, then stands at the largest exact number. */
export function boundCost(s: EngineState, order: number): void {
  const at = order * FACTS + ORDER_FILLED_COST;
  if (s.orderFacts[at] > Number.MAX_SAFE_INTEGER) s.orderFacts[at] = Number.MAX_SAFE_INTEGER;
}

/** Floor, in ticks: a report, the amounts are exact without it. */
export function averagePrice(i: Instrument, exit: bigint, lots: number): number {
  return lots === 0 ? 0 : toSafe(divFloorBig(exit, BigInt(lots) * BigInt(i.units.costNum)));
}
