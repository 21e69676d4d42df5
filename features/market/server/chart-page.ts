// Earlier candles of a symbol, page by page; or those from a beginning on.
import { handle } from '@maru/kit/server/feature.ts';
import { chartPage } from '../contract.ts';
import { barsBefore, barsFrom, PAGE_MAX } from './candle-history.ts';
import { listedMarket } from './market-service.ts';
import { candleOf } from './market-wire.ts';

const USUAL = 500;

export const chartPageRoute = handle(chartPage, async (context, { site, query }) => {
  const market = listedMarket(context, site, query.symbol);
  const { interval, priceType = 'LAST', before, from } = query;
  const limit = Math.min(query.limit ?? USUAL, PAGE_MAX);
  // One more than asked for tells whether there are further ones.
  const bars =
    from === undefined
      ? await barsBefore(context, market, interval, before, limit + 1, priceType)
      : await barsFrom(context, market, interval, priceType, { from, before, limit: limit + 1 });
  const page = from === undefined ? bars.slice(-limit) : bars.slice(0, limit);
  return { data: { candles: page.map((bar) => candleOf(market.symbol, bar, priceType)), more: bars.length > limit } };
});
