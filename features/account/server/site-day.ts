// The day of a site: when it began on its own clock, when the next one begins, and when its clocks change.

const DAY_MS = 86_400_000;

/** Since midnight as the clock on the wall says it. */
function wallMs(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000 + (at % 1000);
}

export function dayStartMs(timeZone: string, now: number): number {
  const guess = now - wallMs(timeZone, now);
  // On a day when clocks change the wall counts an hour more or less than passed.
  const off = wallMs(timeZone, guess);
  const begin = off < DAY_MS * 0.5 ? guess - off : guess + DAY_MS - off;
  // Clocks that go back over midnight strike it twice: the day began with the first.
  const before = wallMs(timeZone, begin - 1);
  return before < DAY_MS * 0.5 ? begin - 1 - before : begin;
}

/** Also over a day of 23 or 25 hours. */
export function nextDayMs(timeZone: string, now: number): number {
  return dayStartMs(timeZone, dayStartMs(timeZone, now) + DAY_MS * 1.5);
}

export interface SiteClock {
  /** What the wall was ahead of UTC when the day before that of `now` ended. */
  offsetMs: number;
  /** The first change from that midnight on, within a year: from `at` on the wall is ahead by so much more. */
  change: { at: number; byMs: number } | undefined;
}

const MINUTE_MS = 60_000;
const DAYS_AHEAD = 400;
/** By zone, of the day last asked for: a year is looked through once a day. */
const clocks = new Map<string, { begin: number; clock: SiteClock }>();

export function siteClock(timeZone: string, now: number): SiteClock {
  const begin = dayStartMs(timeZone, now);
  const known = clocks.get(timeZone);
  if (known?.begin === begin) return known.clock;
  const ahead = aheadOf(timeZone);
  const offsetMs = ahead(begin - MINUTE_MS);
  const clock = { offsetMs, change: firstChange(ahead, begin, offsetMs) };
  clocks.set(timeZone, { begin, clock });
  return clock;
}

function firstChange(ahead: (at: number) => number, begin: number, offsetMs: number): SiteClock['change'] {
  // Some change at midnight itself: the day begins with the change.
  if (ahead(begin) !== offsetMs) return { at: begin, byMs: ahead(begin) - offsetMs };
  for (let day = 1; day <= DAYS_AHEAD; day++) {
    if (ahead(begin + day * DAY_MS) === offsetMs) continue;
    let [before, at] = [begin + (day - 1) * DAY_MS, begin + day * DAY_MS];
    while (at - before > MINUTE_MS) {
      const middle = before + Math.floor((at - before) / MINUTE_MS / 2) * MINUTE_MS;
      if (ahead(middle) === offsetMs) before = middle;
      else at = middle;
    }
    return { at, byMs: ahead(at) - offsetMs };
  }
  return undefined;
}

/** What the wall is ahead of UTC, at whole minutes. */
function aheadOf(timeZone: string): (at: number) => number {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at;
  };
}
