// A feed driven by hand: a test says what the venue says, when it says it.
import type { Feed, FeedListener, FeedUpdate } from '../feed.ts';

export interface HandFeed extends Feed {
  tell(update: FeedUpdate): void;
}

export function handFeed(symbols: readonly number[]): HandFeed {
  let listener: FeedListener = () => {};
  return {
    source: 'binance',
    symbols,
    async start(to) {
      listener = to;
    },
    advance() {},
    health: () => ({ state: 'live', lastNewsAt: 0, reconnects: 0, gaps: 0, seams: 0 }),
    async stop() {},
    tell: (update) => listener(update),
  };
}
