// Deposits by their number: pending, credited (locked), unlocked; or orphaned, and then what was credited is taken back, exactly.
import { FIGURE_LOCKED, FIGURE_OWED, FIGURE_PENDING } from '../layout-custody.ts';
import { accountOf, futuresWallet, houseAccount, MAX_MEMBER_BALANCE, PostingReason, Purse } from '../ledger/account.ts';
import { balanceOf, postBetween } from '../ledger/balance.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchAccount } from '../touched.ts';
import { CommandHeadWord, CommandKind, CommandWord } from '../wire/command.ts';
import { DepositState } from '../wire/custody-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { ANSWERED, checkAmount, checkCapacity, checkNumber, checkOwner, checkSame, checkState, isCustodyAsset } from './check-step.ts';
import { freeInFutures } from './may-leave.ts';
import { collectOwed } from './owed.ts';
import type { OpenRow } from './register.ts';
import { openCustody } from './tables.ts';

const { None, Pending, Credited, Unlocked, Orphaned } = DepositState;
const Head = CommandHeadWord;
const { CreditDeposit, OrphanDeposit, PendDeposit, UnlockDeposit } = CommandWord;
const MAX = Number.MAX_SAFE_INTEGER;

interface Deposit extends OpenRow {
  number: number;
}

const walletOf = ({ account, asset }: OpenRow) => accountOf(account, asset, Purse.Available);
const pendingOf = ({ account, asset }: OpenRow) => accountOf(account, asset, Purse.Pending);
const externalOf = ({ asset }: OpenRow) => houseAccount(asset, Purse.External);

export function pendDeposit(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const d = depositOf(words, at, PendDeposit);
  const fault = checkDeposit(s, e, d, { command: CommandKind.PendDeposit, from: [None], taken: [Pending, Credited, Unlocked, Orphaned] });
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const lacking = checkBounds(s, d, pendingOf(d), externalOf(d)) || checkCapacity(s, [externalOf(d), pendingOf(d), walletOf(d)]);
  if (lacking !== 0) return lacking;
  openCustody(s);
  s.custody.deposits.begin(Pending);
  s.custody.deposits.keep(d.number, d);
  postBetween(s, e, d.account, externalOf(d), pendingOf(d), d.amount, PostingReason.DepositPending, d.number);
  s.custody.figures.add(d.account, d.asset, FIGURE_PENDING, d.amount);
  tell(s, e, d, Pending, 0);
  return 0;
}

/** Out of Pending, or straight from outside where both thresholds' first was there at once. */
export function creditDeposit(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const d = depositOf(words, at, CreditDeposit);
  const fault = checkDeposit(s, e, d, { command: CommandKind.CreditDeposit, from: [None, Pending], taken: [Credited, Unlocked] });
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const { deposits, figures } = s.custody;
  const isSeen = deposits.stateOf(d.number) === Pending;
  const from = isSeen ? pendingOf(d) : externalOf(d);
  const lacking = checkBounds(s, d, walletOf(d), from) || checkCapacity(s, [externalOf(d), walletOf(d)]);
  if (lacking !== 0) return lacking;
  openCustody(s);
  if (isSeen) {
    deposits.setState(d.number, Credited);
    figures.add(d.account, d.asset, FIGURE_PENDING, -d.amount);
  } else {
    deposits.begin(Credited);
    deposits.keep(d.number, d);
  }
  postBetween(s, e, d.account, from, walletOf(d), d.amount, PostingReason.Deposit, d.number);
  figures.add(d.account, d.asset, FIGURE_LOCKED, d.amount);
  collectOwed(s, e, d.account, d.asset, d.number);
  tell(s, e, d, Credited, 0);
  return 0;
}

/** Its second threshold: from now on it may leave. */
export function unlockDeposit(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const number = words[at + UnlockDeposit.deposit];
  const step = { command: CommandKind.UnlockDeposit, from: [Credited], taken: [Unlocked] };
  const fault = checkKnown(s, e, account, number, step);
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const d = { number, ...(s.custody.deposits.find(number) as OpenRow) };
  s.custody.deposits.close(number, Unlocked);
  s.custody.figures.add(account, d.asset, FIGURE_LOCKED, -d.amount);
  tell(s, e, d, Unlocked, 0);
  return 0;
}

