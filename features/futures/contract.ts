// USDT perpetual futures on the wire: what can be asked of options, orders, positions, settings and histories, and what is told live.
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { everyone, members } from '@maru/kit/contract/role.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, symbolName } from '@maru/kit/contract/wire.ts';
import { positionModes } from '@maru/wallet/contract.ts';
import { withDays } from './risk-contract.ts';
import {
  sides,
  positionSides,
  marginTypes,
  marketTypes,
  option,
  order,
  fill,
  position,
  closedPosition,
  historyDay,
  type Order,
} from './shapes.ts';
import { orderTypes } from './order-type-table.ts';

export type { Explanation, ExplainAccount, ExplainStep } from './explain-contract.ts';
export { explain } from './explain-contract.ts';
export {
  amendOrder,
  cancelAllAfter,
  cancelAllOrders,
  cancelOrders,
  cancelOrder,
  closeAllPositions,
  getTpsl,
  openSltp,
  placeBatch,
  placeOrder,
  type PlaceOrderBody,
  placeScale,
  reversePosition,
  setTpsl,
} from './orders-contract.ts';
export type { FundingPayment, LiquidationStep } from './risk-contract.ts';
export { fundingHistory, liquidationHistory } from './risk-contract.ts';
export type { Twap, TwapSlice } from './twap-contract.ts';
export { cancelTwap, listTwaps, placeTwap, twapHistory, twapSlices } from './twap-contract.ts';
export { type CrossAccount, crossQueue, futuresCross, positionModes } from '@maru/wallet/contract.ts';
export type { Option, Order, Fill, Position, ClosedPosition, HistoryDay } from './shapes.ts';
export { follows, type OrderTypeName, orderTypeOf, orderTypes } from './order-type-table.ts';
export { sides, positionSides, marginTypes, marketTypes, option, order, fill, position, closedPosition } from './shapes.ts';

const optionIdQuery = z.object({ futuresOptionId: idText });

