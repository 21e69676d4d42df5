// What each event of accounts, orders, positions, funding and liquidations says, field by field in the order of its words.
//
// Positive amounts are received unless a field says otherwise. A new field is one line here: readers have it at once, and every writer
// that does not set it fails to compile.
import { DIGEST, NUMBER, WIDE, atWord, packed } from './field.ts';

const [ID, CODE, BITS, COUNT] = [NUMBER('id'), NUMBER('code'), NUMBER('bits'), NUMBER('count')];
const [TICKS, LOTS, MARK, RATE, PPM] = [NUMBER('ticks'), NUMBER('lots'), NUMBER('mark'), NUMBER('rate'), NUMBER('ppm')];
const [AMOUNT, TIME, SPAN, DAY] = [NUMBER('amount'), NUMBER('time'), NUMBER('span'), NUMBER('day')];

/** A conditional order that waits. */
const WAITING = {
  orderId: ID,
  flags: BITS,
  price: TICKS,
  /** 0 = closes the position. */
  lots: LOTS,
  reserved: AMOUNT,
  /** Trailing: its activation price. */
  stopPrice: TICKS,
  callbackRate: RATE,
  /** TP/SL attached to it, 0 = none. */
  takeProfit: TICKS,
  stopLoss: TICKS,
  /** The entry order whose fill armed it, 0 = none. */
  parentId: ID,
};

/** Requests, accounts, symbols and settings. */
export const ACCOUNT_EVENTS = {
  /** `code` indexes engine/reject.ts; a and b are its numbers (limit and offered, in the field's own unit). */
  CommandRejected: { code: CODE, a: NUMBER('count'), b: NUMBER('count') },
  /** The first answer to the same request: its sequence and, for orders, how the order stood then. */
  RequestRepeated: { firstSeq: ID, command: CODE, orderId: ID, filledLots: LOTS, filledCost: WIDE, status: CODE },
  AccountOpened: {},
  SymbolListed: {},
  SwitchSet: { bits: BITS },
  /** Accounts of the ledger (engine/ledger/account.ts), what moved, why (PostingReason), what for, and both balances after it. */
  LedgerPosted: { debit: ID, credit: ID, amount: AMOUNT, reason: CODE, ref: ID, debitAfter: AMOUNT, creditAfter: AMOUNT },
  AccountChanged: {
    crossWallet: AMOUNT,
    isolatedWallets: AMOUNT,
    orderMargin: AMOUNT,
    positionMargin: AMOUNT,
    unrealizedPnl: AMOUNT,
    maintenanceMargin: AMOUNT,
    available: AMOUNT,
  },
  LeverageChanged: { leverage: COUNT },
  MarginTypeChanged: { marginType: CODE },
  PositionModeChanged: { mode: CODE },
  MarkSet: { mark: MARK, indexPrice: MARK },
  AccountFlagsSet: { flags: BITS },
  DelistingStarted: { mark: MARK },
  DelistingFinished: { positions: COUNT },
  /** At the beginning of `day`; account -1 when the last account has been looked at. `unrealized` of all its positions, isolated ones too. */
  EquityReported: { day: DAY, crossWallet: AMOUNT, isolatedWallets: AMOUNT, unrealized: AMOUNT },
};

/** Orders, their fills and ends, and the positions they make. */
export const ORDER_EVENTS = {
  /** `takeProfit` and `stopLoss` attached to it, 0 = none. */
  OrderPlaced: {
    orderId: ID,
    flags: BITS,
    price: TICKS,
    lots: LOTS,
    reserved: AMOUNT,
    takeProfit: atWord(13, TICKS),
    stopLoss: TICKS,
  },
  /** `role`: FillRole. `fee` is paid. `restLots`: what of the order is open after it. */
  OrderFilled: {
    orderId: ID,
    flags: BITS,
    price: TICKS,
    lots: LOTS,
    role: CODE,
    fee: AMOUNT,
    realizedPnl: AMOUNT,
    tradeId: ID,
    restLots: LOTS,
    positionId: ID,
  },
  OrderAmended: { orderId: ID, flags: BITS, price: TICKS, lots: LOTS, filledLots: LOTS, reserved: AMOUNT },
  /** `end`: OrderEnd. `reason`: code of reject.ts when a fired order was refused, else 0. */
  OrderClosed: { orderId: ID, flags: BITS, end: CODE, price: TICKS, lots: LOTS, filledLots: LOTS, filledCost: WIDE, reason: CODE },
  /** `lots` is signed; `positionSide` of command-kind.ts. `feesPaid` and `fundingPaid` over its life, positive when they were paid. */
  PositionChanged: {
    positionId: ID,
    positionSide: CODE,
    lots: LOTS,
    entryCost: WIDE,
    isolatedWallet: AMOUNT,
    realizedPnl: AMOUNT,
    feesPaid: AMOUNT,
    fundingPaid: AMOUNT,
    setting: packed('leverage', 'marginType', 1),
  },
  /** `lots` signed by the side held: all that were closed over the position's life. `end`: PositionEnd. */
  PositionClosed: {
    positionId: ID,
    positionSide: CODE,
    lots: LOTS,
    entryCost: WIDE,
    exitCost: WIDE,
    realizedPnl: AMOUNT,
    feesPaid: AMOUNT,
    setting: packed('leverage', 'end', 2),
  },
};

