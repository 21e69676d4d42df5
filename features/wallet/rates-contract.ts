// What one currency is worth in another, for totals on screen; nothing is converted at these rates.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const currency = z.string().check(z.regex(/^[A-Z]{2,6}$/));

/** The specification's map: what one `base` is worth, by currency. */
const rates = z.record(z.string(), decimal);

export const getExchangeRate = defineRoute({
  name: 'getExchangeRate',
  method: 'GET',
  path: '/api/dnw/get_exchange_rate',
  roles: everyone,
  summary: { ko: '환율', en: 'Exchange rate' },
  query: z.object({ base: z._default(currency, 'USDT'), counter: z._default(currency, 'BKT') }),
  reply: z.object({ base: z.string(), counter: z.string(), rate: decimal, rates, time: isoTime }),
  codes: ['RATE_NOT_KNOWN'],
});

/** All that is known at the moment. `prices`: what one costs in USDT, of what a market prices; exact where `rates` are cut. */
export const getExchangeRateMap = defineRoute({
  name: 'getExchangeRateMap',
  method: 'GET',
  path: '/api/dnw/get_exchange_rate_map',
  roles: everyone,
  summary: { ko: '통화별 환율', en: 'Exchange rates by currency' },
  query: z.object({ base: z._default(currency, 'USDT') }),
  reply: z.object({ base: z.string(), rates, prices: z.record(z.string(), decimal), time: isoTime }),
  codes: ['RATE_NOT_KNOWN'],
});
