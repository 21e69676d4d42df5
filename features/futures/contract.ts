// USDT perpetual futures on the wire: options (instruments), orders, positions, settings, histories, live events.
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, signedDecimal, symbolName } from '@maru/kit/contract/wire.ts';

export const sides = ['BUY', 'SELL'] as const;
export const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;
export const orderTypes = ['LIMIT', 'MARKET', 'TAKEPROFIT', 'STOPLOSS'] as const;
export const timesInForce = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
export const orderStatuses = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED'] as const;
export const marginTypes = ['CROSSED', 'ISOLATED'] as const;
export const positionModes = ['ONE_WAY', 'HEDGE'] as const;
export const workingTypes = ['MARK_PRICE', 'CONTRACT_PRICE'] as const;
export const marketTypes = ['FUTURES', 'COPYTRADE'] as const;
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
  /** Why it ended, if it did: FILLED, CANCELED_BY_MEMBER, EXPIRED, SELF_TRADE, REDUCE_ONLY, LIQUIDATION, SLIPPAGE, OPERATOR. */
  endReason: z.nullable(z.string()),
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
  role: z.enum(['MAKER', 'TAKER', 'LIQUIDATION']),
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
  feesPaid: decimal,
  /** Largest amount of isolated margin that may be taken out. */
  removableMargin: decimal,
  marketType: z.enum(marketTypes),
  openedAt: isoTime,
});
export type Position = z.output<typeof position>;

/** The futures account: the specification's cross data and the figures of the account box. */
export const crossAccount = z.object({
  playerPoint: decimal,
  markPnl: signedDecimal,
  minusFundingFee: signedDecimal,
  /** max(playerPoint + minusFundingFee + markPnl, 0), and the same without the floor. */
  point: decimal,
  realPoint: signedDecimal,
  available: decimal,
  withdrawable: decimal,
  orderMargin: decimal,
  positionMargin: decimal,
  isolatedWallets: decimal,
  maintenanceMargin: decimal,
  /** Percent. */
  marginRatio: decimal,
  positionMode: z.enum(positionModes),
  sequence: z.number(),
});
export type CrossAccount = z.output<typeof crossAccount>;

const optionIdQuery = z.object({ futuresOptionId: idText });

export const listOptions = defineRoute({
  name: 'listOptions',
  method: 'GET',
  path: '/api/futures/option/list',
  roles: everyone,
  summary: { ko: '선물 종목 목록', en: 'Futures instruments' },
  query: z.object({
    resultType: z.optional(z.enum(['List', 'ClientList'])),
    isPlay: z.optional(z.string()),
    stockPrefix: z.optional(z.string()),
  }),
  reply: z.array(option),
});
export const getOption = defineRoute({
  name: 'getOption',
  method: 'GET',
  path: '/api/futures/option',
  roles: everyone,
  summary: { ko: '선물 종목', en: 'A futures instrument' },
  query: optionIdQuery,
  reply: option,
  codes: ['SYMBOL_UNKNOWN'],
});

