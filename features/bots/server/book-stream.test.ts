// A book followed by differences is the book itself.
import { expect, test } from 'vitest';
import { differences, type Level } from './book-stream.ts';

const apply = (book: Level[], changes: Level[]) => {
  const levels = new Map(book);
  for (const [price, quantity] of changes)
    if (quantity === '0') levels.delete(price);
    else levels.set(price, quantity);
  return [...levels].sort();
};

test('a picture and the differences to the next make the next: new, changed and gone levels', () => {
  const before: Level[] = [
    ['100', '1'],
    ['99', '2'],
    ['98', '3'],
  ];
  const after: Level[] = [
    ['101', '5'],
    ['100', '1'],
    ['99', '4'],
  ];
  const changes = differences(before, after);
  expect(changes).toEqual([
    ['101', '5'],
    ['99', '4'],
    ['98', '0'],
  ]);
  expect(apply(before, changes)).toEqual([...after].sort());
  expect(differences(after, after)).toEqual([]);
});
