// The codes of commands and orders: kinds, sides, types, switches and account flags.

/** Words of a command's head and of its four own fields; further words follow (command.ts). */
export const HEADER_WORDS = 12;

export const CommandKind = {
  OpenAccount: 1,
  ListSymbol: 2,
  SetSwitch: 3,
  Transfer: 4,
  SetMark: 5,
  SetLadder: 6,
  PlaceOrder: 7,
  CancelOrder: 8,
  CancelAll: 9,
  AmendOrder: 10,
  SetLeverage: 11,
  SetMarginType: 12,
  SetPositionMode: 13,
  ChangeMargin: 14,
  Tick: 15,
  PlaceConditional: 16,
  AmendConditional: 17,
  SetPositionTpsl: 18,
  ReversePosition: 19,
  ClosePositions: 20,
  SetCancelAfter: 21,
  SettleFunding: 32,
  SetAccountFlags: 33,
  DelistSymbol: 34,
  Convert: 35,
  ReportEquity: 36,
  SetRoundOption: 40,
  SetDrawOdds: 41,
  PlaceBet: 42,
  CancelBet: 43,
  SellBet: 44,
  SettleRound: 45,
  CommitDraw: 46,
  RevealDraw: 47,
  SetPlayLimits: 48,
  CommitSlot: 49,
  SpinSlot: 50,
  PendDeposit: 60,
  CreditDeposit: 61,
  UnlockDeposit: 62,
  OrphanDeposit: 63,
  HoldWithdrawal: 64,
  SendWithdrawal: 65,
  SettleWithdrawal: 66,
  SettleInside: 67,
  ReturnWithdrawal: 68,
  BookCustody: 69,
  TransferToMember: 70,
} as const;
export type CommandKind = (typeof CommandKind)[keyof typeof CommandKind];

export const Side = { Buy: 0, Sell: 1 } as const;
export const PositionSide = { Both: 0, Long: 1, Short: 2 } as const;
/** TakeProfit, StopLoss and Trailing wait for their trigger; then they are Limit (with a price) or Market. */
export const OrderType = { Limit: 0, Market: 1, TakeProfit: 2, StopLoss: 3, Trailing: 4 } as const;
/** Which price a trigger watches: the reference feed's last trade, or the mark. */
export const WorkingType = { Last: 0, Mark: 1 } as const;
export const TimeInForce = { GTC: 0, IOC: 1, FOK: 2, GTX: 3 } as const;
export const SelfTrade = { ExpireTaker: 0, ExpireMaker: 1, ExpireBoth: 2 } as const;
export const MarginType = { Crossed: 0, Isolated: 1 } as const;
export const PositionMode = { OneWay: 0, Hedge: 1 } as const;
/** Bits of a symbol's (or, with symbol -1, the site's) trading switch. MarketClosed, Stale and FeedHalt belong to the price feed, the others to operators. */
export const SwitchBit = { CancelOnly: 1, ReduceOnly: 2, Halt: 4, MarketClosed: 8, Stale: 16, FeedHalt: 32 } as const;
export const ALL_SWITCHES = 63;
/**
 * What an account may not do (rules 10.6, product specification: traders, followers, certain partners; operators' own locks).
 * TraderCopied: copied orders follow this lead. FollowerCopied: holds copied orders itself. Frozen: nothing but cancelling, by operators.
 */
export const AccountFlag = {
  Trader: 1,
  TraderCopied: 2,
  FollowerCopied: 4,
  MayNotOrder: 8,
  MayNotInvest: 16,
  Frozen: 32,
  ReduceOnly: 64,
  /** Excluded itself from timed rounds and the slot. */
  SelfExcluded: 128,
  /** Is leaving, or has left: all that Frozen refuses. Its own, so that undoing one leaves the other; above the limit of leverage. */
  Leaving: 1 << 15,
} as const;
/** Either refuses everything but cancelling. */
export const SHUT_FLAGS = AccountFlag.Frozen | AccountFlag.Leaving;
/** Between the flags, in the same word: the most leverage that operators allow the account, 0 = each symbol's own. */
export const LEVERAGE_LIMIT_SHIFT = 8;
export const ALL_ACCOUNT_FLAGS = 255 | AccountFlag.Leaving;
export const MOST_LEVERAGE_LIMIT = 125;
/** The bits of that limit, for a change of it alone. */
export const LEVERAGE_LIMIT_BITS = 127 << LEVERAGE_LIMIT_SHIFT;
