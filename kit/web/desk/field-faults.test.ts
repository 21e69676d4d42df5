// Which typed amounts and numbers the desk's forms let through to the server.
import { describe, expect, it } from 'vitest';
import { isAmount, isWhole } from './field-faults.ts';

describe('a typed amount', () => {
  it.each(['1', '0.000001', '1234.5', '999999999'])('%s is one', (text) => expect(isAmount(text, 6)).toBe(true));
  it.each(['', '0', '0.0', '-5', '+5', 'abc', '1e3', '1,234', '.5', '5.', '1.2.3', '0.0000001', '9'.repeat(40), '１２'])(
    '%j is none',
    (text) => expect(isAmount(text, 6)).toBe(false),
  );
  it('of a currency without decimals has none', () => expect([isAmount('10', 0), isAmount('10.5', 0)]).toEqual([true, false]));
});

describe('a typed whole number', () => {
  it('lies within its ends, which count', () => {
    expect(['1', '125', '7'].map((text) => isWhole(text, 1, 125))).toEqual([true, true, true]);
    expect(['0', '126', '', '-1', '1.5', 'x', '9'.repeat(30)].map((text) => isWhole(text, 1, 125))).toEqual(Array(7).fill(false));
  });
});
