// Sums, products and quotients of decimal text are exact or cut, never rounded by floating point.
import { expect, test } from 'vitest';
import { add, isZero, negated, over, times } from './decimals.ts';

test.each([
  [add('1.5', '-0.25', '3'), '4.25'],
  [add('-1', '0.5'), '-0.5'],
  [add('0.1', '0.2'), '0.3'],
  [times('61808.10', '0.010'), '618.08100'],
  [times('-2', '0.5'), '-1.0'],
  [times('0.00000001', '0.00000001'), '0.00000000'],
  [times('900719925474099312.5', '2'), '1801439850948198625.0'],
  [over('1', '3'), '0.33333333'],
  [over('10.00', '0.0001', 2), '100000.00'],
  [over('1', '0'), '0'],
  [negated('-0.010'), '0.010'],
])('%s is %s, exactly', (got, wanted) => {
  expect(got).toBe(wanted);
});

test('zero has many spellings', () => {
  expect(['0', '0.000', '-0.0', '0.01'].map(isZero)).toEqual([true, true, true, false]);
});
