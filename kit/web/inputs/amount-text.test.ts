// Number input, specification section 5: clamps, separators, integer precision, empty when zero, no minus, and a caret that stays.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AmountRules, pastedAmount, settleAmount, showAmount, stepAmount, typeAmount } from './amount-text.ts';
import { compareDecimals } from './decimal-text.ts';

/** Types key by key at the end, as a person does. */
function type(keys: string, rules: AmountRules = {}): string {
  let text = '';
  for (const key of keys) text = typeAmount(text + key, text.length + 1, text, rules).text;
  return text;
}

const rulesOf = fc.record({
  decimals: fc.integer({ min: 0, max: 8 }),
  allowsMinus: fc.boolean(),
});
const keys = fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE가x ') });

describe('typing', () => {
  it('formats with thousand separators', () => {
    expect(type('1234567')).toBe('1,234,567');
    expect(type('1234.5678', { decimals: 4 })).toBe('1,234.5678');
  });

  it('has integer precision unless told otherwise', () => {
    expect(type('12.5')).toBe('125');
    expect(type('1.2345', { decimals: 2 })).toBe('1.23');
  });

  it('is empty when zero', () => {
    expect(type('0')).toBe('');
    expect(type('000')).toBe('');
    expect(settleAmount('0.00', { decimals: 2 })).toEqual({ text: '', value: '' });
    expect(showAmount('0')).toBe('');
    expect(showAmount('0.000')).toBe('');
  });

  it('lets a zero stand while decimals may follow', () => {
    expect(type('0.05', { decimals: 2 })).toBe('0.05');
    expect(type('.5', { decimals: 2 })).toBe('0.5');
  });

  it('blocks negatives unless minus is allowed', () => {
    expect(type('-5')).toBe('5');
    expect(type('-5', { allowsMinus: true })).toBe('-5');
  });

  it('turns back to the previous valid text', () => {
    expect(typeAmount('12a3', 3, '123', {})).toMatchObject({ text: '123', value: '123', caret: 2 });
    expect(type('1e5')).toBe('15');
    expect(type('1..5', { decimals: 2 })).toBe('1.5');
  });

  it('clamps to the maximum at once and to the minimum when left', () => {
    expect(typeAmount('126', 3, '12', { max: '125' })).toEqual({ text: '125', caret: 3, value: '125', clamped: 'max' });
    expect(typeAmount('1', 1, '', { min: '10' })).toMatchObject({ text: '1', value: '1' });
    expect(settleAmount('1', { min: '10' })).toEqual({ text: '10', value: '10', clamped: 'min' });
    expect(settleAmount('', { min: '10' })).toEqual({ text: '', value: '' });
  });

  it('keeps the caret behind the digit it stood behind', () => {
    // 1,234|,567 with a 9 typed: 12,349|,567
    expect(typeAmount('1,2349,567', 6, '1,234,567', {})).toMatchObject({ text: '12,349,567', caret: 6 });
    expect(typeAmount('9', 1, '', {})).toMatchObject({ caret: 1 });
    // deleting the 1 of 1,234
    expect(typeAmount(',234', 0, '1,234', {})).toMatchObject({ text: '234', caret: 0 });
  });

  it('property: whatever is typed, the text is empty or a well-formed number within the rules', () => {
    fc.assert(
      fc.property(keys, rulesOf, (typed, rules) => {
        const text = type(typed, rules);
        const fraction = text.split('.')[1] ?? '';
        expect(text).toMatch(/^(-?(\d{1,3}(,\d{3})*)?(\.\d*)?)$/);
        expect(fraction.length).toBeLessThanOrEqual(rules.decimals);
        if (!rules.allowsMinus) expect(text).not.toContain('-');
      }),
    );
  });

  it('property: settled values obey both bounds and show what they are', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 500 }), fc.integer({ min: 501, max: 99_999 }), (typed, low, high) => {
        const rules = { decimals: 3, min: String(low), max: String(high) };
        const { text, value } = settleAmount(type(typed, rules), rules);
        if (value === '') expect(text).toBe('');
        else {
          expect(compareDecimals(value, rules.min)).toBeGreaterThanOrEqual(0);
          expect(compareDecimals(value, rules.max)).toBeLessThanOrEqual(0);
          expect(text.replaceAll(',', '')).toBe(value);
        }
      }),
    );
  });

  it('property: a digit typed anywhere leaves the caret right behind that digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, digit) => {
        const before = showAmount(String(number));
        const at = place % (before.length + 1);
        const typed = before.slice(0, at) + digit + before.slice(at);
        const { text, caret } = typeAmount(typed, at + 1, before, {});
        expect(text[caret - 1]).toBe(String(digit));
        expect(text.slice(0, caret).replaceAll(',', '')).toBe(typed.slice(0, at + 1).replaceAll(',', ''));
      }),
    );
  });
});

describe('pasting and stepping', () => {
  it('reads a number out of words', () => {
    expect(pastedAmount('1,234.5 USDT')).toBe('1234.5');
    expect(pastedAmount(' ₩ 12,000원')).toBe('12000');
    expect(pastedAmount('abc')).toBeUndefined();
  });

  it('steps exactly, within the bounds, never below zero', () => {
    expect(stepAmount('0.1', '0.1', 2, { decimals: 1 })).toBe('0.3');
    expect(stepAmount('98214.6', '0.1', 10, {})).toBe('98215.6');
    expect(stepAmount('1', '1', -5, {})).toBe('');
    expect(stepAmount('1', '1', -5, { allowsMinus: true })).toBe('-4');
    expect(stepAmount('9', '1', 5, { max: '10' })).toBe('10');
  });
});
