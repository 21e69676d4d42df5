// What each command asks for, field by field: four words behind the head, further ones behind those.
//
// A new field is one line here: the gateway's encoders fail to compile until they set it. Amounts are micro-USDT or the smallest unit of
// the currency of the wallet they speak of. Orders' further words are in order-commands.ts.
import { DIGEST, LIST, NUMBER, atWord, group, ifThere, orNone } from './field.ts';
import { CONVERSION_QUOTE } from './conversion-terms.ts';
import { BET_STRIKE, BOUNDARY_TICK, CLOCK_CHANGE } from './round-terms.ts';

const [ID, CODE, BITS, COUNT] = [NUMBER('id'), NUMBER('code'), NUMBER('bits'), NUMBER('count')];
const [TICKS, LOTS, MARK, RATE] = [NUMBER('ticks'), NUMBER('lots'), NUMBER('mark'), NUMBER('rate')];
const [AMOUNT, TIME, SPAN, DAY] = [NUMBER('amount'), NUMBER('time'), NUMBER('span'), NUMBER('day')];

/** Where a command's further words begin. */
const FURTHER = 12;

export const ACCOUNT_COMMANDS = {
  OpenAccount: {},
  /** `spec` is the encoded instrument (engine/market/instrument.ts): precision, filters, fees, tiers. */
  ListSymbol: { spec: atWord(FURTHER, LIST('count')) },
  /** Cancels all orders of the symbol and settles its positions at the last mark; it then is no longer listed. */
  DelistSymbol: {},
  SetSwitch: { bits: BITS },
  /** Moves `amount` from one ledger account to another (engine/ledger/account.ts numbers them). `ref` stands in its posting: what it was for. */
  Transfer: { debit: ID, credit: ID, amount: AMOUNT, reason: CODE, ref: ifThere(atWord(FURTHER, ID)) },
  /**
   * `amount` of the account's purse `from` becomes num / den as much in its purse `to` of another currency, less `spread`; the rate as the
   * site had it. `quote`: until when it holds, and how far the house goes.
   */
  Convert: {
    from: CODE,
    to: CODE,
    amount: AMOUNT,
    spread: RATE,
    num: atWord(FURTHER, COUNT),
    den: COUNT,
    quote: ifThere(group(CONVERSION_QUOTE)),
  },
  /** Tells the equity of `count` accounts from `first` on that hold positions, as the beginning of `day`. */
  ReportEquity: { first: ID, count: COUNT, day: DAY },
  /** Bits of AccountFlag and the limit of leverage above them. `only` these change; absent = all of them. */
  SetAccountFlags: { flags: BITS, only: orNone('bits') },
  SetLeverage: { leverage: COUNT },
  SetMarginType: { marginType: CODE },
  SetPositionMode: { mode: CODE },
  /** Adds (direction 1) or removes (2) isolated margin. */
  ChangeMargin: { positionId: ID, amount: AMOUNT, direction: CODE },
  /** Time passes: lets liquidations and other continuing work proceed in bounded slices. */
  Tick: {},
};

export const MARKET_COMMANDS = {
  /** `parts`: what the mark was made of (price 1 and 2, funding rate), kept for explanations; none = the venue's own mark. */
  SetMark: { mark: MARK, index: MARK, last: MARK, valid: CODE, parts: ifThere(atWord(FURTHER, LIST('mark'))) },
  /** How many levels each side has; the house's depth follows, best first: pairs of ticks and lots. Replaces the ladder as a whole. */
  SetLadder: { bidLevels: COUNT, askLevels: COUNT, levels: atWord(FURTHER, LIST('ticks')) },
  /** Every position open in the symbol pays or receives `rate` of its notional at mark, once for this `fundingTime`. */
  SettleFunding: { rate: RATE, fundingTime: TIME },
};

export const ORDER_COMMANDS = {
  /** `slippage`: worst accepted distance from the mark for MARKET; 0 = the symbol's own bound. */
  PlaceOrder: { price: TICKS, lots: LOTS, flags: BITS, slippage: RATE, terms: atWord(FURTHER, LIST('bits')) },
  /** `end`: why the site ends it, Operator, OwnLimit or GoodTillDate of OrderEnd; absent = the member wants it. */
  CancelOrder: { orderId: ID, end: orNone('code') },
  /** symbol -1 = all symbols of the account. */
  CancelAll: {},
  AmendOrder: { orderId: ID, price: TICKS, lots: LOTS, terms: atWord(FURTHER, LIST('bits')) },
  PlaceConditional: {
    price: TICKS,
    lots: LOTS,
    flags: BITS,
    stopPrice: TICKS,
    callbackRate: atWord(FURTHER, RATE),
    terms: LIST('bits'),
  },
  AmendConditional: {
    orderId: ID,
    price: TICKS,
    lots: LOTS,
    stopPrice: TICKS,
    callbackRate: atWord(FURTHER, RATE),
    terms: LIST('bits'),
  },
  /** 0 removes a leg, TPSL_KEEP leaves it. `flags`: TpslFlag. */
  SetPositionTpsl: { positionId: ID, takeProfit: TICKS, stopLoss: TICKS, flags: BITS },
  /** Closes the position at market and opens as much on the other side (rules 5.7). */
  ReversePosition: { positionId: ID, slippage: RATE },
  /** Closes the account's positions of a symbol, or all (-1), at market. */
  ClosePositions: { slippage: RATE },
  /** All orders of the symbol (-1 = all) are cancelled when this time has passed without another such command; 0 ends the watch. */
  SetCancelAfter: { countdownMs: SPAN },
};

