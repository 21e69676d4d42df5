// The states of a deposit by depth: credited at the first threshold, withdrawable at the second, waiting while its block is gone.
import { describe, expect, it } from 'vitest';
import { nextState } from './next-step.ts';

const at = { creditAfter: 2, unlockAfter: 6 };
const deep = (confirmations: number) => ({ confirmations, goneFor: 0 });
const gone = (goneFor: number) => ({ confirmations: 0, goneFor });

describe('two thresholds', () => {
  it('goes through every state, also where it was found deep', () => {
    expect(nextState('SEEN', deep(9), at)).toBe('CONFIRMING');
    expect(nextState('CONFIRMING', deep(9), at)).toBe('CREDITED');
    expect(nextState('CREDITED', deep(9), at)).toBe('UNLOCKED');
    expect(nextState('UNLOCKED', deep(10), at)).toBeUndefined();
  });

  it('is credited at the first and unlocked at the second, not one block before', () => {
    expect(nextState('CONFIRMING', deep(1), at)).toBeUndefined();
    expect(nextState('CONFIRMING', deep(2), at)).toBe('CREDITED');
    expect(nextState('CREDITED', deep(5), at)).toBeUndefined();
    expect(nextState('CREDITED', deep(6), at)).toBe('UNLOCKED');
  });

  it('one threshold is both', () => {
    expect(nextState('CONFIRMING', deep(1), { creditAfter: 1, unlockAfter: 1 })).toBe('CREDITED');
    expect(nextState('CREDITED', deep(1), { creditAfter: 1, unlockAfter: 1 })).toBe('UNLOCKED');
  });
});

describe('a block that is gone', () => {
  it('nothing is decided until as many blocks have passed as it took to believe it', () => {
    for (const state of ['SEEN', 'CONFIRMING', 'CREDITED'] as const) {
      expect(nextState(state, gone(5), at)).toBeUndefined();
      expect(nextState(state, gone(6), at)).toBe('ORPHANED');
    }
  });

  it('taken up again by another block it is counted anew from there', () => {
    expect(nextState('CREDITED', deep(1), at)).toBeUndefined();
    expect(nextState('ORPHANED', deep(1), at)).toBe('SEEN');
    expect(nextState('ORPHANED', gone(50), at)).toBeUndefined();
  });

  it('what may be withdrawn already is not taken back by itself', () => {
    expect(nextState('UNLOCKED', gone(100), at)).toBeUndefined();
  });
});
