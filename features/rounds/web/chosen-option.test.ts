// The board that is looked at, while operators pause and open games.
import { describe, expect, it } from 'vitest';
import type { TradeOption } from '../contract.ts';
import { chosenOf, type Shown } from './chosen-option.ts';

const option = (tradeOptionId: number) => ({ tradeOptionId, sortOrder: tradeOptionId - 1, state: 'OPEN', isPlay: true }) as TradeOption;
const [half, one, two] = [option(1), option(2), option(3)];
const ids = (options: readonly TradeOption[]) => options.map(({ tradeOptionId }) => tradeOptionId);

/** What is shown after each list of offered games, as the page asks while it is open. */
function walk(choice: string | undefined, wanted: number, ...lists: (readonly TradeOption[])[]) {
  let shown: Shown | undefined;
  return lists.map((offered) => {
    ({ shown } = chosenOf(offered, { choice, wanted }, shown));
    return shown?.option.tradeOptionId;
  });
}

describe('the chosen option', () => {
  const asked = (wanted: number) => ({ choice: String(wanted), wanted });
  const shows = (option: TradeOption, choice: string | undefined = undefined): Shown => ({ option, choice });

  it('is the one asked for, else the first', () => {
    expect(chosenOf([half, one], asked(2)).chosen).toBe(one);
    expect(chosenOf([half, one], asked(9)).chosen).toBe(half);
    expect(chosenOf([], asked(1)).chosen).toBeUndefined();
  });

  it('stays when an operator pauses it, in its place and taking no bets', () => {
    for (const choice of ['1', undefined]) {
      const { options, chosen } = chosenOf([one, two], { choice, wanted: choice ? 1 : 0 }, shows(half, choice));
      expect(ids(options)).toEqual([1, 2, 3]);
      expect(chosen).toMatchObject({ tradeOptionId: 1, state: 'PAUSED', isPlay: false });
    }
  });

  it('goes when another is chosen, and when the site offers none', () => {
    expect(chosenOf([one, two], asked(3), shows(half, '1'))).toMatchObject({ options: [one, two], chosen: two });
    expect(chosenOf([half, one], asked(1), shows(half, '1'))).toMatchObject({ options: [half, one], chosen: half });
    expect(chosenOf([], asked(1), shows(half, '1'))).toMatchObject({ options: [], chosen: undefined });
  });

  it('stays when the one asked for is offered only later, until the member chooses: by address, remembered, and without either', () => {
    expect(walk('1', 1, [one, two], [half, one, two])).toEqual([2, 2]);
    expect(walk(undefined, 1, [one, two], [half, one, two])).toEqual([2, 2]);
    expect(walk(undefined, 0, [one, two], [half, one, two])).toEqual([2, 2]);
    expect(chosenOf([half, one, two], asked(1), shows(one)).chosen).toBe(half);
  });

  it('stays in this tab when another tab remembers another', () => {
    expect(chosenOf([half, one], { choice: undefined, wanted: 2 }, shows(half)).chosen).toBe(half);
  });

  it('is the game shown so far, where an address names one that is not offered', () => {
    expect(chosenOf([half, one], asked(9), shows(one, '2')).chosen).toBe(one);
  });

  it('is a paused game of one’s own bet where the choice is new, and nobody else’s', () => {
    expect(chosenOf([one, two], asked(1), shows(two, '3'), half).chosen).toMatchObject({ tradeOptionId: 1, state: 'PAUSED' });
    expect(chosenOf([one, two], asked(1), shows(two, '1'), half).chosen).toBe(two);
  });
});
