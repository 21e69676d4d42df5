// The hand-read second step takes what the contract's shape takes, and nothing else.
import { expect, it } from 'vitest';
import { secondStep } from '../second-factor-contract.ts';
import { askedStep } from './asked-step.ts';

const way = ['TOTP'];
it.each([
  [{ ways: way }],
  [{ ways: ['PASSKEY', 'TOTP', 'RECOVERY'], challenge: 'c', expiresIn: 300 }],
  [{ ways: [] }],
  [{ ways: way, field: 'other' }],
  [{}],
  [{ ways: 'TOTP' }],
  [{ ways: ['SMS'] }],
  [{ ways: [undefined] }],
  [{ ways: way, challenge: 1 }],
  [{ ways: way, challenge: null }],
  [{ ways: way, expiresIn: '300' }],
])('%j', (data: Record<string, unknown>) => {
  expect(askedStep({ data })).toEqual(secondStep.safeParse(data).data);
});
