// Work that may be longer than one command: liquidations, fired orders, funding, delistings, rounds, timers, in slices that let others' orders pass between them.
//
// A command that finds no work waiting does what it caused itself, up to one slice; while work waits only Ticks do any, a slice each. A
// slice ends with the first whole unit after which its command has reported enough events: the same everywhere, whatever the clock says.
import * as layout from './layout.ts';
import { noteTouched } from './danger.ts';
import type { EventBuffer } from './wire/event-buffer.ts';
import { isTimerDue, runTimer } from './futures/cancel-after.ts';
import { armAttached } from './futures/attached-tpsl.ts';
import { workDelisting } from './futures/delist-symbol.ts';
import { isCrossing, workCrossing } from './futures/cross-triggers.ts';
import { fireNext, hasFired } from './futures/fire-trigger.ts';
import { liquidate } from './futures/liquidate.ts';
import { workFunding } from './futures/settle-funding.ts';
import { areRoundsDue, workRounds } from './rounds/settle-work.ts';
import type { EngineState } from './state.ts';
import { hasScopes, takeScope } from './futures/work-queue.ts';

const { META_DELISTINGS, META_FUNDINGS, META_ROUND_DUE, META_SLICE, META_TIMER_DUE } = layout;

/** A wave of up to a sixteenth of a slice's events, counted in scopes, is small. */
const WAVE_SHARE = 16;

/** A command that brings down many has done enough by finding them: all of the wave is left to Ticks. */
export function isSmallWave(s: EngineState, scopes: number): boolean {
  return scopes * WAVE_SHARE <= s.meta[META_SLICE];
}

/** True while there is work that a Tick would go on with. */
export function isWorkWaiting(s: EngineState): boolean {
  return (
    hasScopes(s) ||
    hasFired(s) ||
    isCrossing(s) ||
    s.meta[META_FUNDINGS] !== 0 ||
    s.meta[META_DELISTINGS] !== 0 ||
    isTimerDue(s) ||
    areRoundsDue(s)
  );
}

/** Engine time from which a Tick has something to do; Infinity = never, as things stand. */
export function dueAt(s: EngineState): number {
  if (isWorkWaiting(s)) return 0;
  return Math.min(s.meta[META_TIMER_DUE] || Number.POSITIVE_INFINITY, s.meta[META_ROUND_DUE] || Number.POSITIVE_INFINITY);
}

/** One slice. Liquidations go first, wave by wave: what they bring down joins behind them. */
export function work(s: EngineState, e: EventBuffer): void {
  const slice = s.meta[META_SLICE];
  while (e.index < slice && isWorkWaiting(s)) {
    if (hasScopes(s)) {
      liquidate(s, e, takeScope(s));
      if (!hasScopes(s)) noteTouched(s, e);
    } else if (isCrossing(s)) {
      if (!workCrossing(s, e)) break;
    } else if (hasFired(s)) {
      fireNext(s, e);
      noteTouched(s, e);
    } else if (s.meta[META_FUNDINGS] !== 0) {
      workFunding(s, e, slice);
      noteTouched(s, e);
    } else if (s.meta[META_DELISTINGS] !== 0) {
      workDelisting(s, e, slice);
      noteTouched(s, e);
    } else if (areRoundsDue(s)) {
      workRounds(s, e, slice);
    } else {
      runTimer(s, e);
      noteTouched(s, e);
    }
    if (s.opened.length !== 0) armAttached(s, e);
  }
  noteTouched(s, e);
}
