// What operators see and decide of prices: steps that are not believed, and how far a price may step.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute, OWN_RIGHT } from '@maru/kit/contract/route.ts';
import { decimal, id, isoTime, symbolName } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { feedStanding, feedStates, holiday, holidayMarkets } from './contract.ts';

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));

export const priceStanding = z.object({
  symbol: symbolName,
  state: z.enum(feedStates),
  /** Since when it has no price to trade on: its last news, or the step that is not believed. */
  waitsSince: z.nullable(isoTime),
  /** The mark that positions are judged by; 0 before there is one. */
  price: decimal,
  /** What a price may step by, percent; `isOwn`: set by operators, else the symbol's usual one. */
  bound: decimal,
  isOwn: z.boolean(),
  /** STEP: a price is told that is not believed. SOURCES_APART: two sources of the index tell different ones. NO_FEED: no live source tells any. */
  doubt: z.nullable(
    z.object({
      why: z.enum(['STEP', 'SOURCES_APART', 'NO_FEED']),
      since: z.nullable(isoTime),
      /** What is told and what is believed instead; absent where sources are apart. */
      told: z.optional(decimal),
      believed: z.optional(decimal),
      /** Of the index, as each source tells it now. */
      sources: z.array(z.object({ name: z.string(), price: decimal, ageMs: z.number() })),
    }),
  ),
});
export type PriceStanding = z.output<typeof priceStanding>;

export const listPriceStandings = defineRoute({
  name: 'listPriceStandings',
  method: 'GET',
  path: '/api/admin/market/prices',
  roles: operators,
  right: 'futures.read',
  summary: { ko: '종목별 시세 상태', en: 'Whether each symbol’s prices are believed' },
  reply: z.array(priceStanding),
});

/** A source of prices: the live feed, recorded or computed prices, or another venue that speaks of the index alone. */
export const priceSource = z.object({
  name: z.string(),
  /** FEED: book, tape, mark and index. INDEX: its own spot price as one source of the index. */
  kind: z.enum(['FEED', 'INDEX']),
  state: z.enum(['starting', 'live', 'down', 'stopped']),
  /** Null: none came yet, or the source tells no time of its news. */
  newsAgeMs: z.nullable(z.number()),
  reconnects: z.number(),
  /** Symbols that it is asked for, and of these the ones it told something of in the last ten seconds. */
  symbols: z.number(),
  speaking: z.number(),
  /** Quotes of it that were left out since the start. */
  refused: z.number(),
  /** Symbols it says it does not have. */
  unlisted: z.array(symbolName),
});
export type PriceSource = z.output<typeof priceSource>;

export const listPriceSources = defineRoute({
  name: 'listPriceSources',
  method: 'GET',
  path: '/api/admin/market/sources',
  roles: operators,
  right: 'futures.read',
  summary: { ko: '시세 출처', en: 'Where prices come from, and whether each source speaks' },
  reply: z.object({
    sources: z.array(priceSource),
    /** Symbols of the site whose live price rests on one source alone. */
    alone: z.array(symbolName),
  }),
});

/** For the desk's header: what members of the site are told as well. */
export const getFeedStanding = defineRoute({
  name: 'getFeedStanding',
  method: 'GET',
  path: '/api/admin/market/feed',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '시세 상태', en: 'How many symbols of the site wait for prices, and since when' },
  reply: feedStanding,
});

/** Prices belong to the installation: what two operators believe here holds for every site that lists the symbol. */
export const believePrice = defineRoute({
  name: 'believePrice',
  method: 'POST',
  path: '/api/admin/market/believe',
  roles: operators,
  right: 'futures.price',
  everywhere: true,
  summary: { ko: '달라진 가격 인정 요청', en: 'Ask to believe a step of the price' },
  body: z.object({ symbol: symbolName, reason }),
  reply: z.object({}),
  codes: ['SYMBOL_NOT_LISTED', 'PRICE_NOT_DOUBTED', 'APPROVAL_REQUIRED'],
});

export const setStepBound = defineRoute({
  name: 'setStepBound',
  method: 'POST',
  path: '/api/admin/market/bound',
  roles: operators,
  right: 'futures.price',
  everywhere: true,
  summary: { ko: '가격 변동 한도 변경 요청', en: 'Ask to change how far a price may step' },
  body: z.object({
    symbol: symbolName,
    /** Null: the usual one again. */
    percent: z.nullable(z.number().check(z.gte(0.1), z.lte(50))),
    reason,
  }),
  reply: z.object({}),
  codes: ['SYMBOL_NOT_LISTED', 'APPROVAL_REQUIRED'],
});

const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const holidayName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

export const deskHoliday = z.object({
  ...holiday.shape,
  state: z.enum(['COMING', 'NOW', 'OVER']),
  /** Symbols that it closes. */
  symbols: z.array(symbolName),
});
export type DeskHoliday = z.output<typeof deskHoliday>;

export const listHolidays = defineRoute({
  name: 'listHolidays',
  method: 'GET',
  path: '/api/admin/market/holidays',
  roles: operators,
  right: 'futures.read',
  summary: { ko: '휴장일', en: 'Trading holidays, those that are over too' },
  reply: z.array(deskHoliday),
});

/**
 * Prices belong to the installation, and so do their holidays: entered here it closes the markets of every site. One that begins
 * within 24 hours, or has begun, waits for a second operator.
 */
export const saveHoliday = defineRoute({
  name: 'saveHoliday',
  method: 'POST',
  path: '/api/admin/market/holiday/save',
  roles: operators,
  right: 'futures.price',
  everywhere: true,
  summary: { ko: '휴장일 등록·변경', en: 'Enter a trading holiday, or change one' },
  body: z.object({
    /** Absent: a new one. */
    id: z.optional(id),
    market: z.enum(holidayMarkets),
    /** Seoul dates of the openings that do not come, both included; at most 31 days. */
    from: date,
    to: date,
    nameKo: holidayName,
    nameEn: holidayName,
    reason,
  }),
  reply: deskHoliday,
  codes: ['NOT_FOUND', 'HOLIDAY_DATES', 'HOLIDAY_OVERLAPS', 'HOLIDAY_BEGUN', 'APPROVAL_REQUIRED'],
});

export const removeHoliday = defineRoute({
  name: 'removeHoliday',
  method: 'POST',
  path: '/api/admin/market/holiday/remove',
  roles: operators,
  right: 'futures.price',
  everywhere: true,
  summary: { ko: '휴장일 삭제', en: 'Take a trading holiday back that is not over' },
  body: z.object({ id, reason }),
  reply: z.object({ id }),
  codes: ['NOT_FOUND', 'HOLIDAY_BEGUN', 'APPROVAL_REQUIRED'],
});
