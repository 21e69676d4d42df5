// When something was open and when closed, one after the other, read from what it is at single moments.

export interface TradingSession {
  from: number;
  /** The next one's beginning. */
  to: number;
  isOpen: boolean;
}

const STEP_MS = 3_600_000;

/** Sessions shorter than an hour between two full hours are not seen; a change within an hour is found to the second. */
export function sessionsBetween(isOpenAt: (time: number) => boolean, from: number, to: number): TradingSession[] {
  const sessions: TradingSession[] = [];
  let begun = from;
  for (let at = from; at < to; at += STEP_MS) {
    const next = Math.min(at + STEP_MS, to);
    const isOpen = isOpenAt(begun);
    if (isOpenAt(next) === isOpen) continue;
    const change = changeBetween(isOpenAt, at, next);
    sessions.push({ from: begun, to: change, isOpen });
    begun = change;
  }
  if (begun < to) sessions.push({ from: begun, to, isOpen: isOpenAt(begun) });
  return sessions;
}

/** The first whole second at which it is as it is at the end. */
function changeBetween(isOpenAt: (time: number) => boolean, low: number, high: number): number {
  const then = isOpenAt(high);
  let [before, after] = [Math.floor(low / 1000), Math.ceil(high / 1000)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isOpenAt(middle * 1000) === then) after = middle;
    else before = middle;
  }
  return after * 1000;
}
