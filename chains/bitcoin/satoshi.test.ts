// Amounts from text: exact where a float is not, and refused where they are none.
import { describe, expect, it } from 'vitest';
import { withAmountsAsText } from './node-client.ts';
import { toDecimalText, toSatoshi } from './satoshi.ts';

describe('amounts of the Bitcoin family', () => {
  it.each([
    ['0.00000001', 1n],
    ['1', 100_000_000n],
    ['1e-8', 1n],
    ['1.5E+2', 15_000_000_000n],
    ['20999999.97690000', 2_099_999_997_690_000n],
    // Beyond what a float holds: Dogecoin has 1.5e19 of its smallest unit.
    ['92233720368.54775807', 9_223_372_036_854_775_807n],
    ['0.10000000000', 10_000_000n],
  ])('%s is %s', (text, satoshi) => expect(toSatoshi(text)).toBe(satoshi));

  it.each(['', '-1', '0.000000001', '1.', '.5', '1,5', 'NaN', '0x10', '1e99', ' 1'])('%j is none', (text) =>
    expect(() => toSatoshi(text)).toThrow(),
  );

  it('go back as nodes write them', () => {
    expect(toDecimalText(1n)).toBe('0.00000001');
    expect(toDecimalText(9_223_372_036_854_775_807n)).toBe('92233720368.54775807');
  });

  it('leave the raw text as text, whatever a float would have made of them', () => {
    const text = '{"result":{"value":92233720368.54775807,"n":3,"label":"\\"value\\":1.5","fee" : 1e-8}}';
    expect(JSON.parse(withAmountsAsText(text))).toEqual({
      result: { value: '92233720368.54775807', n: 3, label: '"value":1.5', fee: '1e-8' },
    });
  });
});
