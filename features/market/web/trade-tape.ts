// The tape of recent trades: newest first, no trade twice, never longer than a screen needs.
import type { RecentTrade } from '@maru/market/contract.ts';

export const TAPE_LENGTH = 60;

/** `news` comes oldest first and may overlap what is there. */
export function addTrades(tape: readonly RecentTrade[], news: readonly RecentTrade[]): readonly RecentTrade[] {
  const newest = tape[0]?.id ?? Number.NEGATIVE_INFINITY;
  const fresh = news.filter((trade) => trade.id > newest);
  if (fresh.length === 0) return tape;
  return [...fresh.reverse(), ...tape].slice(0, TAPE_LENGTH);
}

/** Sizes from which a print is large: four times the tape's mean. */
export function largeFrom(tape: readonly RecentTrade[]): number {
  if (tape.length === 0) return Number.POSITIVE_INFINITY;
  return (tape.reduce((sum, trade) => sum + Number(trade.quantity), 0) / tape.length) * 4;
}
