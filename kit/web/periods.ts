// The span of time that a list shows: the last days, or days of the reader's own, in the site's calendar.
import { dayAt, dayBegins, dayOfText, dayText } from '../contract/calendar.ts';
import { siteTimeZone } from './i18n/moments.ts';

export type Period = '1' | '7' | '30' | 'own';

export interface Span {
  period: Period;
  /** Days of the site's calendar, for `own`; '' = open. */
  from: string;
  to: string;
}

const startOf = (zone: string, day: number): string => new Date(dayBegins(zone, day)).toISOString();

/** The day of an instant in the site's calendar, as 2026-11-22. */
export const dayOf = (ms: number, zone = siteTimeZone()): string => dayText(dayAt(zone, ms));

export function periodOf(span: Span, nowMs: number, zone = siteTimeZone()): { startDate?: string; endDate?: string } {
  if (span.period !== 'own') return { startDate: startOf(zone, dayAt(zone, nowMs) - (Number(span.period) - 1)) };
  return {
    ...(span.from ? { startDate: startOf(zone, dayOfText(span.from)) } : {}),
    // Exclusive: the last day counts to its last millisecond.
    ...(span.to ? { endDate: startOf(zone, dayOfText(span.to) + 1) } : {}),
  };
}
