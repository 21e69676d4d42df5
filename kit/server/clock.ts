// The one clock of the server; tests inject their own and move it.

export interface Clock {
  /** ms since 1970; never goes back. */
  now(): number;
}

/** The machine's clock, held so that it never goes back. */
export function systemClock(): Clock {
  let last = 0;
  return {
    now() {
      const t = Date.now();
      if (t > last) last = t;
      return last;
    },
  };
}

/** A clock that stands still until a test moves it. */
export function manualClock(start: number): Clock & { advance(ms: number): void; set(to: number): void } {
  let t = start;
  return {
    now: () => t,
    advance(ms) {
      t += ms;
    },
    set(to) {
      if (to > t) t = to;
    },
  };
}
