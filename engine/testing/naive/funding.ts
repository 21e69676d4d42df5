// The naive engine's funding (rules 8.5): every position open at the funding time pays or receives once, debt where it cannot pay.
import type { Command, CommandKind } from '../../wire/command.ts';
import { SwitchBit } from '../../wire/command.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { collect } from './debt.ts';
import { abs, floorDiv, max, min } from './exact.ts';
import { accountOf, balance, type Funding, isIsolated, listed, type Naive, type NaivePosition, post, symbolOf, wallet } from './model.ts';
import { signOf } from './risk.ts';
import { isPriced } from './scope.ts';

const RATE = 100_000_000n;
const EIGHT_HOURS = 8 * 60 * 60 * 1000;

export function startFunding(s: Naive, c: Extract<Command, { kind: typeof CommandKind.SettleFunding }>): number {
  const m = listed(s, c.symbol);
  if (m === undefined) return Reject.SYMBOL_UNKNOWN;
  if (!Number.isSafeInteger(c.rate) || Math.abs(c.rate) >= Number(RATE)) return Reject.PARAM_MALFORMED;
  if (!Number.isSafeInteger(c.fundingTime) || c.fundingTime <= 0) return Reject.PARAM_MALFORMED;
  if (m.funding !== undefined) return Reject.FUNDING_RUNNING;
  if (c.fundingTime <= m.fundedAt) return Reject.FUNDING_SETTLED_ALREADY;
  if (c.fundingTime > s.time) return Reject.FUNDING_NOT_DUE;
  // Outside trading hours nothing is charged (rules 2); a rate of nothing moves nothing and needs no price.
  if (c.rate !== 0) {
    if ((s.siteSwitches | m.switches) & SwitchBit.MarketClosed) return Reject.MARKET_CLOSED;
    if (!isPriced(s, c.symbol)) return Reject.MARK_NOT_CONFIRMED;
  }
  const isOurs = (p: NaivePosition) => p.symbol === m.index && c.rate !== 0;
  const due = s.positions.filter((p) => isOurs(p) && p.openedAt <= c.fundingTime && p.sharedAt < c.fundingTime);
  const shares = c.fundingTime === s.shareAt ? s.shares.filter(({ p }) => isOurs(p)) : [];
  m.fundedAt = c.fundingTime;
  m.funding = { rate: BigInt(c.rate), mark: m.mark, time: c.fundingTime, pending: new Set(due), shares };
  return 0;
}

/** Settles a position before anything changes it; nothing when it has no part in a running settlement. */
export function settleFunding(s: Naive, p: NaivePosition): void {
  const run = symbolOf(s, p.symbol).funding;
  if (run !== undefined && run.pending.delete(p)) settleLots(s, p, run, p.lots);
}

/** The clock passes a funding time every eight hours: what was kept of the one before is let go. */
export function passTime(s: Naive, time: number): void {
  const passed = time - (time % EIGHT_HOURS);
  if (passed === s.shareAt) return;
  s.shareAt = passed;
  s.shares = [];
  for (const m of s.symbols.values()) if (m.funding !== undefined) m.funding.shares = [];
}

/** What a position held at the last funding time, if that is not settled yet: before it changes. */
export function keepShare(s: Naive, p: NaivePosition): void {
  const m = symbolOf(s, p.symbol);
  const isOver = m.fundedAt >= s.shareAt || m.isDelisted || p.sharedAt === s.shareAt;
  if (isOver || s.time <= s.shareAt || p.openedAt > s.shareAt) return;
  p.sharedAt = s.shareAt;
  s.shares.push({ p, lots: p.lots });
}

/** Settles what was kept of a leg, open still or not; false = nothing was. */
export function settleShare(s: Naive, account: number, symbol: number, positionSide: number): boolean {
  const run = symbolOf(s, symbol).funding;
  const share = run?.shares.find(({ p }) => p.account === account && p.positionSide === positionSide);
  if (run === undefined || share === undefined) return false;
  run.shares = run.shares.filter((other) => other !== share);
  s.shares = s.shares.filter((other) => other !== share);
  settleLots(s, share.p, run, share.lots);
  return true;
}

function settleLots(s: Naive, p: NaivePosition, run: Funding, lots: bigint): void {
  const m = symbolOf(s, p.symbol);
  const amount = floorDiv(-signOf(lots) * abs(lots) * run.mark * run.rate * m.costNum, m.costDen * 100n * RATE);
  const { account, symbol, positionSide } = p;
  const collected = amount >= 0n ? receive(s, p, amount) : -pay(s, p, -amount);
  p.funding -= collected;
  s.touched.add(account);
  s.stirred.add(`${account}:${symbol}`);
  s.settled.push({ account, symbol, positionSide, amount, collected, debt: accountOf(s, account).debt });
  // What was received pays old debt first.
  if (amount > 0n && !isFromLeg(s, p)) collect(s, account, amount);
}

/** '' or why the settlement could not be over. */
export function finishFunding(s: Naive, symbol: number): string {
  const m = symbolOf(s, symbol);
  if (m.funding === undefined) return `funding of ${symbol} finished twice`;
  const left = m.funding.pending.size + m.funding.shares.length;
  if (left > 0) return `funding of ${symbol} finished with ${left} positions left`;
  m.funding = undefined;
  return '';
}

/** An isolated leg pays from its own margin for as long as it lives. */
const isFromLeg = (s: Naive, p: NaivePosition): boolean => isIsolated(s, p.account, p.symbol) && s.positions.includes(p);

const house = HouseAccount.Futures;

function receive(s: Naive, p: NaivePosition, amount: bigint): bigint {
  if (isFromLeg(s, p)) {
    post(s, house, isolatedPurse(p.account), amount);
    p.isolated += amount;
  } else {
    post(s, house, futuresWallet(p.account), amount);
  }
  return amount;
}

/** Takes what is there; the rest is the account's debt, and with the counterparty off the fund makes the house whole as far as it goes. */
function pay(s: Naive, p: NaivePosition, due: bigint): bigint {
  const isolated = isFromLeg(s, p);
  const there = isolated ? p.isolated : max(0n, wallet(s, p.account));
  const paid = min(due, there);
  post(s, isolated ? isolatedPurse(p.account) : futuresWallet(p.account), house, paid);
  if (isolated) p.isolated -= paid;
  const gap = due - paid;
  accountOf(s, p.account).debt += gap;
  if (symbolOf(s, p.symbol).spec.counterpartyCapLots === 0) {
    const fund = HouseAccount.Insurance;
    const insured = min(gap, max(0n, balance(s, fund)));
    post(s, fund, house, insured);
    accountOf(s, p.account).insuredDebt += insured;
  }
  return paid;
}
