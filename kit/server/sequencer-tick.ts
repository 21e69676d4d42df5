// When a site's line writes a Tick: whenever the engine has something to do by itself, and never otherwise.
import { CommandKind, HEADER_WORDS } from '@maru/engine/wire/command.ts';
import type { FormingBatch } from './sequencer-batch.ts';

/** Time passes, and nothing else. */
const TICK = Float64Array.of(CommandKind.Tick, 0, -1, -1, ...Array.from({ length: HEADER_WORDS - 4 }, () => 0));
/** An engine that says it has work and then does nothing is asked again only so often: it must not fill the journal. */
const VAIN_TICK_MS = 1_000;
/** What setTimeout takes at most. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export class TickTimer {
  #timer: NodeJS.Timeout | undefined;
  #notBefore = 0;

  /** Puts a Tick behind those who wait already, if one is due: work in slices keeps no command waiting longer than one slice. */
  join(batch: FormingBatch, dueAt: number, nowMs: number): void {
    if (this.isDue(dueAt, nowMs)) batch.add(TICK, 0, HEADER_WORDS, 0);
  }

  isDue(dueAt: number, nowMs: number): boolean {
    return dueAt <= nowMs && this.#notBefore <= nowMs;
  }

  /** Rings when a Tick may be due; no timer stands while nothing is. */
  arm(dueAt: number, nowMs: number, ring: () => void): void {
    this.stop();
    if (dueAt === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.max(dueAt, this.#notBefore) - nowMs;
    this.#timer = setTimeout(ring, Math.min(Math.max(waitMs, 1), TIMER_MAX_MS)).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** After each flush: a lone Tick that told nothing was in vain. */
  note(records: Float64Array, eventWords: number, nowMs: number): void {
    const isVain = eventWords === 0 && records.length === HEADER_WORDS && records[0] === CommandKind.Tick;
    this.#notBefore = isVain ? nowMs + VAIN_TICK_MS : 0;
  }
}
