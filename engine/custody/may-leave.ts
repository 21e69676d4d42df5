// What a member may take out of an asset: what custody locked, and what is owed, stays (ADR 0076).
//
// Locked coins may be traded with, so the lock is on the asset as a whole, not on a purse: of USDT both the USDT and the FUTURES wallet count.
import { FUNDING_DEBT, RISK } from '../layout.ts';
import { FIGURE_HELD, FIGURE_LOCKED, FIGURE_OWED, FIGURE_PENDING } from '../layout-custody.ts';
import { isHeld } from '../futures/work-queue.ts';
import { accountOf, Asset, assetOf, futuresWallet, isHouse, memberOf, Purse, purseOf } from '../ledger/account.ts';
import { balanceOf } from '../ledger/balance.ts';
import type { EngineState } from '../state.ts';
import { withdrawable } from '../wallet/withdrawable.ts';

/** What of the futures wallet could be had back now: nothing of one that is being liquidated. */
export function freeInFutures(s: EngineState, account: number, asset: number): number {
  return asset !== Asset.Usdt || isHeld(s, account) ? 0 : withdrawable(s, account);
}

/** Locked and owed: so much of the asset has to stay with the member. */
export function mustStay(s: EngineState, account: number, asset: number): number {
  const { figures } = s.custody;
  return figures.of(account, asset, FIGURE_LOCKED) + figures.of(account, asset, FIGURE_OWED);
}

/** What may leave the asset out of this wallet, which by itself would give up to `limit`. */
export function mayLeave(s: EngineState, account: number, asset: number, limit: number): number {
  const stays = mustStay(s, account, asset);
  if (stays === 0) return limit;
  const there = balanceOf(s, accountOf(account, asset, Purse.Available)) + freeInFutures(s, account, asset);
  const free = there - stays;
  return free < limit ? (free > 0 ? free : 0) : limit;
}

/** The same for a withdrawal: a funding debt of the futures wallet is paid first. */
export function mayWithdraw(s: EngineState, account: number, asset: number): number {
  const limit = mayLeave(s, account, asset, balanceOf(s, accountOf(account, asset, Purse.Available)));
  const debt = asset === Asset.Usdt ? s.risk[account * RISK + FUNDING_DEBT] : 0;
  return limit > debt ? limit - debt : 0;
}

/**
 * Of what `limit` lets go, what a transfer may take: all of it between a member's USDT and FUTURES wallets, and what an operator takes for
 * the house.
 */
export function mayTransfer(s: EngineState, debit: number, credit: number, by: number, limit: number): number {
  const payer = memberOf(debit);
  if (payer < 0 || !isOwnWallet(debit) || (isHouse(credit) && by !== payer)) return limit;
  const stays = memberOf(credit) === payer && assetOf(credit) === assetOf(debit) && isOwnWallet(credit);
  return stays ? limit : mayLeave(s, payer, assetOf(debit), limit);
}

function isOwnWallet(ledger: number): boolean {
  return purseOf(ledger) === Purse.Available || ledger === futuresWallet(memberOf(ledger));
}

/** What of a purse belongs to open deposits and withdrawals: no transfer takes it. */
export function ruledOver(s: EngineState, ledger: number): number {
  const purse = purseOf(ledger);
  const { figures } = s.custody;
  if (purse === (isHouse(ledger) ? Purse.InTransit : Purse.Held)) return figures.of(memberOf(ledger), assetOf(ledger), FIGURE_HELD);
  return purse === Purse.Pending && !isHouse(ledger) ? figures.of(memberOf(ledger), assetOf(ledger), FIGURE_PENDING) : 0;
}
