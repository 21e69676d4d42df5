// Funding (rules 8.5): each position pays or receives rate x notional once per funding time, against the house; what it cannot pay is a
// debt of the account.
//
// SettleFunding freezes rate and mark and opens a job that the work queue goes through leg by leg. A leg that trades before its turn
// settles first; one that traded between the funding time and the command left its share (funding-share.ts): lots are those of the
// funding time.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind, writerOf } from '../wire/event.ts';
import { HouseAccount, futuresWallet, isolatedPurse, PostingReason } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import { fundingAmount } from '../market/funding-estimate.ts';
import type { Instrument } from '../market/instrument.ts';
import type { EngineState } from '../state.ts';
import { touchAccount, touchLeg } from '../touched.ts';
import { legOf } from './order-flags.ts';
import { isCounterpartyOff } from './adl.ts';
import { collectDebt } from './debt.ts';
import { findExposure } from './exposure.ts';
import { setIsolated } from './fill.ts';
import { positionSideOf, symbolOfPosition } from './position.ts';
import { noteDanger } from './revalue.ts';

const FundingSettled = writerOf(
  'FundingSettled',
  'positionId',
  'positionSide',
  'lots',
  'mark',
  'rate',
  'fundingTime',
  'amount',
  'collected',
  'debt',
);

const {
  ACCOUNT,
  ACCOUNT_FIRST,
  EXPOSURE,
  EX_ACCOUNT,
  EX_LEG,
  EX_NEXT,
  FUNDING_COUNT,
  FUNDING_DEBT,
  FUNDING_MARK,
  FUNDING_NEXT,
  FUNDING_RATE,
  FUNDING_TIME,
  LIFE,
  LIFE_FUNDED_AT,
  LIFE_FUNDING,
  LIFE_ID,
  LIFE_ISOLATED,
  LIFE_OPENED_AT,
  LIVE,
  ORDER,
  ORDER_FLAGS,
  ORDER_OWNER,
  RISK,
  SHARE_ACCOUNT,
  SHARE_ID,
  SHARE_LOTS,
  SHARE_SIDE,
  SHARE_SYMBOL,
} = layout;

/** True while the symbol's funding is being settled. */
export function isFundingRunning(s: EngineState, symbol: number): boolean {
  return s.live[symbol * LIVE + FUNDING_NEXT] !== 0;
}

/** Settles the leg if its symbol's funding is running and it has not had its turn: call before its lots change. */
export function settlePositionFunding(s: EngineState, e: EventBuffer, position: number): void {
  if (!isFundingDue(s, position)) return;
  const live = symbolOfPosition(s, position) * LIVE;
  s.positionLife[position * LIFE + LIFE_FUNDED_AT] = s.live[live + FUNDING_TIME];
  s.live[live + FUNDING_COUNT]++;
  settleNow(s, e, position);
}

/** True while a running settlement has not had the leg's turn. */
export function isFundingDue(s: EngineState, position: number): boolean {
  const live = symbolOfPosition(s, position) * LIVE;
  if (s.live[live + FUNDING_NEXT] === 0 || s.positionLots[position] === 0) return false;
  const life = position * LIFE;
  const fundingTime = s.live[live + FUNDING_TIME];
  return s.positionLife[life + LIFE_FUNDED_AT] < fundingTime && s.positionLife[life + LIFE_OPENED_AT] <= fundingTime;
}

/** The same for the leg that an order works on: before it trades. */
export function settleOrderFunding(s: EngineState, e: EventBuffer, order: number): void {
  const row = order * ORDER;
  const slot = s.exposures[s.books.rows[row + ORDER_OWNER] * EXPOSURE + EX_LEG + legOf(s.books.rows[row + ORDER_FLAGS])];
  if (slot >= 0) settlePositionFunding(s, e, slot);
}

/** The same for every leg of an account: before its liquidation. */
export function settleAccountFunding(s: EngineState, e: EventBuffer, account: number): void {
  for (let x = s.accounts[account * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[x * EXPOSURE + EX_LEG + leg];
      if (slot >= 0) settlePositionFunding(s, e, slot);
    }
  }
}

/** The share that a leg left at the funding time: from the leg's own margin while it lives, else from the cross wallet. */
export function settleShare(s: EngineState, e: EventBuffer, row: number): void {
  due.account = s.shares[row + SHARE_ACCOUNT];
  due.symbol = s.shares[row + SHARE_SYMBOL];
  due.side = s.shares[row + SHARE_SIDE];
  due.lots = s.shares[row + SHARE_LOTS];
  due.positionId = s.shares[row + SHARE_ID];
  const exposure = findExposure(s, due.account, due.symbol);
  const slot = s.exposures[exposure * EXPOSURE + EX_LEG + (due.side === 2 ? 1 : 0)];
  const lives = slot >= 0 && s.positionLots[slot] !== 0 && s.positionLife[slot * LIFE + LIFE_ID] === due.positionId;
  s.live[due.symbol * LIVE + FUNDING_COUNT]++;
  settleDue(s, e, lives ? slot : -1);
  if (!lives) touchAccount(s, due.account);
  else if (s.positionLots[slot] !== 0) noteDanger(s, s.positionScope[slot]);
}

