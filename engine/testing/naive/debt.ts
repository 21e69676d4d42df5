// The naive engine's funding debt: what could not be collected is taken first out of later credits (rules 8.5, D-11).
import { HouseAccount, futuresWallet } from '../../ledger/account.ts';
import { max, min } from './exact.ts';
import { accountOf, type Naive, post, wallet } from './model.ts';

/** Takes debt out of a credit that has just reached the cross wallet; never so much that the wallet is below zero. */
export function collect(s: Naive, account: number, credited: bigint): void {
  const a = accountOf(s, account);
  const due = min(min(a.debt, credited), max(0n, wallet(s, account)));
  if (due <= 0n) return;
  // The fund gets back first what it gave for this debt.
  const insured = min(a.insuredDebt, due);
  post(s, futuresWallet(account), HouseAccount.Insurance, insured);
  post(s, futuresWallet(account), HouseAccount.Futures, due - insured);
  a.insuredDebt -= insured;
  a.debt -= due;
}
