// One definition of a list gives its file: heads in the language asked for, moments on the clock given, nothing for what is not there.
import { describe, expect, it } from 'vitest';
import { type ListColumn, listCsv } from './list.ts';

interface Row {
  name: { ko: string; en: string };
  amount: string;
  at: string | null;
}
const columns: readonly ListColumn<Row>[] = [
  { key: 'name', head: { ko: '이름', en: 'Name' }, screenHead: { ko: '이름 · 때', en: 'Name · at' }, value: ({ name }, say) => say(name) },
  { key: 'amount', head: { ko: '금액', en: 'Amount' }, kind: 'figure', value: ({ amount }) => amount, isFileOnly: true },
  { key: 'at', head: { ko: '때', en: 'At' }, kind: 'moment', value: ({ at }) => at },
  { key: 'seen', head: { ko: '화면', en: 'Screen' }, value: () => 'seen', isScreenOnly: true },
];
const rows: readonly Row[] = [
  { name: { ko: '하나', en: '=one' }, amount: '-1.50', at: '2026-11-24T08:00:00Z' },
  { name: { ko: '둘', en: 'two' }, amount: '2', at: null },
];
const moment = (at: string) => at.slice(0, 10);

describe('the file of a list', () => {
  it('has every column, in Korean', () => {
    expect(listCsv(columns, rows, { say: ({ ko }) => ko, moment })).toBe('이름,금액,때\r\n하나,-1.50,2026-11-24\r\n둘,2,');
  });

  it('in English, with formulas defused', () => {
    expect(listCsv(columns, rows, { say: ({ en }) => en, moment })).toBe("Name,Amount,At\r\n'=one,-1.50,2026-11-24\r\ntwo,2,");
  });
});
