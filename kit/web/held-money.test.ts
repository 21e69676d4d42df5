// Figures of money wait for the result that they would tell, in their order, and no longer.
import { expect, it } from 'vitest';
import { holdMoney, whenShown } from './held-money.ts';

it('waits while anything is held, and comes in its order', () => {
  const told: string[] = [];
  const tell = (what: string) => whenShown(() => told.push(what));
  tell('at once');
  const [one, other] = [holdMoney(), holdMoney()];
  tell('stake');
  tell('win');
  one();
  // Let go twice is once.
  one();
  expect(told).toEqual(['at once']);
  other();
  tell('after');
  expect(told).toEqual(['at once', 'stake', 'win', 'after']);
});
