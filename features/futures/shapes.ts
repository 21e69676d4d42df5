// Shapes of the futures on the wire that calls and live events share: instruments, orders, fills, positions, the account.
import { decimal, id, isoTime, signedDecimal, symbolName } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { orderTypes } from './order-type-table.ts';

export const sides = ['BUY', 'SELL'] as const;
export const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;
export const timesInForce = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
export const orderStatuses = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED'] as const;
export const marginTypes = ['CROSSED', 'ISOLATED'] as const;
export const workingTypes = ['MARK_PRICE', 'CONTRACT_PRICE'] as const;
export const marketTypes = ['FUTURES', 'COPYTRADE'] as const;
export const autoCloses = ['LIQUIDATION', 'ADL', 'SETTLEMENT'] as const;
export const selfTradeModes = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;

export const bracket = z.object({
  tier: z.number(),
  floor: decimal,
  cap: decimal,
  maxLeverage: z.number(),
  /** Maintenance margin rate as a fraction ("0.004"). */
  mmr: decimal,
  cum: decimal,
});

/** An instrument as the screens need it; every figure a decimal string. */
export const option = z.object({
  futuresOptionId: id,
  symbol: symbolName,
  base: z.string(),
  quote: z.string(),
  name: z.object({ ko: z.string(), en: z.string() }),
  category: z.enum(['crypto', 'forex', 'metal', 'index']),
  pricePrecision: z.number(),
  quantityPrecision: z.number(),
  tickSize: decimal,
  stepSize: decimal,
  minQuantity: decimal,
  maxLimitQuantity: decimal,
  maxMarketQuantity: decimal,
  minNotional: decimal,
  maxLeverage: z.number(),
  makerFee: decimal,
  takerFee: decimal,
  clearanceFee: decimal,
  multiplierUp: decimal,
  multiplierDown: decimal,
  marketTakeBound: decimal,
  brackets: z.array(bracket),
  /** Trading switches in force: NONE, CANCEL_ONLY, REDUCE_ONLY, HALT, CLOSED, STALE. */
  trading: z.enum(['NONE', 'CANCEL_ONLY', 'REDUCE_ONLY', 'HALT', 'CLOSED', 'STALE']),
  /** Next opening of symbols with trading hours, else null. */
  opensAt: z.nullable(isoTime),
  isPlay: z.number(),
});
export type Option = z.output<typeof option>;

/** What a member sets of conditional orders and of orders with TP/SL; in an order absent on all others, "0" = none. */
export const orderTerms = z.object({
  /** TAKEPROFIT and STOPLOSS: where it fires. */
  stopPrice: z.optional(decimal),
  /** What it watches: the mark or (default) the last price. */
  workingType: z.optional(z.enum(workingTypes)),
  /** Expires instead of firing while mark and last are too far apart. */
  priceProtect: z.optional(z.boolean()),
  /** Closes whatever is open when it fires; takes no quantity. */
  closePosition: z.optional(z.boolean()),
  /** TRAILINGSTOP: where it begins to follow (absent or "0" = at once), and how far behind, in percent: "0.1" to "10". */
  activationPrice: z.optional(decimal),
  callbackRate: z.optional(decimal),
  /** TP/SL that the entry's fills arm: for the whole position, or (isPartialTpsl) for what this order opened. */
  takeProfit: z.optional(decimal),
  stopLoss: z.optional(decimal),
  isMarkTp: z.optional(z.boolean()),
  isMarkSl: z.optional(z.boolean()),
  isPartialTpsl: z.optional(z.boolean()),
  /** Partial ones only: the price at which the leg rests once it fired; absent or "0" = at market. */
  takeProfitLimit: z.optional(decimal),
  stopLossLimit: z.optional(decimal),
});

/** The same of an order that stands, with what the engine adds. */
export const conditionalTerms = z.object({
  ...orderTerms.shape,
  /** The condition has not been met yet. */
  isWaiting: z.optional(z.boolean()),
  /** It fired and went on as an order, of which status and fills tell; false where it was refused then. */
  hasFired: z.optional(z.boolean()),
  /** Trailing: the extreme it follows. */
  extremePrice: z.optional(decimal),
  /** The entry order whose fill armed it. */
  parentId: z.optional(id),
});

