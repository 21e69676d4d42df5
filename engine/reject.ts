// The engine's rejections: number on the tape, name on the wire, and the field's well-known number (Binance) as data.
// The order of checks is the rules' section 3.6; texts in Korean and English live in features/futures/errors.ts.

interface Rejection {
  code: number;
  name: string;
  binance: number;
  /** Request field it speaks of. */
  field: string;
}

const table = [
  [1, 'SYMBOL_UNKNOWN', -1121, 'futuresOptionId'],
  [2, 'SYMBOL_CLOSED', -4141, 'futuresOptionId'],
  [3, 'MARKET_CLOSED', -4088, 'futuresOptionId'],
  [4, 'TRADING_HALTED', -4088, 'futuresOptionId'],
  [5, 'CANCEL_ONLY', -4088, 'futuresOptionId'],
  [6, 'REDUCE_ONLY_MODE', -4088, 'futuresOptionId'],
  [7, 'PRICE_STALE', -4088, 'futuresOptionId'],
  [8, 'ACCOUNT_UNKNOWN', -2018, ''],
  [9, 'ACCOUNT_MAY_NOT_TRADE', -4088, ''],
  [10, 'PARAM_MALFORMED', -1102, ''],
  [11, 'PARAM_NOT_REQUIRED', -1106, ''],
  [12, 'INVALID_TIME_IN_FORCE', -1115, 'timeInForce'],
  [13, 'INVALID_ORDER_TYPE', -1116, 'type'],
  [14, 'INVALID_SIDE', -1117, 'side'],
  [15, 'BAD_PRECISION', -1111, 'quantity'],
  [16, 'QUANTITY_NOT_POSITIVE', -4003, 'quantity'],
  [17, 'QUANTITY_TOO_SMALL', -4004, 'quantity'],
  [18, 'QUANTITY_TOO_LARGE', -4005, 'quantity'],
  [19, 'QUANTITY_OFF_STEP', -4023, 'quantity'],
  [20, 'PRICE_NOT_POSITIVE', -4001, 'price'],
  [21, 'PRICE_TOO_HIGH', -4002, 'price'],
  [22, 'PRICE_TOO_LOW', -4013, 'price'],
  [23, 'PRICE_OFF_TICK', -4014, 'price'],
  [24, 'PRICE_ABOVE_BAND', -4016, 'price'],
  [25, 'PRICE_BELOW_BAND', -4024, 'price'],
  [26, 'STOP_PRICE_NOT_POSITIVE', -4006, 'stopPrice'],
  [27, 'STOP_PRICE_TOO_HIGH', -4007, 'stopPrice'],
  [28, 'INVALID_WORKING_TYPE', -4031, 'workingType'],
  [29, 'WOULD_TRIGGER_AT_ONCE', -2021, 'stopPrice'],
  [30, 'NOTIONAL_TOO_SMALL', -4164, 'quantity'],
  [31, 'MARKET_ORDER_OUT_OF_RANGE', -4131, 'price'],
  [32, 'INVALID_POSITION_SIDE', -4060, 'positionSide'],
  [33, 'POSITION_SIDE_MISMATCH', -4061, 'positionSide'],
  [34, 'REDUCE_ONLY_REJECTED', -2022, 'reduceOnly'],
  [35, 'REDUCE_ONLY_CONFLICT', -4062, 'reduceOnly'],
  [36, 'POSITION_NOT_SUFFICIENT', -2024, 'quantity'],
  [37, 'ACCOUNT_IN_LIQUIDATION', -2023, ''],
  [38, 'TOO_MANY_ORDERS', -2025, ''],
  [39, 'TOO_MANY_CONDITIONAL_ORDERS', -4045, ''],
  [40, 'NOTIONAL_ABOVE_BRACKET', -2027, 'quantity'],
  [41, 'INSUFFICIENT_BALANCE', -2018, 'amount'],
  [42, 'INSUFFICIENT_MARGIN', -2019, 'quantity'],
  [43, 'FOK_NOT_FILLED', -5021, 'timeInForce'],
  [44, 'POST_ONLY_WOULD_TAKE', -5022, 'timeInForce'],
  [45, 'ORDER_UNKNOWN', -2011, 'id'],
  [46, 'INVALID_LEVERAGE', -4028, 'leverage'],
  [47, 'LEVERAGE_LOCKED_BY_POSITION', -4161, 'leverage'],
  [48, 'MARGIN_TYPE_UNCHANGED', -4046, 'marginType'],
  [49, 'MARGIN_TYPE_LOCKED_BY_ORDERS', -4047, 'marginType'],
  [50, 'MARGIN_TYPE_LOCKED_BY_POSITION', -4048, 'marginType'],
  [51, 'MARGIN_IS_CROSSED', -4049, 'futuresPositionId'],
  [52, 'CROSS_BALANCE_SHORT', -4050, 'amount'],
  [53, 'ISOLATED_BALANCE_SHORT', -4051, 'amount'],
  [54, 'POSITION_UNKNOWN', -4054, 'futuresPositionId'],
  [55, 'AMOUNT_NOT_POSITIVE', -4055, 'amount'],
  [56, 'POSITION_MODE_UNCHANGED', -4059, 'mode'],
  [57, 'POSITION_MODE_LOCKED_BY_ORDERS', -4067, 'mode'],
  [58, 'POSITION_MODE_LOCKED_BY_POSITION', -4068, 'mode'],
  [59, 'REQUEST_REUSED', -4015, 'clientOrderId'],
  [60, 'CAPACITY_FULL', -1008, ''],
  [61, 'ORDER_UNCHANGED', -5027, 'price'],
  [62, 'NO_LIQUIDITY', -4131, 'quantity'],
  [63, 'ACCOUNT_EXISTS', -4015, ''],
  [64, 'NO_MARK_PRICE', -4088, 'futuresOptionId'],
  [65, 'CLOSE_POSITION_TAKES_NO_QUANTITY', -4137, 'quantity'],
  [66, 'CLOSE_POSITION_TAKES_NO_REDUCE_ONLY', -4138, 'reduceOnly'],
  [67, 'CLOSE_POSITION_EXISTS', -4130, 'stopPrice'],
  [68, 'INVALID_ACTIVATION_PRICE', -4135, 'activationPrice'],
  [69, 'INVALID_CALLBACK_RATE', -4136, 'callbackRate'],
  [70, 'TAKE_PROFIT_WRONG_SIDE', -2021, 'takeProfit'],
  [71, 'STOP_LOSS_WRONG_SIDE', -2021, 'stopLoss'],
  [72, 'TPSL_ON_CLOSING_ORDER', -1106, 'takeProfit'],
  [73, 'INVALID_COUNTDOWN', -1102, 'countdownTime'],
  [74, 'TRIGGERED_ALREADY', -2011, 'id'],
  [80, 'ACCOUNT_FROZEN', -4088, ''],
  [81, 'ACCOUNT_REDUCE_ONLY', -4088, ''],
  [82, 'PARTNER_MAY_NOT_ORDER', -4088, ''],
  [83, 'PARTNER_MAY_NOT_INVEST', -4088, ''],
  [84, 'TRADER_MAY_NOT_TPSL', -4088, 'type'],
  [85, 'TRADER_ORDER_OPPOSITE', -4088, 'side'],
  [86, 'TRADER_CLOSES_BY_COPYING', -4088, 'side'],
  [87, 'FOLLOWER_USES_COPY_TAB', -4088, ''],
  [88, 'OPEN_INTEREST_CAP', -2027, 'quantity'],
  [89, 'FUNDING_SETTLED_ALREADY', -4015, 'fundingTime'],
  [90, 'FUNDING_NOT_DUE', -1102, 'fundingTime'],
  [91, 'FUNDING_RUNNING', -4015, 'fundingTime'],
  [92, 'MARK_NOT_CONFIRMED', -4088, 'futuresOptionId'],
  [93, 'CONVERSION_TOO_SMALL', -4055, 'point'],
  [94, 'LEVERAGE_LIMITED', -4028, 'leverage'],
] as const satisfies readonly (readonly [number, string, number, string])[];

