// The board that is looked at, while operators pause and open games.
import { describe, expect, it } from 'vitest';
import type { TradeOption } from '../contract.ts';
import { chosenOf } from './chosen-option.ts';

const option = (tradeOptionId: number) => ({ tradeOptionId, sortOrder: tradeOptionId - 1, state: 'OPEN', isPlay: true }) as TradeOption;
const [half, one, two] = [option(1), option(2), option(3)];
const ids = (options: readonly TradeOption[]) => options.map(({ tradeOptionId }) => tradeOptionId);

describe('the chosen option', () => {
  it('is the one asked for, else the first', () => {
    expect(chosenOf([half, one], 2, undefined).chosen).toBe(one);
    expect(chosenOf([half, one], 9, undefined).chosen).toBe(half);
    expect(chosenOf([], 1, undefined).chosen).toBeUndefined();
  });

  it('stays when an operator pauses it, in its place and taking no bets', () => {
    for (const wanted of [1, 0]) {
      const { options, chosen } = chosenOf([one, two], wanted, half);
      expect(ids(options)).toEqual([1, 2, 3]);
      expect(chosen).toMatchObject({ tradeOptionId: 1, state: 'PAUSED', isPlay: false });
    }
  });

  it('goes when another is chosen, when it is offered again, and when the site offers none', () => {
    expect(chosenOf([one, two], 3, half)).toEqual({ options: [one, two], chosen: two });
    expect(chosenOf([half, one], 1, half)).toEqual({ options: [half, one], chosen: half });
    expect(chosenOf([], 1, half)).toEqual({ options: [], chosen: undefined });
  });
});
