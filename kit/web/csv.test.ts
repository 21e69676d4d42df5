// What a member downloads opens as a table and runs nothing.
import { describe, expect, it } from 'vitest';
import { csvCell } from '../contract/csv.ts';
import { csvText } from './csv.ts';

describe('csv', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['-12.5', '-12.5'],
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['-x', "'-x"],
    ['two\nlines', '"two\nlines"'],
    ['＝1+1', "'＝1+1"],
    ['＋82 10', "'＋82 10"],
    ['－x', "'－x"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ['﹦1', "'﹦1"],
    ['\u200B=1', "'\u200B=1"],
    ['\uFEFF ＝1', "'\uFEFF ＝1"],
    ['a;=1', '"a;=1"'],
    ['김＝마루', '김＝마루'],
    ['+12.5', '+12.5'],
  ])('%s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
  it('joins rows under their head', () => expect(csvText(['a', 'b'], [['1', '2']])).toBe('a,b\r\n1,2'));
});
