// What a board says of one's own bets while they are on their way, and which of them a round's evidence is shown with.
import { describe, expect, it, vi } from 'vitest';
import type { TradeBet } from '../contract.ts';
import { settledOf } from './docked-evidence.tsx';
import { arrivalOf, takesBetsInside } from './round-board.ts';

const refetch = vi.fn<() => Promise<never>>();
const asked = (state: 'there' | 'waiting' | 'failed') => ({
  data: state === 'there' ? [] : undefined,
  isError: state === 'failed',
  error: state === 'failed' ? new Error('away') : null,
  isFetching: state === 'waiting',
  refetch,
});

describe('the arrival of one\u2019s bets', () => {
  it('is over when all of them are there: nothing before says that there is none', () => {
    expect(arrivalOf([asked('there'), asked('there')]).state).toBe('there');
    expect(arrivalOf([asked('there'), asked('waiting')])).toMatchObject({ state: 'waiting', isRetrying: true });
    expect(arrivalOf([asked('waiting'), asked('failed')])).toMatchObject({ state: 'failed', error: new Error('away') });
  });

  it('asks again for what failed alone', () => {
    arrivalOf([asked('there'), asked('failed')]).retry();
    expect(refetch).toHaveBeenCalledTimes(1);
  });
});

describe('the bets of a round whose evidence is shown', () => {
  const bet = (tradeHistoryId: number, tradeRoundId: number, status: number) => ({ tradeHistoryId, tradeRoundId, status }) as TradeBet;

  it('are the settled ones of both lists: one of them was asked for while they were open', () => {
    const before = [bet(1, 7, 0), bet(2, 7, 0)];
    const past = [bet(3, 8, 1), bet(1, 7, 1), bet(2, 7, 2)];
    expect(settledOf(7, before, past).map(({ tradeHistoryId }) => tradeHistoryId)).toEqual([1, 2]);
    expect(settledOf(7, past, past)).toHaveLength(2);
    expect(settledOf(9, before, past)).toEqual([]);
  });
});

describe('a round that takes bets inside itself', () => {
  const at = (second: number) => new Date(1_795_000_000_000 + second * 1_000).toISOString();

  it('is known by its cut-off, not by the clock: a usual one that has begun still has one strike for all', () => {
    expect(takesBetsInside({ betCloseAt: at(25), startAt: at(30) })).toBe(false);
    expect(takesBetsInside({ betCloseAt: at(30), startAt: at(30) })).toBe(false);
    expect(takesBetsInside({ betCloseAt: at(55), startAt: at(30) })).toBe(true);
  });
});
