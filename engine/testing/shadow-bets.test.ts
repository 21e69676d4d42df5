// I16 and I14 of rounds as the judge of events finds them broken: a bet taken late, paid otherwise than by strike, close, side and odds, or twice.
import { describe, expect, test } from 'vitest';
import { BetStatus, type EngineEvent, EventKind, RoundResult } from '../wire/event.ts';
import { BetShadow } from './shadow-bets.ts';

const head = { seq: 1, index: 0, time: 20_000, account: 0, symbol: 0, option: 0, ordinal: 1 };
const opened = { ...head, kind: EventKind.RoundOpened, startAt: 30_000, endAt: 60_000, closesAt: 25_000 };
const placed = {
  ...head,
  kind: EventKind.BetPlaced,
  betId: 7,
  market: 0,
  stake: 33,
  odds: 195_000_000,
  strike: 0,
  balance: 0,
  waiting: 33,
};
const settled = { ...head, kind: EventKind.RoundSettled, result: RoundResult.Up, voidReason: 0, strike: 100, close: 101, bets: 1 };
/** floor(33 × 1.95) = 64. */
const paid = { ...head, kind: EventKind.BetSettled, betId: 7, market: 0, stake: 33, odds: 195_000_000, status: BetStatus.Won, payout: 64 };

const judge = (...events: object[]) => new BetShadow().take(events as unknown as EngineEvent[]);

describe('I16: a stake is taken in the open window only', () => {
  test('before the cut-off it is, from it on it is not', () => {
    expect(judge(opened, { ...placed, time: 24_999 })).toEqual([]);
    expect(judge(opened, { ...placed, time: 25_000 })).toEqual(['I16 bet 7 taken after the cut-off']);
    expect(judge(opened, placed, settled, { ...placed, betId: 8 })).toEqual(['I16 bet 8 on the settled round 0:1']);
  });
});

describe('I16: the payout follows from strike, close, side and odds', () => {
  test.each([
    ['up wins', settled, paid, true],
    ['up lost is not paid', { ...settled, result: RoundResult.Down, close: 99 }, paid, false],
    [
      'a tie gives the stake back',
      { ...settled, result: RoundResult.Tie, close: 100 },
      { ...paid, status: BetStatus.Void, payout: 33 },
      true,
    ],
    ['a void keeps no fee', { ...settled, result: RoundResult.Void, close: -1 }, { ...paid, status: BetStatus.Void, payout: 32 }, false],
    ['the odds are those of the bet', settled, { ...paid, odds: 198_000_000, payout: 65 }, false],
  ])('%s', (_, result, payment, isRight) => {
    expect(judge(opened, placed, result, payment).length === 0).toBe(isRight);
  });
});

describe('I16: settled once or given back once', () => {
  test('a second payment, a second result and a payment without one are found', () => {
    expect(judge(opened, placed, settled, paid, paid)).toHaveLength(2);
    expect(judge(opened, placed, settled, settled)).toEqual(['I16 round 0:1 settled twice']);
    expect(judge(opened, placed, paid)).toEqual(['I16 bet 7 paid without a result']);
    expect(judge(opened, placed, { ...placed, kind: EventKind.BetCancelled }, settled, paid)).toContain('I16 bet 7 ended, and it is over');
  });
});

test('I14: what odds do not divide stays with the house', () => {
  expect(judge(opened, placed, settled, { ...paid, payout: 65 })).toHaveLength(1);
  expect(judge(opened, placed, settled, paid)).toEqual([]);
});
