// What the desk's form says of a game's terms, and what a change of them lists.
import { expect, it } from 'vitest';
import type { DeskTerms } from '../admin-contract.ts';
import { cutoffText, termsBeside } from './game-form-state.ts';

const terms = (isEarlySale: boolean, saleFee = '0.02') => ({ isPlay: true, isEarlySale, saleFee, saleVolatility: '0.0001' }) as DeskTerms;

it('counts the cut-off back from what the game’s bets are taken up to', () => {
  expect(cutoffText('R1', { isInRound: false })).toBe('rd.edit.cutoff');
  expect(cutoffText('R1', { isInRound: true })).toBe('rd.edit.cutoff.inRound');
  expect(cutoffText('P1', { isInRound: false })).toBe('rd.edit.cutoff.draw');
});

it('lists with an early sale that begins or ends what it costs, and nothing twice', () => {
  const plain = { isPlay: true, isEarlySale: false };
  expect(termsBeside(terms(false), terms(true))).toEqual([plain, terms(true)]);
  expect(termsBeside(terms(true), terms(false))).toEqual([terms(true), plain]);
  for (const isOn of [true, false]) expect(termsBeside(terms(isOn), terms(isOn, '0.03'))).toEqual([terms(isOn), terms(isOn, '0.03')]);
});
