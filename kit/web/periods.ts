// The span of time that a list shows: the last days, or days of the reader's own, in the site's calendar.
import { formatter, siteTimeZone } from './i18n/moments.ts';

export type Period = '1' | '7' | '30' | 'own';

export interface Span {
  period: Period;
  /** Days of the site's calendar, for `own`; '' = open. */
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** Midnight of a day in the site's time zone, as an instant; the server's days are UTC. */
function dayStart(day: string, zone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const parts = formatter(
    'en-GB',
    { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    zone,
  ).formatToParts(utc);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return new Date(utc - (there - utc)).toISOString();
}

const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** The day of an instant in the site's calendar, as 2026-11-22. */
export function dayOf(ms: number, zone = siteTimeZone()): string {
  return formatter('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }, zone).format(ms);
}

export function periodOf(span: Span, nowMs: number, zone = siteTimeZone()): { startDate?: string; endDate?: string } {
  if (span.period !== 'own') return { startDate: dayStart(dayOf(nowMs - (Number(span.period) - 1) * DAY_MS, zone), zone) };
  return {
    ...(span.from ? { startDate: dayStart(span.from, zone) } : {}),
    // Exclusive: the last day counts to its last millisecond.
    ...(span.to ? { endDate: dayStart(dayAfter(span.to), zone) } : {}),
  };
}
