// Requests with a memory (TanStack Query), made from contract routes: `useCall(listOptions)`, `useCall(chart, { query: … })`.
import { hashKey, keepPreviousData, QueryCache, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Route } from '../contract/route.ts';
import { call, type CallOptions, type ReplyOf } from './api-client.ts';
import { Failure } from './failure.ts';
import { currentLanguage, i18n } from './i18n/language.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the three schemas are inferred from the argument
type AnyRoute = Route<any, any, any>;

/** Why a question without any answer yet failed last: the library forgets it while it asks again, and the place would fall back to a skeleton. */
const lastErrors = new Map<string, Error>();

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryHash }) => void lastErrors.set(queryHash, error),
    onSuccess: (_, { queryHash }) => void lastErrors.delete(queryHash),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // What was refused stays refused; what was not answered is asked again, and after 3 s the page says so and goes on by itself.
      retry: (failures, error) => failures < 2 && error instanceof Failure && error.isUnknown,
      retryDelay: (attempt, error) => (error instanceof Failure && error.retryAfterMs) || Math.min(1000 * 2 ** attempt, 8000),
    },
  },
});

let spoken = currentLanguage();
/** What the server said in words, it said in the language before. */
i18n.on('change', () => {
  if (currentLanguage() === spoken) return;
  spoken = currentLanguage();
  void queryClient.invalidateQueries();
});

export const queryKey = (route: AnyRoute, query?: object): readonly unknown[] => (query ? [route.name, query] : [route.name]);

interface UseCallOptions<R extends AnyRoute> {
  query?: CallOptions<R>['query'];
  isOn?: boolean;
  staleMs?: number;
  /** A number, or what the last answer calls for. */
  everyMs?: number | ((reply: ReplyOf<R> | undefined) => number);
  /** Keeps the page before on screen while the next is on its way. */
  keepsOld?: boolean;
}

export function useCall<R extends AnyRoute>(route: R, options: UseCallOptions<R> = {}): UseQueryResult<ReplyOf<R>, Error> {
  const { query, isOn = true, staleMs, everyMs, keepsOld = false } = options;
  const key = queryKey(route, query as object | undefined);
  const result = useQuery<ReplyOf<R>, Error>({
    queryKey: key,
    queryFn: ({ signal }) => call(route, { signal, ...(query === undefined ? {} : { query }) } as CallOptions<R>),
    enabled: isOn,
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    ...(everyMs === undefined
      ? {}
      : {
          refetchInterval: typeof everyMs === 'function' ? ({ state }: { state: { data?: ReplyOf<R> } }) => everyMs(state.data) : everyMs,
        }),
    ...(keepsOld ? { placeholderData: keepPreviousData } : {}),
  } as Parameters<typeof useQuery<ReplyOf<R>, Error>>[0]);
  const failed = result.isLoading ? lastErrors.get(hashKey(key)) : undefined;
  return failed ? stillFailing(result, failed) : result;
}

/** As it was before it was asked again. */
function stillFailing<T>(result: UseQueryResult<T, Error>, error: Error): UseQueryResult<T, Error> {
  return { ...result, error, status: 'error', isError: true, isPending: false, isLoading: false, isLoadingError: true } as UseQueryResult<
    T,
    Error
  >;
}

/** The connection is back: what failed meanwhile need not wait for its turn. */
export function askFailedAgain(): Promise<void> {
  return queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Fetches anew whatever is on screen from this route. */
export function refetch(route: AnyRoute): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [route.name] });
}

/** Changes what is remembered, from a socket event. */
export function patchCall<R extends AnyRoute>(route: R, query: CallOptions<R>['query'], change: (old: ReplyOf<R>) => ReplyOf<R>): void {
  queryClient.setQueryData<ReplyOf<R>>(queryKey(route, query as object | undefined), (old: ReplyOf<R> | undefined) =>
    old === undefined ? old : change(old),
  );
}
