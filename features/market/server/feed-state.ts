// The staleness table: how old a symbol's news may be before new exposure stops (3 s) and before the symbol halts (10 s).
import type { FeedState } from '../contract.ts';
import { SwitchBit } from '@maru/engine/wire/command.ts';
import { indexAge } from '@maru/engine/market/mark.ts';
import { isOpen, type TradingHours } from './trading-hours.ts';

/** `newsAt` is our clock at the older of the last market and the last index news; `isIndexHalted` when sources disagree, `isDoubted` while a step is not believed. */
export function feedStateOf(hours: TradingHours, now: number, newsAt: number, isIndexHalted: boolean, isDoubted: boolean): FeedState {
  if (!isOpen(hours, now)) return 'closed';
  if (isIndexHalted) return 'halted';
  const age = indexAge(now - newsAt);
  if (age !== 'halted' && isDoubted) return 'unsafe';
  return age === 'fresh' ? 'live' : age;
}

/** The switch bits that belong to the feed; an operator's own bits are never touched. */
export const FEED_BITS = SwitchBit.MarketClosed | SwitchBit.Stale | SwitchBit.FeedHalt;

export function feedBitsOf(state: FeedState): number {
  if (state === 'closed') return SwitchBit.MarketClosed;
  if (state === 'halted') return SwitchBit.FeedHalt | SwitchBit.Stale;
  return state === 'stale' || state === 'unsafe' ? SwitchBit.Stale : 0;
}
