// Transfer: money between two ledger accounts by rule: members give what they may withdraw, house purses what they have.
import { META_MORE_ACCOUNTS } from '../layout.ts';
import { checkActing } from '../futures/account-rules.ts';
import { isOpen } from '../ledger/open-account.ts';
import { collectDebt } from '../futures/debt.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchAccount } from '../touched.ts';
import { isHeld } from '../futures/work-queue.ts';
import {
  HouseAccount,
  WalletWord,
  MAX_MEMBER_BALANCE,
  isHouse,
  memberOf,
  walletWordOf,
  areOneAsset,
  assetOf,
  isNumber,
  isOpenPurse,
  purseOf,
} from '../ledger/account.ts';
import { mayTransfer, ruledOver } from '../custody/may-leave.ts';
import { balanceOf, postBetween } from '../ledger/balance.ts';
import { withdrawable } from './withdrawable.ts';
import { lacksCapacity, moreCapacity } from '../ledger/more-accounts.ts';
import { CommandHeadWord, CommandWord } from '../wire/command.ts';

const Head = CommandHeadWord;
const { Transfer } = CommandWord;

export function transfer(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const debit = words[at + Transfer.debit];
  const credit = words[at + Transfer.credit];
  const amount = words[at + Transfer.amount];
  const reason = words[at + Transfer.reason];
  if (!isNumber(debit) || !isNumber(credit) || debit === credit || !Number.isSafeInteger(reason)) return refuse(s, Reject.PARAM_MALFORMED);
  // What one asset loses another does not gain (I1): that is a conversion.
  if (!areOneAsset(assetOf(debit), assetOf(credit))) return refuse(s, Reject.PARAM_MALFORMED);
  // What it was for, where the record says so; else who asked.
  const ref = words[at + Head.further] === 1 ? words[at + Transfer.ref] : words[at + Head.account];
  if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(ref)) return refuse(s, Reject.PARAM_MALFORMED);
  if (amount <= 0) return refuse(s, Reject.AMOUNT_NOT_POSITIVE, 0, amount);
  // Stakes of open bets are nobody's to move.
  if (debit === HouseAccount.RoundsEscrow || credit === HouseAccount.RoundsEscrow) return refuse(s, Reject.PARAM_MALFORMED);
  const payer = memberOf(debit);
  const payee = memberOf(credit);
  if ((payer >= 0 && !isOpen(s, payer)) || (payee >= 0 && !isOpen(s, payee))) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  // Isolated margin moves only with its position (ChangeMargin).
  if (walletWordOf(debit) === WalletWord.Isolated || walletWordOf(credit) === WalletWord.Isolated) return refuse(s, Reject.PARAM_MALFORMED);
  // What an operator takes from a frozen member goes through; nothing leaves a wallet that is being liquidated.
  if (walletWordOf(debit) === WalletWord.Futures) {
    const locked =
      words[at + Head.account] === payer ? checkActing(s, payer) : isHeld(s, payer) ? refuse(s, Reject.ACCOUNT_IN_LIQUIDATION) : 0;
    if (locked !== 0) return locked;
  }
  const limit = spendable(s, debit);
  if (amount > limit) return refuse(s, Reject.INSUFFICIENT_BALANCE, limit, amount);
  const free = mayTransfer(s, debit, credit, words[at + Head.account], limit);
  if (amount > free) return refuse(s, Reject.BALANCE_LOCKED, free, amount);
  // A balance beyond what is counted exactly is refused here, so that the posting cannot fault.
  const most = payee >= 0 || credit === HouseAccount.Rounds ? MAX_MEMBER_BALANCE : Number.MAX_SAFE_INTEGER;
  if (balanceOf(s, credit) + amount > most || balanceOf(s, debit) - amount < -Number.MAX_SAFE_INTEGER) {
    return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, amount);
  }
  if (lacksCapacity(s, debit, credit)) return refuse(s, Reject.CAPACITY_FULL, moreCapacity(s.capacity), s.meta[META_MORE_ACCOUNTS]);
  const account = payer >= 0 ? payer : payee;
  postBetween(s, e, account, debit, credit, amount, reason, ref);
  // Of one asset, or from USDT (0) to the games' (1) and back: checked above.
  s.more.passed.add(0, (assetOf(credit) - assetOf(debit)) * amount);
  if (walletWordOf(credit) === WalletWord.Futures) collectDebt(s, e, payee, amount);
  if (payer >= 0) touchAccount(s, payer);
  if (payee >= 0) touchAccount(s, payee);
  return 0;
}

/** What may leave a purse by transfer: three risk purses of the house know no limit (ledger/purse.ts). */
function spendable(s: EngineState, debit: number): number {
  if (isHouse(debit) && isOpenPurse(purseOf(debit))) return Number.MAX_SAFE_INTEGER;
  if (walletWordOf(debit) === WalletWord.Futures) return withdrawable(s, memberOf(debit));
  return balanceOf(s, debit) - ruledOver(s, debit);
}
