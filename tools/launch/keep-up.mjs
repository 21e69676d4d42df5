// Keeps a server up: one that had opened and then ended by a fault is started again, after pauses that grow while it keeps failing.
import { say } from './host.mjs';

/** The first restart is at once: most faults do not come back. */
const FIRST_PAUSE_MS = 200;
const GROWN_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** So long up, and the next fault counts as a first one. */
const STEADY_MS = 60_000;

/** How one run of the server ended: exit code, and what was heard of it meanwhile. */
const isOver = ({ code, isAsked, isRefused }, hasOpened) => code === 0 || isAsked || isRefused || !hasOpened;

/**
 * `run` starts the server and resolves when it has ended to { code, signal, isAsked, isRefused, hasOpened, upMs }:
 * asked = by a signal to the launcher, refused = it said that it will not start with these settings. Resolves to the exit code.
 * `pause(ms)` resolves to true when the launcher is asked to end meanwhile.
 */
export async function keepUp(run, pause) {
  let hasOpened = false;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const end = await run();
    hasOpened ||= end.hasOpened;
    // A start that never stood is told to whoever started it; one that stood before is needed.
    if (isOver(end, hasOpened)) return end.code;
    if (end.upMs >= STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    const how = end.signal ?? `code ${end.code}`;
    const seconds = Math.round(pauseMs / 100) / 10;
    say(`서버가 오류로 끝나 ${seconds}초 뒤 다시 시작합니다 · the server ended by a fault (${how}); starting it again in ${seconds} s`);
    if (await pause(pauseMs)) return end.code;
    pauseMs = Math.min(Math.max(pauseMs * 2, GROWN_PAUSE_MS), LONGEST_PAUSE_MS);
  }
}
