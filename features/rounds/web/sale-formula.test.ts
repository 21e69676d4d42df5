// What the formula's page shows is what the engine pays, by the option's own fee and volatility (rules 11.3).
import { expect, test } from 'vitest';
import type { TradeOption } from '../contract.ts';
import { percentOf, saleSample } from './sale-formula.tsx';

const option = {
  durationSeconds: 30,
  pointPrecision: 6,
  minPoint: '1.000000',
  currency: 'USDT',
  odds: [{ type: 'UP', odds: '1.95', probability: null }],
  saleFee: '0.02',
  saleVolatility: '0.0001',
} as unknown as TradeOption;

test('values of a sample bet by the terms of its game', () => {
  const at = (terms: Partial<TradeOption>) => saleSample({ ...option, ...terms }, '20').map(({ value }) => value);
  // At the strike: 39 × 0.5 × 0.98.
  expect(at({})[2]).toBe('19.11');
  expect(at({ saleFee: '0' })[2]).toBe('19.5');
  expect(at({ saleVolatility: '0.001' })[4]).not.toBe(at({})[4]);
  expect(at({})).toEqual([...at({})].sort((a, b) => Number(a) - Number(b)));
});

test('rates read as percents', () => {
  expect([2_000_000, 10_000, 1].map(percentOf)).toEqual(['2%', '0.01%', '0.000001%']);
});
