// Worth as it is shown while somebody types: exact, cut, and nothing where nothing is known.
import { expect, test } from 'vitest';
import { isSome, worthOf } from './worth-of.ts';

test.each([
  ['0.004', '100000', '400.00'],
  ['1,000.5', '0.5', '500.25'],
  ['0.00000001', '67500.12', '0.00'],
  ['9007199254740993', '1', '9007199254740993.00'],
  ['1.', '2', '2.00'],
])('%s at %s is %s', (point, price, worth) => expect(worthOf({ price }, point)).toBe(worth));

test('of nothing, and without a price, there is none', () => {
  expect([worthOf({ price: '1' }, ''), worthOf({ price: '1' }, '0.00'), worthOf({ price: null }, '1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([isSome('0.01'), isSome('0')]).toEqual([true, false]);
});
