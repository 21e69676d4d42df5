// What must hold for all gateways of an installation, behind one port: turns, rates, claims and notes. Today one process's memory.
//
// Whoever asks names what it shares; nothing here is truth: ARCHITECTURE.md says of each what happens where it is lost.
import type { Clock } from './clock.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

export interface Shared {
  /** One after the other for one key: a member's transactions meet each other's rows finished, never half done. */
  turn<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** The limit of that name; the same for everybody who asks. */
  limit(name: string, rate: { perSecond: number; burst: number }): RateLimit;
  /** Holds a name for `owner` until the answer is called, as often as it asks; undefined while it is another's. */
  claim(name: string, owner: string): (() => void) | undefined;
  /** Remembered for a while: at most so many, those written longest ago go first. */
  notes<V>(name: string, most: number): Notes<V>;
}

export interface Notes<V> {
  get(key: string | number): V | undefined;
  set(key: string | number, value: V): void;
  delete(key: string | number): void;
  keys(): Iterable<string | number>;
}

export function sharedInMemory(clock: Clock): Shared {
  const turns = new Map<string, Promise<unknown>>();
  const limits = new Map<string, RateLimit>();
  const claims = new Map<string, { owner: string; count: number }>();
  const notes = new Map<string, Notes<unknown>>();
  return {
    async turn(key, work) {
      const mine = (turns.get(key) ?? Promise.resolve()).then(work, work);
      turns.set(key, mine);
      try {
        return await mine;
      } finally {
        if (turns.get(key) === mine) turns.delete(key);
      }
    },
    limit: (name, rate) => madeOnce(limits, name, () => createRateLimit(clock, rate)),
    claim(name, owner) {
      const held = madeOnce(claims, name, () => ({ owner, count: 0 }));
      if (held.owner !== owner) return undefined;
      held.count++;
      return () => void (--held.count === 0 && claims.delete(name));
    },
    notes: <V>(name: string, most: number) => madeOnce(notes, name, () => notesInMemory<unknown>(most)) as Notes<V>,
  };
}

function madeOnce<V>(known: Map<string, V>, name: string, make: () => V): V {
  const found = known.get(name) ?? make();
  known.set(name, found);
  return found;
}

function notesInMemory<V>(most: number): Notes<V> {
  const kept = new Map<string | number, V>();
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > most) kept.delete(kept.keys().next().value as string | number);
    },
    delete: (key) => void kept.delete(key),
    keys: () => kept.keys(),
  };
}
