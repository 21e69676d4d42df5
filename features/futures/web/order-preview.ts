// The ticket's preview: cost, fee, margin, largest size, and position and liquidation now and after, for each of the two buttons.
import { feeOf, feeRatio, tradingFee } from '@maru/engine/futures/fee.ts';
import { initialMargin, notionalAt, notionalAtMark } from '@maru/engine/futures/margin.ts';
import { bracketLots, maxOpenLots } from '@maru/engine/futures/max-open.ts';
import { assumedMarketPrice, estimatedCost, orderCost } from '@maru/engine/futures/order-cost.ts';
import { maxNotionalOf } from '@maru/engine/market/tiers.ts';
import { type Cost, addCost, costOf, subtractCost } from '@maru/engine/money/cost.ts';
import { divCeilBig, toSafe } from '@maru/engine/money/rounding.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { walkBook, type WalkLevel } from './book-walk.ts';
import type { OpensIn } from './entry-tpsl.ts';
import { type Instrument, lotsOf, quantityText, ticksOf, withinReach } from './instrument.ts';
import { type FieldError, orderErrors } from './order-errors.ts';
import {
  emptyTicket,
  firesAtMarket,
  isLimitNow,
  isMarketNow,
  onlyReduces,
  type PositionMode,
  positionSideOf,
  type Side,
  type TicketFields,
} from './order-fields.ts';
import { ticketTypeOf } from './ticket-type-table.ts';
import { type After, afterTrade, type Held, maintenanceOf, pnlOf, type Purse, type Risk, riskOf } from './position-math.ts';

export interface MarketNow {
  /** Mark units (tick / 100). */
  mark: number;
  /** Ticks; 0 = none. */
  bid: number;
  ask: number;
  last: number;
  bids: readonly WalkLevel[];
  asks: readonly WalkLevel[];
}
export interface AccountNow {
  purse: Purse;
  mode: PositionMode;
  leverage: number;
  isIsolated: boolean;
  /** Legs of this symbol; at most one in one-way mode. */
  legs: readonly Held[];
  /** What closing a leg would set free for an order that turns it round. */
  freed?(leg: Held): number;
  /** Value of open orders that would open, by side, micro-USDT: it counts against the bracket. */
  openOrderNotional: { BUY: number; SELL: number };
  /** Lots of open reduce-only orders, by side. */
  reducingLots: { BUY: number; SELL: number };
}
export interface Preview {
  side: Side;
  lots: number;
  /** Ticks: the order's price, or what the engine assumes of a market order. */
  price: number;
  opening: number;
  closing: number;
  notional: number;
  /** What the ticket shows: the engine's cost, with the specification's 0.08 % on a long. */
  cost: number;
  /** What the engine will set aside; the check is made with this. */
  engineCost: number;
  margin: number;
  fee: number;
  isMaker: boolean;
  /** Average of the fills, cost units; undefined when the visible book is too thin. */
  fillCost: Cost | undefined;
  maxLots: number;
  before: Held | undefined;
  after: After;
  /** What opens, as it is expected to fill: what TP and SL of it are reckoned from. */
  draftCost: Cost;
  /** A limit price that meets the book now. */
  takes: boolean;
  opensIn: OpensIn;
  now: Risk;
  later: Risk;
  errors: readonly FieldError[];
}

const sign = (side: Side): 1 | -1 => (side === 'BUY' ? 1 : -1);

/** Leg that an order of this side touches: the net position, or the named leg in hedge mode. */
export function touchedLeg(account: AccountNow, side: Side, intent: TicketFields['intent']): Held | undefined {
  if (account.mode === 'ONE_WAY') return account.legs[0];
  const wanted = positionSideOf(account.mode, side, intent) === 'LONG' ? 1 : -1;
  return account.legs.find((leg) => leg.side === wanted);
}

export function assumedPrice(i: Instrument, market: MarketNow, fields: TicketFields, side: Side): number {
  switch (ticketTypeOf[fields.type].assumes) {
    case 'price':
      return ticksOf(i, fields.price) ?? 0;
    case 'stop':
      return ticksOf(i, fields.stopPrice) ?? 0;
    case 'activation':
      return ticksOf(i, fields.activationPrice) || market.last;
    case 'ladder':
      return scaleAverage(i, fields);
    case 'book':
      return (side === 'BUY' ? market.ask : market.bid) <= 0 ? 0 : assumedMarketPrice(sign(side), market.bid, market.ask, market.mark);
  }
}

