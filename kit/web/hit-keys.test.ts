// Keys in a search's field: arrows go round at both ends, anything else is the field's own.
import { expect, it } from 'vitest';
import { steppedHit } from './hit-keys.ts';

it.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['ArrowDown', 0, 1, 0],
  ['Enter', 1, 3, undefined],
  ['a', 1, 3, undefined],
  ['Home', 1, 3, undefined],
])('%s from %i of %i', (key, chosen, count, next) => expect(steppedHit(key, chosen, count)).toBe(next));

it('without hits there is none to lead to', () => {
  expect([0, -0]).toContain(steppedHit('ArrowDown', -1, 0));
});