/** Orders that wait for a price, the TP/SL that fills arm, and the dead man's switch. */
export const TRIGGER_EVENTS = {
  OrderArmed: WAITING,
  TriggerAmended: WAITING,
  /** OrderPlaced with the same id, now Limit or Market, or OrderClosed with a reason follows. */
  OrderTriggered: { orderId: ID, flags: BITS, stopPrice: TICKS, workingPrice: MARK, lots: LOTS },
  /** A trailing stop reached its activation price and follows `extreme` from now on. */
  TrailingActivated: { orderId: ID, extreme: MARK },
  /** TP/SL attached to `parentId` could not be armed: the position stands without it. `type`: TakeProfit or StopLoss. */
  TpslRefused: { parentId: ID, type: CODE, stopPrice: TICKS, code: CODE },
  /** A reversal closed the position, but the other side was refused (rules 5.7); or ClosePositions could not close this one. */
  ReverseCut: { positionId: ID, lots: LOTS, code: CODE },
  /** `until` 0 = off. */
  CancelAfterSet: { until: TIME, countdownMs: SPAN },
  CancelAfterDone: { until: TIME, orders: COUNT },
  /** What an entry's fills will arm from now on, where its own events do not say it: 0 = none; limits 0 = at market. */
  TpslAttached: { orderId: ID, flags: BITS, takeProfit: TICKS, stopLoss: TICKS, takeProfitLimit: TICKS, stopLossLimit: TICKS },
  /** It may not be placed now that it fired: the figures of the check that failed, as in CommandRejected. OrderClosed follows. */
  TriggerRefused: { orderId: ID, code: CODE, limit: COUNT, offered: COUNT },
};

/** Funding, warnings and liquidations. */
export const RISK_EVENTS = {
  LiquidationStarted: { positionId: ID, mark: MARK, equity: AMOUNT, maintenanceMargin: AMOUNT },
  LiquidationFinished: { positionId: ID, clearanceFee: AMOUNT, insurancePaid: AMOUNT, lots: LOTS, price: TICKS },
  MarginWarned: { positionId: ID, ratioPpm: PPM },
  /** The rate and the mark that this settlement uses to its end. */
  FundingStarted: { rate: RATE, mark: MARK, fundingTime: TIME },
  /** `amount` is due (positive: receives), `collected` what moved; the difference is in `debt`, the account's after it. */
  FundingSettled: {
    positionId: ID,
    positionSide: CODE,
    lots: LOTS,
    mark: MARK,
    rate: RATE,
    fundingTime: TIME,
    amount: AMOUNT,
    collected: AMOUNT,
    debt: AMOUNT,
  },
  FundingFinished: { fundingTime: TIME, positions: COUNT },
  FundingDebtPaid: { amount: AMOUNT, debt: AMOUNT },
  /** `stage`: LiquidationStage. Prices 0 = none; equity and maintenance margin of the scope after the step. */
  LiquidationStep: {
    stage: CODE,
    positionId: ID,
    lots: LOTS,
    price: TICKS,
    fee: AMOUNT,
    equity: AMOUNT,
    maintenanceMargin: AMOUNT,
    bankruptcyPrice: TICKS,
  },
  Deleveraged: { positionId: ID, lots: LOTS, price: TICKS },
};

const BET = { betId: ID, option: ID, ordinal: ID, market: CODE, stake: AMOUNT };
const ROUND = { option: ID, ordinal: ID };

