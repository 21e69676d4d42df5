// What is made once for all who listen to it, and kept a little longer than they do: whoever comes and goes costs nothing anew.
import type { Clock } from '@maru/kit/server/clock.ts';

export interface Heard {
  readonly listeners: ReadonlySet<unknown>;
  stop(): void;
}

/** What nobody asked for or listened to in so long is let go. */
const IDLE_MS = 30_000;

export class KeptWhileHeard<T extends Heard> {
  readonly #clock: Clock;
  readonly #held = new Map<string, { one: T; wantedAt: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#timer = setInterval(() => this.#look(), IDLE_MS / 3).unref();
  }

  of(name: string, make: () => T): T {
    const now = this.#clock.now();
    const held = this.#held.get(name) ?? { one: make(), wantedAt: now };
    this.#held.set(name, held);
    held.wantedAt = now;
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
    const now = this.#clock.now();
    for (const [name, held] of this.#held) {
      if (held.one.listeners.size > 0) held.wantedAt = now;
      if (now - held.wantedAt < IDLE_MS) continue;
      held.one.stop();
      this.#held.delete(name);
    }
  }
}
