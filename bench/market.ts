// The market's own work for thirty symbols with every topic heard: share of one core, bytes to the engine, size of a depth message.
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { depthTopic } from '@maru/market/contract.ts';
import { chooseFeeds } from '@maru/market/server/feed-choice.ts';
import { BEAT_MS, createMarketHub } from '@maru/market/server/market-hub.ts';
import { marketSymbols } from '@maru/market/server/symbol-table.ts';
import { createPublisher } from '@maru/market/server/publisher.ts';
import { createSiteMarkets } from '@maru/market/server/site-markets.ts';
import { cpuNs, isSmoke, medianOf, printBench } from './report.ts';

/** A weekday, so that every symbol trades. */
let now = Date.parse('2026-11-18T03:00:00Z');
const SECONDS = isSmoke ? 3 : 20;
const sites = [{ id: 1, symbols: marketSymbols.map(({ name }) => name), houseLadder: true }] as SiteConfig[];
let largestDepth = 0;
let messages = 0;
let offerBytes = 0;

const { feeds, replay } = chooseFeeds({ kind: 'replay', isDemo: true, now: () => now });
const hub = createMarketHub({
  feeds,
  now: () => now,
  isTimed: false,
  listeners: {
    onOffer: (words) => {
      offerBytes += words.byteLength;
    },
    onTrade: (market, trade) => publisher.traded(market, trade),
    onSettled: (at) => publisher.settled(at),
  },
});
const depths = new Set(marketSymbols.map(({ name }) => destinationOf(depthTopic, { symbol: name })));
/** Everyone listens to everything; a message costs its JSON once, as in the real hub. */
const tell = (destination: string, body: unknown) => {
  const { length } = JSON.stringify(body);
  messages++;
  if (depths.has(destination) && length > largestDepth) largestDepth = length;
};
const publisher = createPublisher({
  hub,
  sockets: {
    publish: (_site, destination, body) => tell(destination, body),
    publishAll: (_sites, destination, body) => tell(destination, body),
    subscribers: () => 1,
    send: () => {},
    wants: () => false,
    listening: () => [],
    end: () => {},
    tapTopic: () => () => {},
    tapMember: () => () => {},
  },
  sites: () => sites,
  siteMarkets: createSiteMarkets({ nextTradeId: () => 1, onTrade: () => {} }),
});
await hub.start();
await replay?.preload();

function second(): void {
  for (let i = 0; i < 1000 / BEAT_MS; i++) {
    now += BEAT_MS;
    hub.beat(now);
  }
}
for (let i = 0; i < 5; i++) second();
messages = 0;
offerBytes = 0;
const shares = Array.from({ length: SECONDS }, () => cpuNs(second) / 1e7).sort((a, b) => a - b);
const value = medianOf(shares);
printBench({ name: 'market-30-symbols', value, unit: '%core', min: shares[0], median: value, yardstick: 15, ratio: 15 / value });
console.log(
  `  ${Math.round(messages / SECONDS)} messages/s, ${Math.round(offerBytes / SECONDS / 1000)} kB/s to the engine, largest depth message ${largestDepth} B`,
);
