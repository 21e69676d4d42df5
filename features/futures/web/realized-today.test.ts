// Realized today goes on from its answer with the fills told since, each once.
import { expect, it } from 'vitest';
import { KEPT_FILLS, type ToldFill } from './account-live.ts';
import { foldProfit } from './realized-today.ts';

const fill = (sequence: number, realizedPnl: string, fee: string) =>
  ({ sequence, realizedPnl, fee, time: '2026-11-28T03:00:00.000Z' }) as ToldFill;

it('fills that the answer knows of are not counted again', () => {
  const fills = [fill(12, '-3.000001', '0.5'), fill(11, '10', '0.25'), fill(10, '100', '1')];
  expect(foldProfit({ profit: '-1.5', sequence: 10 }, fills)).toBe('4.749999');
  expect(foldProfit({ profit: '-1.5', sequence: 12 }, fills)).toBe('-1.500000');
  expect(foldProfit({ profit: null, sequence: 0 }, fills)).toBe(undefined);
});

it('more fills than are kept make it ask anew', () => {
  const fills = Array.from({ length: KEPT_FILLS }, (_, i) => fill(200 - i, '1', '0'));
  expect(foldProfit({ profit: '0', sequence: 50 }, fills)).toBe(undefined);
  expect(foldProfit({ profit: '0', sequence: 101 }, fills)).toBe('99.000000');
});

it('of a new day nothing is posted yet, and fills of the day before are not its', () => {
  const yesterday = { ...fill(90, '250', '1'), time: '2026-11-27T14:59:59.999Z' };
  const today = { ...fill(91, '-3', '0.5'), time: '2026-11-27T15:00:00.000Z' };
  const nothing = { profit: '0', sequence: 0 };
  expect(foldProfit(nothing, [yesterday], '2026-11-27T15:00:00.000Z')).toBe('0.000000');
  expect(foldProfit(nothing, [today, yesterday], '2026-11-27T15:00:00.000Z')).toBe('-3.500000');
});
