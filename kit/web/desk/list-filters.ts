// What a list's filters stand at when nothing was chosen, and what they ask the server.
import { DAY_MS } from '../../contract/calendar.ts';
import type { ListChoice, ListFilter, Said } from '../../contract/list.ts';
import { serverNow } from '../i18n/moments.ts';
import { dayOf, periodOf } from '../periods.ts';

export type FilterValues = Readonly<Record<string, string>>;

export function filterDefaults(filters: readonly ListFilter[]): Record<string, string> {
  return Object.fromEntries(
    filters.flatMap((filter): (readonly [string, string])[] => {
      if (filter.kind === 'search' || filter.kind === 'given') return [[filter.key, '']];
      if (filter.kind === 'days') return ['from', 'to'].map((side) => [side, ''] as const);
      return [[filter.key, filter.options[0]?.[0] ?? '']];
    }),
  );
}

/** What an address says may be no choice at all. */
export function chosen({ key, options, isOpen }: ListChoice, values: Readonly<Record<string, unknown>>): string {
  const wanted = String(values[key] ?? '');
  return isOpen === true || options.some(([value]) => value === wanted) ? wanted : (options[0]?.[0] ?? '');
}

/** What is said of words that are not of the form they must have. */
export function wrongOf(filter: ListFilter, values: FilterValues): Said | undefined {
  if (filter.kind !== 'search' || filter.form === undefined) return undefined;
  const text = values[filter.key] ?? '';
  return text === '' || filter.form.pattern.test(text) ? undefined : filter.form.wrong;
}

/** Empty choices ask nothing. */
export function filterQuery(filters: readonly ListFilter[], values: FilterValues, nowMs = serverNow()): Record<string, string> {
  const asked: Record<string, string> = {};
  for (const filter of filters) {
    if (filter.kind === 'days') {
      Object.assign(asked, periodOf({ period: 'own', from: values['from'] ?? '', to: values['to'] ?? '' }, nowMs));
      continue;
    }
    const value = 'options' in filter ? chosen(filter, values) : (values[filter.key] ?? '');
    if (value === '' || wrongOf(filter, values)) continue;
    if ('options' in filter && filter.isSince === true) asked['startDate'] = dayOf(nowMs - (Number(value) - 1) * DAY_MS);
    else asked[filter.asks ?? filter.key] = value;
  }
  return asked;
}

export function isNarrowed(filters: readonly ListFilter[], values: FilterValues): boolean {
  return Object.entries(filterDefaults(filters)).some(([key, usual]) => (values[key] ?? usual) !== usual);
}
