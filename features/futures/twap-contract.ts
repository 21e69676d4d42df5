// TWAP orders on the wire: one quantity spread over a time in equal slices by the server; placed, listed, cancelled and told live.
import { DAY_SECONDS } from '@maru/kit/contract/calendar.ts';
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, signedDecimal, symbolName } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { positionSides, sides } from './shapes.ts';

/** Seconds: from five minutes to a day. */
export const TWAP_SHORTEST_S = 300;
export const TWAP_LONGEST_S = DAY_SECONDS;
/** Running at a time, of one member. */
export const TWAPS_AT_MOST = 30;
/** Worst distance of a slice from the mark. */
export const TWAP_SLIPPAGE = '0.03';
/** Order names that begin so are of slices alone, and sessions called so send them: no login is. */
export const TWAP_ORDER_PREFIX = 'twap-';
export const TWAP_FAMILY = 'twap';

/** DONE: its quantity is filled, or its time is over. */
export const twapStatuses = ['RUNNING', 'DONE', 'CANCELED', 'STOPPED'] as const;
/**
 * Why it ended. DONE: FILLED (all of it), TIME_OVER (its time; what the book, the member's limit or a halt left is not filled). CANCELED:
 * CANCELED_BY_MEMBER, LEFT. STOPPED: POSITION_CLOSED (nothing left to reduce), DELISTED, MARGIN (five slices in a row without
 * enough margin), REFUSED (account or product; `reason` names the code).
 */
export const twapEnds = ['FILLED', 'TIME_OVER', 'CANCELED_BY_MEMBER', 'LEFT', 'POSITION_CLOSED', 'DELISTED', 'MARGIN', 'REFUSED'] as const;
export type TwapEnd = (typeof twapEnds)[number];

export const twap = z.object({
  id,
  futuresOptionId: id,
  symbol: symbolName,
  clientTwapId: z.nullable(z.string()),
  side: z.enum(sides),
  positionSide: z.enum(positionSides),
  reduceOnly: z.boolean(),
  quantity: decimal,
  /** No slice pays worse, and none is sent while the mark is beyond it. */
  limitPrice: z.nullable(decimal),
  /** Seconds. */
  duration: z.number(),
  /** Slices by up to a fifth larger or smaller than the plan. */
  randomize: z.boolean(),
  status: z.enum(twapStatuses),
  filledQuantity: decimal,
  /** "0" without a fill. */
  averagePrice: decimal,
  fee: decimal,
  realizedPnl: signedDecimal,
  /** How many are planned, and the number of the newest that was due: what it could not do the next ones catch up. */
  slices: z.number(),
  sliceNo: z.number(),
  /** When the next one is due; null once it has ended or none is left. */
  nextAt: z.nullable(isoTime),
  /**
   * RUNNING: why the newest slice did not go out, until one does: BEYOND_LIMIT (the mark is beyond `limitPrice`) or a code of refusal.
   * Ended by REFUSED, MARGIN: that code.
   */
  reason: z.nullable(z.string()),
  endReason: z.nullable(z.enum(twapEnds)),
  startedAt: isoTime,
  /** When its time is over. */
  endsAt: isoTime,
  endedAt: z.nullable(isoTime),
});
export type Twap = z.output<typeof twap>;

/** SENDING: on its way, or looked up after a crash. NOT_SENT: never reached the book; its quantity went to later slices. */
export const twapSlice = z.object({
  no: z.number(),
  status: z.enum(['SENDING', 'SENT', 'NOT_SENT']),
  orderId: z.nullable(id),
  quantity: decimal,
  filledQuantity: decimal,
  averagePrice: decimal,
  fee: decimal,
  realizedPnl: signedDecimal,
  /** Why it was not sent. */
  reason: z.nullable(z.string()),
  time: isoTime,
});
export type TwapSlice = z.output<typeof twapSlice>;

export const placeTwapBody = z.object({
  futuresOptionId: id,
  side: z.enum(sides),
  positionSide: z.enum(positionSides),
  quantity: decimal,
  /** Seconds, 300 to 86400. */
  duration: z.number().check(z.int(), z.positive(), z.maximum(10_000_000)),
  reduceOnly: z.optional(z.boolean()),
  limitPrice: z.optional(decimal),
  randomize: z.optional(z.boolean()),
  /** Unique over the member's TWAPs, for good. */
  clientTwapId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:/-]{1,36}$/))),
});

