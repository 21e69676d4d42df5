// Prices that are not believed, for operators: listed, counted in their queue, logged as they begin and end, believed by two of them.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, desk } from '@maru/operator/contract.ts';
import { believePrice, listPriceStandings, type PriceStanding } from '../../admin-contract.ts';
import { waitingSince } from '../feed-standing.ts';
import { listedMarket, listedMarkets, marketService } from '../market-service.ts';
import { decimalText } from '../market-wire.ts';
import type { SymbolMarket } from '../symbol-market.ts';
import { percentOf } from './step-bounds.ts';

const KIND = 'market.believe';
const WAITING = 'prices';
/** What is told when the second person decides may have moved so far from what was shown, in percent; further, and it is asked anew. */
const MOST_DRIFT = 3;

export const listPriceStandingsHandler = handleOperator(listPriceStandings, async (context, { site }) => ({
  data: listedMarkets(context, site, undefined).map((market) => standingOf(market, context.clock.now())),
}));

function standingOf(market: SymbolMarket, now: number): PriceStanding {
  const { symbol, state, pricing } = market;
  const waits = waitingSince(market, now);
  const { steps, areSourcesApart } = pricing;
  const price = (units: number) => decimalText(Math.round(units), symbol.tickDecimals + 2);
  const { doubt } = steps;
  const sources = pricing
    .sources()
    .map(({ source, price: told, at }) => ({ name: source, price: price(told), ageMs: Math.max(0, now - at) }));
  const known = {
    symbol: symbol.name,
    state,
    waitsSince: waits === undefined ? null : new Date(waits).toISOString(),
    price: price(pricing.mark),
    bound: percentOf(steps.bound),
    isOwn: steps.isOwnBound,
  };
  if (!market.hasFeed) return { ...known, doubt: { why: 'NO_FEED', since: null, sources } };
  if (areSourcesApart) return { ...known, doubt: { why: 'SOURCES_APART', since: null, sources } };
  if (doubt === undefined) return { ...known, doubt: null };
  const since = new Date(doubt.since).toISOString();
  return { ...known, doubt: { why: 'STEP', since, told: price(doubt.told), believed: price(doubt.believed), sources } };
}

export const believePriceHandler = handleOperator(believePrice, async (context, call) => {
  const { symbol, pricing } = listedMarket(context, call.site, call.body.symbol);
  const { doubt } = pricing.steps;
  if (doubt === undefined) throw new Refusal('PRICE_NOT_DOUBTED', { field: 'symbol' });
  const [told, believed] = [doubt.told, doubt.believed].map((units) => decimalText(Math.round(units), symbol.tickDecimals + 2));
  const requestId = await inTransaction(context.pool, (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: call.site.id,
      target: `price:${symbol.name}`,
      summary: {
        ko: `${symbol.name} 가격을 ${believed}에서 ${told}(으)로 인정`,
        en: `Believe ${told} of ${symbol.name} after ${believed}`,
      },
      payload: { symbol: symbol.name, told: doubt.told },
      before: { price: believed },
      after: { price: told },
      reason: call.body.reason,
    }),
  );
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

/** Behind the start of the operators' desk. */
export function registerPriceDoubts(context: AppContext): void {
  const { services } = context;
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '가격 인정', en: 'Believing a price' },
    right: believePrice.right as string,
    everywhere: believePrice.everywhere,
    async apply({ clock }, _client, { payload }) {
      const { symbol, told } = payload as { symbol: string; told: number };
      const market = services.use(marketService).hub.market(symbol);
      const now = market?.pricing.steps.doubt?.told ?? 0;
      const hasDrifted = Math.abs(now - told) * 100 > told * MOST_DRIFT;
      if (market === undefined || hasDrifted || !market.confirmStep(clock.now()))
        throw new Refusal('PRICE_NOT_DOUBTED', { field: 'symbol' });
      return { after: { price: decimalText(Math.round(now), market.symbol.tickDecimals + 2) } };
    },
  });
  services.find(desk)?.register({
    kind: WAITING,
    right: 'futures.read',
    async count(site) {
      const listed = context.sites.byId(site)?.symbols ?? [];
      const doubted = services.use(marketService).hub.markets.filter((market) => listed.includes(market.symbol.name) && isDoubted(market));
      const since = Math.min(...doubted.map(({ pricing }) => pricing.steps.doubt?.since ?? Number.POSITIVE_INFINITY));
      return { count: doubted.length, since: Number.isFinite(since) ? new Date(since) : null };
    },
  });
}

export const isDoubted = ({ pricing }: SymbolMarket) => pricing.areSourcesApart || pricing.steps.doubt !== undefined;

/** Called with every settling: a doubt that begins or ends is logged and told to the operators of the sites that list the symbol. */
export function watchPriceDoubts({ log, sites, services }: AppContext): (markets: readonly SymbolMarket[]) => void {
  const known = new Set<string>();
  return (markets) => {
    for (const market of markets) {
      const { name } = market.symbol;
      if (isDoubted(market) === known.has(name)) continue;
      if (!known.delete(name)) {
        known.add(name);
        const { doubt } = market.pricing.steps;
        log.warn(
          { symbol: name, told: doubt?.told, believed: doubt?.believed, areSourcesApart: market.pricing.areSourcesApart },
          'a price is not believed',
        );
      } else log.info({ symbol: name, last: market.last }, 'the price is believed again');
      for (const site of sites.all())
        if (site.symbols.includes(name)) services.find(desk)?.tell(site.id, { type: 'WAITING', kind: WAITING });
    }
  };
}
