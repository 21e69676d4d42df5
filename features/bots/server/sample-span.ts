// How samples are asked for: those of a span that lie on the moments of a period.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
export const SAMPLE_MS = 300_000;
/** As on the venue: a month is told of. */
export const KEPT_MS = 31 * DAY_MS;

/** What is too old is looked for once an hour. */
export const isSweptAt = (at: number) => at % 3_600_000 === 0;

/** The newest `limit` of the span or (isFromStart) the first. */
export interface SampleSpan {
  periodMs: number;
  from: number;
  to: number;
  limit: number;
  isFromStart: boolean;
}

export const directionOf = ({ isFromStart }: SampleSpan) => (isFromStart ? 'ASC' : 'DESC');
export const oldestFirst = <T>(rows: T[], { isFromStart }: SampleSpan): T[] => (isFromStart ? rows : rows.reverse());
