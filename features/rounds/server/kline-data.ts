// Candles of several symbols at once, for small charts.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { marketReader } from '@maru/market/contract.ts';
import { klineData } from '../contract.ts';

const CANDLES = 120;

export const klineDataHandler = handle(klineData, async (context, { site, query }) => {
  const market = context.services.use(marketReader);
  const found = await Promise.all(
    query.stockListStrs.map(async (symbol) => {
      if (!site.symbols.includes(symbol)) throw new Refusal('SYMBOL_NOT_LISTED', { field: 'stockListStrs', symbol });
      const candles = await market.candles(symbol, query.interval, CANDLES);
      return [symbol, candles.map(([time, open, high, low, close]): Bar => [time, open, high, low, close])] as const;
    }),
  );
  return { data: Object.fromEntries(found) };
});
type Bar = [time: number, open: string, high: string, low: string, close: string];
