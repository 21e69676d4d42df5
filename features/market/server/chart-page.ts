// Earlier candles of a symbol, page by page.
import { handle } from '@maru/kit/server/feature.ts';
import { chartPage } from '../contract.ts';
import { barsBefore, PAGE_MAX } from './candle-history.ts';
import { listedMarket } from './market-room.ts';
import { candleOf } from './market-wire.ts';

const USUAL = 500;

export const chartPageRoute = handle(chartPage, async (context, { site, query }) => {
  const market = listedMarket(context, site, query.symbol);
  const limit = Math.min(query.limit ?? USUAL, PAGE_MAX);
  // One more than asked for tells whether there are earlier ones.
  const bars = await barsBefore(context, market, query.interval, query.before, limit + 1, query.priceType);
  const page = bars.slice(-limit);
  return { data: { candles: page.map((bar) => candleOf(market.symbol, bar, query.priceType)), more: bars.length > limit } };
});
