// Pages of a list that grows at its top: the first is live, the ones behind it stand still while somebody reads them.
import { useState } from 'react';
import { serverNow } from './i18n/moments.ts';

export interface Paging {
  page: number;
  setPage(page: number): void;
  /** Of the question for a page: behind the first one nothing that came since counts, or every row would move on. */
  asOf<Q extends { endDate?: string }>(query: Q): Q;
}

/** `of`: what the pages are of; other filters begin at their first page. */
export function usePaging(of: string): Paging {
  const [at, setAt] = useState({ page: 0, of, until: '' });
  const { page, until } = at.of === of ? at : { page: 0, until: '' };
  return {
    page,
    setPage: (next) => setAt({ page: next, of, until: next === 0 ? '' : until || new Date(serverNow()).toISOString() }),
    asOf: (query) => (until === '' || (query.endDate ?? until) < until ? query : { ...query, endDate: until }),
  };
}