/** What is settled now: whose leg it is or was, and what it held at the funding time. */
const due = { account: 0, symbol: 0, side: 0, lots: 0, positionId: 0 };

function settleNow(s: EngineState, e: EventBuffer, position: number): void {
  const exposure = s.positionExposure[position];
  due.account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  due.symbol = symbolOfPosition(s, position);
  due.side = positionSideOf(s, exposure, position);
  due.lots = s.positionLots[position];
  due.positionId = s.positionLife[position * LIFE + LIFE_ID];
  settleDue(s, e, position);
}

// Pays or collects what is due; `position` -1 = the leg is gone.
function settleDue(s: EngineState, e: EventBuffer, position: number): void {
  const { account, symbol, lots } = due;
  const i = s.instruments[symbol] as Instrument;
  const live = symbol * LIVE;
  const amount = fundingAmount(
    i.units,
    lots < 0 ? -1 : 1,
    s.live[live + FUNDING_MARK],
    lots < 0 ? 0 - lots : lots,
    s.live[live + FUNDING_RATE],
  );
  const isolated = position >= 0 && s.positionScope[position] >= s.capacity.accounts;
  const held = isolated ? s.positionLife[position * LIFE + LIFE_ISOLATED] : s.ledger[futuresWallet(account)];
  const most = held > 0 ? held : 0;
  const collected = amount < 0 && 0 - amount > most ? 0 - most : amount;
  pay(s, e, isolated ? position : -1, collected);
  if (position >= 0) s.positionLife[position * LIFE + LIFE_FUNDING] -= collected;
  if (collected !== amount) recordDebt(s, e, account, symbol, collected - amount, isCounterpartyOff(i));
  report(s, e, amount, collected);
  if (amount > 0 && !isolated) collectDebt(s, e, account, amount);
  if (position >= 0) touchLeg(s, s.positionExposure[position], position);
}

// `isolated`: the leg whose own margin pays, -1 = the cross wallet does.
function pay(s: EngineState, e: EventBuffer, isolated: number, amount: number): void {
  const { account, symbol, positionId } = due;
  const purse = isolated >= 0 ? isolatedPurse(account) : futuresWallet(account);
  const from = amount < 0 ? purse : HouseAccount.Futures;
  const to = amount < 0 ? HouseAccount.Futures : purse;
  post(s, e, account, symbol, from, to, amount < 0 ? 0 - amount : amount, PostingReason.FundingFee, positionId);
  if (isolated >= 0) setIsolated(s, isolated, s.positionLife[isolated * LIFE + LIFE_ISOLATED] + amount);
}

// Receivers are paid in full: the house carries the gap, or where it is off the insurance fund as far as it goes.
function recordDebt(s: EngineState, e: EventBuffer, account: number, symbol: number, missing: number, counterpartyOff: boolean): void {
  s.risk[account * RISK + FUNDING_DEBT] += missing;
  const fund = s.ledger[HouseAccount.Insurance];
  const insured = !counterpartyOff || fund <= 0 ? 0 : fund < missing ? fund : missing;
  if (insured === 0) return;
  s.insuredDebt[account] += insured;
  post(s, e, account, symbol, HouseAccount.Insurance, HouseAccount.Futures, insured, PostingReason.FundingShortfall, 0);
}

function report(s: EngineState, e: EventBuffer, amount: number, collected: number): void {
  const { account, symbol } = due;
  const live = symbol * LIVE;
  const at = e.begin(EventKind.FundingSettled, account, symbol);
  const w = e.words;
  w[at + FundingSettled.positionId] = due.positionId;
  w[at + FundingSettled.positionSide] = due.side;
  w[at + FundingSettled.lots] = due.lots;
  w[at + FundingSettled.mark] = s.live[live + FUNDING_MARK];
  w[at + FundingSettled.rate] = s.live[live + FUNDING_RATE];
  w[at + FundingSettled.fundingTime] = s.live[live + FUNDING_TIME];
  w[at + FundingSettled.amount] = amount;
  w[at + FundingSettled.collected] = collected;
  w[at + FundingSettled.debt] = s.risk[account * RISK + FUNDING_DEBT];
}