export const listOptions = defineRoute({
  name: 'listOptions',
  method: 'GET',
  path: '/api/futures/option/list',
  etag: true,
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
/**
 * Per symbol; without futuresOptionId all symbols without a position or order change. `kept` names those that stayed as they were, how
 * they stand and why.
 */
export const setMarginType = defineRoute({
  name: 'setMarginType',
  method: 'POST',
  path: '/api/futures/order/margin_type',
  roles: members,
  money: true,
  summary: { ko: '교차·격리 변경', en: 'Change margin type' },
  body: z.object({ futuresOptionId: z.optional(id), marginType: z.enum(marginTypes) }),
  reply: z.object({
    futuresOptionId: z.optional(id),
    marginType: z.enum(marginTypes),
    kept: z.optional(z.array(z.object({ futuresOptionId: id, symbol: z.string(), marginType: z.enum(marginTypes), code: z.string() }))),
  }),
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
  codes: ['POSITION_UNKNOWN', 'BAD_PRECISION'],
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
/** Words joined by commas; what each history knows is checked by the server. */
const words = z.string().check(z.regex(/^[A-Z_]{1,20}(,[A-Z_]{1,20}){0,5}$/));
const historyQuery = z.object({
  ...pageQuery,
  futuresOptionId: z.optional(idText),
  /** Instead of futuresOptionId. */
  symbol: z.optional(symbolName),
  /** order = closed orders, trade = fills, position = closed positions. */
  type: z.optional(z.enum(['order', 'trade', 'position'])),
  /** Of a position: BUY = it was long. */
  side: z.optional(z.enum(sides)),
  positionSide: z.optional(z.enum(positionSides)),
  orderType: z.optional(z.enum(orderTypes)),
  /**
   * Orders: FILLED, CANCELED, EXPIRED; trades: TAKER, MAKER, LIQUIDATION, ADL, SETTLEMENT; positions: CLOSED, FLIPPED, LIQUIDATED,
   * SETTLED, DELEVERAGED.
   */
  status: z.optional(words),
  /** `next` of the page before: goes on from there, instead of `page`. */
  cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/))),
  resultType: z.optional(z.enum(['List', 'Count', 'ClientList'])),
  /** Of fills and closed positions. */
  withDays,
});
function historyOf<T extends z.ZodMiniType>(item: T) {
  return z.extend(pageOf(item), { next: z.nullable(z.string()), days: z.optional(z.array(historyDay)) });
}
/**
 * One page; `content` holds orders, fills or closed positions as `type` asks (order when absent). `totalElements` counts up to
 * 10,000, which is as far as `page` reaches; `next` leads on without end.
 */
export const listHistory = defineRoute({
  name: 'listHistory',
  method: 'GET',
  path: '/api/futures/list',
  roles: members,
  summary: { ko: '주문·체결·포지션 내역', en: 'Order, trade and position history' },
  query: historyQuery,
  reply: z.union([historyOf(order), historyOf(fill), historyOf(closedPosition)]),
  codes: ['SYMBOL_UNKNOWN'],
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
/** One fact of the engine may become so many live events: their indexes count on from its own times this. */
export const EVENTS_PER_FACT = 4;

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
    // Sent once there is copying; until then nothing does.
    'COPYTRADE_OPEN',
    'COPYTRADE_CLOSE',
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
  /** LEVERAGE_UPDATE: the symbol's open orders, charged anew. Ours. */
  orders: z.optional(z.array(order)),
  time: isoTime,
});
export type FuturesEvent = z.output<typeof futuresEvent>;

/** The specification's six toast texts, by the event that raises each. */
export const futuresToasts = {
  ORDER_SUCCESS: { ko: '주문 완료', en: 'Order placed' },
  ORDER_CANCEL: { ko: '주문 취소', en: 'Order cancelled' },
  ORDER_FILLED: { ko: '주문 체결완료', en: 'Order filled' },
  POSITION_WARN: { ko: '청산위험', en: 'Liquidation risk' },
  POSITION_LIQUID: { ko: '청산', en: 'Liquidated' },
  LEVERAGE_UPDATE: { ko: '레버리지 변경', en: 'Leverage changed' },
} as const satisfies Partial<Record<FuturesEvent['type'], { ko: string; en: string }>>;

export const futuresQueue = defineTopic({
  name: 'futures',
  destination: '/user/queue/futures',
  roles: members,
  summary: { ko: '내 주문과 포지션', en: 'My orders and positions' },
  message: futuresEvent,
});
/** Of one member; times in ms, both ends included. Oldest first, or the newest `limit` when neither `from` nor `fromId` is given. */
export interface ArchiveFilter {
  futuresOptionId?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Of the span the newest, not the oldest `limit`. */
  latest?: boolean | undefined;
  /** Orders: from this order on. Fills: from this trade on. */
  fromId?: number | undefined;
  /** Fills of one order. */
  orderId?: number | undefined;
  /** Orders: only those by which the system closed positions, for one of these. */
  autoClose?: readonly NonNullable<Order['autoClose']>[] | undefined;
  limit: number;
}
/** Price and quantity before and after, as decimal text. */
export interface Amendment {
  sequence: number;
  time: number;
  before: { price: string; quantity: string };
  after: { price: string; quantity: string };
}
type Placed = { before?: number | undefined; after?: number };
/** What the futures offer other features of the server: orders and fills from the projected rows, as fresh as the engine or refused (503). */
export interface FuturesArchive {
  orderById(site: SiteConfig, account: number, id: number): Promise<z.output<typeof order> | undefined>;
  /** The newest with this id, placed before or after a command where one is named: a client may use an id again once its order has ended. */
  orderByClientId(site: SiteConfig, account: number, clientId: string, placed?: Placed): Promise<z.output<typeof order> | undefined>;
  orders(site: SiteConfig, account: number, filter: ArchiveFilter): Promise<z.output<typeof order>[]>;
  fills(site: SiteConfig, account: number, filter: ArchiveFilter): Promise<z.output<typeof fill>[]>;
  /** What was changed on an order while it rested, oldest first. */
  amendments(site: SiteConfig, account: number, orderId: number): Promise<Amendment[]>;
  /** Of each position, open or closed, the side it stands on. */
  positionSides(site: SiteConfig, account: number, ids: readonly number[]): Promise<ReadonlyMap<number, Order['positionSide']>>;
}
export const futuresArchive = serviceKey('futures.archive').of<FuturesArchive>();

/** Ends an order whose date is over, whatever bars its member; one that has ended stays what it was. Asked twice, it happens once. */
export type EndOverdue = (site: number, account: number, order: number) => Promise<void>;
/** For bots, which alone give orders a date. */
export const endOverdue = serviceKey('futures.endOverdue').of<EndOverdue>();