export const placeOrderBody = z.object({
  futuresOptionId: id,
  side: z.enum(sides),
  positionSide: z.enum(positionSides),
  type: z.enum(orderTypes),
  quantity: decimal,
  price: z.optional(decimal),
  timeInForce: z.optional(z.enum(timesInForce)),
  reduceOnly: z.optional(z.boolean()),
  clientOrderId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:/-]{1,36}$/))),
  stopPrice: z.optional(decimal),
  workingType: z.optional(z.enum(workingTypes)),
  /** MARKET only: worst accepted distance from the mark, a fraction such as "0.005". */
  slippageLimit: z.optional(decimal),
  selfTradePrevention: z.optional(z.enum(selfTradeModes)),
});
export const placeOrder = defineRoute({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/futures/order',
  roles: members,
  money: true,
  summary: { ko: '주문', en: 'Place an order' },
  body: placeOrderBody,
  reply: z.object({ order, fills: z.array(fill) }),
});
export const cancelOrder = defineRoute({
  name: 'cancelOrder',
  method: 'POST',
  path: '/api/futures/order/cancel',
  roles: members,
  money: true,
  summary: { ko: '주문 취소', en: 'Cancel an order' },
  body: z.object({ id }),
  reply: z.object({ order }),
  codes: ['ORDER_UNKNOWN'],
});
export const cancelAllOrders = defineRoute({
  name: 'cancelAllOrders',
  method: 'POST',
  path: '/api/futures/order/cancel_all',
  roles: members,
  money: true,
  summary: { ko: '주문 모두 취소', en: 'Cancel all orders' },
  body: z.object({ futuresOptionId: z.optional(id) }),
  reply: z.object({ canceled: z.number() }),
});
export const amendOrder = defineRoute({
  name: 'amendOrder',
  method: 'POST',
  path: '/api/futures/order/amend',
  roles: members,
  money: true,
  summary: { ko: '주문 정정', en: 'Amend an order' },
  body: z.object({ id, price: z.optional(decimal), quantity: z.optional(decimal) }),
  reply: z.object({ order, fills: z.array(fill) }),
  codes: ['ORDER_UNKNOWN'],
});
export const setLeverage = defineRoute({
  name: 'setLeverage',
  method: 'POST',
  path: '/api/futures/order/leverage',
  roles: members,
  money: true,
  summary: { ko: '레버리지 변경', en: 'Change leverage' },
  body: z.object({ futuresOptionId: id, leverage: z.number().check(z.int(), z.minimum(1), z.maximum(200)) }),
  reply: z.object({ futuresOptionId: id, leverage: z.number() }),
});
/** Per symbol; without futuresOptionId all symbols without a position or order change. */
export const setMarginType = defineRoute({
  name: 'setMarginType',
  method: 'POST',
  path: '/api/futures/order/margin_type',
  roles: members,
  money: true,
  summary: { ko: '교차·격리 변경', en: 'Change margin type' },
  body: z.object({ futuresOptionId: id, marginType: z.enum(marginTypes) }),
  reply: z.object({ futuresOptionId: id, marginType: z.enum(marginTypes) }),
});
export const setPositionMode = defineRoute({
  name: 'setPositionMode',
  method: 'POST',
  path: '/api/futures/order/position_mode',
  roles: members,
  money: true,
  summary: { ko: '포지션 모드 변경', en: 'Change position mode' },
  body: z.object({ mode: z.enum(positionModes) }),
  reply: z.object({ mode: z.enum(positionModes) }),
});
/** type 1 adds, 2 removes isolated margin. */
export const changeMargin = defineRoute({
  name: 'changeMargin',
  method: 'POST',
  path: '/api/futures/order/margin',
  roles: members,
  money: true,
  summary: { ko: '격리 증거금 추가·회수', en: 'Add or remove isolated margin' },
  body: z.object({ futuresPositionId: id, amount: decimal, type: z.union([z.literal(1), z.literal(2)]) }),
  reply: z.object({ position }),
  codes: ['POSITION_UNKNOWN'],
});
export const quantityPer = defineRoute({
  name: 'quantityPer',
  method: 'GET',
  path: '/api/futures/order/qty_per',
  roles: members,
  summary: { ko: '주문 가능 수량', en: 'Largest quantity that can be opened' },
  query: z.object({
    futuresOptionId: idText,
    side: z.enum(sides),
    type: z.optional(z.enum(orderTypes)),
    price: z.optional(decimal),
    percent: z.optional(z.string().check(z.regex(/^(100|\d{1,2})$/))),
  }),
  reply: z.object({ quantity: decimal, available: decimal }),
});
export const openOrders = defineRoute({
  name: 'openOrders',
  method: 'GET',
  path: '/api/futures/history/open_order',
  roles: members,
  summary: { ko: '미체결 주문', en: 'Open orders' },
  query: z.object({ futuresOptionId: z.optional(idText), after: pageQuery.after }),
  reply: z.array(order),
});
export const openPositions = defineRoute({
  name: 'openPositions',
  method: 'GET',
  path: '/api/futures/history/open_position',
  roles: members,
  summary: { ko: '열린 포지션', en: 'Open positions' },
  query: z.object({ futuresOptionId: z.optional(idText), after: pageQuery.after }),
  reply: z.array(position),
});
const historyQuery = z.object({
  ...pageQuery,
  futuresOptionId: z.optional(idText),
  /** order = closed orders, trade = fills, position = closed positions. */
  type: z.optional(z.enum(['order', 'trade', 'position'])),
  resultType: z.optional(z.enum(['List', 'Count', 'ClientList'])),
});
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
  feesPaid: decimal,
  closedPnl: signedDecimal,
  roe: signedDecimal,
  end: z.enum(['CLOSED', 'FLIPPED', 'LIQUIDATED']),
  closedAt: isoTime,
});
export type ClosedPosition = z.output<typeof closedPosition>;
/** One page; `content` holds orders, fills or closed positions as `type` asks (order when absent). */
export const listHistory = defineRoute({
  name: 'listHistory',
  method: 'GET',
  path: '/api/futures/list',
  roles: members,
  summary: { ko: '주문·체결·포지션 내역', en: 'Order, trade and position history' },
  query: historyQuery,
  reply: z.union([pageOf(order), pageOf(fill), pageOf(closedPosition)]),
});
export const lastLeverage = defineRoute({
  name: 'lastLeverage',
  method: 'GET',
  path: '/api/futures/last_leverage',
  roles: members,
  summary: { ko: '종목의 레버리지와 증거금 방식', en: 'Leverage and margin type of a symbol' },
  query: optionIdQuery,
  reply: z.object({ futuresOptionId: id, leverage: z.number(), marginType: z.enum(marginTypes), maxNotional: decimal }),
});
export const getPositionMode = defineRoute({
  name: 'getPositionMode',
  method: 'GET',
  path: '/api/futures/position_mode',
  roles: members,
  summary: { ko: '포지션 모드', en: 'Position mode' },
  reply: z.object({ mode: z.enum(positionModes) }),
});
export const futuresCross = defineRoute({
  name: 'futuresCross',
  method: 'GET',
  path: '/api/futures/futures_cross',
  roles: members,
  summary: { ko: '선물 계정', en: 'The futures account' },
  reply: crossAccount,
});

