// What is made once for all who listen to it, and kept a little longer than they do: whoever comes and goes costs nothing anew.
import type { Clock } from '@maru/kit/server/clock.ts';

export interface Heard {
  readonly listeners: ReadonlySet<unknown>;
  stop(): void;
}

/** What nobody asked for in so long is let go. */
const IDLE_MS = 30_000;

export class KeptWhileHeard<T extends Heard> {
  readonly #clock: Clock;
  readonly #held = new Map<string, { one: T; askedAt: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#timer = setInterval(() => this.#look(), IDLE_MS / 3).unref();
  }

  of(name: string, make: () => T): T {
    const now = this.#clock.now();
    const held = this.#held.get(name) ?? { one: make(), askedAt: now };
    this.#held.set(name, held);
    held.askedAt = now;
    return held.one;
  }

  forget(name: string): void {
    this.#held.delete(name);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { one } of this.#held.values()) one.stop();
    this.#held.clear();
  }

  #look(): void {
    for (const [name, { one, askedAt }] of this.#held) {
      if (one.listeners.size > 0 || this.#clock.now() - askedAt < IDLE_MS) continue;
      one.stop();
      this.#held.delete(name);
    }
  }
}
