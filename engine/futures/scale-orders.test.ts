// Scale orders: every lot is placed, prices stay in the range, sizes follow the line.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RATE_ONE } from '../money/units.ts';
import { scaleOrders } from './scale-orders.ts';

const sum = (orders: readonly { lots: number }[]) => orders.reduce((total, o) => total + o.lots, 0);

describe('scale orders', () => {
  test('equal sizes over equal distances, either way round', () => {
    expect(scaleOrders({ from: 100, to: 400, count: 4, lots: 40, skew: RATE_ONE })).toEqual([
      { price: 100, lots: 10 },
      { price: 200, lots: 10 },
      { price: 300, lots: 10 },
      { price: 400, lots: 10 },
    ]);
    expect(scaleOrders({ from: 400, to: 100, count: 2, lots: 10, skew: RATE_ONE }).map((o) => o.price)).toEqual([400, 100]);
  });

  test('increasing sizes: the last three times the first; the lots that rounding leaves go to the last', () => {
    expect(scaleOrders({ from: 100, to: 300, count: 3, lots: 61, skew: 3 * RATE_ONE }).map((o) => o.lots)).toEqual([10, 20, 31]);
  });

  test('what cannot be met gives none', () => {
    const good = { from: 100, to: 400, count: 4, lots: 40, skew: RATE_ONE };
    for (const bad of [{ count: 1 }, { count: 51 }, { lots: 3 }, { to: 102 }, { skew: 0 }, { from: 0 }, { lots: 0.5 }]) {
      expect(scaleOrders({ ...good, ...bad })).toEqual([]);
    }
  });

  test('whatever is asked: all lots, no empty order, prices inside and in order', () => {
    const request = fc.record({
      from: fc.integer({ min: 1, max: 100_000_000 }),
      to: fc.integer({ min: 1, max: 100_000_000 }),
      count: fc.integer({ min: 2, max: 50 }),
      lots: fc.integer({ min: 1, max: 2 ** 40 }),
      skew: fc.integer({ min: 1, max: 100 * RATE_ONE }),
    });
    fc.assert(
      fc.property(request, (r) => {
        const orders = scaleOrders(r);
        if (orders.length === 0) return;
        expect(orders).toHaveLength(r.count);
        expect(sum(orders)).toBe(r.lots);
        expect(orders[0].price).toBe(r.from);
        expect(orders[r.count - 1].price).toBe(r.to);
        for (const o of orders) expect(o.lots).toBeGreaterThan(0);
        const sorted = orders.map((o) => o.price).toSorted((a, b) => (r.to > r.from ? a - b : b - a));
        expect(orders.map((o) => o.price)).toEqual(sorted);
        expect(new Set(sorted).size).toBe(r.count);
      }),
    );
  });
});
