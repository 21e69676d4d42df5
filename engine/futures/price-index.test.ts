// The price index against a sorted list, over several books and the whole range of prices, with what it derives from its nodes.
import { describe, expect, it } from 'vitest';
import { Random } from '../testing/random.ts';
import { PriceIndex, deriveFromNodes, heldNodes, insertLevel, levelAbove, levelAt, levelBelow, removeLevel } from './price-index.ts';

/** Near each other, across a border of every depth, or anywhere. */
function somePrice(random: Random): number {
  const border = [256, 65_536, 16_777_216, 4_294_967_040][random.below(4)];
  if (random.below(3) === 0) return 1 + (random.next() % 4_294_967_295);
  return Math.min(4_294_967_295, Math.max(1, border + random.below(600) - 300));
}

describe('price index', () => {
  it.each([1, 2, 3])('seed %i: finds the level at, above and below any price, and gives every node back', (seed) => {
    const random = new Random(seed);
    const index = new PriceIndex(4_000, 3);
    const levels = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
    let serial = 0;
    const remove = (book: number, price: number) => {
      removeLevel(index, book, price);
      levels[book].delete(price);
    };
    for (let k = 0; k < 6_000; k++) {
      const book = random.below(3);
      const price = somePrice(random);
      const here = levels[book].get(price);
      expect(levelAt(index, book, price)).toBe(here ?? 0);
      const sorted = [...levels[book].keys()].sort((x, y) => x - y);
      const above = sorted.find((other) => other > price);
      const below = sorted.findLast((other) => other < price);
      expect(levelAbove(index, book, price)).toBe(above === undefined ? 0 : levels[book].get(above));
      expect(levelBelow(index, book, price)).toBe(below === undefined ? 0 : levels[book].get(below));
      if (here !== undefined) remove(book, price);
      else if (levels[book].size > 60) remove(book, sorted[random.below(sorted.length)]);
      else {
        levels[book].set(price, ++serial);
        insertLevel(index, book, price, serial);
      }
    }
    const words = index.words.slice();
    deriveFromNodes(index);
    expect(index.words).toEqual(words);
    for (const book of [0, 1, 2]) for (const price of levels[book].keys()) remove(book, price);
    expect(heldNodes(index)).toBe(1);
    expect(index.words.some((held) => held !== 0)).toBe(false);
  });
});
