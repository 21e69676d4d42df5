// The machine's clock, which a test may stop where time windows count, or move on where only waiting would.
import { type Clock, systemClock } from '@maru/kit/server/clock.ts';

export interface StoppableClock extends Clock {
  /** Stands still from now on; answers the time it stands at. */
  stop(): number;
  /** Goes on with the machine's time. */
  go(): void;
  /** From now on so much ahead of the machine. */
  skip(ms: number): void;
}

export function stoppableClock(): StoppableClock {
  const machine = systemClock();
  let ahead = 0;
  let stoodAt: number | undefined;
  const now = () => stoodAt ?? machine.now() + ahead;
  return {
    now,
    stop() {
      stoodAt = now();
      return stoodAt;
    },
    go() {
      stoodAt = undefined;
    },
    skip(ms) {
      ahead += ms;
    },
  };
}
