// Scopes that wait for their liquidation: first come, first done, each at most once; a waiting scope is held (rules 9.3, step 1).
//
// Stored numbers do not depend on the room (a state may be loaded into a larger class): an account, or -1 - slot of an isolated leg.
import * as layout from '../layout.ts';
import type { EngineState } from '../state.ts';

const { META_WORK_END, META_WORK_FIRST, RISK, WARNED } = layout;

const HELD = 2;

/** True from the command that found the scope in breach until its liquidation is done. */
export function isHeld(s: EngineState, scope: number): boolean {
  return (s.risk[scope * RISK + WARNED] & HELD) !== 0;
}

export function hasScopes(s: EngineState): boolean {
  return s.meta[META_WORK_FIRST] !== s.meta[META_WORK_END];
}

export function waitingScopes(s: EngineState): number {
  return s.meta[META_WORK_END] - s.meta[META_WORK_FIRST];
}

/** Puts a scope at the end of the queue and holds it. */
export function holdScope(s: EngineState, scope: number): void {
  if (isHeld(s, scope)) return;
  if (s.meta[META_WORK_END] === s.work.length) closeUp(s);
  if (s.meta[META_WORK_END] === s.work.length) return;
  s.risk[scope * RISK + WARNED] += HELD;
  s.work[s.meta[META_WORK_END]++] = scope < s.capacity.accounts ? scope : s.capacity.accounts - scope - 1;
}

/** Takes the first scope out of the queue, still held; releaseScope follows when it is done. */
export function takeScope(s: EngineState): number {
  const stored = s.work[s.meta[META_WORK_FIRST]++];
  if (!hasScopes(s)) {
    s.meta[META_WORK_FIRST] = 0;
    s.meta[META_WORK_END] = 0;
  }
  return stored >= 0 ? stored : s.capacity.accounts - stored - 1;
}

/** Lets the scope's owner act again. */
export function releaseScope(s: EngineState, scope: number): void {
  if (isHeld(s, scope)) s.risk[scope * RISK + WARNED] -= HELD;
}

// A scope waits once, so there is room after moving the rest to the front, but for slots that changed hands while they waited: a scope
// that finds none is noted again by the next mark.
function closeUp(s: EngineState): void {
  const first = s.meta[META_WORK_FIRST];
  s.work.copyWithin(0, first, s.meta[META_WORK_END]);
  s.meta[META_WORK_END] -= first;
  s.meta[META_WORK_FIRST] = 0;
}
