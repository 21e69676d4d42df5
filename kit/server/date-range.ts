// The startDate and endDate of a list as moments: a bare date means the whole UTC day, a date that does not exist is refused, and an end before its start.
import { Refusal } from './feature.ts';

const DAY_MS = 86_400_000;

/** `from` inclusive, `to` exclusive, in ms; undefined where nothing was asked. */
export function dateRange(query: { startDate?: string | undefined; endDate?: string | undefined }): { from?: number; to?: number } {
  const from = momentOf(query.startDate, 'startDate');
  const to = momentOf(query.endDate, 'endDate');
  const until = to === undefined || query.endDate?.length !== 10 ? to : to + DAY_MS;
  if (from !== undefined && until !== undefined && from > until) throw new Refusal('INVALID_FIELD', { field: 'endDate' });
  return { from, to: until };
}

function momentOf(text: string | undefined, field: string): number | undefined {
  if (text === undefined) return undefined;
  const moment = Date.parse(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`);
  if (Number.isNaN(moment)) throw new Refusal('INVALID_FIELD', { field });
  return moment;
}
