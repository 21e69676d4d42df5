// A live feed with other venues beside it (issue 13.15, ADR 0039 and 0051): real sockets against stand-ins that replay the same minutes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlertSource } from '@maru/operator/admin-contract.ts';
import { createBinanceFeed } from './binance-feed.ts';
import { registerPriceAlerts } from './desk/price-alerts.ts';
import { isAlone, registerSourceCheck } from './desk/price-sources.ts';
import { chooseIndexFeeds } from './index-feed/choose-index-feeds.ts';
import { createMarketHub, type MarketHub } from './market-hub.ts';
import type { SymbolMarket } from './symbol-market.ts';
import { marketSymbols, symbolByName } from './symbol-table.ts';
import { startVenueStandIn, type VenueStandIn } from './testing/binance-replay-server.ts';
import { IndexStandIn } from './testing/index-stand-in.ts';

const bitcoin = symbolByName('BINANCE:BTCUSDT')?.id ?? -1;
let venue: VenueStandIn;
let bybit: IndexStandIn;
let okx: IndexStandIn;
let hub: MarketHub;
let market: SymbolMarket;
/** The test's clock: sockets run by the machine's, the market by this one. */
let now: number;

beforeEach(async () => {
  now = Date.now();
  [venue, bybit, okx] = await Promise.all([startVenueStandIn(), IndexStandIn.open('bybit'), IndexStandIn.open('okx')]);
  const { restUrl, socketUrl } = venue;
  const sources = [
    { name: 'bybit' as const, url: bybit.url },
    { name: 'okx' as const, url: okx.url },
  ];
  hub = createMarketHub({
    feeds: [createBinanceFeed({ now: () => now, restUrl, socketUrl, symbols: [bitcoin], snapshotEveryMs: 5 })],
    indexFeeds: chooseIndexFeeds(sources, [marketSymbols[bitcoin]], { now: () => now }),
    now: () => now,
    isTimed: false,
  });
  market = hub.markets[bitcoin];
  await hub.start();
  await expect.poll(() => [venue.connections().length, bybit.asked().length, okx.asked().length]).toEqual([2, 1, 1]);
});
afterEach(async () => {
  await hub.stop();
  await Promise.all([venue.stop(), bybit.stop(), okx.stop()]);
});

const newsOf = (name: string) => market.pricing.sources().find(({ source }) => source === name)?.at ?? 0;
/** One second in which each of these says something, and it has arrived. */
async function second(...speaking: readonly IndexStandIn[]): Promise<void> {
  now += 1000;
  venue.play(1000);
  await expect.poll(() => newsOf('venue')).toBe(now);
  for (const [name, standIn] of [
    ['bybit', bybit],
    ['okx', okx],
  ] as const) {
    if (!speaking.includes(standIn)) continue;
    standIn.next();
    await expect.poll(() => newsOf(name)).toBe(now);
  }
  await expect
    .poll(() => {
      hub.beat(now);
      hub.beat(now);
      return market.depthAt;
    })
    .toBeGreaterThan(now - 2000);
}
async function seconds(count: number, ...speaking: readonly IndexStandIn[]): Promise<void> {
  for (let i = 0; i < count; i++) await second(...speaking);
}
async function alertsOf(kind: string): Promise<Record<string, string | number>[]> {
  const sources: AlertSource[] = [];
  registerPriceAlerts({ clock: { now: () => now } as never, sites: { all: () => [] } as never }, hub, {
    register: (source) => void sources.push(source),
  });
  return (await sources.find((source) => source.kind === kind)!.look()).map(({ figures }) => figures);
}
/** What the launch list says of a brand that lists bitcoin, with these venues set. */
async function checkedWith(
  indexSources: readonly string[],
  part: { feed?: string; demo?: boolean } = {},
  symbols = [market.symbol.name],
): Promise<unknown> {
  let look: ((site: { symbols: readonly string[] }) => unknown) | undefined;
  const services = { find: () => ({ register: (check: { look: typeof look }) => void (look = check.look) }) };
  registerSourceCheck(
    { services, config: { feed: 'binance', demo: false, indexSources, ...part }, clock: { now: () => now } } as never,
    hub,
  );
  return look?.({ symbols });
}

