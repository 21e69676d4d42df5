// Placeholder until the adapter stands.
import type { Feed } from './feed.ts';

export function createBinanceFeed(_options: { now(): number; log?(message: string): void }): Feed {
  throw new Error('MARU_FEED=binance is not there yet');
}
