// What changed between two records, field by field, and what a posting sums to.
import { describe, expect, it } from 'vitest';
import { changesBetween, sumOfDifferences } from './json-changes.ts';

describe('changes between two records', () => {
  it('names only the fields that differ, by path', () => {
    expect(
      changesBetween(
        { status: 'ACTIVE', limits: { daily: '50000', leverage: 125 } },
        { status: 'ACTIVE', limits: { daily: '20000', leverage: 125 } },
      ),
    ).toEqual([{ path: 'limits.daily', before: '50000', after: '20000' }]);
  });

  it('a record that was not there before is all new, one that goes is all gone', () => {
    expect(changesBetween(null, { name: 'a' })).toEqual([{ path: 'name', before: undefined, after: 'a' }]);
    expect(changesBetween({ name: 'a' }, null)).toEqual([{ path: 'name', before: 'a', after: undefined }]);
  });

  it('lists are compared whole', () => {
    expect(changesBetween({ rights: ['a'] }, { rights: ['a', 'b'] })).toEqual([{ path: 'rights', before: ['a'], after: ['a', 'b'] }]);
    expect(changesBetween({ rights: ['a'] }, { rights: ['a'] })).toEqual([]);
  });
});

describe('the difference of a posting', () => {
  it('is nothing when what leaves one account comes to others, whatever the decimals', () => {
    const rows = [
      { before: '18000.00', after: '0.00' },
      { before: '4200.00', after: '22199.00' },
      { before: '312', after: '313.000000' },
    ];
    expect(sumOfDifferences(rows)).toBe('0.000000');
  });

  it('is told to the last digit when it is not', () => {
    expect(sumOfDifferences([{ before: '0.1', after: '0.3' }])).toBe('0.2');
    expect(sumOfDifferences([{ before: '-1', after: '-1.000001' }])).toBe('-0.000001');
  });
});
