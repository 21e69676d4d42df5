// What stands in the way of trading now, strictest first: socket, hours, switches, prices that are not believed or old.
import type { PageLock } from '@maru/futures/web/feature.tsx';
import type { Option } from '@maru/futures/contract.ts';
import type { SocketStatus } from '@maru/kit/web/socket.ts';
import type { FeedState } from '@maru/market/contract.ts';

/**
 * Prices that grow old while no line is open, or while the device has no network, say nothing of the symbol: its halt is the
 * server's to tell. A device that takes itself for offline while prices still come is not.
 */
export function isCutOff(isOnline: boolean, line: SocketStatus, secondsOld: number): boolean {
  return line === 'retrying' || line === 'lost' || ((line !== 'open' || !isOnline) && secondsOld > 0);
}

/** `isOff`: the site, or this region of it, is without futures. */
export function tradeLock(isOffline: boolean, trading: Option['trading'], feed: FeedState, isOff = false): PageLock | undefined {
  if (isOffline) return 'offline';
  if (trading === 'CLOSED' || feed === 'closed') return 'closed';
  if (trading === 'HALT' || feed === 'halted') return 'halt';
  if (trading === 'CANCEL_ONLY') return 'cancelOnly';
  if (feed === 'unsafe') return 'unsafe';
  if (trading === 'STALE' || feed === 'stale') return 'stale';
  return trading === 'REDUCE_ONLY' || isOff ? 'reduceOnly' : undefined;
}