/** Of rounds, draws and the slot; texts in features/rounds/errors.ts. */
const roundTable = [
  [100, 'ROUND_OPTION_UNKNOWN', -1121, 'tradeOptionId'],
  [101, 'ROUND_OPTION_PAUSED', -4088, 'tradeOptionId'],
  [102, 'INVEST_NOT_OPEN', -4088, 'tradeRoundId'],
  [103, 'INVEST_CLOSED', -4088, 'tradeRoundId'],
  [104, 'INVALID_BET_TYPE', -1116, 'type'],
  [105, 'BELOW_MINIMUM', -4004, 'point'],
  [106, 'ABOVE_MAXIMUM', -4005, 'point'],
  [107, 'MEMBER_ROUND_LIMIT', -4005, 'point'],
  [108, 'SIDE_EXPOSURE_FULL', -2027, 'point'],
  [109, 'OWN_STAKE_LIMIT', -2027, 'point'],
  [110, 'OWN_LOSS_LIMIT', -2027, 'point'],
  [111, 'OWN_TIME_LIMIT', -4088, ''],
  [112, 'SELF_EXCLUDED', -4088, ''],
  [113, 'TOO_MANY_BETS', -2025, ''],
  [114, 'BET_UNKNOWN', -2011, 'id'],
  [115, 'BET_CANCEL_OVER', -2011, 'id'],
  [116, 'EARLY_SALE_NOT_ALLOWED', -4088, 'id'],
  [117, 'SALE_BELOW_LEAST', -4131, 'point'],
  [118, 'DRAW_NOT_COMMITTED', -4088, 'tradeRoundId'],
  [119, 'DRAW_COMMITTED_ALREADY', -4015, 'tradeRoundId'],
  [120, 'DRAW_MISMATCH', -1102, 'tradeRoundId'],
  [121, 'ROUND_NOT_DUE', -1102, 'tradeRoundId'],
  [122, 'ROUND_SETTLED_ALREADY', -4015, 'tradeRoundId'],
  [123, 'ROUND_OPTION_FIXED', -1106, 'tradeOptionId'],
  [124, 'ODDS_NOT_ALLOWED', -1102, 'odds'],
  [125, 'SLOT_NOT_COMMITTED', -4088, ''],
  [126, 'SLOT_MISMATCH', -1102, ''],
  [127, 'SLOT_GAME_UNKNOWN', -1121, 'id'],
] as const satisfies readonly (readonly [number, string, number, string])[];

