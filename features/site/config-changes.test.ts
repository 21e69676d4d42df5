// ADM-05: which changes of a site wait for a second person, and which do not.
import { maru } from '@maru/sites/maru.ts';
import { expect, test } from 'vitest';
import { largeChanges } from './config-changes.ts';

const large = (part: object) => largeChanges({ ...maru, type: 8 + 32 }, { ...maru, type: 8 + 32, ...part }).map(({ field }) => field);

test('a product that is switched off wants two persons, one that is switched on does not', () => {
  expect(large({ type: 32 })).toEqual(['type']);
  expect(large({ type: 4 + 8 })).toEqual(['type']);
  expect(large({ type: 4 + 8 + 16 + 32 })).toEqual([]);
});

test('fees by more than a quarter, any bracket and the house’s ladder; words and small steps are one person’s', () => {
  expect(large({ takerFee: maru.takerFee * 1.5 })).toEqual(['takerFee']);
  expect(large({ takerFee: maru.takerFee * 1.25 })).toEqual([]);
  expect(large({ houseLadder: !maru.houseLadder, name: { ko: '마루', en: 'Other' } })).toEqual(['houseLadder']);
});