/** Timed rounds, draws and the slot; amounts in the BINARY wallet's currency. `balance` and `waiting`: that wallet and the open stakes after it. */
export const ROUND_EVENTS = {
  /** Holds from the round `fromOrdinal` on. `flags`: RoundFlag. */
  RoundOptionSet: {
    option: ID,
    roundKind: CODE,
    durationMs: SPAN,
    cutoffMs: SPAN,
    flags: BITS,
    oddsUp: RATE,
    oddsDown: RATE,
    fromOrdinal: ID,
  },
  DrawOddsSet: { option: ID, market: CODE, odds: RATE, fromOrdinal: ID },
  /** Its first bet came: the terms it is held to; fee and volatility of early sales. */
  RoundOpened: { ...ROUND, startAt: TIME, endAt: TIME, closesAt: TIME, flags: BITS, saleFee: RATE, saleVolatility: RATE },
  /** `strike` for in-round bets, else 0. `sideStake`: all stakes on this market of the round now. */
  BetPlaced: { ...BET, odds: RATE, strike: TICKS, balance: AMOUNT, waiting: AMOUNT, sideStake: AMOUNT },
  BetCancelled: { ...BET, balance: AMOUNT, waiting: AMOUNT, sideStake: AMOUNT },
  BetSold: { ...BET, value: AMOUNT, price: TICKS, balance: AMOUNT, waiting: AMOUNT, sideStake: AMOUNT },
  /** One boundary of a round as its settlement was given it: Boundary and BoundaryTick (round-commands.ts). Comes before RoundSettled. */
  RoundTick: {
    ...ROUND,
    boundary: CODE,
    price: TICKS,
    tickTime: TIME,
    idHi: ID,
    idLo: ID,
    receivedAt: TIME,
    before: TICKS,
    confirm: TICKS,
  },
  /**
   * The result is decided; BetSettled of each bet follow, in this command or in Ticks after it. Of a draw, `close` is its packed result.
   * `staked`: of all markets.
   */
  RoundSettled: {
    ...ROUND,
    result: CODE,
    voidReason: CODE,
    strike: TICKS,
    close: TICKS,
    bets: COUNT,
    stakeUp: AMOUNT,
    stakeDown: AMOUNT,
    staked: AMOUNT,
  },
  BetSettled: { ...BET, odds: RATE, status: CODE, payout: AMOUNT, balance: AMOUNT, waiting: AMOUNT },
  /** The last bet is paid: how many bets were settled, what they staked and were paid, and how many won, lost and were void. */
  RoundFinished: { ...ROUND, bets: COUNT, staked: AMOUNT, paid: AMOUNT, won: COUNT, lost: COUNT, void: COUNT },
  DrawCommitted: { ...ROUND, hash: DIGEST },
  DrawRevealed: { ...ROUND, result: CODE },
  DrawSeedShown: { ...ROUND, seed: DIGEST },
  DrawEntropyShown: { ...ROUND, entropy: DIGEST },
  /** `pending*`: looser limits, each beginning at its own `*From`, 0 = none waits. */
  PlayLimitsSet: {
    dayLoss: AMOUNT,
    dayStake: AMOUNT,
    dayPlayMs: SPAN,
    pendingLoss: AMOUNT,
    pendingStake: AMOUNT,
    pendingPlayMs: SPAN,
    lossFrom: TIME,
    stakeFrom: TIME,
    playFrom: TIME,
  },
  /** Where the site's days begin, and from when on by how much elsewhere; `changeAt` 0 = for good. */
  PlayDaySet: { dayOffsetMs: SPAN, changeAt: TIME, changeByMs: SPAN },
  /** `serial`: how many seeds the account has had; the nonce of its spins begins at 0 again. */
  SlotCommitted: { serial: COUNT, hash: atWord(8, DIGEST) },
  SlotSeedShown: { serial: COUNT, spins: COUNT, seed: DIGEST },
  /** `reels`: what they showed, packed by slot. */
  SlotSpun: { game: CODE, serial: COUNT, nonce: COUNT, stake: AMOUNT, payout: AMOUNT, reels: CODE, balance: AMOUNT },
};

/** Coin custody by number; amounts in the asset's smallest unit. */
export const CUSTODY_EVENTS = {
  /**
   * `state`: DepositState. `shortfall`: what of an orphaned one was no longer there. `locked`, `owed`: of the member's in this asset after it,
   * what may not leave yet, and what it owes for orphaned ones. Asset and amount 0: the number was used up without any money.
   */
  DepositChanged: { deposit: ID, state: CODE, asset: CODE, amount: AMOUNT, shortfall: AMOUNT, locked: AMOUNT, owed: AMOUNT },
  /** `state`: WithdrawalState. `payee`: the member that was paid inside, else -1. `networkFee` of the chain's own coin. */
  WithdrawalChanged: {
    withdrawal: ID,
    state: CODE,
    asset: CODE,
    amount: AMOUNT,
    fee: AMOUNT,
    payee: ID,
    networkAsset: CODE,
    networkFee: AMOUNT,
  },
  /** The step was taken before: nothing was done. `state`: the number's now; 1 of an entry of the house. */
  CustodyRepeated: { command: CODE, number: ID, state: CODE },
};

/** PositionChanged's last word. */
export const heldSetting = (leverage: number, marginType: number): number => leverage * 2 + marginType;
export const closedSetting = (leverage: number, end: number): number => leverage * 4 + end;
/** The parts of PositionChanged's last word and of PositionClosed's. */
export const heldLeverage = (setting: number): number => setting >> 1;
export const heldMarginType = (setting: number): number => setting & 1;
export const closedLeverage = (setting: number): number => setting >> 2;
export const closedEnd = (setting: number): number => setting & 3;
