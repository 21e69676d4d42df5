// A site whose room is full refuses what needs more of it, and goes on with everything that does not.
import { describe, expect, test } from 'vitest';
import { CommandKind, Side } from '../command.ts';
import { EventKind } from '../event.ts';
import { selfCheck } from '../self-check.ts';
import { Floor } from '../testing/floor.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;
/** Prices that the small room has levels for. */
const PRICES = 1_023;
const BEST = MARK - 1_000;

/** Six members fill the book: one price each order, but for the first two, which share one. */
function fullBook(): { floor: Floor; pair: number[] } {
  const floor = new Floor({ minNotional: 0 });
  floor.mark(0, MARK);
  const ids: number[] = [];
  for (let k = 0; k <= PRICES; k++) {
    const account = Math.floor(k / 200);
    if (k % 200 === 0) floor.open(account, 1_000_000 * USDT);
    const price = BEST - Math.max(0, k - 1);
    for (const e of floor.place({ account, side: Side.Buy, price, lots: 2 })) if (e.kind === EventKind.OrderPlaced) ids.push(e.orderId);
  }
  return { floor, pair: ids.slice(0, 2) };
}
const amend = (orderId: number, price: number, lots: number) =>
  ({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId, price, lots }) as const;

describe('a book without room for another price', () => {
  test('refuses a new order, and an order that would move to a price of its own', () => {
    const { floor, pair } = fullBook();
    expect(floor.refusal(floor.order({ account: 5, side: Side.Buy, price: BEST - PRICES, lots: 2 }))).toBe('CAPACITY_FULL');
    expect(floor.refusal(floor.send(amend(pair[0], BEST - PRICES, 2)))).toBe('CAPACITY_FULL');
    expect(selfCheck(floor.state)).toEqual([]);
  });

  test('fewer lots at the same price, and cancelling, need none; then there is room again', () => {
    const { floor, pair } = fullBook();
    expect(floor.refusal(floor.send(amend(pair[0], BEST, 1)))).toBeUndefined();
    for (const orderId of pair) floor.accept({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId });
    expect(floor.refusal(floor.order({ account: 5, side: Side.Buy, price: BEST - PRICES, lots: 2 }))).toBeUndefined();
    expect(selfCheck(floor.state)).toEqual([]);
  });
});
