// Convert: a member's money from a wallet of one currency into one of another, all legs at once, at the rate that the command carries.
//
// One made of a quote carries the quote's end and how far the house goes: past either it is refused, whoever sends it and however late.
import { CommandHeadWord, CommandWord, SHUT_FLAGS } from '../wire/command.ts';
import { CONVERSION_QUOTE_WORDS, ConversionQuoteWord } from '../wire/conversion-terms.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { checkActing } from '../futures/account-rules.ts';
import { collectDebt } from '../futures/debt.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import {
  WalletWord,
  walletAccount,
  PostingReason,
  MAX_MEMBER_BALANCE,
  assetOf,
  houseAccount,
  isNumber,
  MAX_WALLET_WORD,
  Purse,
  purseOf,
} from '../ledger/account.ts';
import { isOpen } from '../ledger/open-account.ts';
import { balanceOf, postBetween } from '../ledger/balance.ts';
import { lacksCapacityOf, moreCapacity } from '../ledger/more-accounts.ts';
import { META_MORE_ACCOUNTS, META_TIME } from '../layout.ts';
import { type Conversion, conversionOf } from '../money/conversion.ts';
import { RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchAccount } from '../touched.ts';
import { mayLeave } from '../custody/may-leave.ts';
import { withdrawable } from './withdrawable.ts';

const Head = CommandHeadWord;
const { Convert } = CommandWord;

/** Numerator and denominator behind the header. */
const RATE_WORDS = 2;
const NO_QUOTE = -1;
const MAX = Number.MAX_SAFE_INTEGER;

export function convert(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const account = words[at + Head.account];
  const from = words[at + Convert.from];
  const to = words[at + Convert.to];
  const amount = words[at + Convert.amount];
  const spread = words[at + Convert.spread];
  const further = words[at + Head.further];
  const isQuoted = further === RATE_WORDS + CONVERSION_QUOTE_WORDS;
  if ((further !== RATE_WORDS && !isQuoted) || !areTwoAssets(account, from, to)) return refuse(s, Reject.PARAM_MALFORMED);
  const quote = isQuoted ? at + Convert.quote : NO_QUOTE;
  const num = words[at + Convert.num];
  const den = words[at + Convert.den];
  if (!isWhole(num, 1, MAX) || !isWhole(den, 1, MAX) || !isWhole(spread, 0, RATE_ONE) || !Number.isSafeInteger(amount))
    return refuse(s, Reject.PARAM_MALFORMED);
  if (isQuoted && !isQuote(words, quote)) return refuse(s, Reject.PARAM_MALFORMED);
  if (amount <= 0) return refuse(s, Reject.AMOUNT_NOT_POSITIVE, 0, amount);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  if (isQuoted && s.meta[META_TIME] > words[quote + ConversionQuoteWord.until]) return refuse(s, Reject.QUOTE_EXPIRED);
  const locked = checkLocks(s, account, from);
  if (locked !== 0) return locked;
  const debit = walletAccount(account, from);
  const limit = from === WalletWord.Futures ? withdrawable(s, account) : balanceOf(s, debit);
  if (amount > limit) return refuse(s, Reject.INSUFFICIENT_BALANCE, limit, amount);
  const free = mayLeave(s, account, assetOf(debit), limit);
  if (amount > free) return refuse(s, Reject.BALANCE_LOCKED, free, amount);
  const conversion = conversionOf(amount, spread, num, den);
  if (conversion === undefined || !fits(s, account, from, to, conversion)) return refuse(s, Reject.QUANTITY_TOO_LARGE, 0, amount);
  if (conversion.received === 0) return refuse(s, Reject.CONVERSION_TOO_SMALL, 0, amount);
  if (isQuoted && isBeyond(s, from, to, conversion, words, quote)) return refuse(s, Reject.CONVERSION_CAP);
  if (lacksCapacityFor(s, account, from, to)) return refuse(s, Reject.CAPACITY_FULL, moreCapacity(s.capacity), s.meta[META_MORE_ACCOUNTS]);
  move(s, e, account, from, to, conversion);
  return 0;
}

function isQuote(words: Float64Array, quote: number): boolean {
  const { until, shortMost, longMost } = ConversionQuoteWord;
  return [until, shortMost, longMost].every((word) => isWhole(words[quote + word], 0, MAX));
}

/** The house would be short of what it gives, or hold of what it takes, by more than the quote lets it. Towards nothing it always may. */
function isBeyond(s: EngineState, from: number, to: number, { cost, received }: Conversion, words: Float64Array, quote: number): boolean {
  const short = received - balanceOf(s, house(to).exchange);
  const long = balanceOf(s, house(from).exchange) + cost;
  return short > words[quote + ConversionQuoteWord.shortMost] || long > words[quote + ConversionQuoteWord.longMost];
}

/** Between what a member may spend of two assets. */
function areTwoAssets(account: number, from: number, to: number): boolean {
  return (
    isSpendable(account, from) && isSpendable(account, to) && assetOf(walletAccount(account, from)) !== assetOf(walletAccount(account, to))
  );
}

function isSpendable(account: number, word: number): boolean {
  if (word === WalletWord.Futures) return true;
  const ledger = walletAccount(account, word);
  return isWhole(word, 0, MAX_WALLET_WORD) && isNumber(ledger) && purseOf(ledger) === Purse.Available;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}

function checkLocks(s: EngineState, account: number, from: number): number {
  if (from === WalletWord.Futures) return checkActing(s, account);
  return (flagsOf(s, account) & SHUT_FLAGS) !== 0 ? refuse(s, Reject.ACCOUNT_FROZEN) : 0;
}

/** Accounts of the house that deal in a wallet's asset. */
function house(word: number): { exchange: number; fee: number; dust: number } {
  const asset = assetOf(walletAccount(0, word));
  const of = (purse: number) => houseAccount(asset, purse);
  return { exchange: of(Purse.Exchange), fee: of(Purse.Fee), dust: of(Purse.Dust) };
}

/** Every account that a conversion may move, so that none is lacking between its postings. */
function lacksCapacityFor(s: EngineState, account: number, from: number, to: number): boolean {
  const [given, taken] = [house(from), house(to)];
  return lacksCapacityOf(s, [given.exchange, given.fee, given.dust, taken.exchange, walletAccount(account, to)]);
}

// A balance beyond what is counted exactly is refused before the first posting.
function fits(s: EngineState, account: number, from: number, to: number, { fee, received, cost, dust }: Conversion): boolean {
  const [given, taken] = [house(from), house(to)];
  const held = (ledger: number) => balanceOf(s, ledger);
  if (held(given.exchange) + cost > MAX || held(given.fee) + fee > MAX || held(given.dust) + dust > MAX) return false;
  return held(taken.exchange) - received >= -MAX && held(walletAccount(account, to)) + received <= MAX_MEMBER_BALANCE;
}

function move(s: EngineState, e: EventBuffer, account: number, from: number, to: number, { fee, received, cost, dust }: Conversion): void {
  const [given, taken] = [house(from), house(to)];
  const debit = walletAccount(account, from);
  const credit = walletAccount(account, to);
  // Each main leg names the wallet at the other end.
  postBetween(s, e, account, debit, given.exchange, cost, PostingReason.Conversion, credit);
  postBetween(s, e, account, debit, given.fee, fee, PostingReason.ConversionFee, credit);
  postBetween(s, e, account, debit, given.dust, dust, PostingReason.ConversionDust, credit);
  postBetween(s, e, account, taken.exchange, credit, received, PostingReason.Conversion, debit);
  if (to === WalletWord.Futures) collectDebt(s, e, account, received);
  touchAccount(s, account);
}
