// Times in the site's own time zone and the reader's language.
import { currentLanguage } from './language.ts';

let timeZone = 'Asia/Seoul';
/** Server time − device time, in ms. */
let offsetMs = 0;

export function setTimeZone(zone: string): void {
  timeZone = zone;
}
export function siteTimeZone(): string {
  return timeZone;
}
/** What the server said, and how long ago. */
export function setServerTime(serverMs: number, ageMs = 0): void {
  offsetMs = serverMs + ageMs - Date.now();
}
/** Since the page began to arrive: its files come after it, on a slow phone by seconds, and a countdown would be late by them. */
export function pageAgeMs(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.responseStart ? Math.max(0, performance.now() - page.responseStart) : 0;
}
export function serverNow(): number {
  return Date.now() + offsetMs;
}

const formats = {
  /** 11월 22일 09:14 */
  said: { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 월 08:00, of a time within the week */
  weekday: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { month: 'long', day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const made = new Map<string, Intl.DateTimeFormat>();
/** Kept: making one costs more than a hundred times to write. */
export function formatter(locale: string, options: Intl.DateTimeFormatOptions, zone = timeZone): Intl.DateTimeFormat {
  const key = `${locale}|${zone}|${JSON.stringify(options)}`;
  let format = made.get(key);
  if (!format) made.set(key, (format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })));
  return format;
}

type When = string | number | Date;

export function moment(when: When, style: keyof typeof formats): string {
  return formatter(currentLanguage() === 'ko' ? 'ko-KR' : 'en-GB', formats[style]).format(new Date(when));
}

const HALF_DAY_MS = 43_200_000;
/** Since when something goes on: the time of day, with its day when that was half a day ago or more. */
export const sinceMoment = (sinceMs: number): string => moment(sinceMs, serverNow() - sinceMs < HALF_DAY_MS ? 'minute' : 'said');

/** `11.22 09:14:05` for tables, in both languages; with its year when that is not the running one. */
export function tableMoment(when: When, seconds = true): string {
  const whole = fullMoment(when, seconds);
  const year = whole.slice(0, 5);
  return fullMoment(serverNow()).startsWith(year) ? whole.slice(5) : whole;
}

/** `2026.11.22 09:14:05`: for records, and behind every short time. */
export function fullMoment(when: When, seconds = true): string {
  const parts = formatter('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(when));
  const of = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  return `${of('year')}.${of('month')}.${of('day')} ${of('hour')}:${of('minute')}${seconds ? `:${of('second')}` : ''}`;
}

/** `2026-11-22 09:14:05` in the site's time zone: what spreadsheets take for a time. */
export function fileMoment(when: When): string {
  return formatter('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(when));
}

/** `02:41:09` until something; never negative. */
export function countdown(untilMs: number, nowMs = serverNow()): string {
  const left = Math.max(0, Math.floor((untilMs - nowMs) / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(left / 3600))}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
}
