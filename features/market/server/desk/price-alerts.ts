// The market as alerts: symbols without news, sources of an index that fell silent, prices that are not believed.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { AlertSource, AlertSources, Standing } from '@maru/operator/admin-contract.ts';
import type { MarketHub } from '../market-hub.ts';
import type { SymbolMarket } from '../symbol-market.ts';
import { venueName } from '../venue-name.ts';
import { isAlone } from './price-sources.ts';
import { isDoubted } from './price-standings.ts';

/** From then on a symbol is halted, and a source of an index does not count. */
const SILENT_MS = 10_000;

const page = (subject: string, figures: Standing['figures']): Standing => ({ site: null, subject, severity: 'PAGE', figures });
/** BINANCE:BTCUSDT is a name for machines. */
const pairOf = (name: string) => name.slice(name.indexOf(':') + 1);
const seconds = (ms: number) => Math.round(ms / 1000);

const warn = (subject: string, figures: Standing['figures']): Standing => ({ site: null, subject, severity: 'WARN', figures });

/** `down`: venues that do not answer at all, which is told once and not for each symbol. */
function silentSources({ symbol, pricing }: SymbolMarket, down: ReadonlySet<string>, now: number): Standing[] {
  const sources = pricing.sources();
  const silent = sources.filter(({ source, at }) => now - at > SILENT_MS && !down.has(source));
  // Where all are silent the symbol itself is.
  if (silent.length === sources.length) return [];
  return silent.map(({ source, at }) =>
    warn(`${symbol.name} ${source}`, { symbol: pairOf(symbol.name), source: venueName(source, symbol.name), seconds: seconds(now - at) }),
  );
}

/** Symbols whose market is closed owe no news. */
export function registerPriceAlerts(
  { clock, sites }: Pick<AppContext, 'clock' | 'sites'>,
  hub: MarketHub,
  alerts: AlertSources | undefined,
): void {
  const open = () => hub.markets.filter(({ state, hasFeed }) => hasFeed && state !== 'closed');
  const downFeeds = () => hub.indexFeeds.filter((feed) => feed.health().state !== 'live').map(({ constituent }) => constituent);
  const sources: AlertSource[] = [
    {
      kind: 'NO_FEED',
      forMs: 30_000,
      look: async () => {
        const listed = new Set(sites.all().flatMap(({ symbols }) => symbols));
        const fedBy = hub.markets.filter(({ symbol }) => listed.has(symbol.name)).map(({ hasFeed }) => hasFeed);
        const count = fedBy.filter((hasFeed) => !hasFeed).length;
        if (count === 0) return [];
        return [count === fedBy.length ? page('', { count }) : warn('', { count })];
      },
    },
    {
      kind: 'FEED_SILENT',
      forMs: 30_000,
      look: async () => {
        const now = clock.now();
        return open()
          .filter((market) => now - market.heardAt(now) > SILENT_MS)
          .map((market) => page(market.symbol.name, { symbol: pairOf(market.symbol.name), seconds: seconds(now - market.heardAt(now)) }));
      },
    },
    {
      kind: 'INDEX_SILENT',
      forMs: 60_000,
      look: async () => {
        const down = new Set(downFeeds());
        return open().flatMap((market) => silentSources(market, down, clock.now()));
      },
    },
    { kind: 'SOURCE_DOWN', forMs: 60_000, look: async () => downFeeds().map((source) => warn(source, { source: venueName(source) })) },
    {
      kind: 'ONE_SOURCE',
      forMs: 120_000,
      look: async () => {
        const alone = open().filter((market) => isAlone(market, clock.now()));
        return alone.length === 0 ? [] : [warn('', { count: alone.length })];
      },
    },
    {
      kind: 'PRICE_DOUBTED',
      forMs: 15_000,
      look: async () => hub.markets.filter(isDoubted).map(({ symbol: { name } }) => page(name, { symbol: pairOf(name) })),
    },
  ];
  for (const source of sources) alerts?.register(source);
}
