// Which rejections each kind of command can end in, in the order of reject.ts: data, from which the contract lists what a call answers.
import { CommandKind } from './wire/command-kind.ts';
import type { RejectName } from './reject.ts';

type Names = readonly RejectName[];

/** Whether the symbol trades, and for this account (rules 3.6, first checks). */
const entry: Names = [
  'SYMBOL_UNKNOWN',
  'SYMBOL_CLOSED',
  'MARKET_CLOSED',
  'TRADING_HALTED',
  'CANCEL_ONLY',
  'ACCOUNT_UNKNOWN',
  'NO_MARK_PRICE',
  'ACCOUNT_FROZEN',
  'PARTNER_MAY_NOT_ORDER',
];
/** Where only reducing goes on. */
const opening: Names = ['REDUCE_ONLY_MODE', 'PRICE_STALE', 'ACCOUNT_REDUCE_ONLY'];
/** Locks of traders and their followers, and a liquidation under way. */
const account: Names = [
  'ACCOUNT_IN_LIQUIDATION',
  'TRADER_MAY_NOT_TPSL',
  'TRADER_ORDER_OPPOSITE',
  'TRADER_CLOSES_BY_COPYING',
  'FOLLOWER_USES_COPY_TAB',
];
/** An order's size, price, side and money. */
const terms: Names = [
  'PARAM_MALFORMED',
  'PARAM_NOT_REQUIRED',
  'INVALID_ORDER_TYPE',
  'QUANTITY_NOT_POSITIVE',
  'QUANTITY_TOO_SMALL',
  'QUANTITY_TOO_LARGE',
  'PRICE_NOT_POSITIVE',
  'PRICE_TOO_HIGH',
  'PRICE_TOO_LOW',
  'PRICE_ABOVE_BAND',
  'PRICE_BELOW_BAND',
  'NOTIONAL_TOO_SMALL',
  'INVALID_POSITION_SIDE',
  'POSITION_SIDE_MISMATCH',
  'REDUCE_ONLY_REJECTED',
  'REDUCE_ONLY_CONFLICT',
  'NOTIONAL_ABOVE_BRACKET',
  'INSUFFICIENT_MARGIN',
  'CAPACITY_FULL',
  'OPEN_INTEREST_CAP',
  'LEVERAGE_LIMITED',
];
/** TP/SL that an order carries. */
const attached: Names = ['STOP_PRICE_TOO_HIGH', 'TAKE_PROFIT_WRONG_SIDE', 'STOP_LOSS_WRONG_SIDE', 'TPSL_ON_CLOSING_ORDER'];
/** What the other side of the book decides: of market orders, and of limit orders under a condition. */
const market: Names = ['MARKET_ORDER_OUT_OF_RANGE', 'NO_LIQUIDITY'];
const limit: Names = ['FOK_NOT_FILLED', 'POST_ONLY_WOULD_TAKE'];
const trigger: Names = [
  'INVALID_TIME_IN_FORCE',
  'STOP_PRICE_NOT_POSITIVE',
  'WOULD_TRIGGER_AT_ONCE',
  'TOO_MANY_CONDITIONAL_ORDERS',
  'CLOSE_POSITION_TAKES_NO_QUANTITY',
  'CLOSE_POSITION_TAKES_NO_REDUCE_ONLY',
  'CLOSE_POSITION_EXISTS',
  'INVALID_ACTIVATION_PRICE',
  'INVALID_CALLBACK_RATE',
];
/** Of what moves money between two ledger accounts. */
const movement: Names = [
  'ACCOUNT_UNKNOWN',
  'PARAM_MALFORMED',
  'QUANTITY_TOO_LARGE',
  'ACCOUNT_IN_LIQUIDATION',
  'INSUFFICIENT_BALANCE',
  'AMOUNT_NOT_POSITIVE',
  'ACCOUNT_FROZEN',
  'CAPACITY_FULL',
  'BALANCE_LOCKED',
];
const setting: Names = ['ACCOUNT_UNKNOWN', 'ACCOUNT_IN_LIQUIDATION', 'ACCOUNT_FROZEN', 'FOLLOWER_USES_COPY_TAB'];
const order: Names = [...entry, ...opening, ...account, ...terms, ...attached, ...market, ...limit];
const conditional: Names = [...entry, ...opening, ...account, ...terms, ...attached, ...trigger, 'TOO_MANY_ORDERS'];
const play: Names = [
  'ACCOUNT_UNKNOWN',
  'ACCOUNT_FROZEN',
  'PARTNER_MAY_NOT_INVEST',
  'SELF_EXCLUDED',
  'PARAM_MALFORMED',
  'AMOUNT_NOT_POSITIVE',
  'INSUFFICIENT_BALANCE',
  'QUANTITY_TOO_LARGE',
  'TRADING_HALTED',
  'OWN_STAKE_LIMIT',
  'OWN_LOSS_LIMIT',
  'OWN_TIME_LIMIT',
];

