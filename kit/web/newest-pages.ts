// Lists that grow at their top, as they are remembered: news is put into their newest pages, and asked for only where that is not enough.
import { queryClient, queryKey, refetch } from './query.ts';

interface Asked {
  page?: string;
  cursor?: string;
  startDate?: string;
  endDate?: string;
}

/** The newest page of a span that the moment is in. */
function hasMoment({ page, cursor, startDate, endDate }: Asked, time: string): boolean {
  if ((page ?? '0') !== '0' || cursor !== undefined) return false;
  return (startDate ?? '') <= time && (endDate === undefined || time < endDate);
}

/**
 * `fold` answers the page with the news in it, the same page where it has it already, undefined where it does not tell what becomes of it.
 * Answers whether it was news to every page that is known.
 */
export function foldNewest<L extends object, Q extends object>(
  route: Parameters<typeof refetch>[0],
  time: string,
  fold: (page: L, asked: Q) => L | undefined,
): boolean {
  const folded = queryClient
    .getQueryCache()
    .findAll({ queryKey: queryKey(route) })
    .filter(({ queryKey: [, asked] }) => hasMoment(asked ?? {}, time))
    // Known to have missed something and not shown: it is read when it is.
    .filter((query) => query.isActive() || !query.state.isInvalidated)
    .map(({ queryKey: key, state: { data, fetchStatus, isInvalidated } }) => {
      // An answer under way may not have heard of it.
      const page = fetchStatus === 'idle' && !isInvalidated ? (data as L | undefined) : undefined;
      return { key, page, now: page && fold(page, (key[1] ?? {}) as Q) };
    });
  for (const { key, now } of folded) if (now) queryClient.setQueryData(key, now);
  if (folded.some(({ now }) => now === undefined)) void refetch(route);
  return !folded.some(({ page, now }) => now !== undefined && now === page);
}
