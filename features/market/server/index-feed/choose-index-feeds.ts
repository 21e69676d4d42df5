// The venues of MARU_INDEX_SOURCES beside a live feed: each speaks of the symbols that the feed prices.
import type { IndexSourceSetting } from '@maru/kit/server/config-index-sources.ts';
import type { IndexFeed } from '../feed.ts';
import type { MarketSymbol } from '../symbol-table.ts';
import { bybit } from './bybit.ts';
import type { IndexVenue } from './index-venue.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import { VenueIndexFeed, type VenueIndexOptions } from './venue-index-feed.ts';

export const indexVenues: Readonly<Record<IndexSourceSetting['name'], IndexVenue>> = { bybit, okx, kraken };

export function chooseIndexFeeds(
  sources: readonly IndexSourceSetting[],
  priced: readonly MarketSymbol[],
  options: Pick<VenueIndexOptions, 'now' | 'log'>,
): IndexFeed[] {
  return sources.map(({ name, url }) => new VenueIndexFeed(indexVenues[name], { ...options, url, symbols: priced }));
}
