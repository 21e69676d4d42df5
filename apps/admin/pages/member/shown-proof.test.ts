// A proof added up from the first posting stands over the usual one, above all where it found that postings are lost.
import { expect, test } from 'vitest';
import { type Proof, shownProof } from './shown-proof.ts';

const proof = (state: Proof['state'], postings: number, kept: number): Proof => ({ state, postings, kept, differences: [] });
const usual = proof('EQUAL', 60_000, 60_000);

test('whole, it is shown at once, also where it has fewer postings than the page knew of', () => {
  const fewer = proof('DIFFERENT', 59_999, 0);
  expect(shownProof(7, usual, undefined)).toBe(usual);
  expect(shownProof(7, usual, { member: 7, before: 60_000, proof: fewer })).toBe(fewer);
  expect(shownProof(7, proof('DIFFERENT', 59_999, 59_999), { member: 7, before: 60_000, proof: fewer })).toBe(fewer);
});

test('until something else is posted, and of its own member alone', () => {
  const whole = { member: 7, before: 60_000, proof: proof('EQUAL', 60_000, 0) };
  const later = proof('EQUAL', 60_001, 60_000);
  expect(shownProof(7, usual, whole)).toBe(whole.proof);
  expect(shownProof(7, later, whole)).toBe(later);
  expect(shownProof(8, usual, whole)).toBe(usual);
});
