// When a symbol's market is open: crypto always; forex, gold and indices 08:00 to 06:00 Asia/Seoul, weekends and holidays closed.
import { DAY_MS, HOUR_MS, dayOfText, weekdayOf } from '@maru/kit/contract/calendar.ts';

/** From `from` until before `to`, ms: one market's holiday. */
export interface Closing {
  readonly from: number;
  readonly to: number;
}

/** `korea`: its sessions without any holiday. With closings: the same sessions and what operators have entered. */
export type TradingHours = 'always' | 'korea' | { readonly closings: readonly Closing[] };

/** Korea keeps UTC+9 the whole year. A trading day runs from 08:00 Seoul, so the day's number is that of (time + 1 h) in UTC. */
const seoulOpenShift = HOUR_MS;
const sessionMs = 22 * HOUR_MS;

/** Start of the trading day that `time` falls into: the latest 08:00 Seoul at or before it. */
export function tradingDayOf(time: number): number {
  return Math.floor((time + seoulOpenShift) / DAY_MS) * DAY_MS - seoulOpenShift;
}

/** 08:00 in Seoul of a date, "2026-12-25"; undefined where the calendar has no such date. */
export function openingOf(date: string): number | undefined {
  const day = dayOfText(date);
  return Number.isNaN(day) ? undefined : day * DAY_MS - seoulOpenShift;
}

export const dayAfter = (opening: number): number => opening + DAY_MS;

function isSessionDay(dayStart: number): boolean {
  // 08:00 in Seoul is 23:00 UTC of the day before.
  return weekdayOf((dayStart + seoulOpenShift) / DAY_MS) < 5;
}

function isInSession(time: number): boolean {
  const start = tradingDayOf(time);
  return time - start < sessionMs && isSessionDay(start);
}

const closingAt = (hours: TradingHours, time: number): Closing | undefined =>
  typeof hours === 'object' ? hours.closings.find(({ from, to }) => from <= time && time < to) : undefined;

export function isOpen(hours: TradingHours, time: number): boolean {
  return hours === 'always' || (isInSession(time) && closingAt(hours, time) === undefined);
}

/** The next moment (at or after `time`) at which the market is open. */
export function nextOpening(hours: TradingHours, time: number): number {
  let at = time;
  while (!isOpen(hours, at)) at = closingAt(hours, at)?.to ?? tradingDayOf(at) + DAY_MS;
  return at;
}

/** The latest moment at or before `time` at which the market was open: closings are exclusive, so the last one is a ms before. */
export function lastOpenMoment(hours: TradingHours, time: number): number {
  let at = time;
  while (!isOpen(hours, at)) {
    const start = tradingDayOf(at);
    const isPastSession = isSessionDay(start) && at - start >= sessionMs;
    at = (closingAt(hours, at)?.from ?? (isPastSession ? start + sessionMs : start)) - 1;
  }
  return at;
}
