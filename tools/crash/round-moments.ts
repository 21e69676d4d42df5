// When to kill a server that plays rounds: around every moment at which something of a round is decided, and now and then anywhere.
import type { Random } from './random.ts';

/** A moment in every so many ms of the server's time, and how far from it a kill may fall. */
interface Moment {
  every: number;
  at: number;
  before: number;
  after: number;
}

export const moments = {
  cutOff: { every: 30_000, at: 25_000, before: 1_500, after: 1_500 },
  /** Strike, close and settlement in a row: the tick is taken, kept, handed over, bets are paid, told and written down. */
  boundary: { every: 30_000, at: 0, before: 1_000, after: 1_000 },
  settlement: { every: 30_000, at: 400, before: 400, after: 3_000 },
  /** A draw's seal and its first bet. */
  commit: { every: 60_000, at: 0, before: 500, after: 3_000 },
  /** Its entropy, kept before it is used. */
  entropy: { every: 60_000, at: 50_000, before: 500, after: 2_500 },
  reveal: { every: 60_000, at: 300, before: 500, after: 2_500 },
  anywhere: { every: 30_000, at: 0, before: 0, after: 30_000 },
} as const satisfies Record<string, Moment>;
export type MomentName = keyof typeof moments;

const names = Object.keys(moments) as MomentName[];

/** The next kill, at least `leadMs` from `now`: each kind in turn, somewhere within its reach, now and then a round or two later. */
export function nextKill(cycle: number, now: number, leadMs: number, random: Random): { name: MomentName; at: number } {
  const name = names[cycle % names.length];
  const { every, at, before, after } = moments[name];
  const first = now + leadMs + before + Math.floor(random() * 3) * 30_000;
  const moment = Math.ceil((first - at) / every) * every + at;
  return { name, at: moment - before + random() * (before + after) };
}