/** The mean of a ladder's prices by size; 0 while its ends are not written. */
function scaleAverage(i: Instrument, fields: TicketFields): number {
  const from = ticksOf(i, fields.scaleFrom) ?? 0;
  const to = ticksOf(i, fields.scaleTo) ?? 0;
  if (from <= 0 || to <= 0) return 0;
  const skew = Number(fields.scaleSkew) || 1;
  // Sizes grow evenly from 1 to the skew: the mean leans to the larger end.
  const lean = (1 + 2 * skew) / (3 * (1 + skew));
  return Math.round(from + (to - from) * lean);
}

/** Largest lots of a side (rules 6.5): what the balance opens, plus what only closes, inside filters and bracket. */
export function maxLotsOf(i: Instrument, account: AccountNow, market: MarketNow, fields: TicketFields, side: Side): number {
  const leg = touchedLeg(account, side, fields.intent);
  const closable = leg && leg.side !== sign(side) ? leg.lots : 0;
  const filter = firesAtMarket(fields.type) ? i.maxMarketLots : i.maxLots;
  if (onlyReduces(fields, account.mode)) return Math.min(closable, filter);
  // A price that is not written yet is taken to be near: the ruler and its chips must not jump once it is.
  const price = assumedPrice(i, market, fields, side) || market.last;
  if (price <= 0 || market.mark <= 0) return closable;
  const freed = closable === 0 || !leg ? 0 : (account.freed?.(leg) ?? 0);
  const opened = maxOpenLots(i.units, {
    side: sign(side),
    price,
    mark: market.mark,
    leverage: account.leverage,
    takerFee: i.takerFee,
    available: account.purse.available + freed,
  });
  const same = leg && leg.side === sign(side) ? notionalAtMark(i.units, market.mark, leg.lots) : 0;
  const space = maxNotionalOf(i.tiers, account.leverage) - same - account.openOrderNotional[side];
  const bracket = bracketLots(i.units, space, price * MARK_PER_TICK);
  return Math.min(closable + Math.min(opened, bracket), filter);
}

export function previewOrder(i: Instrument, account: AccountNow, market: MarketNow, fields: TicketFields, side: Side): Preview {
  const whole = withinReach(() => reckon(i, account, market, fields, side));
  if (whole) return whole;
  const most = { limit: quantityText(i, i.maxLots), unit: i.option.base };
  const none = reckon(i, account, market, { ...emptyTicket, type: fields.type }, side);
  return { ...none, lots: lotsOf(i, fields.quantity) ?? 0, errors: [{ code: 'QUANTITY_TOO_LARGE', field: 'quantity', ...most }] };
}

function reckon(i: Instrument, account: AccountNow, market: MarketNow, fields: TicketFields, side: Side): Preview {
  const lots = lotsOf(i, fields.quantity) ?? 0;
  const price = assumedPrice(i, market, fields, side);
  const leg = touchedLeg(account, side, fields.intent);
  const closing = leg && leg.side !== sign(side) ? Math.min(leg.lots, lots) : 0;
  // What only reduces fills as far as there is a position, and turns none round (rules 3.5).
  const filling = onlyReduces(fields, account.mode) ? closing : lots;
  const opening = filling - closing;
  const fill = expectedFill(i, market, fields, side, filling, price);
  const fee = fill.fee;
  const known = lots > 0 && price > 0 && market.mark > 0;
  const after: After =
    known && filling > 0
      ? afterTrade(i, leg, {
          side: sign(side),
          lots: filling,
          cost: fill.cost,
          fee,
          leverage: account.leverage,
          isIsolated: account.isIsolated,
        })
      : { held: leg, realized: 0, walletChange: 0 };
  const costs =
    known && opening > 0 ? orderCost(i.units, sign(side), price, market.mark, opening, account.leverage, i.takerFee) : undefined;
  const deeper =
    costs && isMarketNow(fields.type) ? Math.max(0, walkedLoss(i, sign(side), fill.cost, market.mark, lots) - costs.openLoss) : 0;
  const base = {
    side,
    lots,
    price,
    opening,
    closing,
    notional: known ? notionalAt(i.units, price, lots) : 0,
    engineCost: (costs?.cost ?? 0) + deeper,
    cost: costs ? estimatedCost(i.units, sign(side), price, market.mark, opening, account.leverage, i.takerFee) + deeper : 0,
    margin: costs ? initialMargin(i.units, price, opening, account.leverage) : 0,
    fee,
    isMaker: fill.isMaker,
    fillCost: fill.isWhole ? fill.cost : undefined,
    maxLots: maxLotsOf(i, account, market, fields, side),
    before: leg,
    after,
    // What closes fills first.
    draftCost: closing === 0 ? fill.cost : subtractCost(fill.cost, expectedFill(i, market, fields, side, closing, price).cost),
    takes: takesNow(market, fields, side, price),
    opensIn: opensIn(market, fields, side, price),
  };
  return { ...base, ...risks(i, account, market, leg, after), errors: orderErrors(i, account, market, fields, base) };
}

