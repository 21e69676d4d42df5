// Which steps of a withdrawal a member is told, and in which words.
import { describe, expect, it } from 'vitest';
import type { OpenWithdrawal } from './follow-ledger.ts';
import { noticeOf, withdrawalNotice } from './withdrawal-notices.ts';

type Standing = Pick<OpenWithdrawal, 'state' | 'ledger'>;
const at = (state: Standing['state'], ledger: Standing['ledger']): Standing => ({ state, ledger });

describe('a message', () => {
  it.each<[Standing, Standing, string | undefined]>([
    [at('REQUESTED', 'NONE'), at('HELD', 'HELD'), 'ASKED'],
    [at('REQUESTED', 'NONE'), at('REFUSED', 'RETURNED'), undefined],
    [at('HELD', 'HELD'), at('REVIEW', 'HELD'), 'REVIEW'],
    [at('HELD', 'HELD'), at('APPROVED', 'HELD'), undefined],
    [at('SIGNED', 'HELD'), at('SIGNED', 'SENT'), undefined],
    [at('SIGNED', 'SENT'), at('SENT', 'SENT'), 'SENT'],
    [at('SENT', 'SENT'), at('CONFIRMED', 'SETTLED'), 'CONFIRMED'],
    [at('APPROVED', 'HELD'), at('CONFIRMED', 'INSIDE'), 'CONFIRMED'],
    [at('SENT', 'SENT'), at('FAILED', 'SENT'), undefined],
    [at('FAILED', 'SENT'), at('FAILED', 'RETURNED'), 'FAILED'],
    [at('REFUSED', 'HELD'), at('REFUSED', 'RETURNED'), 'REFUSED'],
    [at('CANCELLED', 'HELD'), at('CANCELLED', 'RETURNED'), undefined],
  ])('from %j to %j: %s', (before, after, kind) => expect(noticeOf(before, after)).toBe(kind));
});

it('says what left, what arrives, and leads to the withdrawal', () => {
  const coin = { decimals: 6, currency: 'USDT' };
  const money = { id: 7, money: { units: 1_234_500_000, ...coin }, arrives: { units: 1_231_500_000, ...coin } };
  const failed = withdrawalNotice('FAILED', money);
  expect([failed.content.ko, failed.link]).toEqual([
    '보내지 못해서 1,234.5 USDT를 수수료까지 지갑에 돌려놨어요.',
    '/dnw/withdraw?withdrawal=7',
  ]);
  expect(withdrawalNotice('SENT', money).content.en).toContain('1,231.5 USDT was sent');
});
