// The steps of a withdrawal as they are drawn, and where its money is, in every state.
import { describe, expect, it } from 'vitest';
import type { WithdrawalState } from '../../withdraw-contract.ts';
import { placeOf, trackSteps } from './track-steps.ts';

const at = '2026-11-28T00:00:00.000Z';
const drawn = (states: readonly WithdrawalState[], isInside = false) =>
  trackSteps({ state: states[states.length - 1], isInside, steps: states.map((state) => ({ state, at })) })
    .map(({ state, look }) => `${state} ${look}`)
    .join(', ');

describe('the steps', () => {
  it.each<[WithdrawalState[], string]>([
    [['REQUESTED'], 'REQUESTED done, SIGNED now, SENT ahead, CONFIRMED ahead'],
    [['REQUESTED', 'HELD', 'APPROVED'], 'REQUESTED done, SIGNED now, SENT ahead, CONFIRMED ahead'],
    [['REQUESTED', 'HELD', 'REVIEW'], 'REQUESTED done, REVIEW wait, APPROVED ahead, SIGNED ahead, SENT ahead, CONFIRMED ahead'],
    [['REQUESTED', 'HELD', 'REVIEW', 'APPROVED'], 'REQUESTED done, REVIEW done, APPROVED done, SIGNED now, SENT ahead, CONFIRMED ahead'],
    [['REQUESTED', 'HELD', 'APPROVED', 'SIGNED', 'SENT'], 'REQUESTED done, SIGNED done, SENT done, CONFIRMED now'],
    [['REQUESTED', 'HELD', 'APPROVED', 'SIGNED', 'SENT', 'CONFIRMED'], 'REQUESTED done, SIGNED done, SENT done, CONFIRMED done'],
    [['REQUESTED', 'HELD', 'CANCELLED'], 'REQUESTED done, CANCELLED bad'],
    [['REQUESTED', 'HELD', 'REVIEW', 'REFUSED'], 'REQUESTED done, REVIEW done, REFUSED bad'],
    [['REQUESTED', 'HELD', 'APPROVED', 'SIGNED', 'SENT', 'FAILED'], 'REQUESTED done, SIGNED done, SENT done, FAILED bad'],
  ])('%j', (states, expected) => expect(drawn(states)).toBe(expected));

  it('to another member there is no network between', () => {
    expect(drawn(['REQUESTED', 'HELD', 'APPROVED'], true)).toBe('REQUESTED done, CONFIRMED now');
    expect(drawn(['REQUESTED', 'HELD', 'APPROVED', 'CONFIRMED'], true)).toBe('REQUESTED done, CONFIRMED done');
  });
});

it('the money is where the state says', () => {
  const states = ['REQUESTED', 'HELD', 'REVIEW', 'APPROVED', 'SIGNED', 'SENT', 'CONFIRMED', 'REFUSED', 'CANCELLED', 'FAILED'] as const;
  expect(states.map(placeOf)).toEqual(['HELD', 'HELD', 'HELD', 'HELD', 'NETWORK', 'NETWORK', 'ARRIVED', 'WALLET', 'WALLET', 'WALLET']);
});
