// When a symbol's market is open: crypto always; forex, gold and indices 08:00 to 06:00 Asia/Seoul, weekends and holidays closed.
import type { TradingHours } from './symbol-table.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Korea keeps UTC+9 the whole year. A trading day runs from 08:00 Seoul, so the day's number is that of (time + 1 h) in UTC. */
const seoulOpenShift = hour;
const sessionMs = 22 * hour;

/** Trading days (the Seoul date of their opening) on which the session does not open. */
export const closedDates: ReadonlySet<string> = new Set(['2026-12-25', '2027-01-01', '2027-12-25', '2028-01-01']);

/** Start of the trading day that `time` falls into: the latest 08:00 Seoul at or before it. */
function tradingDayOf(time: number): number {
  return Math.floor((time + seoulOpenShift) / day) * day - seoulOpenShift;
}

const closedDays = new Set([...closedDates].map((date) => Date.parse(`${date}T08:00:00+09:00`)));

function opensOn(dayStart: number): boolean {
  // The epoch began on a Thursday; 08:00 in Seoul is 23:00 UTC of the day before.
  const weekday = ((dayStart + seoulOpenShift) / day + 4) % 7;
  return weekday !== 0 && weekday !== 6 && !closedDays.has(dayStart);
}

export function isOpen(hours: TradingHours, time: number): boolean {
  if (hours === 'always') return true;
  const start = tradingDayOf(time);
  return time - start < sessionMs && opensOn(start);
}

/** The next moment (at or after `time`) at which the market is open. */
export function nextOpening(hours: TradingHours, time: number): number {
  if (isOpen(hours, time)) return time;
  let start = tradingDayOf(time) + day;
  while (!opensOn(start)) start += day;
  return start;
}

/** The latest moment at or before `time` at which the market was open: closings are exclusive, so the last one is a ms before. */
export function lastOpenMoment(hours: TradingHours, time: number): number {
  if (isOpen(hours, time)) return time;
  let start = tradingDayOf(time);
  while (!opensOn(start)) start -= day;
  return start + sessionMs - 1;
}
