// Taking hold of a line moves nothing; from four pixels on it goes as far as the hand went.
import { expect, test } from 'vitest';
import { draggedPrice } from './line-move.ts';

/** Ten USDT a pixel, 60,000 at the top. */
const chart = { priceToY: (price: number) => (60_000 - price) / 10, yToPrice: (y: number) => 60_000 - y * 10 };

test('a tremble is no drag, on either side; a drag that has begun follows every pixel', () => {
  expect(draggedPrice(chart, 59_000, 3, false)).toBeUndefined();
  expect(draggedPrice(chart, 59_000, -3, false)).toBeUndefined();
  expect(draggedPrice(chart, 59_000, 4, false)).toBe(58_960);
  expect(draggedPrice(chart, 59_000, 1, true)).toBe(58_990);
});

test('a price far below the plot, whose chip is docked at its edge, moves by the way of the hand alone', () => {
  expect(draggedPrice(chart, 1_000, -12, false)).toBe(1_120);
});