/** Of steps of deposits and withdrawals by their number. */
const custody: Names = [
  'ACCOUNT_UNKNOWN',
  'PARAM_MALFORMED',
  'QUANTITY_TOO_LARGE',
  'CAPACITY_FULL',
  'CUSTODY_GAP',
  'CUSTODY_STEP',
  'CUSTODY_MISMATCH',
];

/** Beside REQUEST_REUSED, which any command under a request key can meet. */
export const refusalsByCommand: Readonly<Record<CommandKind, Names>> = {
  [CommandKind.OpenAccount]: ['PARAM_MALFORMED', 'CAPACITY_FULL', 'ACCOUNT_EXISTS'],
  [CommandKind.ListSymbol]: ['SYMBOL_UNKNOWN', 'SYMBOL_CLOSED', 'PARAM_MALFORMED', 'BAD_PRECISION', 'CAPACITY_FULL'],
  [CommandKind.SetSwitch]: ['SYMBOL_UNKNOWN', 'PARAM_MALFORMED'],
  [CommandKind.Transfer]: movement,
  [CommandKind.SetMark]: ['SYMBOL_UNKNOWN', 'PARAM_MALFORMED', 'PRICE_NOT_POSITIVE', 'PRICE_TOO_HIGH'],
  [CommandKind.SetLadder]: ['SYMBOL_UNKNOWN', 'PARAM_MALFORMED'],
  [CommandKind.PlaceOrder]: [...order, 'TOO_MANY_ORDERS'],
  [CommandKind.CancelOrder]: ['PARAM_MALFORMED', 'ORDER_UNKNOWN'],
  [CommandKind.CancelAll]: ['SYMBOL_UNKNOWN', 'ACCOUNT_UNKNOWN'],
  [CommandKind.AmendOrder]: [...order, 'ORDER_UNKNOWN', 'ORDER_UNCHANGED'],
  [CommandKind.SetLeverage]: [
    'SYMBOL_UNKNOWN',
    ...setting,
    'INVALID_LEVERAGE',
    'LEVERAGE_LIMITED',
    'LEVERAGE_LOCKED_BY_POSITION',
    'NOTIONAL_ABOVE_BRACKET',
    'INSUFFICIENT_MARGIN',
    'CAPACITY_FULL',
  ],
  [CommandKind.SetMarginType]: [
    'SYMBOL_UNKNOWN',
    ...setting,
    'PARAM_MALFORMED',
    'MARGIN_TYPE_UNCHANGED',
    'MARGIN_TYPE_LOCKED_BY_ORDERS',
    'MARGIN_TYPE_LOCKED_BY_POSITION',
    'CAPACITY_FULL',
  ],
  [CommandKind.SetPositionMode]: [
    ...setting,
    'PARAM_MALFORMED',
    'POSITION_MODE_UNCHANGED',
    'POSITION_MODE_LOCKED_BY_ORDERS',
    'POSITION_MODE_LOCKED_BY_POSITION',
  ],
  [CommandKind.ChangeMargin]: [
    'ACCOUNT_UNKNOWN',
    'PARAM_MALFORMED',
    'ACCOUNT_IN_LIQUIDATION',
    'MARGIN_IS_CROSSED',
    'CROSS_BALANCE_SHORT',
    'ISOLATED_BALANCE_SHORT',
    'POSITION_UNKNOWN',
    'AMOUNT_NOT_POSITIVE',
    'ACCOUNT_FROZEN',
  ],
  [CommandKind.Tick]: [],
  [CommandKind.PlaceConditional]: conditional,
  [CommandKind.AmendConditional]: [...conditional, 'ORDER_UNKNOWN', 'ORDER_UNCHANGED', 'TRIGGERED_ALREADY'],
  [CommandKind.SetPositionTpsl]: [
    ...entry,
    ...account,
    'PARAM_MALFORMED',
    'STOP_PRICE_NOT_POSITIVE',
    'STOP_PRICE_TOO_HIGH',
    'WOULD_TRIGGER_AT_ONCE',
    'TOO_MANY_ORDERS',
    'POSITION_UNKNOWN',
    'CAPACITY_FULL',
    'ORDER_UNCHANGED',
  ],
  [CommandKind.ReversePosition]: [...entry, ...opening, ...account, ...terms, ...market, 'TOO_MANY_ORDERS', 'POSITION_UNKNOWN'],
  [CommandKind.ClosePositions]: [
    ...entry,
    ...account,
    'PARAM_MALFORMED',
    'QUANTITY_TOO_LARGE',
    'REDUCE_ONLY_REJECTED',
    ...market,
    'CAPACITY_FULL',
  ],
  [CommandKind.SetCancelAfter]: ['SYMBOL_UNKNOWN', 'ACCOUNT_UNKNOWN', 'CAPACITY_FULL', 'INVALID_COUNTDOWN'],
  [CommandKind.SettleFunding]: [
    'SYMBOL_UNKNOWN',
    'MARKET_CLOSED',
    'PARAM_MALFORMED',
    'FUNDING_SETTLED_ALREADY',
    'FUNDING_NOT_DUE',
    'FUNDING_RUNNING',
    'MARK_NOT_CONFIRMED',
  ],
  [CommandKind.SetAccountFlags]: ['ACCOUNT_UNKNOWN', 'PARAM_MALFORMED'],
  [CommandKind.DelistSymbol]: ['SYMBOL_UNKNOWN', 'FUNDING_RUNNING'],
  [CommandKind.Convert]: [...movement, 'CONVERSION_TOO_SMALL', 'QUOTE_EXPIRED', 'CONVERSION_CAP'],
  [CommandKind.ReportEquity]: ['PARAM_MALFORMED'],
  [CommandKind.SetRoundOption]: ['SYMBOL_UNKNOWN', 'PARAM_MALFORMED', 'CAPACITY_FULL', 'ROUND_OPTION_FIXED', 'ODDS_NOT_ALLOWED'],
  [CommandKind.SetDrawOdds]: ['ROUND_OPTION_UNKNOWN', 'INVALID_BET_TYPE', 'ODDS_NOT_ALLOWED'],
  [CommandKind.PlaceBet]: [
    ...play,
    'SYMBOL_CLOSED',
    'MARKET_CLOSED',
    'PRICE_STALE',
    'CAPACITY_FULL',
    'ROUND_OPTION_UNKNOWN',
    'ROUND_OPTION_PAUSED',
    'INVEST_NOT_OPEN',
    'INVEST_CLOSED',
    'INVALID_BET_TYPE',
    'BELOW_MINIMUM',
    'ABOVE_MAXIMUM',
    'MEMBER_ROUND_LIMIT',
    'SIDE_EXPOSURE_FULL',
    'TOO_MANY_BETS',
    'DRAW_NOT_COMMITTED',
  ],
  [CommandKind.CancelBet]: ['ACCOUNT_UNKNOWN', 'ACCOUNT_FROZEN', 'BET_UNKNOWN', 'BET_CANCEL_OVER'],
  [CommandKind.SellBet]: [
    'ACCOUNT_UNKNOWN',
    'ACCOUNT_FROZEN',
    'PARAM_MALFORMED',
    'SYMBOL_CLOSED',
    'MARKET_CLOSED',
    'TRADING_HALTED',
    'PRICE_STALE',
    'BET_UNKNOWN',
    'EARLY_SALE_NOT_ALLOWED',
    'SALE_BELOW_LEAST',
  ],
  [CommandKind.SettleRound]: ['ROUND_OPTION_UNKNOWN', 'PARAM_MALFORMED', 'ROUND_NOT_DUE', 'ROUND_SETTLED_ALREADY'],
  [CommandKind.CommitDraw]: ['ROUND_OPTION_UNKNOWN', 'PARAM_MALFORMED', 'CAPACITY_FULL', 'INVEST_CLOSED', 'DRAW_COMMITTED_ALREADY'],
  [CommandKind.RevealDraw]: ['ROUND_OPTION_UNKNOWN', 'PARAM_MALFORMED', 'DRAW_MISMATCH', 'ROUND_NOT_DUE', 'ROUND_SETTLED_ALREADY'],
  [CommandKind.SetPlayLimits]: ['ACCOUNT_UNKNOWN', 'PARAM_MALFORMED'],
  [CommandKind.CommitSlot]: ['ACCOUNT_UNKNOWN', 'PARAM_MALFORMED', 'SLOT_MISMATCH'],
  [CommandKind.SpinSlot]: [...play, 'SLOT_NOT_COMMITTED', 'SLOT_MISMATCH', 'SLOT_GAME_UNKNOWN'],
  [CommandKind.PendDeposit]: [...custody, 'AMOUNT_NOT_POSITIVE'],
  [CommandKind.CreditDeposit]: [...custody, 'AMOUNT_NOT_POSITIVE'],
  [CommandKind.UnlockDeposit]: custody,
  [CommandKind.OrphanDeposit]: custody,
  [CommandKind.HoldWithdrawal]: [...custody, 'AMOUNT_NOT_POSITIVE', 'ACCOUNT_FROZEN', 'INSUFFICIENT_BALANCE', 'BALANCE_LOCKED'],
  [CommandKind.SendWithdrawal]: custody,
  [CommandKind.SettleWithdrawal]: custody,
  [CommandKind.SettleInside]: custody,
  [CommandKind.ReturnWithdrawal]: custody,
  [CommandKind.BookCustody]: [
    'PARAM_MALFORMED',
    'AMOUNT_NOT_POSITIVE',
    'QUANTITY_TOO_LARGE',
    'INSUFFICIENT_BALANCE',
    'CAPACITY_FULL',
    'CUSTODY_GAP',
  ],
};
