// The rows of a declared list: asked for page by page, on by a cursor or all at once, with the last answer kept while the next is on its way.
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, type UseQueryResult } from '@tanstack/react-query';
import { call, type CallOptions, type ReplyOf } from '../api-client.ts';
import { useCall } from '../query.ts';
import type { Catalog } from '../i18n/language.ts';
import type { AnyRoute, ListPart } from './page-definition.ts';

/** What a list may answer: rows alone, or rows with a count or a cursor. */
interface Answer<Row> {
  content?: readonly Row[];
  totalElements?: number;
  total?: number;
  next?: string | null;
}

interface Asked<R extends AnyRoute, Row> {
  route: R;
  query: Readonly<Record<string, string>>;
  paging: 'pages' | 'cursor' | undefined;
  everyMs: ListPart<Catalog, R, object>['everyMs'];
  rows: ((reply: ReplyOf<R>) => readonly Row[]) | undefined;
}

export interface ListRows<R extends AnyRoute, Row> {
  query: UseQueryResult<ReplyOf<R>, Error>;
  /** The first page's, or the whole. */
  reply: ReplyOf<R> | undefined;
  rows: readonly Row[];
  total: number;
  more: UseInfiniteQueryResult<InfiniteData<ReplyOf<R>>, Error>;
}

export function useListRows<R extends AnyRoute, Row>({ route, query, paging, everyMs, rows }: Asked<R, Row>): ListRows<R, Row> {
  const isCursor = paging === 'cursor';
  const asked = query as CallOptions<R>['query'];
  const whole = useCall(route, { query: asked, keepsOld: true, isOn: !isCursor, ...(everyMs !== undefined && { everyMs }) });
  const more = useInfiniteQuery({
    queryKey: [route.name, 'on', query],
    queryFn: ({ pageParam, signal }): Promise<ReplyOf<R>> =>
      call(route, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal } as CallOptions<R>),
    initialPageParam: '',
    getNextPageParam: (last) => (last as Answer<Row>).next ?? undefined,
    enabled: isCursor,
  });
  const pages = isCursor ? (more.data?.pages ?? []) : whole.data === undefined ? [] : [whole.data];
  const rowsOf = rows ?? ((reply: ReplyOf<R>) => (Array.isArray(reply) ? (reply as Row[]) : ((reply as Answer<Row>).content ?? [])));
  const [first] = pages as [Answer<Row> | undefined];
  return {
    // Only its states are read of the second kind.
    query: isCursor ? ({ ...more, data: more.data?.pages[0] } as unknown as UseQueryResult<ReplyOf<R>, Error>) : whole,
    reply: pages[0],
    rows: pages.flatMap(rowsOf),
    total: first?.totalElements ?? first?.total ?? 0,
    more,
  };
}
