// The naive engine's delisting: orders of the symbol are cancelled, positions settle at the last mark, and nothing of it is left open.
import { OrderEnd } from '../../wire/event.ts';
import { futuresWallet, isolatedPurse } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { collect } from './debt.ts';
import { abs } from './exact.ts';
import { isIsolated, listed, type Naive, type NaivePosition, positionsOf, post, removeOrder, symbolOf, wallet } from './model.ts';
import { closeAtMark, payDeficit } from './settle.ts';

export function startDelisting(s: Naive, symbol: number): number {
  const m = listed(s, symbol);
  if (m === undefined) return Reject.SYMBOL_UNKNOWN;
  if (m.funding !== undefined) return Reject.FUNDING_RUNNING;
  m.isDelisted = true;
  m.isDelisting = true;
  s.shares = s.shares.filter(({ p }) => p.symbol !== symbol);
  return 0;
}

/** '' or why this order was not to be cancelled. */
export function cancelForDelisting(s: Naive, orderId: number): string {
  const o = s.orders.find((order) => order.id === orderId);
  if (o === undefined || !symbolOf(s, o.symbol).isDelisting) return `order ${orderId} cancelled by a delisting that is not`;
  removeOrder(s, o, OrderEnd.Delisted);
  return '';
}

/** '' or why this position was not to be closed. */
export function closeForDelisting(s: Naive, p: NaivePosition): string {
  const m = symbolOf(s, p.symbol);
  if (!m.isDelisting) return `a position of ${p.symbol} closed by a delisting that is not`;
  const isolated = isIsolated(s, p.account, p.symbol);
  m.house += p.lots;
  const realized = closeAtMark(s, p, abs(p.lots));
  if (isolated) returnMargin(s, p);
  coverLoss(s, p.account);
  if (!isolated) collect(s, p.account, realized);
  return '';
}

function returnMargin(s: Naive, p: NaivePosition): void {
  if (p.isolated < 0n) payDeficit(s, isolatedPurse(p.account), -p.isolated);
  else {
    post(s, isolatedPurse(p.account), futuresWallet(p.account), p.isolated);
    collect(s, p.account, p.isolated);
  }
  p.isolated = 0n;
}

/** A cross wallet below zero that no position carries any more is paid up by the fund, then the house. */
export function coverLoss(s: Naive, account: number): void {
  if (positionsOf(s, account).some((p) => !isIsolated(s, account, p.symbol))) return;
  const left = wallet(s, account);
  if (left < 0n) payDeficit(s, futuresWallet(account), -left);
}

/** '' or what the delisting forgot. */
export function finishDelisting(s: Naive, symbol: number): string {
  const m = symbolOf(s, symbol);
  const orders = s.orders.filter((o) => o.symbol === symbol).length;
  const positions = s.positions.filter((p) => p.symbol === symbol).length;
  if (!m.isDelisting) return `delisting of ${symbol} finished twice`;
  if (orders + positions > 0) return `delisting of ${symbol} finished with ${orders} orders and ${positions} positions left`;
  m.isDelisting = false;
  return '';
}
