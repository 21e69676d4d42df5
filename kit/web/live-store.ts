// Market values by key, outside React: the last one wins, subscribers hear of it on the flush clock. Not for account events, which must not be lost.
import { useCallback, useSyncExternalStore } from 'react';
import { type FlushClock, flushClock } from './flush-clock.ts';

/** Names a value and carries its type: `const tickerOf = (symbol: string) => liveKey<Ticker>(`ticker/${symbol}`)`. */
export type LiveKey<T> = string & { readonly _value?: T };
export const liveKey = <T>(name: string): LiveKey<T> => name;

export interface LiveStore {
  get<T>(key: LiveKey<T>): T | undefined;
  /** A new value (a new reference, or values are taken for unchanged). */
  set<T>(key: LiveKey<T>, value: T): void;
  remove(key: LiveKey<unknown>): void;
  /** `changed` is called at most once a flush. */
  subscribe(key: LiveKey<unknown>, changed: () => void): () => void;
}

export function createLiveStore(clock: FlushClock): LiveStore {
  const incoming = new Map<string, unknown>();
  /** What subscribers see: moves only in a flush, so that a frame is of one moment. */
  const shown = new Map<string, unknown>();
  const listeners = new Map<string, Set<() => void>>();

  clock.onFlush(() => {
    if (incoming.size === 0) return;
    const changed = [...incoming.keys()];
    for (const [key, value] of incoming) shown.set(key, value);
    incoming.clear();
    for (const key of changed) for (const listener of listeners.get(key) ?? []) listener();
  });

  return {
    get: <T>(key: LiveKey<T>) => shown.get(key) as T | undefined,
    set(key, value) {
      // Before anybody looks there is nothing to keep still, and the first paint need not wait.
      if (!listeners.get(key)?.size) {
        incoming.delete(key);
        shown.set(key, value);
      } else {
        incoming.set(key, value);
        clock.request();
      }
    },
    remove(key) {
      incoming.delete(key);
      shown.delete(key);
    },
    subscribe(key, changed) {
      let set = listeners.get(key);
      if (!set) listeners.set(key, (set = new Set()));
      set.add(changed);
      return () => {
        set.delete(changed);
        if (set.size === 0) listeners.delete(key);
      };
    },
  };
}

export const liveStore = createLiveStore(flushClock);

const noKey = () => () => undefined;
/** What the server draws is of answers; news that came before a part of the page stands would have it drawn anew. */
const nothing = () => undefined;

/** The value, re-rendering at each flush that changed it. */
export function useLive<T>(key: LiveKey<T> | undefined): T | undefined {
  const subscribe = useCallback((changed: () => void) => (key === undefined ? noKey() : liveStore.subscribe(key, changed)), [key]);
  const snapshot = () => (key === undefined ? undefined : liveStore.get(key));
  return useSyncExternalStore(subscribe, snapshot, nothing);
}

/** A part of the value; re-renders only when the part (compared by identity) changes. Prefer strings and numbers. */
export function useLivePart<T, P extends string | number | boolean | undefined>(key: LiveKey<T>, part: (value: T) => P): P | undefined {
  const subscribe = useCallback((changed: () => void) => liveStore.subscribe(key, changed), [key]);
  const snapshot = () => {
    const value = liveStore.get(key);
    return value === undefined ? undefined : part(value);
  };
  return useSyncExternalStore(subscribe, snapshot, nothing);
}
