// Rules 1.2: a figure with too many decimals is refused, never rounded; text goes in and out without loss.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, parseDecimal, readDecimal } from './decimal.ts';

describe('decimal text', () => {
  test.each([
    ['60000.5', 2, 6000050],
    ['0.001', 3, 1],
    ['5', 6, 5000000],
    ['1.500', 1, 15],
    ['-0.01', 2, -1],
    ['-0', 2, 0],
    ['9007199254740991', 0, 9007199254740991],
  ])('%s with %i decimals is %i', (text, decimals, units) => {
    expect(parseDecimal(text, decimals)).toBe(units);
  });

  test.each([
    ['1e3', 2, 'MALFORMED'],
    ['+1', 2, 'MALFORMED'],
    [' 1', 2, 'MALFORMED'],
    ['1,000', 2, 'MALFORMED'],
    ['.5', 2, 'MALFORMED'],
    ['5.', 2, 'MALFORMED'],
    ['0x10', 2, 'MALFORMED'],
    ['NaN', 2, 'MALFORMED'],
    ['', 2, 'MALFORMED'],
    ['١', 2, 'MALFORMED'],
    ['1.001', 2, 'TOO_MANY_DECIMALS'],
    ['9007199254740992', 0, 'TOO_LARGE'],
    ['90071992547409.92', 2, 'TOO_LARGE'],
  ])('%s with %i decimals is %s', (text, decimals, fault) => {
    expect(readDecimal(text, decimals)).toBe(fault);
    expect(parseDecimal(text, decimals)).toBeNull();
  });

  test('format and parse are inverse for every safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }), (units, decimals) => {
        expect(parseDecimal(formatDecimal(units, decimals), decimals)).toBe(units);
        expect(parseDecimal(formatDecimal(units, decimals, true), decimals)).toBe(units);
      }),
    );
  });

  test('trimmed and full forms', () => {
    expect(formatDecimal(123400, 4)).toBe('12.3400');
    expect(formatDecimal(123400, 4, true)).toBe('12.34');
    expect(formatDecimal(-5, 2)).toBe('-0.05');
    expect(formatDecimal(700, 2, true)).toBe('7');
  });
});
