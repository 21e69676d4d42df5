// The still ladder: rows stay put under the pointer for at most 1.5 s, and a click counts only on the price that was pressed.

export const HOLD_CAP_MS = 1_500;

export interface StillLadder {
  /** Pointer over `row` (index from the top) at `now`; starts a hold when none runs and the row is a new one. */
  move(row: number, now: number): void;
  leave(): void;
  press(price: number | undefined): void;
  /** The price of a click, or undefined when it changed between press and release. */
  release(price: number | undefined): number | undefined;
  /** ms the rows still stay; 0 = they flow. */
  heldMs(now: number): number;
  readonly row: number;
}

export function createStillLadder(): StillLadder {
  let row = -1;
  let since = Number.NEGATIVE_INFINITY;
  let pressed: number | undefined;
  const left = (now: number) => Math.max(0, since + HOLD_CAP_MS - now);
  return {
    move(next, now) {
      if (next !== row && left(now) === 0) since = now;
      row = next;
    },
    leave() {
      row = -1;
      since = Number.NEGATIVE_INFINITY;
      pressed = undefined;
    },
    press(price) {
      pressed = price;
    },
    release(price) {
      const same = price !== undefined && price === pressed;
      pressed = undefined;
      return same ? price : undefined;
    },
    heldMs: (now) => (row === -1 ? 0 : left(now)),
    get row() {
      return row;
    },
  };
}