/** Operators only: what may be done with a symbol, or (without one) with the whole site. */
export const setSwitch = defineRoute({
  name: 'setSwitch', method: 'POST', path: '/api/futures/switch', roles: ['admin'], money: true,
  summary: { ko: '거래 제한', en: 'Restrict or free trading' },
  body: z.object({ futuresOptionId: z.optional(id), trading: z.enum(['NONE', 'CANCEL_ONLY', 'REDUCE_ONLY', 'HALT']) }),
  reply: z.object({ trading: option.shape.trading }), codes: ['SYMBOL_UNKNOWN'],
});

/** Live account events; `type` is the specification's event name. `eventId` is `${sequence}-${index}`. */
export const futuresEvent = z.object({
  type: z.enum([
    'ORDER_SUCCESS',
    'ORDER_UPDATE',
    'ORDER_FILLED',
    'ORDER_CANCEL',
    'POSITION_OPEN',
    'POSITION_UPDATE',
    'POSITION_CLOSE',
    'POSITION_FINISH_HISTORY',
    'POSITION_UPDATE_LIQUIDPRICE',
    'POSITION_WARN',
    'POSITION_LIQUID',
    'LEVERAGE_UPDATE',
    'SNAPSHOT_NEEDED',
  ]),
  eventId: z.string(),
  sequence: z.number(),
  marketType: z.enum(marketTypes),
  futuresOptionId: z.optional(id),
  futuresPositionId: z.optional(id),
  order: z.optional(order),
  fill: z.optional(fill),
  position: z.optional(position),
  closed: z.optional(closedPosition),
  leverage: z.optional(z.number()),
  time: isoTime,
});
export type FuturesEvent = z.output<typeof futuresEvent>;

export const futuresQueue = defineTopic({
  name: 'futures',
  destination: '/user/queue/futures',
  roles: members,
  summary: { ko: '내 주문과 포지션', en: 'My orders and positions' },
  message: futuresEvent,
});
export const crossQueue = defineTopic({
  name: 'cross',
  destination: '/user/queue/cross',
  roles: members,
  summary: { ko: '내 선물 계정', en: 'My futures account' },
  message: crossAccount,
});

export const futuresRoutes = [
  listOptions,
  getOption,
  placeOrder,
  cancelOrder,
  cancelAllOrders,
  amendOrder,
  setLeverage,
  setMarginType,
  setPositionMode,
  changeMargin,
  quantityPer,
  openOrders,
  openPositions,
  listHistory,
  lastLeverage,
  getPositionMode,
  futuresCross,
] as const;