/** It is in no block any more. Of the next number, which was never seen here: it is used up without any money. */
export function orphanDeposit(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const number = words[at + OrphanDeposit.deposit];
  const step = { command: CommandKind.OrphanDeposit, from: [None, Pending, Credited], taken: [Orphaned] };
  const fault = checkKnown(s, e, account, number, step);
  if (fault !== 0) return fault === ANSWERED ? 0 : fault;
  const { deposits } = s.custody;
  const state = deposits.stateOf(number);
  if (state === None) {
    openCustody(s);
    deposits.begin(Orphaned);
    tell(s, e, { number, account, asset: 0, amount: 0, fee: 0 }, Orphaned, 0);
    return 0;
  }
  const d = { number, ...(deposits.find(number) as OpenRow) };
  const refused = state === Credited ? checkTaking(s, d) : 0;
  if (refused !== 0) return refused;
  deposits.close(number, Orphaned);
  const shortfall = state === Pending ? takePending(s, e, d) : takeCredited(s, e, d);
  tell(s, e, d, Orphaned, shortfall);
  return 0;
}

function takePending(s: EngineState, e: EventBuffer, d: Deposit): number {
  postBetween(s, e, d.account, pendingOf(d), externalOf(d), d.amount, PostingReason.DepositPending, d.number);
  s.custody.figures.add(d.account, d.asset, FIGURE_PENDING, -d.amount);
  return 0;
}

/** First what lies in the wallet, then what the futures wallet can spare; the rest the member owes from now on. */
function takeCredited(s: EngineState, e: EventBuffer, d: Deposit): number {
  const { wallet, futures, rest } = sharesOf(s, d);
  s.custody.figures.add(d.account, d.asset, FIGURE_LOCKED, -d.amount);
  postBetween(s, e, d.account, walletOf(d), externalOf(d), wallet, PostingReason.Deposit, d.number);
  if (futures > 0) {
    postBetween(s, e, d.account, futuresWallet(d.account), externalOf(d), futures, PostingReason.Deposit, d.number);
    touchAccount(s, d.account);
  }
  if (rest > 0) {
    postBetween(s, e, d.account, houseAccount(d.asset, Purse.Receivable), externalOf(d), rest, PostingReason.DepositDebt, d.number);
    s.custody.figures.add(d.account, d.asset, FIGURE_OWED, rest);
  }
  return rest;
}

function sharesOf(s: EngineState, d: Deposit): { wallet: number; futures: number; rest: number } {
  const held = balanceOf(s, walletOf(d));
  const wallet = held < d.amount ? held : d.amount;
  const free = freeInFutures(s, d.account, d.asset);
  const futures = free < d.amount - wallet ? free : d.amount - wallet;
  return { wallet, futures, rest: d.amount - wallet - futures };
}

function checkTaking(s: EngineState, d: Deposit): number {
  const owing = houseAccount(d.asset, Purse.Receivable);
  if (balanceOf(s, externalOf(d)) + d.amount > MAX || balanceOf(s, owing) - d.amount < -MAX)
    return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, d.amount);
  return checkCapacity(s, [externalOf(d), owing]);
}

function depositOf(words: Float64Array, at: number, word: { deposit: number; asset: number; amount: number }): Deposit {
  return {
    number: words[at + word.deposit],
    account: words[at + Head.account],
    asset: words[at + word.asset],
    amount: words[at + word.amount],
    fee: 0,
  };
}

interface Step {
  command: number;
  from: readonly number[];
  taken: readonly number[];
}

function checkDeposit(s: EngineState, e: EventBuffer, d: Deposit, step: Step): number {
  const { number, account, asset, amount } = d;
  if (!isCustodyAsset(asset)) return refuse(s, Reject.PARAM_MALFORMED);
  const fault = checkAmount(s, amount) || checkOwner(s, account) || checkNumber(s, s.custody.deposits, number);
  if (fault !== 0) return fault;
  const other = checkSame(s, s.custody.deposits, number, { account, asset, amount });
  return other || checkState(s, e, { ...step, account, number, state: s.custody.deposits.stateOf(number) });
}

function checkKnown(s: EngineState, e: EventBuffer, account: number, number: number, step: Step): number {
  const fault =
    checkOwner(s, account) || checkNumber(s, s.custody.deposits, number) || checkSame(s, s.custody.deposits, number, { account });
  return fault || checkState(s, e, { ...step, account, number, state: s.custody.deposits.stateOf(number) });
}

/** A balance beyond what is counted exactly is refused before the posting. */
function checkBounds(s: EngineState, { amount }: Deposit, to: number, from: number): number {
  const isTooMuch = balanceOf(s, to) + amount > MAX_MEMBER_BALANCE || balanceOf(s, from) - amount < -MAX;
  return isTooMuch ? refuse(s, Reject.QUANTITY_TOO_LARGE, 0, amount) : 0;
}

function tell(s: EngineState, e: EventBuffer, d: Deposit, state: number, shortfall: number): void {
  const { figures } = s.custody;
  const { account, asset, amount, number: deposit } = d;
  const [locked, owed] = [figures.of(account, asset, FIGURE_LOCKED), figures.of(account, asset, FIGURE_OWED)];
  writeEvent(e, 'DepositChanged', account, -1, { deposit, state, asset, amount, shortfall, locked, owed });
}
