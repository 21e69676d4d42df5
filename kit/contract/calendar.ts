// The one calendar: fixed lengths of time, and the days and months of a site's own time zone, also where its clocks change.
//
// Over Intl, which server and browser both have: a Temporal polyfill weighs more than the home page has left, and Node 24 brings none.
// A day is its number counted from 1970-01-01, or its text `2026-11-24`; instants are milliseconds of UTC.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours: a site's own day may have 23 or 25, so days of a site are counted by `dayAt` and `dayBegins`. */
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = DAY_MS / 1000;
/** Korea keeps UTC+9 the whole year since 1988. */
export const SEOUL_AHEAD_MS = 9 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept: making one costs more than a hundred times to read. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
    formats.set(timeZone, format);
  }
  return format;
}

/** The clock on the wall as if it were UTC: `wallAt(zone, at) - at` is what the zone is ahead. */
export function wallAt(timeZone: string, at: number): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall + at - Math.floor(at / 1000) * 1000;
}

const aheadAt = (timeZone: string, at: number): number => wallAt(timeZone, at) - at;

/** The zone's day at this moment. */
export const dayAt = (timeZone: string, at: number): number => Math.floor(wallAt(timeZone, at) / DAY_MS);

/** `2026-11-21` */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** NaN: the text is no day, or one that does not exist (the parser takes 30 February for 2 March). */
export function dayOfText(text: string): number {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  return Number.isNaN(day) || dayText(day) !== text ? Number.NaN : day;
}

/** The UTC day of a moment, as text. */
export const utcDayText = (at: number): string => dayText(Math.floor(at / DAY_MS));

/** 0 = Monday */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The first moment of a day: the first of two midnights; where the clocks skip midnight, when they are put forward. */
export function dayBegins(timeZone: string, day: number): number {
  const midnight = day * DAY_MS;
  const ahead = [midnight - DAY_MS, midnight + DAY_MS].map((at) => aheadAt(timeZone, at));
  const [first, second] = [midnight - Math.max(...ahead), midnight - Math.min(...ahead)];
  for (const at of [first, second]) if (wallAt(timeZone, at) === midnight) return at;
  return firstMinute(first, second, (at) => wallAt(timeZone, at) >= midnight);
}

export const dayStart = (timeZone: string, at: number): number => dayBegins(timeZone, dayAt(timeZone, at));

/** Also over a day of 23 or 25 hours. */
export const nextDay = (timeZone: string, at: number): number => dayBegins(timeZone, dayAt(timeZone, at) + 1);

/** By halves: the first whole minute after `before` at which it holds; it holds at `at`. */
function firstMinute(before: number, at: number, holds: (at: number) => boolean): number {
  while (at - before > MINUTE_MS) {
    const middle = before + Math.floor((at - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (holds(middle)) at = middle;
    else before = middle;
  }
  return at;
}

/** The first day of a month, `2026-11`, and of the month after it. */
export function monthDays(month: string): { first: number; end: number } {
  return { first: dayOfText(`${month}-01`), end: dayOfText(`${monthAfter(month, 1)}-01`) };
}

/** `2026-11` by 1 → `2026-12` */
export function monthAfter(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number);
  return utcDayText(Date.UTC(year, number - 1 + by)).slice(0, 7);
}

export interface SiteClock {
  /** What the wall was ahead of UTC when the day before that of `now` ended. */
  offsetMs: number;
  /** The first change from that midnight on, within a year: from `at` on the wall is ahead by so much more. */
  change: { at: number; byMs: number } | undefined;
}

const DAYS_AHEAD = 400;
/** By zone, of the day last asked for: a year is looked through once a day. */
const clocks = new Map<string, { begin: number; clock: SiteClock }>();

export function siteClock(timeZone: string, now: number): SiteClock {
  const begin = dayStart(timeZone, now);
  const known = clocks.get(timeZone);
  if (known?.begin === begin) return known.clock;
  const offsetMs = aheadAt(timeZone, begin - MINUTE_MS);
  const clock = { offsetMs, change: firstChange(timeZone, begin, offsetMs) };
  clocks.set(timeZone, { begin, clock });
  return clock;
}

function firstChange(timeZone: string, begin: number, offsetMs: number): SiteClock['change'] {
  const isChanged = (at: number) => aheadAt(timeZone, at) !== offsetMs;
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const last = begin + day * DAY_MS;
    if (!isChanged(last)) continue;
    // Some change at midnight itself: the day begins with the change.
    const at = day === 0 ? begin : firstMinute(last - DAY_MS, last, isChanged);
    return { at, byMs: aheadAt(timeZone, at) - offsetMs };
  }
  return undefined;
}

/** The site's own time, as its screens show it. */
export function timeIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    timeZoneName: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
}
