// The book against a list: price-time priority, level totals, best prices and dead ids hold through random adds, cuts and cancels.
import { describe, expect, it } from 'vitest';
import { ORDER_REST, REALS } from '../layout.ts';
import { Random } from '../testing/random.ts';
import {
  OrderBooks,
  bestPrice,
  firstAt,
  firstAtBest,
  freeOrder,
  heldOrders,
  lotsAt,
  nextInQueue,
  orderIdOf,
  reduceRest,
  restOrder,
  slotOfOrder,
  takeOrder,
  unrestOrder,
  worsePrice,
} from './order-book.ts';

interface Listed {
  id: number;
  slot: number;
  side: number;
  price: number;
  rest: number;
}

function queueOf(b: OrderBooks, price: number): number[] {
  const ids: number[] = [];
  for (let o = firstAt(b, 0, price); o >= 0; o = nextInQueue(b, o)) ids.push(orderIdOf(b, o));
  return ids;
}

function compare(b: OrderBooks, list: readonly Listed[], side: number): void {
  const prices = [...new Set(list.filter((o) => o.side === side).map((o) => o.price))].sort((x, y) => (side === 0 ? y - x : x - y));
  expect(bestPrice(b, 0, side)).toBe(prices[0] ?? 0);
  let price = bestPrice(b, 0, side);
  for (const wanted of prices) {
    expect(price).toBe(wanted);
    const here = list.filter((o) => o.side === side && o.price === wanted);
    expect(queueOf(b, wanted)).toEqual(here.map((o) => o.id));
    expect(lotsAt(b, 0, wanted)).toBe(here.reduce((sum, o) => sum + o.rest, 0));
    price = worsePrice(b, 0, side, price);
  }
  expect(price).toBe(0);
  if (prices.length > 0) expect(firstAtBest(b, 0, side)).toBe(list.find((o) => o.side === side && o.price === prices[0])?.slot);
}

describe('order book (rules 3.3)', () => {
  it.each([1, 2, 3])('seed %i: 20,000 random adds, cuts and cancels keep price, time and totals', (seed) => {
    const source = new Random(seed);
    const random = () => source.next() * 2 ** -32;
    const b = new OrderBooks(600, 600, 2_000, 1);
    const list: Listed[] = [];
    for (let k = 0; k < 20_000; k++) {
      const roll = random();
      if (roll < 0.5 && list.length < 500) {
        const side = random() < 0.5 ? 0 : 1;
        // Near the touch, and as far as prices go: every depth of the index is met.
        const away = random() < 0.9 ? Math.floor(random() * 40) : Math.floor(random() * 4_200_000_000);
        const price = side === 0 ? Math.max(1, 70_000 - away) : Math.min(4_294_967_295, 70_001 + away);
        const rest = 1 + Math.floor(random() * 9);
        const slot = takeOrder(b, 1, side, price, rest);
        restOrder(b, 0, slot);
        list.push({ id: orderIdOf(b, slot), slot, side, price, rest });
      } else if (list.length > 0) {
        const at = Math.floor(random() * list.length);
        const o = list[at];
        expect(slotOfOrder(b, o.id)).toBe(o.slot);
        if (roll < 0.6 && o.rest > 1) {
          o.rest -= 1;
          reduceRest(b, o.slot, 1);
        } else {
          unrestOrder(b, 0, o.slot);
          freeOrder(b, o.slot);
          list.splice(at, 1);
          expect(slotOfOrder(b, o.id)).toBe(-1);
        }
      }
      if (k % 250 === 0) for (const side of [0, 1]) compare(b, list, side);
    }
    expect(heldOrders(b)).toBe(list.length);
    for (const o of list) expect(b.reals[o.slot * REALS + ORDER_REST]).toBe(o.rest);
  });

  it('an id that was never given out, is over, or is no integer finds nothing', () => {
    const b = new OrderBooks(4, 4, 16, 1);
    const slot = takeOrder(b, 1, 0, 100, 1);
    const id = orderIdOf(b, slot);
    expect(slotOfOrder(b, id)).toBe(slot);
    for (const wrong of [0, -1, slot, id + 1, id + 0.5, id + 4_194_304, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
      expect(slotOfOrder(b, wrong)).toBe(-1);
    freeOrder(b, slot);
    expect(slotOfOrder(b, id)).toBe(-1);
  });
});
