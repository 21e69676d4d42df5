// Orders on the wire: placing, amending and cancelling of every type, TP/SL, and the calls that act on many at once.
//
// The specification names option, side, type, position, TP/SL and cancel calls; conditional fields carry the field's usual names.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { members } from '@maru/kit/contract/role.ts';
import { decimal, id, idText, pageQuery, symbolName } from '@maru/kit/contract/wire.ts';
import { fill, order, orderTerms, position, positionSides, selfTradeModes, sides, timesInForce } from './shapes.ts';
import { orderTypes } from './order-type-table.ts';

export const MOST_CANCELS = 200;
export const MOST_IN_BATCH = 20;

const clientOrderId = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:/-]{1,36}$/)));

/** `quantity` is left out with closePosition alone, `price` with MARKET and with what fires at market. */
export const placeOrderBody = z.object({
  futuresOptionId: id,
  side: z.enum(sides),
  positionSide: z.enum(positionSides),
  type: z.enum(orderTypes),
  quantity: z.optional(decimal),
  price: z.optional(decimal),
  timeInForce: z.optional(z.enum(timesInForce)),
  reduceOnly: z.optional(z.boolean()),
  clientOrderId,
  ...orderTerms.shape,
  /** MARKET only: worst accepted distance from the mark, a fraction such as "0.005". */
  slippageLimit: z.optional(decimal),
  selfTradePrevention: z.optional(z.enum(selfTradeModes)),
});
export type PlaceOrderBody = z.output<typeof placeOrderBody>;
const placed = z.object({ order, fills: z.array(fill) });
/** Of an order's text, before the engine sees it; what the engine refuses is listed from its own table. */
const textCodes = ['BAD_PRECISION', 'INVALID_TIME_IN_FORCE', 'CLIENT_ORDER_ID_TAKEN', 'CLIENT_ORDER_ID_RESERVED'];

export const placeOrder = defineRoute({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/futures/order',
  roles: members,
  money: true,
  overSocket: true,
  summary: { ko: '주문', en: 'Place an order' },
  body: placeOrderBody,
  reply: placed,
  codes: textCodes,
});
export const cancelOrder = defineRoute({
  name: 'cancelOrder',
  method: 'POST',
  path: '/api/futures/order/cancel',
  roles: members,
  money: true,
  overSocket: true,
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
  overSocket: true,
  summary: { ko: '주문 모두 취소', en: 'Cancel all orders' },
  body: z.object({ futuresOptionId: z.optional(id) }),
  reply: z.object({ canceled: z.number() }),
});
/** What was seen, and no more: the same request again cancels nothing that came later. One answer an order, in the order asked. */
export const cancelOrders = defineRoute({
  name: 'cancelOrders',
  method: 'POST',
  path: '/api/futures/order/cancel_some',
  roles: members,
  money: true,
  overSocket: true,
  summary: { ko: '여러 주문 한 번에 취소', en: 'Cancel several orders' },
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_CANCELS)) }),
  reply: z.object({
    results: z.array(z.object({ id: z.number(), order: z.nullable(order), code: z.nullable(z.string()), message: z.nullable(z.string()) })),
  }),
});
/**
 * What is not named stays; stopPrice, activationPrice and callbackRate only while it waits. TP/SL of an entry are changed, added or (null)
 * removed as long as it is open; what its fills armed before are orders of their own.
 */
export const amendOrder = defineRoute({
  name: 'amendOrder',
  method: 'POST',
  path: '/api/futures/order/amend',
  roles: members,
  money: true,
  overSocket: true,
  summary: { ko: '주문 정정', en: 'Amend an order' },
  body: z.object({
    id,
    price: z.optional(decimal),
    quantity: z.optional(decimal),
    stopPrice: z.optional(decimal),
    activationPrice: z.optional(decimal),
    callbackRate: z.optional(decimal),
    takeProfit: z.optional(z.nullable(decimal)),
    stopLoss: z.optional(z.nullable(decimal)),
    isMarkTp: z.optional(z.boolean()),
    isMarkSl: z.optional(z.boolean()),
    isPartialTpsl: z.optional(z.boolean()),
    takeProfitLimit: z.optional(z.nullable(decimal)),
    stopLossLimit: z.optional(z.nullable(decimal)),
  }),
  reply: placed,
  codes: ['ORDER_UNKNOWN', 'BAD_PRECISION'],
});

