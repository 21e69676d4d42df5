// What operators see of a site's trading as a whole: exposure by symbol and side, and who is near liquidation.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { option } from './shapes.ts';

export const deskExposure = z.object({
  futuresOptionId: z.number(),
  symbol: z.string(),
  base: z.string(),
  /** What members hold, at mark, in USDT. */
  long: decimal,
  short: decimal,
  /** What the house holds against it: long positive. */
  house: signedDecimal,
  /** How much of its cap that is, in percent; absent where there is no counterparty. */
  capUse: z.optional(z.number()),
});
export type DeskExposure = z.output<typeof deskExposure>;

export const nearLiquidation = z.object({
  futuresPositionId: z.number(),
  playerId: z.nullable(z.number()),
  username: z.string(),
  symbol: z.string(),
  base: z.string(),
  tradeType: z.enum(['LONG', 'SHORT']),
  leverage: z.number(),
  /** At mark, in USDT. */
  notional: decimal,
  /** From mark to liquidation price, in percent of the mark. */
  distance: decimal,
});
export type NearLiquidation = z.output<typeof nearLiquidation>;

export const getDeskRisk = defineRoute({
  name: 'getDeskRisk',
  method: 'GET',
  path: '/api/admin/futures/risk',
  roles: operators,
  right: 'futures.read',
  summary: { ko: '노출과 청산 임박', en: 'Exposure by symbol, positions near liquidation, insurance fund' },
  reply: z.object({
    openInterest: decimal,
    symbols: z.array(deskExposure),
    /** Nearest first. */
    near: z.array(nearLiquidation),
    nearCount: z.number(),
    insurance: signedDecimal,
    fees: signedDecimal,
    at: isoTime,
  }),
});

/** What operators may let through, from everything to nothing; the market's own states (closed, stale) stand beside it. */
export const deskTradings = ['NONE', 'REDUCE_ONLY', 'CANCEL_ONLY', 'HALT'] as const;
export type DeskTrading = (typeof deskTradings)[number];

export const deskSymbol = z.object({
  futuresOptionId: z.number(),
  symbol: z.string(),
  base: z.string(),
  name: option.shape.name,
  /** Not after its delisting. */
  isListed: z.boolean(),
  /** In force now: the symbol's, the site's and the market's own together. */
  trading: option.shape.trading,
  /** Set by operators for this symbol alone. */
  own: z.enum(deskTradings),
  opensAt: option.shape.opensAt,
  maxLeverage: z.number(),
  makerFee: decimal,
  takerFee: decimal,
});
export type DeskSymbol = z.output<typeof deskSymbol>;

export const listDeskSymbols = defineRoute({
  name: 'listDeskSymbols',
  method: 'GET',
  path: '/api/admin/futures/symbols',
  roles: operators,
  right: 'futures.read',
  summary: { ko: '종목과 거래 제한', en: 'Symbols and what may be traded in them' },
  reply: z.object({
    /** Set by operators for the whole site. */
    site: z.enum(deskTradings),
    symbols: z.array(deskSymbol),
  }),
});
