// The newest candles of a symbol, the running one last.
import { handle } from '@maru/kit/server/feature.ts';
import { chart } from '../contract.ts';
import { barsBefore } from './candle-history.ts';
import { listedMarket } from './market-service.ts';
import { candleOf } from './market-wire.ts';

const USUAL = 500;

export const chartRoute = handle(chart, async (context, { site, query }) => {
  const market = listedMarket(context, site, query.symbol);
  const { interval } = query;
  const bars = await barsBefore(context, market, interval, Number.MAX_SAFE_INTEGER, query.limit ?? USUAL, query.priceType);
  return { data: bars.map((bar) => candleOf(market.symbol, bar, query.priceType)) };
});
