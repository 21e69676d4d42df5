// The road of past rounds counts what is shown: a void round is no tie, and neither breaks into the sides.
import { expect, test } from 'vitest';
import type { Outcome } from '../contract.ts';
import { columnsOf, sumsOf } from './road-columns.ts';

const road = (...results: Outcome['result'][]) => results.map((result, i) => ({ result, tradeRoundId: i }) as Outcome);

test('ties and voids are told apart, and the longest run is of one side', () => {
  expect(sumsOf(road('UP', 'UP', 'VOID', 'DOWN', 'TIE', 'UP'))).toEqual({ all: 6, up: 3, down: 1, tie: 1, void: 1, run: 2, runOf: 'UP' });
});

test('rounds of an in-round option have no side, and are neither ties nor void', () => {
  expect(sumsOf(road('EACH_BET', 'EACH_BET', 'VOID'))).toMatchObject({ all: 3, up: 0, down: 0, tie: 0, void: 1, run: 0 });
});

test('a run longer than a column goes on in the next', () => {
  expect(columnsOf(road('UP', 'UP', 'UP', 'DOWN'), 2).map(({ length }) => length)).toEqual([2, 1, 1]);
});
