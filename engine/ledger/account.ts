// Accounts of the ledger by name. Their numbers are words of events and rows; how they are made is nobody's business (numbering.ts).
import {
  BINARY,
  FUTURES,
  HOUSE_OWNER,
  ISOLATED,
  isLong,
  ledgerLength,
  numberByWord,
  numberOf,
  ownerOf,
  SLOTS,
  SPAN,
  USDT,
  wordOf,
} from './numbering.ts';

export { assetOf, isNumber, ledgerLength, purseOf } from './numbering.ts';
export { Asset, areOneAsset, isOpenPurse, MOST_ASSETS, Purse } from './purse.ts';

/**
 * Accounts of the house. External mirrors custody, Futures and Promo are the house's risk, and so are the two exchanges of conversions and
 * Rounds: only these may be negative. Grant: what operators may give by hand; it is filled first. Of conversions: USDT that came in for the
 * BINARY wallet's currency, and the same of that currency, with the fees and remainders taken in it. Of rounds, in that currency too: the
 * stakes of open bets, and what the house wins and pays.
 */
export const HouseAccount = {
  Futures: 0,
  Fee: 1,
  Insurance: 2,
  External: 3,
  Promo: 4,
  Dust: 5,
  Coupon: 6,
  Grant: 7,
  ConvertUsdt: 8,
  ConvertBinary: 10,
  BinaryFee: 11,
  BinaryDust: 12,
  RoundsEscrow: 13,
  Rounds: 14,
} as const;
/** An account of the house that has no name yet: what reads and posts by number must bear it. */
export const SPARE_HOUSE_ACCOUNT = 9;

/** Wallets of a member as Convert and the purse total name them. Usdt: what is not put to use; Binary: stakes of timed rounds. */
export const WalletWord = { Futures: FUTURES, Isolated: ISOLATED, Usdt: USDT, Binary: BINARY } as const;

/**
 * The most that a transfer or a conversion may leave in a member's purse (4.5 billion USDT): wallet and unrealized PnL together stay below
 * 2^53, so equity is exact.
 */
export const MAX_MEMBER_BALANCE = 2 ** 52;

/** Why a posting was made; a word of LedgerPosted. */
export const PostingReason = {
  Transfer: 0,
  Deposit: 1,
  Withdrawal: 2,
  DemoFunding: 3,
  Adjustment: 4,
  /** What a coupon gives, and what its campaign was funded with. */
  Coupon: 5,
  /** Between wallets of different currencies: what was given and what came, the spread, and what no unit of the other currency is worth. */
  Conversion: 6,
  ConversionFee: 7,
  ConversionDust: 8,
  TradingFee: 10,
  RealizedPnl: 11,
  IsolatedMargin: 12,
  ClearanceFee: 13,
  LiquidationDeficit: 14,
  LiquidationTakeover: 15,
  FundingFee: 16,
  /** A funding debt collected later; what the insurance fund pays instead of the member; a delisting's PnL. */
  FundingDebt: 17,
  FundingShortfall: 18,
  Settlement: 19,
  /** A bet's stake into escrow, out of it to the member or the house, and what the house pays. */
  RoundStake: 20,
  RoundRefund: 21,
  RoundPayout: 22,
  RoundLoss: 23,
  RoundSale: 24,
  SlotStake: 25,
  SlotPayout: 26,
  /** What a member that leaves gives up to the house. */
  GivenUp: 27,
  /** Coin custody: in and out of Pending; a withdrawal's way out of Held; what of it is the house's; what networks took. */
  DepositPending: 28,
  WithdrawalSent: 29,
  WithdrawalFee: 30,
  NetworkFee: 31,
  /** What an orphaned deposit left owing, and what was collected of it. */
  DepositDebt: 32,
  /** Of the house itself. */
  CustodyEntry: 33,
  /** From one member to another, by way of InTransit. */
  MemberTransfer: 34,
} as const;

/** An engine account's purse of an asset; account -1 is the house. */
export function accountOf(account: number, asset: number, purse: number): number {
  return numberOf(account + 1, asset, purse);
}

/** The house's purse of an asset. */
export function houseAccount(asset: number, purse: number): number {
  return numberOf(HOUSE_OWNER, asset, purse);
}

/** A member's account by the wallet's word. */
export function walletAccount(account: number, word: number): number {
  return numberByWord(account + 1, word);
}

/** The highest word of a wallet. */
export const MAX_WALLET_WORD = SLOTS + SPAN - 1;

/** The cross wallet of an engine account. */
export function futuresWallet(account: number): number {
  return (account + 1) * SLOTS + FUTURES;
}

/** Sum of an engine account's isolated margins. */
export function isolatedPurse(account: number): number {
  return (account + 1) * SLOTS + ISOLATED;
}

export function usdtWallet(account: number): number {
  return (account + 1) * SLOTS + USDT;
}

/** The games' wallet, in the site's BINARY currency. */
export function binaryWallet(account: number): number {
  return (account + 1) * SLOTS + BINARY;
}

/** The same in integers alone, where every nanosecond counts. */
export function binaryWalletOf(account: number): number {
  return ((account + 1) << 4) | BINARY;
}

export function isHouse(ledger: number): boolean {
  return ownerOf(ledger) === HOUSE_OWNER;
}

/** The engine account that it belongs to, -1 = the house. */
export function memberOf(ledger: number): number {
  return ownerOf(ledger) - 1;
}

/** The wallet of a member's account, as Convert names it; of the house's accounts -1. */
export function walletWordOf(ledger: number): number {
  return isHouse(ledger) ? -1 : wordOf(ledger);
}

/** Whether its balance has a place from the beginning; others need room (more-accounts.ts). */
export function hasSlot(ledger: number): boolean {
  return !isLong(ledger);
}

/** Every account of the house and of so many members that has a slot, named or not. */
export function everyAccount(members: number): number[] {
  return Array.from({ length: ledgerLength(members) }, (_, ledger) => ledger);
}

/** Accounts of the house that have a slot, named or not. */
export function houseAccounts(): number[] {
  return everyAccount(0);
}

/** A member's accounts that have a slot and a name. */
export function memberAccounts(account: number): { name: keyof typeof WalletWord; ledger: number }[] {
  return (Object.keys(WalletWord) as (keyof typeof WalletWord)[]).map((name) => ({
    name,
    ledger: walletAccount(account, WalletWord[name]),
  }));
}

/** What an account is called; undefined: it has no name yet. */
export function nameAt(ledger: number): { name: string; isHouse: boolean } | undefined {
  const ofHouse = isHouse(ledger);
  const word = wordOf(ledger);
  if (isLong(ledger)) return undefined;
  const name = Object.entries<number>(ofHouse ? HouseAccount : WalletWord).find(([, number]) => number === word)?.[0];
  return name === undefined ? undefined : { name, isHouse: ofHouse };
}