export const order = z.object({
  id,
  futuresOptionId: id,
  symbol: symbolName,
  clientOrderId: z.nullable(z.string()),
  side: z.enum(sides),
  positionSide: z.enum(positionSides),
  type: z.enum(orderTypes),
  timeInForce: z.enum(timesInForce),
  status: z.enum(orderStatuses),
  price: decimal,
  quantity: decimal,
  filledQuantity: decimal,
  /** Average price of its fills; "0" without one. */
  averagePrice: decimal,
  reduceOnly: z.boolean(),
  /** Margin held for its open part. */
  reserved: decimal,
  /**
   * Why it ended, if it did: FILLED, CANCELED_BY_MEMBER, EXPIRED, SELF_TRADE, REDUCE_ONLY, LIQUIDATION, SLIPPAGE, OPERATOR, OWN_LIMIT,
   * DELISTED, DELEVERAGED, GOOD_TILL_DATE; of conditional orders TRIGGER_REFUSED, POSITION_CLOSED, REPLACED, OTHER_LEG, PRICE_PROTECTED,
   * CANCEL_AFTER.
   */
  endReason: z.nullable(z.string()),
  /** An order of the system's own: what it closed a position for. Absent on orders of members. */
  autoClose: z.optional(z.enum(autoCloses)),
  /** The code for which it was refused when it fired, or left the book when it was to be filled (OPEN_INTEREST_CAP, INSUFFICIENT_MARGIN). */
  reason: z.optional(z.string()),
  /** Of orders that wait for a price, or once did; ours, named after the field's. */
  ...conditionalTerms.shape,
  marketType: z.enum(marketTypes),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Order = z.output<typeof order>;

export const fill = z.object({
  tradeId: z.number(),
  orderId: id,
  futuresOptionId: id,
  symbol: symbolName,
  side: z.enum(sides),
  positionSide: z.enum(positionSides),
  /** Ours beside MAKER and TAKER: how the system closed something. */
  role: z.enum(['MAKER', 'TAKER', 'LIQUIDATION', 'ADL', 'NETTING', 'SETTLEMENT']),
  price: decimal,
  quantity: decimal,
  fee: decimal,
  realizedPnl: signedDecimal,
  time: isoTime,
});
export type Fill = z.output<typeof fill>;

export const position = z.object({
  futuresPositionId: id,
  futuresOptionId: id,
  symbol: symbolName,
  positionSide: z.enum(positionSides),
  /** LONG or SHORT: the side held. */
  tradeType: z.enum(['LONG', 'SHORT']),
  quantity: decimal,
  entryPrice: decimal,
  breakEvenPrice: signedDecimal,
  markPrice: decimal,
  /** "0" = none, shown as --. */
  liquidationPrice: decimal,
  leverage: z.number(),
  marginType: z.enum(marginTypes),
  /** Initial margin held (cross) or the isolated wallet. */
  margin: decimal,
  maintenanceMargin: decimal,
  /** Maintenance / balance in percent, of the position (isolated) or the account (cross). */
  marginRatio: decimal,
  unrealizedPnl: signedDecimal,
  roe: signedDecimal,
  realizedPnl: signedDecimal,
  /** Trading fees and what the insurance fund took when a liquidation made it smaller (rules 9.5). */
  feesPaid: decimal,
  /** Funding over its life: positive = paid. */
  fundingPaid: signedDecimal,
  /** Place in the queue of auto-deleveraging, 1 to 5; 0 where there is none. Ours. */
  adlLight: z.number(),
  /** Its margin is being liquidated: only cancelling is possible. Ours. */
  isLiquidating: z.boolean(),
  /** Largest amount of isolated margin that may be taken out. */
  removableMargin: decimal,
  marketType: z.enum(marketTypes),
  openedAt: isoTime,
});
export type Position = z.output<typeof position>;

export const closedPosition = z.object({
  futuresPositionId: id,
  futuresOptionId: id,
  symbol: symbolName,
  stock: z.string(),
  tradeType: z.enum(['LONG', 'SHORT']),
  leverage: z.number(),
  quantity: decimal,
  startPrice: decimal,
  closePrice: decimal,
  realizedPnl: signedDecimal,
  /** Trading fees and what the insurance fund took of a liquidation (rules 9.5). */
  feesPaid: decimal,
  /** Positive = paid. */
  fundingPaid: signedDecimal,
  /** realizedPnl less fees and funding paid (rules 7.3). */
  closedPnl: signedDecimal,
  roe: signedDecimal,
  /** SETTLED: closed by the system through a delisting; DELEVERAGED: through auto-deleveraging (rules 9.6). */
  end: z.enum(['CLOSED', 'FLIPPED', 'LIQUIDATED', 'SETTLED', 'DELEVERAGED']),
  /** In histories; a live event leaves it out. */
  openedAt: z.optional(isoTime),
  closedAt: isoTime,
});
export type ClosedPosition = z.output<typeof closedPosition>;

/** What a day of the site came to in a history: of the whole day, whatever part of it a page shows. */
export const historyDay = z.object({
  date: z.string(),
  count: z.number(),
  /** Realised by fills, net of closed positions, or funding. */
  pnl: signedDecimal,
  fee: decimal,
});
export type HistoryDay = z.output<typeof historyDay>;
