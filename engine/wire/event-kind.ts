// The codes of events: kinds, how orders and positions end, what a fill was.

export const EVENT_WORDS = 16;

export const EventKind = {
  CommandRejected: 1,
  RequestRepeated: 2,
  AccountOpened: 3,
  SymbolListed: 4,
  SwitchSet: 5,
  LedgerPosted: 6,
  OrderPlaced: 7,
  OrderFilled: 8,
  OrderAmended: 9,
  OrderClosed: 10,
  PositionChanged: 11,
  PositionClosed: 12,
  AccountChanged: 13,
  LeverageChanged: 14,
  MarginTypeChanged: 15,
  PositionModeChanged: 16,
  LiquidationStarted: 17,
  LiquidationFinished: 18,
  MarginWarned: 19,
  MarkSet: 20,
  OrderArmed: 21,
  TriggerAmended: 22,
  OrderTriggered: 23,
  TrailingActivated: 24,
  TpslRefused: 25,
  ReverseCut: 26,
  CancelAfterSet: 27,
  CancelAfterDone: 28,
  TpslAttached: 29,
  TriggerRefused: 30,
  FundingStarted: 40,
  FundingSettled: 41,
  FundingFinished: 42,
  FundingDebtPaid: 43,
  LiquidationStep: 44,
  Deleveraged: 45,
  AccountFlagsSet: 46,
  DelistingStarted: 47,
  DelistingFinished: 48,
  EquityReported: 49,
  RoundOptionSet: 60,
  DrawOddsSet: 61,
  RoundOpened: 62,
  BetPlaced: 63,
  BetCancelled: 64,
  BetSold: 65,
  RoundTick: 66,
  RoundSettled: 67,
  BetSettled: 68,
  RoundFinished: 69,
  DrawCommitted: 70,
  DrawRevealed: 71,
  DrawSeedShown: 72,
  DrawEntropyShown: 73,
  PlayLimitsSet: 74,
  SlotCommitted: 75,
  SlotSeedShown: 76,
  SlotSpun: 77,
  PlayDaySet: 78,
  DepositChanged: 90,
  WithdrawalChanged: 91,
  CustodyRepeated: 92,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];

export const OrderEnd = {
  Filled: 0,
  CanceledByMember: 1,
  Expired: 2,
  SelfTrade: 3,
  ReduceOnly: 4,
  Liquidation: 5,
  Slippage: 6,
  Operator: 7,
  /** A conditional order fired and was refused; `reason` of OrderClosed names why. */
  TriggerRefused: 8,
  /** It could only close a position, and that is closed. */
  PositionClosed: 9,
  /** A new TP or SL took its place. */
  Replaced: 10,
  /** The other leg of the TP/SL pair was nearer on the same tick (rules D-6). */
  OtherLeg: 11,
  PriceProtected: 12,
  CancelAfter: 13,
  /** The member's own limit is reached, or it excluded itself. */
  OwnLimit: 14,
  Delisted: 16,
  Deleveraged: 17,
  /** The date that its member gave it is over. */
  GoodTillDate: 18,
} as const;
/** How an order stood when a request was first answered. */
export const OrderStatus = { New: 0, PartiallyFilled: 1, Filled: 2, Canceled: 3, Expired: 4 } as const;
/** Netting: a liquidation closes hedge legs against each other. Settlement: a delisting closes at the last mark. */
export const FillRole = { Taker: 0, Maker: 1, Liquidation: 2, Adl: 3, Netting: 4, Settlement: 5 } as const;
/** Settled: by the system, through ADL or a delisting; the role of its last fill says which. */
export const PositionEnd = { Closed: 0, Flipped: 1, Liquidated: 2, Settled: 3 } as const;
/** What a step of a liquidation did (rules 9.3). Safe: nothing more was needed. */
export const LiquidationStage = {
  Cancelled: 1,
  Netted: 2,
  SteppedDown: 3,
  ClosedInBook: 4,
  TakenOver: 5,
  Deleveraged: 6,
  Safe: 7,
} as const;

/** How a bet ended (product specification, bet status codes). */
export const BetStatus = { Won: 1, Lost: 2, Void: 3 } as const;
/** What a round came to. A tie returns every stake as a void does. EachBet: of an in-round option, where every bet has its own strike. */
export const RoundResult = { Up: 0, Down: 1, Tie: 2, Void: 3, Drawn: 4, EachBet: 5 } as const;
/** Why a round is void (rules 11.7); nobody can choose one. */
export const VoidReason = {
  None: 0,
  StrikeGap: 1,
  CloseGap: 2,
  NoTick: 3,
  Halted: 4,
  StrikeStep: 5,
  CloseStep: 6,
  TooLate: 7,
} as const;
/** Which boundary of a round a tick stands at. */
export const Boundary = { Strike: 0, Close: 1 } as const;