/** Of coin custody, of quoted conversions and of transfers to members; texts in features/wallet/custody-rejections.ts. */
const custodyTable = [
  [140, 'CUSTODY_GAP', -1102, ''],
  [141, 'CUSTODY_STEP', -4015, ''],
  [142, 'CUSTODY_MISMATCH', -1102, ''],
  [143, 'BALANCE_LOCKED', -2018, 'point'],
  [144, 'QUOTE_EXPIRED', -4088, 'quoteId'],
  [145, 'CONVERSION_CAP', -4088, 'to'],
  [146, 'TRANSFER_EXPIRED', -4088, 'transferId'],
  [147, 'RECEIVER_CLOSED', -4088, 'receiver'],
] as const satisfies readonly (readonly [number, string, number, string])[];

export type RoundRejectName = (typeof roundTable)[number][1];
export type CustodyRejectName = (typeof custodyTable)[number][1];
export type RejectName = (typeof table)[number][1] | RoundRejectName | CustodyRejectName;

const all = [...table, ...roundTable, ...custodyTable];

/** name -> number on the tape. */
export const Reject = Object.fromEntries(all.map(([code, name]) => [name, code])) as Record<RejectName, number>;

/** Where the rejections of rounds begin. */
export const FIRST_ROUND_REJECT = 100;
/** Where those of custody begin. */
export const FIRST_CUSTODY_REJECT = 140;

/** All rejections by number. */
export const rejections: ReadonlyMap<number, Rejection & { name: RejectName }> = new Map(
  all.map(([code, name, binance, field]) => [code, { code, name, binance, field }]),
);
