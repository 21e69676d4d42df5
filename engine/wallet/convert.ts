// Convert: a member's money from a wallet of one currency into one of another, all legs at once, at the rate that the command carries.
import { CommandHeadWord, CommandWord, SHUT_FLAGS } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { checkActing } from '../futures/account-rules.ts';
import { collectDebt } from '../futures/debt.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { HouseAccount, WalletWord, walletAccount, PostingReason, MAX_MEMBER_BALANCE } from '../ledger/account.ts';
import { isOpen } from '../ledger/open-account.ts';
import { post } from '../ledger/post.ts';
import { type Conversion, conversionOf } from '../money/conversion.ts';
import { RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchAccount } from '../touched.ts';
import { withdrawable } from './transfer.ts';

const Head = CommandHeadWord;
const { Convert } = CommandWord;

/** Numerator and denominator behind the header. */
const RATE_WORDS = 2;
const MAX = Number.MAX_SAFE_INTEGER;

export function convert(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const from = words[at + Convert.from];
  const to = words[at + Convert.to];
  const amount = words[at + Convert.amount];
  const spread = words[at + Convert.spread];
  if (words[at + Head.further] !== RATE_WORDS || !areTwoCurrencies(from, to)) return refuse(s, Reject.PARAM_MALFORMED);
  const num = words[at + Convert.num];
  const den = words[at + Convert.den];
  if (!isWhole(num, 1, MAX) || !isWhole(den, 1, MAX) || !isWhole(spread, 0, RATE_ONE) || !Number.isSafeInteger(amount))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (amount <= 0) return refuse(s, Reject.AMOUNT_NOT_POSITIVE, 0, amount);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const locked = checkLocks(s, account, from);
  if (locked !== 0) return locked;
  const debit = walletAccount(account, from);
  const limit = from === WalletWord.Futures ? withdrawable(s, account) : s.ledger[debit];
  if (amount > limit) return refuse(s, Reject.INSUFFICIENT_BALANCE, limit, amount);
  const conversion = conversionOf(amount, spread, num, den);
  if (conversion === undefined || !fits(s, account, from, to, conversion)) return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, amount);
  if (conversion.received === 0) return refuse(s, Reject.CONVERSION_TOO_SMALL, 0, amount);
  move(s, e, account, from, to, conversion);
  return 0;
}

/** The BINARY wallet is the one that may count in another currency. */
function areTwoCurrencies(from: number, to: number): boolean {
  const usdt = from === WalletWord.Binary ? to : from;
  if (from !== WalletWord.Binary && to !== WalletWord.Binary) return false;
  return usdt === WalletWord.Futures || usdt === WalletWord.Usdt;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}

function checkLocks(s: EngineState, account: number, from: number): number {
  if (from === WalletWord.Futures) return checkActing(s, account);
  return (flagsOf(s, account) & SHUT_FLAGS) !== 0 ? refuse(s, Reject.ACCOUNT_FROZEN) : 0;
}

/** Purses of the house that deal in a wallet's currency. */
const house = (purse: number) =>
  purse === WalletWord.Binary
    ? { exchange: HouseAccount.ConvertBinary, fee: HouseAccount.BinaryFee, dust: HouseAccount.BinaryDust }
    : { exchange: HouseAccount.ConvertUsdt, fee: HouseAccount.Fee, dust: HouseAccount.Dust };

// A balance beyond what is counted exactly is refused before the first posting.
function fits(s: EngineState, account: number, from: number, to: number, { fee, received, cost, dust }: Conversion): boolean {
  const [given, taken] = [house(from), house(to)];
  const { ledger } = s;
  if (ledger[given.exchange] + cost > MAX || ledger[given.fee] + fee > MAX || ledger[given.dust] + dust > MAX) return false;
  return ledger[taken.exchange] - received >= -MAX && ledger[walletAccount(account, to)] + received <= MAX_MEMBER_BALANCE;
}

function move(s: EngineState, e: EventBuffer, account: number, from: number, to: number, { fee, received, cost, dust }: Conversion): void {
  const [given, taken] = [house(from), house(to)];
  const debit = walletAccount(account, from);
  const credit = walletAccount(account, to);
  // Each main leg names the wallet at the other end.
  post(s, e, account, -1, debit, given.exchange, cost, PostingReason.Conversion, credit);
  post(s, e, account, -1, debit, given.fee, fee, PostingReason.ConversionFee, credit);
  post(s, e, account, -1, debit, given.dust, dust, PostingReason.ConversionDust, credit);
  post(s, e, account, -1, taken.exchange, credit, received, PostingReason.Conversion, debit);
  if (to === WalletWord.Futures) collectDebt(s, e, account, received);
  touchAccount(s, account);
}
