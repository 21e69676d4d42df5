// What a member's first page of spins looks like once a spin is told: the answer of the call is enough, and nothing is read back.
import type { SlotDay, SlotSpin } from './contract.ts';

export interface SpinList {
  /** Newest first. */
  content: SlotSpin[];
  /** Spins a page holds. */
  size: number;
  totalElements: number;
  /** Sums by the day of the spin, newest first. */
  days: SlotDay[];
  /** Of the page as it was read: who reads on asks anew. */
  next: string | null;
}

interface Fold {
  /** The site's day of a moment. */
  dayOf(ms: number): string;
  /** Exact. */
  add(a: string, b: string): string;
}

/** As it was where the spin is no news. Undefined: the list does not tell what it becomes, as the spin is not the newest or has no time yet. */
export function foldSpin(was: SpinList, spin: SlotSpin, { dayOf, add }: Fold): SpinList | undefined {
  const { content, size, totalElements, days } = was;
  if (content.some(({ spinId }) => spinId === spin.spinId)) return was;
  if (spin.time === null || (content.length > 0 && content[0].spinId > spin.spinId)) return undefined;
  const date = dayOf(Date.parse(spin.time));
  const day = days.find((each) => each.date === date) ?? { date, spins: 0, point: '0', payout: '0', profit: '0' };
  const counted: SlotDay = {
    date,
    spins: day.spins + 1,
    point: add(day.point, spin.point),
    payout: add(day.payout, spin.payout),
    profit: add(day.profit, spin.profit),
  };
  return {
    ...was,
    content: [spin, ...content].slice(0, size),
    totalElements: totalElements + 1,
    days: [counted, ...days.filter((each) => each.date !== date)].sort((a, b) => (a.date < b.date ? 1 : -1)),
  };
}
