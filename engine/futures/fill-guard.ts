// No fill takes a member below zero: checked before each trade, since a reducing order needs no margin and a resting one may have lost
// its own since it was placed. Without it a thin book lets a member lose more than it has to an accomplice, at the fund's cost.
import * as layout from '../layout.ts';
import { MarginType } from '../wire/command.ts';
import { FillRole } from '../wire/event.ts';
import { futuresWallet } from '../ledger/account.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Cost } from '../money/cost.ts';
import { mul3DivFloor, mulDivFloor } from '../money/rounding.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import type { EngineState } from '../state.ts';
import { legOf } from './order-flags.ts';
import { marginTypeOf } from './exposure.ts';
import { feeOf } from './fee.ts';
import { initialMargin } from './margin.ts';
import { realizedPnl, releasedCost } from './pnl.ts';
import { entryCostOf } from './position.ts';

const {
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_SYMBOL,
  FUNDING_DEBT,
  LIFE,
  LIFE_ISOLATED,
  LIVE,
  MARK,
  ORDER,
  ORDER_FLAGS,
  ORDER_OWNER,
  POSITION_MARGIN,
  RISK,
} = layout;

/** More than any fee rate: only how much is looked at closely depends on it. */
const GENEROUS_FEE = 0.02;

/** True when the order in `slot` may fill `lots` at `price`: its scope is worth at least nothing afterwards, at mark. */
export function isFundable(s: EngineState, i: Instrument, slot: number, price: number, lots: number, role: number): boolean {
  if (role === FillRole.Liquidation) return true;
  const row = slot * ORDER;
  const exposure = s.books.rows[row + ORDER_OWNER];
  const ex = exposure * EXPOSURE;
  const sign = (s.books.rows[row + ORDER_FLAGS] & 1) === 0 ? 1 : -1;
  const gap = sign * (s.live[s.exposures[ex + EX_SYMBOL] * LIVE + MARK] - price * MARK_PER_TICK);
  const isolated = marginTypeOf(s, exposure) === MarginType.Isolated;
  const risk = s.exposures[ex + EX_ACCOUNT] * RISK;
  const equity = s.risk[risk + EQUITY];
  const plain = !isolated && s.risk[risk + FUNDING_DEBT] === 0;
  // Far from the border for most: the loss against the mark and more than the fee, in plain floating numbers.
  const risked = (gap < 0 ? 0 - gap : 0) + price * MARK_PER_TICK * GENEROUS_FEE;
  if (plain && equity > risked * lots * i.amountPerMarkLot + 2) return true;
  const fee = feeOf(price, lots, role === FillRole.Maker ? i.maker : i.taker);
  if (plain) return equity + gainOf(i, gap, lots) - fee >= 0;
  const position = s.exposures[ex + EX_LEG + legOf(s.books.rows[row + ORDER_FLAGS])];
  const leg = guardedLeg(s, exposure, position);
  return isolated ? isLegFundable(i, leg, sign, gap, price, lots, fee) : isCrossFundable(i, leg, equity, sign, gap, price, lots, fee);
}

/** floor(gap x lots) in amount units: what a fill wins against the mark. */
function gainOf(i: Instrument, gap: number, lots: number): number {
  return mul3DivFloor(gap, lots, i.maintenance.notional.num, i.maintenance.notional.den);
}

/** An isolated leg as the guard sees it: signed lots, entry cost, margin, its scope's equity, and the cross wallet's free money. */
export interface GuardedLeg {
  lots: number;
  cost: Cost;
  margin: number;
  equity: number;
  leverage: number;
  free: number;
  /** Funding debt of the account: it is taken out of what a close brings in, before anything else can use it. */
  debt: number;
}

/** The same object serves every fill. */
const guarded: GuardedLeg = { lots: 0.5, cost: 0, margin: 0.5, equity: 0.5, leverage: 1, free: 0.5, debt: 0.5 };

// Unrealized profit makes no margin (D-10).
function guardedLeg(s: EngineState, exposure: number, position: number): GuardedLeg {
  const account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  const equity = s.risk[account * RISK + EQUITY];
  const wallet = s.ledger[futuresWallet(account)];
  guarded.lots = s.positionLots[position];
  guarded.cost = entryCostOf(s, position);
  guarded.margin = s.positionLife[position * LIFE + LIFE_ISOLATED];
  guarded.equity = guarded.lots === 0 ? 0 : s.risk[(s.capacity.accounts + position) * RISK + EQUITY];
  guarded.leverage = s.positionLeverage[position];
  guarded.free = (equity < wallet ? equity : wallet) - s.risk[account * RISK + POSITION_MARGIN];
  guarded.debt = s.risk[account * RISK + FUNDING_DEBT];
  return guarded;
}

/** What closes of a fill: its lots, its part of the fee, and what it realizes; the same object serves every fill. */
const closed = { lots: 0.5, fee: 0.5, realized: 0.5 };

function splitFill(i: Instrument, leg: GuardedLeg, sign: number, price: number, lots: number, fee: number): void {
  const size = leg.lots < 0 ? 0 - leg.lots : leg.lots;
  const closing = leg.lots === 0 || leg.lots > 0 === sign > 0 ? 0 : size < lots ? size : lots;
  closed.lots = closing;
  closed.fee = closing === lots ? fee : closing === 0 ? 0 : mulDivFloor(fee, closing, lots);
  const side = 0 - sign;
  closed.realized = closing === 0 ? 0 : realizedPnl(i.units, side, price, closing, releasedCost(i.units, side, leg.cost, size, closing));
}

/** Part of an income that a funding debt takes. */
export function takenByDebt(debt: number, income: number): number {
  return income <= 0 ? 0 : debt < income ? debt : income;
}

/** A cross account is worth at least nothing at mark, what it owes out of a profit taken off. */
export function isCrossFundable(
  i: Instrument,
  leg: GuardedLeg,
  equity: number,
  sign: number,
  gap: number,
  price: number,
  lots: number,
  fee: number,
): boolean {
  splitFill(i, leg, sign, price, lots, fee);
  return equity + gainOf(i, gap, lots) - fee - takenByDebt(leg.debt, closed.realized) >= 0;
}

/**
 * A closing part may use up the leg and no more; an opening part needs its margin and fee free in the cross wallet, unrealized profit not
 * counted, and must not begin below zero.
 */
export function isLegFundable(
  i: Instrument,
  leg: GuardedLeg,
  sign: number,
  gap: number,
  price: number,
  lots: number,
  fee: number,
): boolean {
  splitFill(i, leg, sign, price, lots, fee);
  const { lots: closing, fee: closingFee } = closed;
  const freed = closing === 0 ? 0 : leg.margin + closed.realized - closingFee;
  if (closing > 0 && (freed < 0 || leg.equity + gainOf(i, gap, closing) - closingFee < 0)) return false;
  const opening = lots - closing;
  if (opening === 0) return true;
  const margin = initialMargin(i.units, price, opening, leg.leverage);
  if ((closing > 0 ? 0 : leg.equity) + margin + gainOf(i, gap, opening) < 0) return false;
  return leg.free + freed - takenByDebt(leg.debt, freed) >= margin + fee - closingFee;
}
