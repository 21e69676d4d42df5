// Last prices of a site's symbols, for members and, at the public address, for anyone.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle } from '@maru/kit/server/feature.ts';
import { lastPrice, publicLastPrice } from '../contract.ts';
import { listedMarkets } from './market-service.ts';
import { decimalText } from './market-wire.ts';

async function lastPrices(context: AppContext, { site, query }: Pick<Call<{ symbol?: string }>, 'site' | 'query'>) {
  const markets = listedMarkets(context, site, query.symbol).filter(({ last }) => last > 0);
  return { data: Object.fromEntries(markets.map((market) => [market.symbol.name, decimalText(market.last, market.symbol.tickDecimals)])) };
}

export const lastPriceRoute = handle(lastPrice, lastPrices);
export const publicLastPriceRoute = handle(publicLastPrice, lastPrices);
