// What the house holds against its members: in money by symbol and site, the limits that operators set, and what to trade elsewhere to be flat.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** Beyond it no limit says anything; USDT. */
export const EXPOSURE_MOST = '1000000000';

/** NEAR: from four fifths of the limit on. NONE: no limit is set. */
export const exposureStates = ['NONE', 'CALM', 'NEAR', 'OVER'] as const;
export type ExposureState = (typeof exposureStates)[number];

const held = {
  /** USDT; null: none set. */
  limit: z.nullable(decimal),
  /** Percent of the limit, rounded down; above 100 it is passed. Null without a limit. */
  use: z.nullable(z.number()),
  state: z.enum(exposureStates),
  /** Since when it is over its limit. */
  overSince: z.nullable(isoTime),
};

export const houseExposure = z.object({
  futuresOptionId: z.number(),
  symbol: z.string(),
  base: z.string(),
  /** At mark, in USDT; long positive. */
  house: signedDecimal,
  /** In the base currency; long positive. */
  quantity: signedDecimal,
  ...held,
  /** Traded elsewhere, this leaves the house with nothing of the symbol. Null where it holds nothing. */
  hedge: z.nullable(z.object({ side: z.enum(['BUY', 'SELL']), quantity: decimal, notional: decimal })),
});
export type HouseExposure = z.output<typeof houseExposure>;

export const getHouseExposure = defineRoute({
  name: 'getHouseExposure',
  method: 'GET',
  path: '/api/admin/futures/exposure',
  roles: operators,
  right: 'futures.read',
  summary: { ko: '하우스 노출과 헤지', en: 'What the house holds by symbol, its limits, and what to trade elsewhere to be flat' },
  reply: z.object({
    site: z.object({
      /** All symbols' exposure without their signs, which the site's limit is about; and with them. */
      gross: decimal,
      net: signedDecimal,
      ...held,
    }),
    symbols: z.array(houseExposure),
    at: isoTime,
  }),
});

/**
 * Alerts, and changes nothing that members may do: that is the counterparty cap of a symbol. Lower is one person's; by more than a quarter
 * above anything that stood within a day, or taken off, a second one's.
 */
export const setExposureLimit = defineRoute({
  name: 'setExposureLimit',
  method: 'POST',
  path: '/api/admin/futures/exposure_limit',
  roles: operators,
  right: 'futures.limit',
  summary: { ko: '노출 한도', en: 'Set or take off the exposure that raises an alert, for a symbol or the site' },
  body: z.object({
    /** Absent: the whole site. */
    futuresOptionId: z.optional(id),
    /** USDT; null takes it off. */
    limit: z.nullable(decimal),
    reason: z.string().check(z.trim(), z.minLength(2), z.maxLength(500)),
  }),
  reply: z.object({ limit: z.nullable(decimal) }),
  codes: ['SYMBOL_UNKNOWN', 'EXPOSURE_BOUND', 'APPROVAL_REQUIRED'],
});