/** The position's own TP and SL: null removes one, leaving it out keeps it. */
export const setTpsl = defineRoute({
  name: 'setTpsl',
  method: 'POST',
  path: '/api/futures/order/tpsl',
  roles: members,
  money: true,
  summary: { ko: '포지션 TP/SL', en: 'TP/SL of a position' },
  body: z.object({
    futuresPositionId: id,
    takeProfit: z.optional(z.nullable(decimal)),
    stopLoss: z.optional(z.nullable(decimal)),
    isMarkTp: z.optional(z.boolean()),
    isMarkSl: z.optional(z.boolean()),
    priceProtect: z.optional(z.boolean()),
  }),
  reply: z.object({ takeProfit: z.nullable(order), stopLoss: z.nullable(order) }),
  codes: ['POSITION_UNKNOWN', 'BAD_PRECISION'],
});
/** TP/SL of one order: what it carries, and the orders that its fills armed. */
export const getTpsl = defineRoute({
  name: 'getTpsl',
  method: 'GET',
  path: '/api/futures/tpsl',
  roles: members,
  summary: { ko: '주문의 TP/SL', en: 'TP/SL of an order' },
  query: z.object({ orderId: idText, after: pageQuery.after }),
  reply: z.object({
    orderId: id,
    takeProfit: z.nullable(decimal),
    stopLoss: z.nullable(decimal),
    isMarkTp: z.boolean(),
    isMarkSl: z.boolean(),
    armed: z.array(order),
  }),
  codes: ['ORDER_UNKNOWN'],
});
/** TP/SL that stand now: of each position its pair and its partial ones. */
export const openSltp = defineRoute({
  name: 'openSltp',
  method: 'GET',
  path: '/api/futures/open_sltp',
  roles: members,
  summary: { ko: '걸려 있는 TP/SL', en: 'TP/SL that stand' },
  query: z.object({ futuresOptionId: z.optional(idText), futuresPositionId: z.optional(idText), after: pageQuery.after }),
  reply: z.array(
    z.object({
      futuresPositionId: id,
      futuresOptionId: id,
      symbol: symbolName,
      takeProfit: z.nullable(order),
      stopLoss: z.nullable(order),
      partial: z.array(order),
    }),
  ),
});

// From here on ours.

/** Each is judged by itself; one that is refused leaves the others standing. */
export const placeBatch = defineRoute({
  name: 'placeBatch',
  method: 'POST',
  path: '/api/futures/order/batch',
  roles: members,
  money: true,
  ordersIn: ({ orders }) => orders.length,
  overSocket: true,
  summary: { ko: '여러 주문 한 번에', en: 'Place several orders' },
  body: z.object({ orders: z.array(placeOrderBody).check(z.minLength(1), z.maxLength(MOST_IN_BATCH)) }),
  reply: z.object({
    results: z.array(
      z.object({
        order: z.nullable(order),
        fills: z.array(fill),
        code: z.nullable(z.string()),
        message: z.nullable(z.string()),
        data: z.nullable(z.record(z.string(), z.unknown())),
      }),
    ),
  }),
  codes: textCodes,
});
/** `count` limit orders from one price to another; `skew` is the last one's size over the first one's: "1" = all alike. */
export const placeScale = defineRoute({
  name: 'placeScale',
  method: 'POST',
  path: '/api/futures/order/scale',
  roles: members,
  money: true,
  ordersIn: ({ count }) => count,
  summary: { ko: '분할 주문', en: 'A ladder of limit orders' },
  body: z.object({
    futuresOptionId: id,
    side: z.enum(sides),
    positionSide: z.enum(positionSides),
    quantity: decimal,
    fromPrice: decimal,
    toPrice: decimal,
    count: z.number().check(z.int(), z.minimum(2), z.maximum(MOST_IN_BATCH)),
    skew: z.optional(decimal),
    timeInForce: z.optional(z.enum(timesInForce)),
    reduceOnly: z.optional(z.boolean()),
    selfTradePrevention: z.optional(z.enum(selfTradeModes)),
  }),
  reply: placeBatch.reply,
  codes: textCodes,
});
/** Closes the position at market and opens as much on the other side. `opened` is null when only the close was possible. */
export const reversePosition = defineRoute({
  name: 'reversePosition',
  method: 'POST',
  path: '/api/futures/order/reverse',
  roles: members,
  money: true,
  summary: { ko: '포지션 반전', en: 'Reverse a position' },
  body: z.object({ futuresPositionId: id, slippageLimit: z.optional(decimal) }),
  reply: z.object({ fills: z.array(fill), position: z.nullable(position), code: z.nullable(z.string()) }),
  codes: ['POSITION_UNKNOWN'],
});
export const closeAllPositions = defineRoute({
  name: 'closeAllPositions',
  method: 'POST',
  path: '/api/futures/order/close_all',
  roles: members,
  money: true,
  summary: { ko: '포지션 모두 종료', en: 'Close all positions' },
  body: z.object({ futuresOptionId: z.optional(id), slippageLimit: z.optional(decimal) }),
  /** `reasons`: of each position that is left, why; the message in the language of the request. */
  reply: z.object({
    fills: z.array(fill),
    closed: z.number(),
    left: z.array(position),
    reasons: z.array(z.object({ futuresPositionId: id, futuresOptionId: id, symbol: symbolName, code: z.string(), message: z.string() })),
  }),
});
/** A dead man's switch: all orders (of the symbol) are cancelled unless it is asked again in time. 0 ends it. */
export const cancelAllAfter = defineRoute({
  name: 'cancelAllAfter',
  method: 'POST',
  path: '/api/futures/order/cancel_all_after',
  roles: members,
  money: true,
  summary: { ko: '자동 취소 예약', en: 'Cancel all after a while' },
  body: z.object({
    futuresOptionId: z.optional(id),
    countdownTime: z.number().check(z.int(), z.minimum(0), z.maximum(DAY_MS)),
  }),
  reply: z.object({ countdownTime: z.number(), cancelAt: z.nullable(z.string()) }),
});
