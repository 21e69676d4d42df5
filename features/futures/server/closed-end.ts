// How a position ended, as histories and live news tell it: of what the system closed, which was an auto-deleveraging (rules 9.6).
import { closedEnd as toldEnd } from '@maru/engine/wire/event-fields.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, PositionEnd } from '@maru/engine/wire/event.ts';

const Head = EventHeadWord;
const { Deleveraged, PositionClosed } = EventWord;

/** Beside the engine's own ends, which tell a winner that was closed and a delisting by one word. */
export const DELEVERAGED = 4;

/** The end that the PositionClosed at `i` tells; the engine names whom it deleveraged behind it, within the same command. */
export function closedEnd(e: Float64Array, i: number): number {
  const end = toldEnd(e[i + PositionClosed.setting]);
  if (end !== PositionEnd.Settled) return end;
  for (let j = i + EVENT_WORDS; e[j + Head.seq] === e[i + Head.seq]; j += EVENT_WORDS) {
    if (
      e[j] === EventKind.Deleveraged &&
      e[j + Head.account] === e[i + Head.account] &&
      e[j + Deleveraged.positionId] === e[i + Deleveraged.positionId]
    )
      return DELEVERAGED;
  }
  return end;
}