export const placeTwap = defineRoute({
  name: 'placeTwap',
  method: 'POST',
  path: '/api/futures/twap/place',
  roles: members,
  money: true,
  summary: { ko: 'TWAP 주문', en: 'Start a TWAP order' },
  body: placeTwapBody,
  reply: twap,
  codes: [
    'BAD_PRECISION',
    'SYMBOL_UNKNOWN',
    'SYMBOL_CLOSED',
    'QUANTITY_NOT_POSITIVE',
    'QUANTITY_TOO_LARGE',
    'PRICE_NOT_POSITIVE',
    'NO_MARK_PRICE',
    'INVALID_POSITION_SIDE',
    'POSITION_SIDE_MISMATCH',
    'REDUCE_ONLY_CONFLICT',
    'REDUCE_ONLY_REJECTED',
    'POSITION_NOT_SUFFICIENT',
    'ACCOUNT_UNKNOWN',
    'ACCOUNT_FROZEN',
    'ACCOUNT_REDUCE_ONLY',
    'PARTNER_MAY_NOT_ORDER',
    'TWAP_DURATION',
    'TWAP_TOO_SMALL',
    'TWAP_LIMIT_REACHED',
    'TWAP_NAME_TAKEN',
    'REQUEST_REUSED',
  ],
});
/** Running ones, newest first. */
export const listTwaps = defineRoute({
  name: 'listTwaps',
  method: 'GET',
  path: '/api/futures/twap/list',
  roles: members,
  summary: { ko: '진행 중인 TWAP', en: 'My running TWAP orders' },
  query: z.object({ futuresOptionId: z.optional(idText) }),
  reply: z.object({
    content: z.array(twap),
    /** Most that may run at a time. */
    most: z.number(),
  }),
});
/** Ended ones, newest first; the dates are of the start. */
export const twapHistory = defineRoute({
  name: 'twapHistory',
  method: 'GET',
  path: '/api/futures/twap/history',
  roles: members,
  summary: { ko: 'TWAP 내역', en: 'My TWAP orders that ended' },
  query: z.object({ ...pageQuery, futuresOptionId: z.optional(idText), side: z.optional(z.enum(sides)) }),
  reply: pageOf(twap),
});
/** The slices of one, newest first. */
export const twapSlices = defineRoute({
  name: 'twapSlices',
  method: 'GET',
  path: '/api/futures/twap/slices',
  roles: members,
  summary: { ko: 'TWAP의 분할 주문', en: 'The slices of a TWAP order' },
  query: z.object({ id: idText, page: pageQuery.page, size: pageQuery.size }),
  reply: z.extend(pageOf(twapSlice), { twap }),
  codes: ['TWAP_UNKNOWN'],
});
/** No further slice; what has filled stays. One that has ended is unknown. */
export const cancelTwap = defineRoute({
  name: 'cancelTwap',
  method: 'POST',
  path: '/api/futures/twap/cancel',
  roles: members,
  money: true,
  summary: { ko: 'TWAP 취소', en: 'Cancel a TWAP order' },
  body: z.object({ id }),
  reply: twap,
  codes: ['TWAP_UNKNOWN'],
});
/** Cancel-all of orders leaves TWAPs: this is theirs. */
export const cancelAllTwaps = defineRoute({
  name: 'cancelAllTwaps',
  method: 'POST',
  path: '/api/futures/twap/cancel_all',
  roles: members,
  money: true,
  summary: { ko: 'TWAP 모두 취소', en: 'Cancel all TWAP orders' },
  body: z.object({ futuresOptionId: z.optional(id) }),
  reply: z.object({ canceled: z.number() }),
});

/** What each says is how the TWAP stands now: a later one replaces it, and after a break the lists are read again. */
export const twapEvent = z.object({ type: z.enum(['TWAP_START', 'TWAP_SLICE', 'TWAP_END']), twap });
export type TwapEvent = z.output<typeof twapEvent>;
export const twapQueue = defineTopic({
  name: 'twap',
  destination: '/user/queue/twap',
  roles: members,
  summary: { ko: '내 TWAP 주문', en: 'My TWAP orders' },
  message: twapEvent,
});
