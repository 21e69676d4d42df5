// Numbers of ledger accounts: owner * 16 + purse. Owner 0 is the house and the system, owner account + 1 a member.

export const PURSES = 16;
export const HOUSE_OWNER = 0;

/**
 * Purses of owner 0. EXTERNAL mirrors custody, HOUSE_FUTURES and PROMO are the house's risk: only these three may be negative.
 * Grant: what operators may give by hand; it is filled first.
 */
export const HousePurse = { Futures: 0, Fee: 1, Insurance: 2, External: 3, Promo: 4, Dust: 5, Coupon: 6, Grant: 7 } as const;
/**
 * Further purses of owner 0, for conversions: USDT that came in for the BINARY wallet's currency, and the same of that currency, with the
 * fees and remainders taken in it. The two exchanges are the house's risk and may be negative; together per currency all sums stay zero.
 */
export const ConvertPurse = { Usdt: 8, Binary: 10, BinaryFee: 11, BinaryDust: 12 } as const;
/** And for rounds, in the BINARY wallet's currency: the stakes of open bets, and what the house wins and pays; that one may be negative. */
export const RoundsPurse = { Escrow: 13, House: 14 } as const;
/** Purses of a member. Usdt: what is not put to use; Binary: stakes of timed rounds. */
export const MemberPurse = { Futures: 0, Isolated: 1, Usdt: 2, Binary: 3 } as const;

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
} as const;

export function ledgerAccount(owner: number, purse: number): number {
  return owner * PURSES + purse;
}

/** The cross wallet of an engine account. */
export function futuresWallet(account: number): number {
  return (account + 1) * PURSES + MemberPurse.Futures;
}

/** Sum of an engine account's isolated margins. */
export function isolatedPurse(account: number): number {
  return (account + 1) * PURSES + MemberPurse.Isolated;
}

export function ownerOf(ledger: number): number {
  return Math.floor(ledger * 0.0625);
}

export function purseOf(ledger: number): number {
  return ledger & (PURSES - 1);
}
