// What operators see and decide of prices: steps that are not believed, and how far a price may step.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, symbolName } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { feedStates } from './contract.ts';

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));

export const priceStanding = z.object({
  symbol: symbolName,
  state: z.enum(feedStates),
  /** What a price may step by, percent; `isOwn`: set by operators, else the symbol's usual one. */
  bound: decimal,
  isOwn: z.boolean(),
  /** STEP: a price is told that is not believed. SOURCES_APART: two sources of the index tell different ones. */
  doubt: z.nullable(
    z.object({
      why: z.enum(['STEP', 'SOURCES_APART']),
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

/** Prices belong to the installation: what two operators believe here holds for every site that lists the symbol. */
export const believePrice = defineRoute({
  name: 'believePrice',
  method: 'POST',
  path: '/api/admin/market/believe',
  roles: operators,
  right: 'futures.price',
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

export const marketDeskRoutes = [listPriceStandings, believePrice, setStepBound] as const;
