// Withdrawals by their number: held, sent, settled outside or inside; or returned, and then everything is the member's again.
//
// The fee travels with the amount until the end: what is returned need not be taken out of what the house earned.
import { FIGURE_HELD } from '../layout-custody.ts';
import { SHUT_FLAGS } from '../wire/command-kind.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { accountOf, houseAccount, MAX_MEMBER_BALANCE, PostingReason, Purse } from '../ledger/account.ts';
import { balanceOf, postBetween } from '../ledger/balance.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { CommandHeadWord, CommandKind, CommandWord } from '../wire/command.ts';
import { WithdrawalState } from '../wire/custody-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import {
  ANSWERED,
  checkAmount,
  checkCapacity,
  checkNumber,
  checkOwner,
  checkSame,
  checkState,
  isCustodyAsset,
  isWhole,
} from './check-step.ts';
import { mayWithdraw } from './may-leave.ts';
import { collectOwed } from './owed.ts';
import type { OpenRow } from './register.ts';
import { openCustody } from './tables.ts';

const { None, Held, Sent, Settled, SettledInside, Returned } = WithdrawalState;
const Head = CommandHeadWord;
const { HoldWithdrawal, ReturnWithdrawal, SendWithdrawal, SettleInside, SettleWithdrawal } = CommandWord;
const MAX = Number.MAX_SAFE_INTEGER;
/** As accounts are numbered. */
const SITE = -1;

interface Withdrawal extends OpenRow {
  number: number;
}

const walletOf = ({ account, asset }: OpenRow) => accountOf(account, asset, Purse.Available);
const heldOf = ({ account, asset }: OpenRow) => accountOf(account, asset, Purse.Held);
const transitOf = ({ asset }: OpenRow) => houseAccount(asset, Purse.InTransit);
const totalOf = ({ amount, fee }: OpenRow) => amount + fee;

export function holdWithdrawal(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const asset = words[at + HoldWithdrawal.asset];
  const amount = words[at + HoldWithdrawal.amount];
  const fee = words[at + HoldWithdrawal.fee];
  const number = words[at + HoldWithdrawal.withdrawal];
  if (!isCustodyAsset(asset) || !isWhole(fee, 0, MAX_MEMBER_BALANCE)) return refuse(s, Reject.PARAM_MALFORMED);
  const { withdrawals } = s.custody;
  const fault =
    checkAmount(s, amount) ||
    checkOwner(s, account) ||
    checkNumber(s, withdrawals, number) ||
    checkSame(s, withdrawals, number, { account, asset, amount, fee }) ||
    checkState(s, e, {
      command: CommandKind.HoldWithdrawal,
      account,
      number,
      state: withdrawals.stateOf(number),
      from: [None],
      taken: [Held, Sent, Settled, SettledInside, Returned],
    });
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const w = { number, account, asset, amount, fee };
  const refused = checkHolding(s, w);
  if (refused !== 0) return refused;
  openCustody(s);
  withdrawals.begin(Held);
  withdrawals.keep(number, w);
  postBetween(s, e, account, walletOf(w), heldOf(w), totalOf(w), PostingReason.Withdrawal, number);
  s.custody.figures.add(account, asset, FIGURE_HELD, totalOf(w));
  tell(e, w, Held);
  return 0;
}

function checkHolding(s: EngineState, w: Withdrawal): number {
  if ((flagsOf(s, w.account) & SHUT_FLAGS) !== 0) return refuse(s, Reject.ACCOUNT_FROZEN);
  const held = balanceOf(s, walletOf(w));
  if (totalOf(w) > held) return refuse(s, Reject.INSUFFICIENT_BALANCE, held, totalOf(w));
  const limit = mayWithdraw(s, w.account, w.asset);
  if (totalOf(w) > limit) return refuse(s, Reject.BALANCE_LOCKED, limit, totalOf(w));
  if (balanceOf(s, heldOf(w)) + totalOf(w) > MAX_MEMBER_BALANCE) return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, totalOf(w));
  return checkCapacity(s, [heldOf(w), transitOf(w)]);
}

/** Signed and on its way: it is no longer the member's to cancel. */
export function sendWithdrawal(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const number = words[at + SendWithdrawal.withdrawal];
  const step = { command: CommandKind.SendWithdrawal, from: [Held], taken: [Sent, Settled] };
  const fault = checkKnown(s, e, words[at + Head.account], number, step);
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const w = openOf(s, number);
  if (balanceOf(s, transitOf(w)) + totalOf(w) > MAX) return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, totalOf(w));
  const lacking = checkCapacity(s, [transitOf(w)]);
  if (lacking !== 0) return lacking;
  s.custody.withdrawals.setState(number, Sent);
  postBetween(s, e, w.account, heldOf(w), transitOf(w), totalOf(w), PostingReason.WithdrawalSent, number);
  s.custody.figures.add(w.account, w.asset, FIGURE_HELD, -totalOf(w));
  s.custody.figures.add(SITE, w.asset, FIGURE_HELD, totalOf(w));
  tell(e, w, Sent);
  return 0;
}

