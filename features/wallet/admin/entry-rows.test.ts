// A pasted list of members and amounts is read line by line and added up exactly.
import { describe, expect, it } from 'vitest';
import { isSame, readPasted } from './entry-rows.ts';

describe('a bulk entry as it is pasted', () => {
  it('reads commas, tabs and blanks, and adds up without floating point', () => {
    expect(readPasted('17, 0.1\n18\t0.2\n\n19 1000.00000001')).toEqual({
      rows: [
        { playerId: 17, point: '0.1' },
        { playerId: 18, point: '0.2' },
        { playerId: 19, point: '1000.00000001' },
      ],
      bad: undefined,
      total: '1000.30000001',
    });
  });

  it('names the first line that is none', () => {
    expect(readPasted('17, 5\nabc\n-3, 4').bad).toEqual({ line: 2, text: 'abc' });
  });

  it('takes two ways to write an amount for one', () => {
    expect(isSame('10', '10.00')).toBe(true);
    expect(isSame('10', '100')).toBe(false);
    expect(isSame('10', '')).toBe(false);
  });
});
