// Which feed prices which symbol, by MARU_FEED: recordings or the venue first, the synthetic one for whatever is left; without the demo the venue alone.
import type { IndexSourceSetting } from '@maru/kit/server/config-index-sources.ts';
import type { Feed, IndexFeed } from './feed.ts';
import { chooseIndexFeeds } from './index-feed/choose-index-feeds.ts';
import { createReplayFeed, type ReplayFeed, type ReplayPosition } from './replay-feed.ts';
import { marketSymbols, type MarketSymbol } from './symbol-table.ts';
import { createSyntheticFeed } from './synthetic-feed.ts';
import { type BinanceFeedOptions, createBinanceFeed } from './binance-feed.ts';

/** The same made-up prices on every installation and after every start. */
export const SYNTHETIC_SEED = 20_260_101;

export type BinanceAddress = Pick<BinanceFeedOptions, 'restUrl' | 'socketUrl'>;

export interface FeedChoice {
  feeds: Feed[];
  indexFeeds: IndexFeed[];
  replay: ReplayFeed | undefined;
}

export function chooseFeeds(options: {
  kind: Feed['source'];
  isDemo: boolean;
  /** By id; absent: without holidays. */
  symbols?: readonly MarketSymbol[];
  now(): number;
  position?: ReplayPosition;
  /** Other venues beside the live feed. */
  indexSources?: readonly IndexSourceSetting[];
  /** Another address of the live feed. */
  binance?: BinanceAddress;
  log?(message: string): void;
}): FeedChoice {
  const { kind, isDemo, symbols = marketSymbols, now, position, indexSources = [], binance, log } = options;
  // Real money trades on live prices alone: a recording can be known beforehand, computed ones are no market's.
  if (!isDemo && kind !== 'binance') return { feeds: [], indexFeeds: [], replay: undefined };
  const replay = kind === 'replay' ? createReplayFeed({ now, position }) : undefined;
  const first = replay ?? (kind === 'binance' ? createBinanceFeed({ now, log, ...binance }) : undefined);
  const left = symbols.map(({ id }) => id).filter((id) => !first?.symbols.includes(id));
  const feeds: Feed[] = first === undefined ? [] : [first];
  // Without the demo a symbol that no venue prices stays halted.
  if (isDemo) feeds.push(createSyntheticFeed({ seed: SYNTHETIC_SEED, symbols: left, table: symbols, now }));
  const priced = symbols.filter(({ id }) => kind === 'binance' && first?.symbols.includes(id));
  return { feeds, indexFeeds: chooseIndexFeeds(indexSources, priced, { now, log }), replay };
}