/** It meets the book of now; what waits meets that of another time. */
function takesNow(market: MarketNow, fields: TicketFields, side: Side, price: number): boolean {
  const best = side === 'BUY' ? market.ask : market.bid;
  if (best <= 0) return false;
  return isLimitNow(fields.type) && !fields.postOnly && sign(side) * (price - best) >= 0;
}

/** The engine's own rule (ADR 0013): at market the mark alone, which the exits of this ticket watch; a limit that takes at once both. */
function opensIn(market: MarketNow, fields: TicketFields, side: Side, price: number): OpensIn {
  const mark = market.mark / MARK_PER_TICK;
  if (isMarketNow(fields.type)) return { low: mark, high: mark };
  if (!takesNow(market, fields, side, price)) return { low: price, high: price };
  const best = side === 'BUY' ? market.ask : market.bid;
  return { low: Math.min(best, mark), high: Math.max(best, mark) };
}

/** Loss a market order opens with when it walks deeper than the price assumed of it: ceil(s x (paid - mark x lots)). */
function walkedLoss(i: Instrument, s: 1 | -1, cost: Cost, mark: number, lots: number): number {
  const gap = BigInt(s) * (BigInt(cost) * BigInt(MARK_PER_TICK) - BigInt(mark) * BigInt(lots) * BigInt(i.units.costNum));
  return gap <= 0n ? 0 : toSafe(divCeilBig(gap, BigInt(i.units.costDen * MARK_PER_TICK)));
}

interface ExpectedFill {
  cost: Cost;
  fee: number;
  isMaker: boolean;
  isWhole: boolean;
}

/** A marketable order pays what the book has up to its limit; what rests pays its own price as maker. */
function expectedFill(i: Instrument, market: MarketNow, fields: TicketFields, side: Side, lots: number, price: number): ExpectedFill {
  const levels = side === 'BUY' ? market.asks : market.bids;
  const { acts, fillsAt } = ticketTypeOf[fields.type];
  const isLimit = fillsAt === 'limit';
  // What waits, waits whole: only orders of now meet the book of now.
  const takes = acts === 'now' && !(isLimit && fields.postOnly);
  const walked = takes
    ? walkBook(levels, side, lots, isLimit ? price : undefined, i.units.costNum)
    : { lots: 0, cost: 0 as Cost, worst: 0 };
  const left = lots - walked.lots;
  const cost = left === 0 ? walked.cost : addCost(walked.cost, costOf(price, left, i.units.costNum));
  const isMaker = walked.lots === 0 && isLimit;
  const restFee = left === 0 ? 0 : tradingFee(i.units, price, left, isLimit ? i.makerFee : i.takerFee);
  // Slices meet books that are not here yet: the price of now stands for them.
  const isWhole = isLimit || left === 0 || acts === 'split';
  return { cost, fee: restFee + walkedFee(i, walked.cost, walked.lots), isMaker, isWhole };
}

function walkedFee(i: Instrument, cost: Cost, lots: number): number {
  if (lots === 0) return 0;
  const perLot = BigInt(lots) * BigInt(i.units.costNum);
  return feeOf(Number((BigInt(cost) + perLot - 1n) / perLot), lots, feeRatio(i.units, i.takerFee));
}

function risks(i: Instrument, account: AccountNow, market: MarketNow, leg: Held | undefined, after: After): { now: Risk; later: Risk } {
  const own = account.isIsolated ? [] : account.legs;
  const others = {
    wallet: account.purse.crossWallet,
    pnl: account.purse.crossPnl - own.reduce((sum, l) => sum + pnlOf(i, l, market.mark), 0),
    maintenance: Math.max(0, account.purse.maintenance - own.reduce((sum, l) => sum + maintenanceOf(i, l, market.mark), 0)),
  };
  const nowLegs = account.isIsolated ? (leg ? [leg] : []) : account.legs;
  const thenLegs = [...nowLegs.filter((l) => l !== leg), ...(after.held ? [after.held] : [])];
  return {
    now: riskOf(i, nowLegs, market.mark, account.isIsolated, others),
    later: riskOf(i, thenLegs, market.mark, account.isIsolated, { ...others, wallet: others.wallet + after.walletChange }),
  };
}
