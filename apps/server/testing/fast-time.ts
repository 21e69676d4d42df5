// A time that runs many times faster than the machine's, the same in every process that is told when it began: rounds of half a minute
// pass in seconds, also over a kill.
import type { Clock } from '@maru/kit/server/clock.ts';

export interface FastTime {
  /** The machine's ms and the fast one's at the beginning. */
  readonly from: number;
  readonly to: number;
  readonly factor: number;
}

/** Its name among the variables of a process. */
export const FAST_TIME = 'MARU_TEST_FAST_TIME';

export const fastNow = ({ from, to, factor }: FastTime): number => Math.floor(to + (Date.now() - from) * factor);

/** Of this process, by its environment; threads inherit it. Never goes back. */
export function fastClock(): Clock {
  const time = JSON.parse(process.env[FAST_TIME] ?? '') as FastTime;
  let last = 0;
  return { now: () => (last = Math.max(last, fastNow(time))) };
}
