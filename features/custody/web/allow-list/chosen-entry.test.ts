// One address of an exchange serves many people by its memo: which entry of the list is meant is said by both.
import { expect, it } from 'vitest';
import { chosenEntry } from './chosen-entry.ts';

const entries = [
  { entryId: 1, address: 'rExchange', memo: '11' },
  { entryId: 2, address: 'rExchange', memo: '22' },
  { entryId: 3, address: 'rOwn', memo: null },
];

it('an entry is chosen by its address and its memo together', () => {
  expect(chosenEntry(entries, { address: 'rExchange', memo: '22' })).toBe(2);
  expect(chosenEntry(entries, { address: ' rOwn ', memo: '' })).toBe(3);
  expect(chosenEntry(entries, { address: 'rExchange', memo: '' })).toBeUndefined();
});
