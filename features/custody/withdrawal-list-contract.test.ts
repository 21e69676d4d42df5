// What operators read of a withdrawal that went no further: words, never the code that a row keeps.
import { expect, it } from 'vitest';
import { endReasonWords } from './withdrawal-list-contract.ts';

const ko = (reason: string) => endReasonWords(reason, (said) => said.ko);

it('a code of ledger or chain is said in words', () => {
  for (const code of ['CHAIN', 'EXPIRED', 'INSUFFICIENT_BALANCE', 'BALANCE_LOCKED', 'ACCOUNT_FROZEN'])
    expect(ko(code), code).toMatch(/요\.$/);
});

it('what a person wrote stands as it was written, and so does a code that nobody has words for', () => {
  expect(ko('회원이 모르는 신청이에요')).toBe('회원이 모르는 신청이에요');
  expect(ko('CUSTODY_GAP')).toBe('CUSTODY_GAP');
});
