// The way of an account's equity through a day, as one page saw it: a point a minute, thinned when there are many.

/** Two members may have begun a day with the same. */
export const wayName = (member: number | undefined, day: string | undefined, base: number): string => `${member} ${day} ${base}`;

export interface DayWay {
  /** Member, day and base it belongs to (`wayName`); another one begins anew. */
  of: string;
  /** When, and micro-USDT. */
  points: readonly (readonly [atMs: number, equity: number])[];
}

const EVERY_MS = 60_000;
const MOST = 240;

/** What was kept, or nothing where it cannot be read. */
export function keptWay(text: string | null): DayWay {
  try {
    const kept = JSON.parse(text ?? '') as DayWay;
    if (typeof kept.of === 'string' && Array.isArray(kept.points)) return kept;
  } catch {
    // Nothing kept, or by somebody else.
  }
  return { of: '', points: [] };
}

export function withEquity(way: DayWay, of: string, equity: number, nowMs: number): DayWay {
  if (way.of !== of) return { of, points: [[nowMs, equity]] };
  if (nowMs - (way.points.at(-1)?.[0] ?? 0) < EVERY_MS) return way;
  const points = [...way.points, [nowMs, equity] as const];
  return { of, points: points.length > MOST ? points.filter((_, i) => i % 2 === 0) : points };
}

/** Hundredths of a percent of what the day began with; undefined where it began with nothing. */
export function dayRatio(profit: number, base: number): number | undefined {
  return base <= 0 ? undefined : Number((BigInt(profit) * 10_000n) / BigInt(base));
}
