// What stands in the way of trading now, strictest first: socket, hours, switches, age of prices.
import type { PageLock } from '@maru/futures/web/feature.tsx';
import type { Option } from '@maru/futures/contract.ts';
import type { FeedState } from '@maru/market/contract.ts';

/** `isOff`: the site, or this region of it, is without futures. */
export function tradeLock(isOffline: boolean, trading: Option['trading'], feed: FeedState, isOff = false): PageLock | undefined {
  if (isOffline) return 'offline';
  if (trading === 'CLOSED' || feed === 'closed') return 'closed';
  if (trading === 'HALT' || feed === 'halted') return 'halt';
  if (trading === 'CANCEL_ONLY') return 'cancelOnly';
  if (trading === 'STALE' || feed === 'stale') return 'stale';
  return trading === 'REDUCE_ONLY' || isOff ? 'reduceOnly' : undefined;
}