/** Timed rounds, draws and the slot. A round is its option and its ordinal: it starts at ordinal * duration (rules 11.2). Odds include the stake. */
export const ROUND_COMMANDS = {
  /** Holds for rounds whose betting has not opened. Kind, symbol (head) and duration never change. `flags`: RoundFlag. */
  SetRoundOption: {
    option: ID,
    roundKind: CODE,
    durationMs: SPAN,
    flags: BITS,
    cutoffMs: atWord(FURTHER, SPAN),
    oddsUp: RATE,
    oddsDown: RATE,
    minStake: AMOUNT,
    maxStake: AMOUNT,
    maxMemberRound: AMOUNT,
    maxSideExposure: AMOUNT,
    saleFee: RATE,
    saleVolatility: RATE,
  },
  /** Odds of one market of a draw; probability x odds stays below 1. */
  SetDrawOdds: { option: ID, market: CODE, odds: RATE },
  /** `strike`: the price of the moment, for in-round options only. */
  PlaceBet: { option: ID, ordinal: ID, market: CODE, stake: AMOUNT, strike: ifThere(atWord(FURTHER, group(BET_STRIKE))) },
  CancelBet: { betId: ID },
  /**
   * Sells an open bet at the price of the moment for what the published formula gives, if that is at least `least`. `strike`: the round's;
   * 0 for an in-round bet, which has its own.
   */
  SellBet: { betId: ID, least: AMOUNT, price: TICKS, tickTime: TIME, strike: atWord(FURTHER, TICKS) },
  /** The ticks at both boundaries; what the round came to follows from them alone. `halted` 1 = the source was halted at one of them. */
  SettleRound: {
    option: ID,
    ordinal: ID,
    halted: CODE,
    strike: atWord(FURTHER, group(BOUNDARY_TICK)),
    close: group(BOUNDARY_TICK),
  },
  /** SHA-256 of the round's seed, before its first bet. */
  CommitDraw: { option: ID, ordinal: ID, hash: atWord(FURTHER, LIST('hash')) },
  RevealDraw: { option: ID, ordinal: ID, seed: atWord(FURTHER, DIGEST), entropy: LIST('hash') },
  /**
   * A member's own limits, 0 = none, -1 = as it is; looser ones begin after a day. `dayPlayMs`: from the day's first bet or spin on.
   * Account -1: where the days of the site begin, and its next change of clocks: from the instant `at` on they are put forward by `byMs`;
   * only there `dayOffsetMs` is not -1.
   */
  SetPlayLimits: {
    dayLoss: AMOUNT,
    dayStake: AMOUNT,
    dayPlayMs: SPAN,
    dayOffsetMs: SPAN,
    change: ifThere(atWord(FURTHER, group(CLOCK_CHANGE))),
  },
  /** SHA-256 of the member's next slot seed; `seed` shows the one used so far. */
  CommitSlot: { hash: atWord(FURTHER, DIGEST), seed: ifThere(LIST('hash')) },
  SpinSlot: { game: CODE, stake: AMOUNT, seed: atWord(FURTHER, DIGEST), client: LIST('hash') },
};

/**
 * Coin custody. Deposits, withdrawals and the house's own entries have dense numbers of the site's own, 1, 2, 3 ...: a step that was taken
 * before is answered as taken, for ever. The account of the head is the member. Amounts in the asset's smallest unit.
 */
export const CUSTODY_COMMANDS = {
  /** Seen outside: the member's, but pending. */
  PendDeposit: { deposit: ID, asset: CODE, amount: AMOUNT },
  /** First threshold: may be spent, but may not leave. */
  CreditDeposit: { deposit: ID, asset: CODE, amount: AMOUNT },
  /** Second threshold. */
  UnlockDeposit: { deposit: ID },
  /** It is in no block any more; of the next number: it is used up without any money. */
  OrphanDeposit: { deposit: ID },
  /** Both leave the available balance at once. */
  HoldWithdrawal: { withdrawal: ID, asset: CODE, amount: AMOUNT, fee: AMOUNT },
  SendWithdrawal: { withdrawal: ID },
  /** `networkFee` of the chain's own coin, paid by the house. */
  SettleWithdrawal: { withdrawal: ID, networkAsset: CODE, networkFee: AMOUNT },
  /** To another member of the site, without a fee. */
  SettleInside: { withdrawal: ID, payee: ID },
  /** Refused, cancelled or failed; of the next number: it is used up without any money. */
  ReturnWithdrawal: { withdrawal: ID },
  /** Of the house itself: `amount` that came from outside into the purse, below zero = left custody out of it. */
  BookCustody: { entry: ID, asset: CODE, purse: CODE, amount: AMOUNT },
  /** To another member, of what may be withdrawn; `transfer` numbers it in its postings, past `until` it is over. */
  TransferToMember: { transfer: ID, payee: ID, asset: CODE, amount: AMOUNT, until: atWord(FURTHER, TIME) },
};