test('three sources are heard: the index is the venue’s own, and the symbol does not rest on one alone', async () => {
  await seconds(4, bybit, okx);
  expect(
    market.pricing
      .sources()
      .map(({ source }) => source)
      .sort(),
  ).toEqual(['bybit', 'okx', 'venue']);
  expect([market.state, market.pricing.standing, isAlone(market, now)]).toEqual(['live', 'ok', false]);
  expect(market.pricing.index).toBe(market.pricing.sources().find(({ source }) => source === 'venue')?.price);
  expect([await alertsOf('ONE_SOURCE'), await alertsOf('SOURCE_DOWN')]).toEqual([[], []]);
});

test('of three the one at a twentieth is out, and the market goes on', async () => {
  await seconds(3, bybit, okx);
  okx.share = 0.05;
  await seconds(5, bybit, okx);
  expect([market.state, market.pricing.areSourcesApart, market.pricing.steps.doubt]).toEqual(['live', false, undefined]);
  expect(market.pricing.index).toBe(market.pricing.sources().find(({ source }) => source === 'venue')?.price);
});

test('of two, one at a twentieth halts the symbol: nobody knows who is right', async () => {
  await seconds(2, bybit);
  okx.disconnectAll();
  bybit.share = 0.05;
  await second(bybit);
  expect([market.state, market.pricing.areSourcesApart]).toEqual(['halted', true]);
});

test('a venue that is away, and a symbol that is left with one source, are alerts', async () => {
  await seconds(2, bybit, okx);
  await okx.stop();
  await bybit.stop();
  await expect.poll(async () => (await alertsOf('SOURCE_DOWN')).map(({ source }) => source)).toEqual(['Bybit', 'OKX']);
  await seconds(12);
  expect(isAlone(market, now)).toBe(true);
  expect(await alertsOf('ONE_SOURCE')).toEqual([{ count: 1 }]);
  expect(await alertsOf('INDEX_SILENT')).toEqual([]);
  expect(await checkedWith(['bybit', 'okx'])).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('BTCUSDT') } });
  // Who set none knows it.
  expect(await checkedWith([])).toMatchObject({ isGreen: true, says: { en: expect.stringContaining('One source only') } });
  now += 11_000;
  expect([isAlone(market, now), await alertsOf('ONE_SOURCE')]).toEqual([false, []]);
  expect(await checkedWith([])).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('No price comes') } });
  [bybit, okx] = await Promise.all([IndexStandIn.open('bybit'), IndexStandIn.open('okx')]);
});

test('a brand of real money does not open on a recording that anyone may know beforehand, nor on computed prices', async () => {
  expect(await checkedWith([], { feed: 'replay' })).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('recording') } });
  expect(await checkedWith([], { feed: 'synthetic' })).toMatchObject({ isGreen: false, says: { en: expect.stringContaining('computed') } });
  // Of a demo there is nothing to say.
  expect(await checkedWith([], { feed: 'replay', demo: true })).toBeUndefined();
});

test('symbols that no live feed prices are named, and a brand of nothing else does not open', async () => {
  await seconds(4, bybit, okx);
  const forex = hub.markets.find(({ hasFeed }) => !hasFeed)!.symbol.name;
  expect(await checkedWith(['bybit'], {}, [market.symbol.name, forex])).toMatchObject({
    isGreen: true,
    says: { en: expect.stringContaining('have no live prices and are halted') },
  });
  expect(await checkedWith(['bybit'], {}, [forex])).toMatchObject({
    isGreen: false,
    says: { en: expect.stringContaining('No listed symbol') },
  });
});
