// Rows of the desk's symbols: most held first, and where they are while a hand is at the table.
import { expect, it } from 'vitest';
import type { DeskExposure, DeskSymbol } from '../desk-contract.ts';
import { exposuresOf, symbolRows } from './symbol-rows.ts';

const symbols = [1, 2, 3].map((futuresOptionId) => ({ futuresOptionId }) as DeskSymbol);
const exposures = (...long: string[]) =>
  exposuresOf(long.map((each, at) => ({ futuresOptionId: at + 1, long: each, short: '0' }) as DeskExposure));
const idsOf = (rows: ReturnType<typeof symbolRows>) => rows.map(({ futuresOptionId }) => futuresOptionId);

it('what members hold most of comes first, then as the site lists them', () => {
  expect(idsOf(symbolRows(symbols, exposures('0', '5', '0'), undefined))).toEqual([2, 1, 3]);
});

it('while a hand is at the table the figures change and the rows stay; afterwards they go where they belong', () => {
  const before = exposures('9', '5', '0');
  const now = exposures('1', '5', '7');
  const rows = symbolRows(symbols, now, before);
  expect(idsOf(rows)).toEqual([1, 2, 3]);
  expect(rows.map(({ risk }) => risk?.long)).toEqual(['1', '5', '7']);
  expect(idsOf(symbolRows(symbols, now, undefined))).toEqual([3, 2, 1]);
});
