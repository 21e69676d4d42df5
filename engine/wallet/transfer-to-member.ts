// TransferToMember: what may leave a member's wallet of an asset becomes another member's, by way of the house: no posting joins two members.
//
// It carries its own end: past it nothing moves, whoever sends it and however late, so that its request need not be remembered for ever.
import { META_TIME } from '../layout.ts';
import { checkAmount, checkCapacity, checkOwner, isCustodyAsset, isWhole } from '../custody/check-step.ts';
import { mayWithdraw } from '../custody/may-leave.ts';
import { collectOwed } from '../custody/owed.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { accountOf, houseAccount, MAX_MEMBER_BALANCE, PostingReason, Purse } from '../ledger/account.ts';
import { balanceOf, postBetween } from '../ledger/balance.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { CommandHeadWord, CommandWord, SHUT_FLAGS } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';

const Head = CommandHeadWord;
const { TransferToMember } = CommandWord;

export function transferToMember(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const payer = words[at + Head.account];
  const payee = words[at + TransferToMember.payee];
  const asset = words[at + TransferToMember.asset];
  const amount = words[at + TransferToMember.amount];
  const number = words[at + TransferToMember.transfer];
  const until = words[at + TransferToMember.until];
  if (words[at + Head.further] !== 1 || !isCustodyAsset(asset) || payer === payee || !isWhole(number, 1) || !isWhole(until, 0))
    return refuse(s, Reject.PARAM_MALFORMED);
  const fault = checkAmount(s, amount) || checkOwner(s, payer) || checkOwner(s, payee);
  if (fault !== 0) return fault;
  if (s.meta[META_TIME] > until) return refuse(s, Reject.TRANSFER_EXPIRED);
  if ((flagsOf(s, payer) & SHUT_FLAGS) !== 0) return refuse(s, Reject.ACCOUNT_FROZEN);
  if ((flagsOf(s, payee) & SHUT_FLAGS) !== 0) return refuse(s, Reject.RECEIVER_CLOSED);
  const [debit, credit, transit] = [
    accountOf(payer, asset, Purse.Available),
    accountOf(payee, asset, Purse.Available),
    houseAccount(asset, Purse.InTransit),
  ];
  const held = balanceOf(s, debit);
  if (amount > held) return refuse(s, Reject.INSUFFICIENT_BALANCE, held, amount);
  const free = mayWithdraw(s, payer, asset);
  if (amount > free) return refuse(s, Reject.BALANCE_LOCKED, free, amount);
  if (balanceOf(s, credit) + amount > MAX_MEMBER_BALANCE || balanceOf(s, transit) + amount > Number.MAX_SAFE_INTEGER)
    return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, amount);
  const lacking = checkCapacity(s, [transit, credit]);
  if (lacking !== 0) return lacking;
  postBetween(s, e, payer, debit, transit, amount, PostingReason.MemberTransfer, number);
  postBetween(s, e, payee, transit, credit, amount, PostingReason.MemberTransfer, number);
  collectOwed(s, e, payee, asset, number);
  return 0;
}
