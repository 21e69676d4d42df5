// Levels and limits: the highest level whose needs are met, and what is left by the tightest of all limits.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { expect, it } from 'vitest';
import { leftOf, levelOf, type MemberLimits, presentLimits, refuseOverLimits } from './limits.ts';
import type { LevelRow } from './site-rules.ts';

const now = 1_800_000_000_000;
const levels: LevelRow[] = [
  { level: 1, needsIdentity: false, needsDays: 0, day: 100, month: 1000 },
  { level: 2, needsIdentity: true, needsDays: 0, day: 500, month: 5000 },
  { level: 3, needsIdentity: true, needsDays: 90, day: null, month: null },
];
const codeOf = (limits: Partial<MemberLimits>, value: number | undefined, used = { day: 60, month: 900, today: 40 }) => {
  try {
    refuseOverLimits({ level: 1, day: null, month: null, own: null, next: undefined, ...limits }, used, value);
    return 'OK';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it.each([
  [{ isVerified: false, joinedMs: now - 400 * DAY_MS }, 1],
  [{ isVerified: true, joinedMs: now - 90 * DAY_MS + 1 }, 2],
  [{ isVerified: true, joinedMs: now - 90 * DAY_MS }, 3],
])('%o is at level %i', (member, level) => {
  expect(levelOf(levels, member, now)?.level).toBe(level);
});

it.each<[Partial<MemberLimits>, number | undefined, string]>([
  [{ day: 100 }, 40, 'OK'],
  [{ day: 100 }, 41, 'WITHDRAW_LIMIT'],
  [{ month: 1000 }, 100, 'OK'],
  [{ month: 1000 }, 101, 'WITHDRAW_LIMIT_LONG'],
  [{ own: 50 }, 10, 'OK'],
  [{ own: 50 }, 11, 'WITHDRAW_LIMIT'],
  [{ day: 0 }, 1, 'WITHDRAW_LIMIT'],
  [{ day: 100 }, undefined, 'RATE_NOT_KNOWN'],
  [{}, undefined, 'OK'],
])('under %o a value of %s: %s', (limits, value, code) => {
  expect(codeOf(limits, value)).toBe(code);
});

it('what is left is what the tightest leaves, never below nothing', () => {
  const limits: MemberLimits = { level: 1, day: 100_000_000, month: 950, own: null, next: levels[1] };
  expect(leftOf(limits, { day: 60, month: 900, today: 0 })).toBe(50);
  expect(leftOf(limits, { day: 60, month: 9000, today: 0 })).toBe(0);
  expect(leftOf({ ...limits, day: null, month: null }, { day: 1, month: 1, today: 1 })).toBeNull();
  expect(presentLimits(limits, { day: 60_000_000, month: 0, today: 0 })).toMatchObject({
    day: { limit: '100', used: '60', left: '40' },
    own: null,
    next: { level: 2, needsIdentity: true, needsDays: 0 },
  });
});
