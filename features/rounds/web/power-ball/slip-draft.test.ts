// A slip that waited: what can no longer be chosen is taken off and named; what may have arrived keeps its key.
import { expect, it } from 'vitest';
import { dropGoneSlips, emptySlip, type Pick, readSlip, roundAsked, slipDrafts, withoutGone } from './slip-draft.ts';

const pick = (code: string, more: Partial<Pick> = {}): Pick => ({ code, market: 0, point: '10', state: 'chosen', ...more });
const sent = { key: 'k1', tradeRoundId: 99, point: '10' };
const odds = [{ type: 'PB_ODD' }, { type: 'PB_7' }];

it('takes off markets without odds and says which; one that may have arrived stays to be asked for', () => {
  const slip = { ...emptySlip, active: 'SUM_OVER', picks: [pick('PB_ODD'), pick('SUM_OVER'), pick('PB_8', { state: 'unknown', sent })] };
  const left = withoutGone(slip, odds);
  expect(left.picks.map(({ code }) => code)).toEqual(['PB_ODD', 'PB_8']);
  expect(left.gone).toEqual(['SUM_OVER']);
  expect(left.active).toBeUndefined();
  expect(withoutGone(left, odds)).toBe(left);
});

it('comes back from storage as it can be: on its way is unknown, under the key it was sent by; refused is chosen again', () => {
  const picks = [
    pick('PB_ODD', { state: 'sending', sent }),
    pick('PB_7', { state: 'refused', words: 'no' }),
    pick('PB_EVEN', { point: '' }),
  ];
  const back = readSlip(JSON.parse(JSON.stringify({ ...emptySlip, picks, told: 'x', active: 'PB_7' })));
  expect(back?.picks.map(({ code, state, sent: under }) => [code, state, under?.key])).toEqual([
    ['PB_ODD', 'unknown', 'k1'],
    ['PB_7', 'chosen', undefined],
    ['PB_EVEN', 'chosen', undefined],
  ]);
  expect([back?.active, back?.told]).toEqual(['PB_7', undefined]);
});

it('while an answer is missing it is about the round that was sent for, not the one of the moment', () => {
  const round = { tradeRoundId: 101, startAt: '2026-11-22T12:02:00.000Z', endAt: '2026-11-22T12:03:00.000Z' };
  expect(roundAsked([pick('PB_ODD')], round)).toBe(round);
  expect(roundAsked([pick('PB_7'), pick('PB_ODD', { state: 'unknown', sent })], round)).toEqual({
    tradeRoundId: 99,
    startAt: '2026-11-22T12:00:00.000Z',
    endAt: '2026-11-22T12:01:00.000Z',
  });
});

it('a power ball that is paused takes its slip along, but for what may have arrived: asked again under its key when it is back', () => {
  const unanswered = pick('PB_7', { state: 'unknown', sent });
  const away = pick('PB_8', { state: 'sending', sent });
  slipDrafts.change('5', () => ({ ...emptySlip, picks: [pick('PB_ODD'), unanswered, away], active: 'PB_ODD', told: 'x' }));
  slipDrafts.change('6', () => ({ ...emptySlip, picks: [pick('PB_ODD')] }));
  slipDrafts.change('7', () => ({ ...emptySlip, picks: [pick('PB_ODD')] }));
  expect(dropGoneSlips([7])).toBe(true);
  expect(slipDrafts.get('5')).toEqual({ ...emptySlip, picks: [unanswered, away] });
  expect([slipDrafts.get('6'), slipDrafts.get('7')?.picks.length]).toEqual([undefined, 1]);
  // Nothing more is lost, so nothing is told.
  expect(dropGoneSlips([7])).toBe(false);
  expect(slipDrafts.get('5')?.picks).toEqual([unanswered, away]);
});

it.each([
  ['nothing', null],
  ['no list', { picks: 'PB_ODD' }],
  ['a market that is none', { picks: [pick('XX')] }],
  ['an amount that is none', { picks: [pick('PB_ODD', { point: '1e9' }), null, 3] }],
])('%s is no slip', (_name, kept) => {
  expect(readSlip(kept)).toBeUndefined();
});
