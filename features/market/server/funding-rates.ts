// Settled funding rates of a symbol, page by page, beside the running interval's estimate and bounds.
import { RATE_DECIMALS } from '@maru/engine/money/decimal.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { fundingRates } from '../contract.ts';
import { SYNTHETIC_SEED } from './feed-choice.ts';
import { readFunding, type SettledFunding } from './funding-history.ts';
import { listedMarket, marketService } from './market-service.ts';
import { decimalText, fundingNowOf } from './market-wire.ts';
import type { MarketSymbol } from './symbol-table.ts';

const USUAL = 100;
const END_OF_TIME = 99_999_999_999_999;

export const fundingRatesRoute = handle(fundingRates, async (context, { site, query }) => {
  const market = listedMarket(context, site, query.symbol);
  const { symbol } = market;
  const { past } = context.services.use(marketService);
  await past.ready(symbol.id);
  const isNewestFirst = query.order !== 'ASC';
  const { cursor, from = 0, to = END_OF_TIME, limit = USUAL } = query;
  const page = await readFunding(context.pool, {
    site: site.id,
    index: site.symbols.indexOf(symbol.name),
    symbol,
    seed: SYNTHETIC_SEED,
    from: isNewestFirst || cursor === undefined ? from : Math.max(from, cursor + 1),
    to: !isNewestFirst || cursor === undefined ? to : Math.min(to, cursor - 1),
    limit: limit + 1,
    isNewestFirst,
  });
  const rates = page.slice(0, limit);
  const next = page.length > limit ? String(rates[rates.length - 1].time) : null;
  return { data: { symbol: symbol.name, current: fundingNowOf(market), rates: rates.map((one) => pointOf(symbol, one)), next } };
});

function pointOf(symbol: MarketSymbol, { time, rate, mark, isSimulated }: SettledFunding) {
  return { time, rate: decimalText(rate, RATE_DECIMALS), mark: decimalText(mark, symbol.tickDecimals + 2), isSimulated };
}
