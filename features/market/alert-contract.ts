// Price alerts of a member: watched by the server while its pages are closed, told by message and, where it can, by mail.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, isoTime, symbolName } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** What is watched of a symbol. */
export const alertPrices = ['LAST', 'MARK', 'INDEX'] as const;
export type AlertPrice = (typeof alertPrices)[number];

/** At or above, at or below, or whichever of both it is not yet when it begins to be watched. */
export const levelConditions = ['RISES_TO', 'FALLS_TO', 'REACHES'] as const;
/** By so many percent from the lowest, from the highest, or from either price of the last minutes. */
export const moveConditions = ['RISES_BY', 'FALLS_BY', 'MOVES_BY'] as const;
export const alertConditions = [...levelConditions, ...moveConditions] as const;
export type LevelCondition = (typeof levelConditions)[number];
export type MoveCondition = (typeof moveConditions)[number];
export type AlertCondition = (typeof alertConditions)[number];

/** Minutes within which a move is one. */
export const moveWindows = [5, 15, 60, 240, 1440] as const;
export type MoveWindow = (typeof moveWindows)[number];
/** Bounds of a move, percent. */
export const LEAST_MOVE = 0.1;
export const MOST_MOVE = 50;

export const isMove = (condition: AlertCondition): condition is MoveCondition =>
  (moveConditions as readonly AlertCondition[]).includes(condition);

/** Days that an alert is listed after it ended. */
export const ALERT_KEPT_DAYS = 30;

export const priceAlert = z.object({
  id: z.number(),
  symbol: symbolName,
  priceType: z.enum(alertPrices),
  condition: z.enum(alertConditions),
  /** Null of a move, which has percent and minutes instead. */
  price: z.nullable(decimal),
  percent: z.nullable(decimal),
  windowMinutes: z.nullable(z.number()),
  /** Null: once, then it is over. */
  pauseMinutes: z.nullable(z.number()),
  note: z.string(),
  byMail: z.boolean(),
  expiresAt: z.nullable(isoTime),
  /** FIRED: told once and over. */
  status: z.enum(['ACTIVE', 'FIRED', 'EXPIRED']),
  /** How often it was told, when last, at which price, and from which one it had moved. */
  firedCount: z.number(),
  firedAt: z.nullable(isoTime),
  firedPrice: z.nullable(decimal),
  firedFrom: z.nullable(decimal),
  createdAt: isoTime,
});
export type PriceAlert = z.output<typeof priceAlert>;

export const listPriceAlerts = defineRoute({
  name: 'listPriceAlerts',
  method: 'GET',
  path: '/api/stock/alert/list',
  roles: members,
  summary: { ko: '내 가격 알림', en: 'My price alerts: active ones, and those that ended in the last 30 days' },
  reply: z.object({
    content: z.array(priceAlert),
    /** Most that may be active at a time. */
    most: z.number(),
    /** Whether mail can be chosen: the site sends mail, and this address was proven. */
    canMail: z.boolean(),
    /** Mails that may go out within 24 hours. */
    mostLetters: z.number(),
  }),
});

export const savePriceAlert = defineRoute({
  name: 'savePriceAlert',
  method: 'POST',
  path: '/api/stock/alert/save',
  roles: members,
  summary: { ko: '가격 알림 만들기·바꾸기', en: 'Set a price alert, or change an active one (`id`)' },
  body: z.object({
    id: z.optional(id),
    symbol: symbolName,
    priceType: z._default(z.enum(alertPrices), 'LAST'),
    condition: z.enum(alertConditions),
    /** Of a level. */
    price: z.optional(decimal),
    /** Of a move, both: from 0.1 to 50, at most two decimals. It rests for its window after it was told, or its pause where that is longer. */
    percent: z.optional(decimal),
    windowMinutes: z.optional(z.union([z.literal(5), z.literal(15), z.literal(60), z.literal(240), z.literal(1440)])),
    pauseMinutes: z.optional(z.nullable(z.union([z.literal(5), z.literal(60), z.literal(1440)]))),
    note: z.optional(z.string().check(z.maxLength(100))),
    byMail: z.optional(z.boolean()),
    expiresAt: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/)))),
  }),
  reply: priceAlert,
  codes: [
    'SYMBOL_NOT_LISTED',
    'ALERT_LIMIT',
    'ALERT_REACHED',
    'ALERT_MOVED',
    'ALERT_NO_PRICE',
    'ALERT_NO_MAIL',
    'NOT_FOUND',
    'REQUEST_REUSED',
  ],
});

export const deletePriceAlert = defineRoute({
  name: 'deletePriceAlert',
  method: 'POST',
  path: '/api/stock/alert/delete',
  roles: members,
  summary: { ko: '가격 알림 지우기', en: 'Delete a price alert' },
  body: z.object({ id }),
  reply: z.object({ count: z.number() }),
  codes: ['NOT_FOUND'],
});
