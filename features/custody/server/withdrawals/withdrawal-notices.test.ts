// Which steps of a withdrawal a member is told, and in which words.
import { describe, expect, it } from 'vitest';
import { noticeOf, type TakenStep, withdrawalNotice } from './withdrawal-notices.ts';

const step = (state: TakenStep['state'], isByPerson = false): TakenStep => ({ state, isByPerson });

describe('a message', () => {
  it.each<[TakenStep, string | undefined]>([
    [step('REQUESTED'), undefined],
    [step('HELD'), 'ASKED'],
    [step('REVIEW'), 'REVIEW'],
    [step('APPROVED'), undefined],
    [step('APPROVED', true), 'APPROVED'],
    [step('SIGNED'), 'SIGNED'],
    [step('REPLACED'), undefined],
    [step('SENT'), 'SENT'],
    [step('CONFIRMED'), 'CONFIRMED'],
    [step('FAILED'), 'FAILED'],
    [step('REFUSED'), 'REFUSED'],
    [step('CANCELLED'), 'CANCELLED'],
  ])('of %j: %s', (taken, kind) => expect(noticeOf(taken)).toBe(kind));
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
