// One member as a rehearsed fill-or-kill order leaves it: the few figures that fills change, copied, and moved by the formulas of fill.ts.
import * as layout from '../layout.ts';
import { MarginType } from '../wire/command-kind.ts';
import { futuresWallet } from '../ledger/account.ts';
import { fundingAmount } from '../market/funding-estimate.ts';
import type { Instrument } from '../market/instrument.ts';
import { addCost, type Cost, costOf, subtractCost } from '../money/cost.ts';
import type { Ratio } from '../money/ratio.ts';
import { mulDivFloor } from '../money/rounding.ts';
import type { EngineState } from '../state.ts';
import { leverageOf, marginTypeOf } from './exposure.ts';
import { feeOf } from './fee.ts';
import { isFundingDue } from './funding.ts';
import { initialMargin, releasedMargin } from './margin.ts';
import { realizedPnl, releasedCost, unrealizedPnl } from './pnl.ts';
import { entryCostOf } from './position.ts';

const { EQUITY, EXPOSURE, EX_LEG, FUNDING_DEBT, FUNDING_MARK, FUNDING_RATE, LIFE, LIFE_ISOLATED, LIVE, MARK, POSITION_MARGIN, RISK } =
  layout;

export interface RehearsedLeg {
  /** Signed. */
  lots: number;
  cost: Cost;
  margin: number;
  /** A running settlement has not had this leg yet. */
  owesFunding: boolean;
}

export interface Party {
  isolated: boolean;
  leverage: number;
  mark: number;
  fundingMark: number;
  fundingRate: number;
  wallet: number;
  /** Of the cross scope. */
  equity: number;
  positionMargin: number;
  debt: number;
  legs: readonly [RehearsedLeg, RehearsedLeg];
}

/** The member as it stands; `exposure` -1 = it has nothing in the symbol yet. */
export function partyOf(s: EngineState, i: Instrument, symbol: number, account: number, exposure: number): Party {
  const live = symbol * LIVE;
  const row = account * RISK;
  return {
    isolated: marginTypeOf(s, exposure) === MarginType.Isolated,
    leverage: leverageOf(s, exposure, i),
    mark: s.live[live + MARK],
    fundingMark: s.live[live + FUNDING_MARK],
    fundingRate: s.live[live + FUNDING_RATE],
    wallet: s.ledger[futuresWallet(account)],
    equity: s.risk[row + EQUITY],
    positionMargin: s.risk[row + POSITION_MARGIN],
    debt: s.risk[row + FUNDING_DEBT],
    legs: [legOf(s, exposure, 0), legOf(s, exposure, 1)],
  };
}

function legOf(s: EngineState, exposure: number, leg: number): RehearsedLeg {
  const slot = exposure < 0 ? -1 : s.exposures[exposure * EXPOSURE + EX_LEG + leg];
  if (slot < 0 || s.positionLots[slot] === 0) return { lots: 0, cost: 0, margin: 0, owesFunding: false };
  const margin = s.positionLife[slot * LIFE + LIFE_ISOLATED];
  return { lots: s.positionLots[slot], cost: entryCostOf(s, slot), margin, owesFunding: isFundingDue(s, slot) };
}

export function pnlOf(i: Instrument, party: Party, leg: RehearsedLeg): number {
  const { lots } = leg;
  return lots === 0 ? 0 : unrealizedPnl(i.units, lots < 0 ? -1 : 1, party.mark, lots < 0 ? 0 - lots : lots, leg.cost);
}

/** A leg that trades before its turn settles first (funding.ts). */
export function settleRehearsed(i: Instrument, party: Party, leg: RehearsedLeg): void {
  if (!leg.owesFunding) return;
  leg.owesFunding = false;
  const lots = leg.lots < 0 ? 0 - leg.lots : leg.lots;
  const amount = fundingAmount(i.units, leg.lots < 0 ? -1 : 1, party.fundingMark, lots, party.fundingRate);
  const held = party.isolated ? leg.margin : party.wallet;
  const most = held > 0 ? held : 0;
  const collected = amount < 0 && 0 - amount > most ? 0 - most : amount;
  party.debt += collected - amount;
  if (party.isolated) {
    leg.margin += collected;
    return;
  }
  credit(party, collected);
  if (amount > 0) collect(party, amount);
}

/** Fills `lots` at `price` ticks, as fill.ts does. Returns how many of them closed. */
export function fillRehearsed(
  i: Instrument,
  party: Party,
  leg: RehearsedLeg,
  buys: boolean,
  price: number,
  lots: number,
  rate: Ratio,
): number {
  const size = leg.lots < 0 ? 0 - leg.lots : leg.lots;
  const closing = leg.lots === 0 || leg.lots > 0 === buys ? 0 : size < lots ? size : lots;
  const fee = feeOf(price, lots, rate);
  const closingFee = closing === lots ? fee : closing === 0 ? 0 : mulDivFloor(fee, closing, lots);
  const before = pnlOf(i, party, leg);
  if (closing !== 0) close(i, party, leg, price, closing, closingFee);
  if (lots > closing) open(i, party, leg, buys, price, lots - closing, fee - closingFee);
  if (!party.isolated) party.equity += pnlOf(i, party, leg) - before;
  return closing;
}

function close(i: Instrument, party: Party, leg: RehearsedLeg, price: number, closing: number, fee: number): void {
  const side = leg.lots < 0 ? -1 : 1;
  const size = leg.lots * side;
  const released = releasedCost(i.units, side, leg.cost, size, closing);
  const realized = realizedPnl(i.units, side, price, closing, released);
  leg.lots -= side * closing;
  leg.cost = subtractCost(leg.cost, released);
  if (!party.isolated) {
    credit(party, realized - fee);
    if (realized > 0) collect(party, realized);
    return;
  }
  const net = releasedMargin(leg.margin, size, closing) + realized - fee;
  const left = leg.margin + realized - fee;
  leg.margin = left < 0 ? 0 : left - (net > 0 ? net : 0);
  if (net <= 0) return;
  credit(party, net);
  collect(party, net);
}

function open(i: Instrument, party: Party, leg: RehearsedLeg, buys: boolean, price: number, size: number, fee: number): void {
  leg.lots += buys ? size : 0 - size;
  leg.cost = addCost(leg.cost, costOf(price, size, i.units.costNum));
  credit(party, 0 - fee);
  if (!party.isolated) return;
  const margin = initialMargin(i.units, price, size, party.leverage);
  credit(party, 0 - margin);
  leg.margin += margin;
}

function credit(party: Party, amount: number): void {
  party.wallet += amount;
  party.equity += amount;
}

// A funding debt is taken first out of what comes in (debt.ts).
function collect(party: Party, income: number): void {
  const most = party.wallet < income ? party.wallet : income;
  const amount = party.debt < most ? party.debt : most;
  if (amount <= 0) return;
  party.debt -= amount;
  credit(party, 0 - amount);
}