/** Confirmed for good. What the network took of its own coin is the house's cost: its NetworkFee purse is below zero by all of it. */
export function settleWithdrawal(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const number = words[at + SettleWithdrawal.withdrawal];
  const feeAsset = words[at + SettleWithdrawal.networkAsset];
  const networkFee = words[at + SettleWithdrawal.networkFee];
  if (!isCustodyAsset(feeAsset) || !isWhole(networkFee, 0, MAX_MEMBER_BALANCE)) return refuse(s, Reject.PARAM_MALFORMED);
  const step = { command: CommandKind.SettleWithdrawal, from: [Sent], taken: [Settled] };
  const fault = checkKnown(s, e, words[at + Head.account], number, step);
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const w = openOf(s, number);
  const [out, feePurse] = [houseAccount(w.asset, Purse.External), houseAccount(w.asset, Purse.Fee)];
  const [cost, source] = [houseAccount(feeAsset, Purse.NetworkFee), houseAccount(feeAsset, Purse.External)];
  const isTooMuch =
    [out, feePurse, source].some((ledger) => balanceOf(s, ledger) + totalOf(w) + networkFee > MAX) ||
    balanceOf(s, cost) - networkFee < -MAX;
  if (isTooMuch) return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, totalOf(w));
  const lacking = checkCapacity(s, [...new Set([out, feePurse, cost, source])]);
  if (lacking !== 0) return lacking;
  leaveTransit(s, w, Settled);
  postBetween(s, e, w.account, transitOf(w), out, w.amount, PostingReason.WithdrawalSent, number);
  postBetween(s, e, w.account, transitOf(w), feePurse, w.fee, PostingReason.WithdrawalFee, number);
  postBetween(s, e, SITE, cost, source, networkFee, PostingReason.NetworkFee, number);
  tell(e, w, Settled, { networkAsset: feeAsset, networkFee });
  return 0;
}

/** To another member of the same site: nothing leaves custody and no fee is taken. */
export function settleInside(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const number = words[at + SettleInside.withdrawal];
  const payee = words[at + SettleInside.payee];
  const account = words[at + Head.account];
  const step = { command: CommandKind.SettleInside, from: [Held], taken: [SettledInside] };
  const fault = checkOwner(s, payee) || checkKnown(s, e, account, number, step);
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  if (payee === account) return refuse(s, Reject.PARAM_MALFORMED);
  const w = openOf(s, number);
  const credit = accountOf(payee, w.asset, Purse.Available);
  if (balanceOf(s, credit) + w.amount > MAX_MEMBER_BALANCE || balanceOf(s, walletOf(w)) + w.fee > MAX_MEMBER_BALANCE)
    return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, w.amount);
  const lacking = checkCapacity(s, [transitOf(w), credit, walletOf(w)]);
  if (lacking !== 0) return lacking;
  s.custody.withdrawals.close(number, SettledInside);
  s.custody.figures.add(w.account, w.asset, FIGURE_HELD, -totalOf(w));
  // By way of the house: no posting joins two members.
  postBetween(s, e, account, heldOf(w), transitOf(w), w.amount, PostingReason.WithdrawalSent, number);
  postBetween(s, e, payee, transitOf(w), credit, w.amount, PostingReason.Deposit, number);
  postBetween(s, e, account, heldOf(w), walletOf(w), w.fee, PostingReason.Withdrawal, number);
  collectOwed(s, e, payee, w.asset, number);
  tell(e, w, SettledInside, { payee });
  return 0;
}

/** All of it is the member's again. Of the next number, which was never held here: it is used up without any money. */
export function returnWithdrawal(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const number = words[at + ReturnWithdrawal.withdrawal];
  const step = { command: CommandKind.ReturnWithdrawal, from: [None, Held, Sent], taken: [Returned] };
  const fault = checkKnown(s, e, account, number, step);
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const { withdrawals } = s.custody;
  const state = withdrawals.stateOf(number);
  if (state === None) {
    openCustody(s);
    withdrawals.begin(Returned);
    tell(e, { number, account, asset: 0, amount: 0, fee: 0 }, Returned);
    return 0;
  }
  const w = openOf(s, number);
  if (balanceOf(s, walletOf(w)) + totalOf(w) > MAX_MEMBER_BALANCE) return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, totalOf(w));
  if (state === Sent) leaveTransit(s, w, Returned);
  else {
    withdrawals.close(number, Returned);
    s.custody.figures.add(account, w.asset, FIGURE_HELD, -totalOf(w));
  }
  postBetween(s, e, account, state === Sent ? transitOf(w) : heldOf(w), walletOf(w), totalOf(w), PostingReason.Withdrawal, number);
  collectOwed(s, e, account, w.asset, number);
  tell(e, w, Returned);
  return 0;
}

function leaveTransit(s: EngineState, w: Withdrawal, state: number): void {
  s.custody.withdrawals.close(w.number, state);
  s.custody.figures.add(SITE, w.asset, FIGURE_HELD, -totalOf(w));
}

const openOf = (s: EngineState, number: number): Withdrawal => ({ number, ...(s.custody.withdrawals.find(number) as OpenRow) });

interface Step {
  command: number;
  from: readonly number[];
  taken: readonly number[];
}

function checkKnown(s: EngineState, e: EventBuffer, account: number, number: number, step: Step): number {
  const { withdrawals } = s.custody;
  const fault = checkOwner(s, account) || checkNumber(s, withdrawals, number) || checkSame(s, withdrawals, number, { account });
  return fault || checkState(s, e, { ...step, account, number, state: withdrawals.stateOf(number) });
}

interface Outside {
  payee?: number;
  networkAsset?: number;
  networkFee?: number;
}

function tell(e: EventBuffer, w: Withdrawal, state: number, { payee = -1, networkAsset = 0, networkFee = 0 }: Outside = {}): void {
  const { number: withdrawal, account, asset, amount, fee } = w;
  writeEvent(e, 'WithdrawalChanged', account, -1, { withdrawal, state, asset, amount, fee, payee, networkAsset, networkFee });
}
