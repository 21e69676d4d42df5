// A record that could not be replayed is refused before it is journaled.
import { expect, test } from 'vitest';
import { recordFault } from './engine-record.ts';
import { addRecord } from './testing/tiny-engine.ts';

function changed(word: number, value: number): Float64Array {
  const record = addRecord(1, 5);
  record[word] = value;
  return record;
}

test.each([
  ['a sound record', addRecord(1, 5), undefined],
  ['not a number', changed(7, Number.NaN), 'word 7 is NaN'],
  ['infinite', changed(8, Number.POSITIVE_INFINITY), 'word 8 is Infinity'],
  ['a fraction', changed(7, 0.5), 'word 7 is 0.5'],
  ['beyond 2^53', changed(9, 2 ** 53), 'word 9 is 9007199254740992'],
  ['an unknown kind', changed(0, 99), 'unknown kind 99'],
  ['more by its head than there is', changed(11, 4), '12 words, by its head 16'],
  ['a negative extension', changed(11, -1), '12 words, by its head 11'],
  ['cut short', addRecord(1, 5).subarray(0, 11), '11 words are no record'],
])('%s', (_name, record, fault) => {
  expect(recordFault(record, 0, record.length)).toBe(fault);
});
