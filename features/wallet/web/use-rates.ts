// What one USDT is worth in other currencies, asked once a minute for all of a page.
import { useCall } from '@maru/kit/web/query.ts';
import { getExchangeRateMap } from '../contract.ts';

export const useRates = (isOn = true) => useCall(getExchangeRateMap, { query: { base: 'USDT' }, everyMs: 60_000, isOn });
