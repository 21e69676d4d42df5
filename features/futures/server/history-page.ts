// One page of a member's history: the filter that its query makes, and the answer with the sums of its days where they are asked for.
import { dateRange } from '@maru/kit/server/date-range.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { presentDays } from './history-days.ts';
import type { HistoryFilter, HistoryPage, listDays } from './history-queries.ts';
import { cursorKey, filteredSymbol, pageSize, sideOf } from './history-request.ts';
import { symbolAt, type SiteSymbol } from './site-symbols.ts';

interface PageQuery {
  futuresOptionId?: number | undefined;
  symbol?: string | undefined;
  side?: keyof typeof sideOf | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
  withDays?: 'true' | undefined;
}

/** What every history is asked by; `size` where the caller wants another than the query's. */
export function pageFilter(site: SiteConfig, account: number, query: PageQuery, size = pageSize(query.size)): HistoryFilter {
  const { cursor, side, page = 0 } = query;
  return {
    site: site.id,
    account,
    symbol: filteredSymbol(site, query),
    side: side && sideOf[side],
    ...dateRange(query),
    cursor: cursorKey(cursor),
    limit: size,
    offset: cursor === undefined ? page * size : 0,
  };
}

/** Rows of a history and how one is told. */
interface Told<R, T> {
  site: SiteConfig;
  query: PageQuery;
  filter: HistoryFilter;
  found: HistoryPage<R>;
  present(symbol: SiteSymbol, row: R): T;
  /** The kind whose days the query may ask for. */
  summed?: Parameters<typeof listDays>[1];
}

export async function answerPage<R extends { symbol: number }, T>(context: AppContext, told: Told<R, T>) {
  const { site, query, filter, present, summed } = told;
  const { rows, total, next, span } = told.found;
  const days = query.withDays && summed && (await presentDays(context, summed, filter, span, site.timeZone));
  const content = rows.map((row) => present(symbolAt(site, row.symbol), row));
  const data = { content, page: query.page ?? 0, size: filter.limit, totalElements: total, next: next?.join('.') ?? null };
  return { data: { ...data, ...(days && { days }) } };
}
