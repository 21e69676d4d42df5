// How a position ended, as histories and live news tell it: of what the system closed, which was an auto-deleveraging (rules 9.6).
import { EVENT_WORDS, EventKind, PositionEnd } from '@maru/engine/wire/event.ts';

/** Beside the engine's own ends, which tell a winner that was closed and a delisting by one word. */
export const DELEVERAGED = 4;

/** The end that the PositionClosed at `i` tells; the engine names whom it deleveraged behind it, within the same command. */
export function closedEnd(e: Float64Array, i: number): number {
  const end = e[i + 15] & 3;
  if (end !== PositionEnd.Settled) return end;
  for (let j = i + EVENT_WORDS; e[j + 1] === e[i + 1]; j += EVENT_WORDS) {
    if (e[j] === EventKind.Deleveraged && e[j + 4] === e[i + 4] && e[j + 6] === e[i + 6]) return DELEVERAGED;
  }
  return end;
}
