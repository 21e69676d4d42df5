// Hours of a game's own, within those of its symbol: on which days and from when to when its rounds are offered, by the site's clock.
import { DAY_MS, HOUR_MS, MINUTE_MS, wallAt, weekdayOf } from '@maru/kit/contract/calendar.ts';

/** `days`: Monday to Sunday, "1" where a session begins that day. A session that ends at or before its beginning ends the day after. */
export interface OwnHours {
  days: string;
  from: string;
  to: string;
}

const DAY_MINUTES = DAY_MS / MINUTE_MS;
const DAYS = 7;

export const hoursPattern = { days: /^(?=.*1)[01]{7}$/, time: /^([01]\d|2[0-3]):[0-5]\d$/ } as const;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Weekday (0 = Monday) and minute of the day as the clock on the site's wall says them. */
function wallOf(timeZone: string, at: number): { day: number; minute: number } {
  const minutes = Math.floor(wallAt(timeZone, at) / MINUTE_MS);
  return { day: weekdayOf(Math.floor(minutes / DAY_MINUTES)), minute: minutes % DAY_MINUTES };
}

export function isInHours({ days, from, to }: OwnHours, timeZone: string, at: number): boolean {
  const { day, minute } = wallOf(timeZone, at);
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  const begins = (on: number) => days[(on + DAYS) % DAYS] === '1';
  if (begin < end) return begins(day) && minute >= begin && minute < end;
  return (begins(day) && minute >= begin) || (begins(day - 1) && minute < end);
}

/** The next moment, at or after `at`, within the hours; undefined: there is none in the days to come. */
export function nextInHours(hours: OwnHours, timeZone: string, at: number): number | undefined {
  if (isInHours(hours, timeZone, at)) return at;
  const { minute } = wallOf(timeZone, at);
  const first = at - (at % MINUTE_MS) + ((minuteOf(hours.from) - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  for (let day = 0; day <= DAYS; day++) {
    const guess = first + day * DAY_MINUTES * MINUTE_MS;
    // An hour aside on days when clocks change.
    const found = [guess - HOUR_MS, guess, guess + HOUR_MS].find((each) => each > at && isInHours(hours, timeZone, each));
    if (found !== undefined) return found === guess - HOUR_MS && isInHours(hours, timeZone, found - MINUTE_MS) ? guess : found;
  }
  return undefined;
}
