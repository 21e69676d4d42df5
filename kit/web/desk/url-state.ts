// Filters that live in the address: a link shows the same list, and the way back leads to it.
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

export type UrlValues = Readonly<Record<string, string | number | boolean>>;
type Loose<V> = { [K in keyof V]: V[K] extends string ? string : V[K] extends number ? number : boolean };

/** Values of the address over the defaults, each of its default's kind; what is not of that kind is the default. */
export function readUrlState<V extends UrlValues>(search: string, defaults: V): Loose<V> {
  const given = new URLSearchParams(search);
  const read = (name: string, fallback: string | number | boolean) => {
    const text = given.get(name);
    if (text === null) return fallback;
    if (typeof fallback === 'number') return /^-?\d{1,15}$/.test(text) ? Number(text) : fallback;
    if (typeof fallback === 'boolean') return text === '1';
    return text;
  };
  return Object.fromEntries(Object.entries(defaults).map(([name, fallback]) => [name, read(name, fallback)])) as Loose<V>;
}

/** Only what differs from the defaults stands in the address. */
export function writeUrlState<V extends UrlValues>(search: string, values: Loose<V>, defaults: V): string {
  const given = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === defaults[name]) given.delete(name);
    else given.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  }
  const text = given.toString();
  return text ? `?${text}` : '';
}

/** `[values, change]`: a change of anything but `page` starts at the first page again. The defaults are read once. */
export function useUrlState<V extends UrlValues>(defaults: V): [Loose<V>, (change: Partial<Loose<V>>) => void] {
  const router = useRouter();
  const search = useRouterState({ select: (state) => state.location.searchStr });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- an object written in the component is new each time and means the same
  const fixed = useMemo(() => defaults, []);
  const values = useMemo(() => readUrlState(search, fixed), [search, fixed]);
  const change = useCallback(
    (part: Partial<Loose<V>>) => {
      const { pathname, search: now, hash } = window.location;
      const next = { ...readUrlState(now, fixed), ...('page' in fixed && !('page' in part) ? { page: fixed['page'] } : {}), ...part };
      router.history.replace(`${pathname}${writeUrlState(now, next as Loose<V>, fixed)}${hash}`);
    },
    [router, fixed],
  );
  return [values, change];
}
