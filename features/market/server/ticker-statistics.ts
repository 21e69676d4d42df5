// 24 h statistics of a site's symbols with a sparkline each.
import { handle } from '@maru/kit/server/feature.ts';
import { tickerStatistics } from '../contract.ts';
import { listedMarkets, marketService } from './market-service.ts';
import { decimalText } from './market-wire.ts';
import { siteTicker } from './raw-data.ts';

export const tickerStatisticsRoute = handle(tickerStatistics, async (context, { site, query }) => {
  const markets = listedMarkets(context, site, query.symbol);
  const { past } = context.services.use(marketService);
  await Promise.all(markets.map(({ symbol }) => past.known(symbol.id)));
  const now = context.clock.now();
  return {
    data: markets.map((market) => ({
      ...siteTicker(context, site, market),
      sparkline: market.day.sparkline(now).map((ticks) => decimalText(ticks, market.symbol.tickDecimals)),
    })),
  };
});
