// The startDate and endDate of a list as moments: a bare endDate takes in its whole UTC day. Refused: a day that does not exist, an end before its start.
import { Refusal } from './feature.ts';
import { DAY_MS, dayOfText } from '../contract/calendar.ts';

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
  if (Number.isNaN(moment + dayOfText(text.slice(0, 10)))) throw new Refusal('INVALID_FIELD', { field });
  return moment;
}
