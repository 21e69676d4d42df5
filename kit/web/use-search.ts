// The search part of the address, followed: a link may lead to the same page with another one.
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

export function useSearchText(): string {
  const { history } = useRouter();
  return useSyncExternalStore(
    (told) => history.subscribe(told),
    () => history.location.search,
    () => history.location.search,
  );
}
