// The naive engine's funding (rules 8.5): every position open at the funding time pays or receives once, debt where it cannot pay.
import type { Command, CommandKind } from '../../command.ts';
import { SwitchBit } from '../../command.ts';
import { futuresWallet, HousePurse, isolatedPurse, ledgerAccount } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { collect } from './debt.ts';
import { abs, floorDiv, max, min } from './exact.ts';
import { accountOf, balance, isIsolated, listed, type Naive, type NaivePosition, post, symbolOf, wallet } from './model.ts';
import { signOf } from './risk.ts';
import { isPriced } from './scope.ts';

const RATE = 100_000_000n;

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
  const due = c.rate === 0 ? [] : s.positions.filter((p) => p.symbol === m.index && p.openedAt <= c.fundingTime);
  m.fundedAt = c.fundingTime;
  m.funding = { rate: BigInt(c.rate), mark: m.mark, time: c.fundingTime, pending: new Set(due) };
  return 0;
}

/** Settles a position before anything changes it; nothing when it has no part in a running settlement. */
export function settleFunding(s: Naive, p: NaivePosition): void {
  const m = symbolOf(s, p.symbol);
  const run = m.funding;
  if (run === undefined || !run.pending.delete(p)) return;
  const amount = floorDiv(-signOf(p.lots) * abs(p.lots) * run.mark * run.rate * m.costNum, m.costDen * 100n * RATE);
  const { account, symbol, positionSide } = p;
  const collected = amount >= 0n ? receive(s, p, amount) : -pay(s, p, -amount);
  p.funding -= collected;
  s.touched.add(account);
  s.stirred.add(`${account}:${symbol}`);
  s.settled.push({ account, symbol, positionSide, amount, collected, debt: accountOf(s, account).debt });
  // What was received pays old debt first.
  if (amount > 0n && !isIsolated(s, account, symbol)) collect(s, account, amount);
}

/** '' or why the settlement could not be over. */
export function finishFunding(s: Naive, symbol: number): string {
  const m = symbolOf(s, symbol);
  if (m.funding === undefined) return `funding of ${symbol} finished twice`;
  if (m.funding.pending.size > 0) return `funding of ${symbol} finished with ${m.funding.pending.size} positions left`;
  m.funding = undefined;
  return '';
}

const house = ledgerAccount(0, HousePurse.Futures);

function receive(s: Naive, p: NaivePosition, amount: bigint): bigint {
  if (isIsolated(s, p.account, p.symbol)) {
    post(s, house, isolatedPurse(p.account), amount);
    p.isolated += amount;
  } else {
    post(s, house, futuresWallet(p.account), amount);
  }
  return amount;
}

/** Takes what is there; the rest is the account's debt, and with the house off the fund makes the house whole as far as it goes. */
function pay(s: Naive, p: NaivePosition, due: bigint): bigint {
  const isolated = isIsolated(s, p.account, p.symbol);
  const there = isolated ? p.isolated : max(0n, wallet(s, p.account));
  const paid = min(due, there);
  post(s, isolated ? isolatedPurse(p.account) : futuresWallet(p.account), house, paid);
  if (isolated) p.isolated -= paid;
  const gap = due - paid;
  accountOf(s, p.account).debt += gap;
  if (symbolOf(s, p.symbol).spec.houseCapLots === 0) {
    const fund = ledgerAccount(0, HousePurse.Insurance);
    const insured = min(gap, max(0n, balance(s, fund)));
    post(s, fund, house, insured);
    accountOf(s, p.account).insuredDebt += insured;
  }
  return paid;
}
