// The ten candle intervals: their length and where a time's candle begins.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { type Interval, intervals } from '../contract.ts';

const minute = 60_000;
const day = DAY_MS;

export const intervalMs: Readonly<Record<Interval, number>> = {
  '1s': 1000,
  '1m': minute,
  '3m': 3 * minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': 60 * minute,
  '4h': 240 * minute,
  '1d': day,
  '1w': 7 * day,
};

/** A running candle is put together again from closed ones of this finer interval. */
export const finerOf: Readonly<Partial<Record<Interval, Interval>>> = {
  '1m': '1s',
  '3m': '1m',
  '5m': '1m',
  '15m': '5m',
  '30m': '15m',
  '1h': '30m',
  '4h': '1h',
  '1d': '4h',
  '1w': '1d',
};

/** The epoch was a Thursday; weeks begin on Monday. */
const weekShift = 4 * day;

/** Opening time of the candle that `time` falls into (UTC). */
export function candleStart(interval: Interval, time: number): number {
  const length = intervalMs[interval];
  const shift = interval === '1w' ? weekShift : 0;
  return Math.floor((time - shift) / length) * length + shift;
}

/** Stored as a small number: the position in the contract's list. */
export function intervalId(interval: Interval): number {
  return intervals.indexOf(interval);
}
