// The day of a site: when it began on its own clock, and when the next one begins.

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
  return off < DAY_MS * 0.5 ? guess - off : guess + DAY_MS - off;
}

/** Also over a day of 23 or 25 hours. */
export function nextDayMs(timeZone: string, now: number): number {
  return dayStartMs(timeZone, dayStartMs(timeZone, now) + DAY_MS * 1.5);
}
