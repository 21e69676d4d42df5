// Where the value of one transaction went: its own recipient, and who its contracts paid on the way.
import type { Frame, Transaction } from './shapes.ts';

export interface ValueMove {
  to: string;
  from: string;
  amount: bigint;
}

/** A delegated call shows its caller's value and moves none; CALLCODE pays itself. */
const paying = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

export const ownMove = ({ from, to, value }: Transaction): ValueMove[] =>
  to === null || value === 0n ? [] : [{ to, from, amount: value }];

/** In the order of the trace; what failed was undone, with all below it. */
export function tracedMoves(top: Frame): ValueMove[] {
  const moves: ValueMove[] = [];
  const open = [top];
  for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
    if (frame.error !== undefined) continue;
    if (paying.has(frame.type) && frame.to !== undefined && frame.value !== undefined && frame.value > 0n)
      moves.push({ to: frame.to, from: frame.from, amount: frame.value });
    open.push(...(frame.calls ?? []).toReversed());
  }
  return moves;
}

/**
 * One sum a recipient, with its place: -1 for the first, -2 for the next. Every recipient counts, watched or not, so that
 * a place stays what it is when more addresses are watched.
 */
export function placedSums(moves: readonly ValueMove[]): (ValueMove & { place: number })[] {
  const sums = new Map<string, ValueMove & { place: number }>();
  for (const { to, from, amount } of moves) {
    const sum = sums.get(to);
    if (sum) sum.amount += amount;
    else sums.set(to, { to, from, amount, place: -1 - sums.size });
  }
  return [...sums.values()];
}
