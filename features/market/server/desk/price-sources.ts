// Where prices come from, for operators: the feeds, the other venues of the index, and the symbols that rest on one source alone.
import { SOURCE_SILENT_MS } from '@maru/engine/market/index-price.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { launchChecks } from '@maru/site/admin-contract.ts';
import { getFeedStanding, listPriceSources, type PriceSource } from '../../admin-contract.ts';
import { feedStandingOf } from '../feed-standing.ts';
import type { Feed, IndexFeed } from '../feed.ts';
import type { MarketHub } from '../market-hub.ts';
import { listedMarkets, marketService } from '../market-service.ts';
import type { SymbolMarket } from '../symbol-market.ts';

export const listPriceSourcesHandler = handleOperator(listPriceSources, async (context, { site }) => {
  const { hub } = context.services.use(marketService);
  const now = context.clock.now();
  const listed = new Set(site.symbols);
  const ids = (symbols: readonly number[]) => symbols.filter((id) => listed.has(hub.markets[id].symbol.name));
  const feeds = hub.feeds.filter((feed) => ids(feed.symbols).length > 0).map((feed) => sourceOfFeed(hub, feed, ids(feed.symbols), now));
  const others = hub.indexFeeds.map((feed) => sourceOfIndex(hub, feed, ids(feed.symbols), now));
  const alone = listedMarkets(context, site, undefined).filter((market) => isAlone(market, now));
  return { data: { sources: [...feeds, ...others], alone: alone.map(({ symbol }) => symbol.name) } };
});

export const getFeedStandingHandler = handleOperator(getFeedStanding, async ({ services, clock }, { site }) => ({
  data: feedStandingOf(services.use(marketService).hub, site.symbols, clock.now()),
}));

const ageOf = (at: number, now: number) => (at === 0 ? null : Math.max(0, now - at));

function sourceOfFeed({ markets }: MarketHub, feed: Feed, ids: readonly number[], now: number): PriceSource {
  const { state, lastNewsAt, reconnects } = feed.health();
  const speaking = ids.filter((id) => now - markets[id].newsAt() < SOURCE_SILENT_MS);
  const refused = ids.reduce((sum, id) => sum + markets[id].guard.dropped, 0);
  const counts = { symbols: ids.length, speaking: speaking.length, refused, unlisted: [] };
  return { name: feed.source, kind: 'FEED', state, newsAgeMs: ageOf(lastNewsAt, now), reconnects, ...counts };
}

function sourceOfIndex({ markets }: MarketHub, feed: IndexFeed, ids: readonly number[], now: number): PriceSource {
  const { state, lastNewsAt, reconnects, refused, unlisted } = feed.health();
  const speaks = (id: number) =>
    markets[id].pricing.sources().some(({ source, at }) => source === feed.constituent && now - at < SOURCE_SILENT_MS);
  return {
    name: feed.constituent,
    kind: 'INDEX',
    state,
    newsAgeMs: ageOf(lastNewsAt, now),
    reconnects,
    symbols: ids.length,
    speaking: ids.filter(speaks).length,
    refused,
    unlisted: unlisted.filter((id) => ids.includes(id)).map((id) => markets[id].symbol.name),
  };
}

const speakingOf = ({ pricing }: SymbolMarket, now: number) => pricing.sources().filter(({ at }) => now - at < SOURCE_SILENT_MS).length;

/**
 * A live venue's symbol of which just one source speaks: nobody can contradict a wrong price, or confirm a true one. One of which
 * none speaks is halted, and not alone.
 */
export function isAlone(market: SymbolMarket, now: number): boolean {
  return market.source === 'binance' && market.state !== 'closed' && speakingOf(market, now) === 1;
}

const ALONE = {
  ko: '시세 출처가 하나뿐이에요. 크게 달라진 가격은 운영자 두 명이 인정할 때까지 쓰지 않아요.',
  en: 'One source only: a great step of the price waits for two operators.',
};

const SILENT = {
  ko: '지금 시세가 오지 않아요. 네트워크와 거래소 공지를 보세요.',
  en: 'No price comes now: look at the network and the venue’s notices.',
};

/** A round or an order against a price that somebody knows beforehand, or that no market has, is no trade. */
const NOT_LIVE = {
  replay: {
    ko: '녹화된 시세를 되풀이하고 있어요. 다음 가격을 미리 알 수 있으니 MARU_FEED=binance로 다시 시작해 주세요.',
    en: 'A recording is repeated, so the next price can be known beforehand: start with MARU_FEED=binance.',
  },
  synthetic: {
    ko: '계산해서 만든 시세예요. 시장의 가격이 아니니 MARU_FEED=binance로 다시 시작해 주세요.',
    en: 'Prices are computed and no market’s: start with MARU_FEED=binance.',
  },
} as const;

const NONE_LIVE = {
  ko: '실시간 시세가 있는 종목이 하나도 없어요. 거래소가 상장한 종목을 더해 주세요.',
  en: 'No listed symbol has live prices: list one that the venue trades.',
};

const namesOf = (markets: readonly SymbolMarket[]) => markets.map(({ symbol }) => symbol.name.split(':').at(-1)).join(', ');

const haltedWords = (names: string) => ({
  ko: ` 실시간 시세가 없어 멈춘 종목: ${names}.`,
  en: ` ${names} have no live prices and are halted.`,
});

function aloneWords(alone: readonly SymbolMarket[], isMoreSet: boolean): { ko: string; en: string } {
  if (alone.length === 0) return { ko: '출처가 하나뿐인 종목이 없어요.', en: 'No symbol rests on one source alone.' };
  if (!isMoreSet) return ALONE;
  const names = namesOf(alone);
  return { ko: `출처가 하나뿐인 종목: ${names}. ${ALONE.ko}`, en: `One source alone for ${names}. ${ALONE.en}` };
}

/** On a demo, recorded and computed prices are what members trade on: no item there. Whoever set no second source knows it; who set one, and hears nothing, does not. */
export function registerSourceCheck({ services, config, clock }: AppContext, hub: MarketHub): void {
  services.find(launchChecks)?.register({
    item: 'prices',
    group: 'MONEY',
    title: { ko: '시세 출처', en: 'Price sources' },
    page: '/prices',
    async look({ symbols }) {
      if (config.feed !== 'binance') return config.demo ? undefined : { isGreen: false, says: NOT_LIVE[config.feed] };
      const now = clock.now();
      const listed = hub.markets.filter(({ symbol }) => symbols.includes(symbol.name));
      const live = listed.filter(({ source, hasFeed }) => hasFeed && source === 'binance');
      if (live.length === 0) return { isGreen: false, says: NONE_LIVE };
      if (live.every((market) => speakingOf(market, now) === 0)) return { isGreen: false, says: SILENT };
      const alone = live.filter((market) => isAlone(market, now));
      // Said and no more: they are halted, and may be meant for a feed to come.
      const halted = listed.filter(({ hasFeed }) => !hasFeed);
      const more = halted.length === 0 ? { ko: '', en: '' } : haltedWords(namesOf(halted));
      const found = aloneWords(alone, config.indexSources.length > 0);
      return {
        isGreen: alone.length === 0 || config.indexSources.length === 0 || live.some((market) => speakingOf(market, now) > 1),
        says: { ko: `${found.ko}${more.ko}`, en: `${found.en}${more.en}` },
      };
    },
  });
}
