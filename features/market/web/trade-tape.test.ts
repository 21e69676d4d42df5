// Trades arrive oldest first, overlap after a reconnect, and end on a tape of fixed length.
import type { RecentTrade } from '@maru/market/contract.ts';
import { describe, expect, it } from 'vitest';
import { addTrades, largeFrom, TAPE_LENGTH } from './trade-tape.ts';

const trade = (id: number, quantity = '1'): RecentTrade => ({ id, price: '1', quantity, side: 'B', time: id });

describe('trade tape', () => {
  it('puts the newest first and takes no trade twice', () => {
    const tape = addTrades(addTrades([], [trade(1), trade(2)]), [trade(2), trade(3)]);
    expect(tape.map((t) => t.id)).toEqual([3, 2, 1]);
  });
  it('keeps the same tape when nothing is new, so nothing repaints', () => {
    const tape = addTrades([], [trade(5)]);
    expect(addTrades(tape, [trade(4), trade(5)])).toBe(tape);
  });
  it('does not grow for ever', () => {
    expect(
      addTrades(
        [],
        Array.from({ length: 200 }, (_, i) => trade(i)),
      ).length,
    ).toBe(TAPE_LENGTH);
  });
  it('calls four times the mean large', () => {
    expect(largeFrom([trade(1, '1'), trade(2, '3')])).toBe(8);
    expect(largeFrom([])).toBe(Number.POSITIVE_INFINITY);
  });
});
