// The naive engine's conversion between a member's wallets of two currencies, and its report of equity as a day begins.
import type { Command, CommandKind } from '../../wire/command.ts';
import { WalletWord, walletAccount, assetOf, houseAccount, isNumber, MAX_WALLET_WORD, Purse, purseOf } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { actingFault } from './account-rules.ts';
import { mayLeave } from './custody.ts';
import { collect } from './debt.ts';
import { ceilDiv, floorDiv, sum } from './exact.ts';
import { balance, isolatedTotal, type Naive, positionsOf, post, wallet } from './model.ts';
import { figures, unrealized } from './risk.ts';
import { ledgerFault } from './capacity.ts';

type Of<K> = Extract<Command, { kind: K }>;

const ONE = 100_000_000n;
const MAX = 9_007_199_254_740_991n;
/** Half of it: a member's wallet and what its positions gain are one exact number. */
export const MOST_OF_A_MEMBER = 4_503_599_627_370_496n;
const FROZEN = 32 | 32_768;

/** Futures, or what is available of an asset. */
function isSpendable(word: number): boolean {
  if (word === WalletWord.Futures) return true;
  if (!Number.isSafeInteger(word) || word < 0 || word > MAX_WALLET_WORD) return false;
  const ledger = walletAccount(0, word);
  return isNumber(ledger) && purseOf(ledger) === Purse.Available;
}

export function convert(s: Naive, c: Of<typeof CommandKind.Convert>): number {
  const pair = [c.from, c.to];
  if (!pair.every(isSpendable)) return Reject.PARAM_MALFORMED;
  const [given, taken] = pair.map((word) => assetOf(walletAccount(0, word)));
  if (given === taken) return Reject.PARAM_MALFORMED;
  if (![c.amount, c.spread, c.num, c.den].every(Number.isSafeInteger)) return Reject.PARAM_MALFORMED;
  if (c.num < 1 || c.den < 1 || c.spread < 0 || BigInt(c.spread) > ONE) return Reject.PARAM_MALFORMED;
  if (c.quote !== undefined && Object.values(c.quote).some((word) => !Number.isSafeInteger(word) || word < 0))
    return Reject.PARAM_MALFORMED;
  if (c.amount <= 0) return Reject.AMOUNT_NOT_POSITIVE;
  const account = s.accounts.get(c.account);
  if (account === undefined) return Reject.ACCOUNT_UNKNOWN;
  if (c.quote !== undefined && s.time > c.quote.until) return Reject.QUOTE_EXPIRED;
  const isFutures = c.from === WalletWord.Futures;
  const locked = isFutures ? actingFault(s, c.account) : (account.flags & FROZEN) !== 0 ? Reject.ACCOUNT_FROZEN : 0;
  if (locked) return locked;
  const own = (purse: number) => walletAccount(c.account, purse);
  const amount = BigInt(c.amount);
  const limit = isFutures ? figures(s, c.account).withdrawable : balance(s, own(c.from));
  if (amount > limit) return Reject.INSUFFICIENT_BALANCE;
  if (amount > mayLeave(s, c.account, given, limit)) return Reject.BALANCE_LOCKED;
  const fee = ceilDiv(amount * BigInt(c.spread), ONE);
  const received = floorDiv((amount - fee) * BigInt(c.num), BigInt(c.den));
  const cost = ceilDiv(received * BigInt(c.den), BigInt(c.num));
  const dust = amount - fee - cost;
  const [exchange, fees, rest] = [Purse.Exchange, Purse.Fee, Purse.Dust].map((purse) => houseAccount(given, purse));
  const others = houseAccount(taken, Purse.Exchange);
  const grown = [
    [exchange, cost],
    [fees, fee],
    [rest, dust],
  ] as const;
  if (grown.some(([ledger, more]) => balance(s, ledger) + more > MAX) || balance(s, others) - received < -MAX)
    return Reject.QUANTITY_TOO_LARGE;
  if (balance(s, own(c.to)) + received > MOST_OF_A_MEMBER) return Reject.QUANTITY_TOO_LARGE;
  if (received === 0n) return Reject.CONVERSION_TOO_SMALL;
  if (c.quote !== undefined) {
    const after = { given: balance(s, exchange) + cost, taken: balance(s, others) - received };
    if (after.given > BigInt(c.quote.longMost) || after.taken < -BigInt(c.quote.shortMost)) return Reject.CONVERSION_CAP;
  }
  const full = ledgerFault(s, [exchange, fees, rest, others, own(c.to)]);
  if (full) return full;
  post(s, own(c.from), exchange, cost);
  post(s, own(c.from), fees, fee);
  post(s, own(c.from), rest, dust);
  post(s, others, own(c.to), received);
  if (c.to === WalletWord.Futures) collect(s, c.account, received);
  s.touched.add(c.account);
  return 0;
}

/** Lines of who was reported with what; -1 at the end of all accounts. */
export function reportEquity(s: Naive, c: Of<typeof CommandKind.ReportEquity>): number {
  if (![c.first, c.count, c.day].every(Number.isSafeInteger)) return Reject.PARAM_MALFORMED;
  const highest = Math.max(-1, ...s.accounts.keys());
  if (c.first < 0 || c.first > highest + 1 || c.count < 1 || c.count > 10_000) return Reject.PARAM_MALFORMED;
  for (let account = c.first; account < c.first + c.count && account <= highest; account++) {
    const held = positionsOf(s, account);
    if (held.length === 0) continue;
    s.reported.push(`${account} day ${c.day} ${wallet(s, account)} ${isolatedTotal(s, account)} ${sum(held.map((p) => unrealized(s, p)))}`);
  }
  if (c.first + c.count > highest) s.reported.push(`-1 day ${c.day} 0 0 0`);
  return 0;
}
