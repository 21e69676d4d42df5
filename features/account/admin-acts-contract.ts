// What operators do to a member: each with a reason, at once, written down before and after; what opens protection wants two persons.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { nickRule } from './account-rules.ts';
import { actReason } from './admin-contract.ts';

const done = z.object({ done: z.literal(true) });
const about = { playerId: id, reason: actReason };

/** DENY and WAIT end every login and socket at once. */
export const setMemberStatus = defineRoute({
  name: 'setMemberStatus',
  method: 'POST',
  path: '/api/admin/member/status',
  roles: operators,
  right: 'member.write',
  summary: { ko: '회원 상태 바꾸기', en: 'Let a member in, or shut it out' },
  body: z.object({ ...about, status: z.enum(['ACTIVE', 'WAIT', 'DENY']) }),
  reply: done,
  codes: ['NOT_FOUND'],
});

/** Of those who wait alone. REFUSE: DENY, and the mail says why. */
export const decideSignUp = defineRoute({
  name: 'decideSignUp',
  method: 'POST',
  path: '/api/admin/member/decide',
  roles: operators,
  right: 'member.approve',
  summary: { ko: '가입 승인·거절', en: 'Approve or refuse a sign-up' },
  body: z.object({ ...about, decision: z.enum(['APPROVE', 'REFUSE']) }),
  reply: done,
  codes: ['NOT_FOUND', 'SIGNUP_DECIDED'],
});

export const endMemberSessions = defineRoute({
  name: 'endMemberSessions',
  method: 'POST',
  path: '/api/admin/member/end_logins',
  roles: operators,
  right: 'member.write',
  summary: { ko: '회원의 모든 기기 로그아웃', en: 'Log a member out everywhere' },
  body: z.object(about),
  reply: done,
  codes: ['NOT_FOUND'],
});

export const resetLoginLock = defineRoute({
  name: 'resetLoginLock',
  method: 'POST',
  path: '/api/admin/member/reset_lock',
  roles: operators,
  right: 'member.write',
  summary: { ko: '로그인 시도 제한 풀기', en: 'Forget failed log-ins, so that a member can try again' },
  body: z.object(about),
  reply: done,
  codes: ['NOT_FOUND'],
});

export const renameMember = defineRoute({
  name: 'renameMember',
  method: 'POST',
  path: '/api/admin/member/nick',
  roles: operators,
  right: 'member.write',
  summary: { ko: '닉네임 바꾸기', en: 'Change a member’s nickname' },
  body: z.object({ ...about, nick: nickRule }),
  reply: done,
  codes: ['NOT_FOUND', 'NICK_TAKEN', 'NICK_IS_USERNAME', 'NAME_RESERVED'],
});

export const holdWithdrawals = defineRoute({
  name: 'holdWithdrawals',
  method: 'POST',
  path: '/api/admin/member/hold',
  roles: operators,
  right: 'member.write',
  summary: { ko: '출금 보류', en: 'Hold a member’s withdrawals for some days' },
  body: z.object({ ...about, days: z.number().check(z.int(), z.gte(1), z.lte(365)) }),
  reply: done,
  codes: ['NOT_FOUND'],
});

/** USDT a day of the site's calendar; null frees it. Withdrawals ask for it. */
export const setWithdrawLimit = defineRoute({
  name: 'setWithdrawLimit',
  method: 'POST',
  path: '/api/admin/member/withdraw_limit',
  roles: operators,
  right: 'member.write',
  summary: { ko: '하루 출금 한도', en: 'Limit what a member may withdraw a day' },
  body: z.object({ ...about, dailyLimit: z.nullable(decimal) }),
  reply: done,
  codes: ['NOT_FOUND'],
});

/** Two persons: what holds protects the member. */
export const askLiftHold = defineRoute({
  name: 'askLiftHold',
  method: 'POST',
  path: '/api/admin/member/lift_hold',
  roles: operators,
  right: 'member.write',
  summary: { ko: '출금 보류 해제 요청', en: 'Ask to lift a member’s hold' },
  body: z.object(about),
  reply: z.object({}),
  codes: ['NOT_FOUND', 'APPROVAL_REQUIRED', 'NOTHING_HELD'],
});

/** Two persons, after the person's identity was checked in the named way. */
export const askRemoveFactor = defineRoute({
  name: 'askRemoveFactor',
  method: 'POST',
  path: '/api/admin/member/remove_factor',
  roles: operators,
  right: 'member.write',
  summary: { ko: '2단계 인증 해제 요청', en: 'Ask to take a member’s second factor off' },
  body: z.object({ ...about, checkedBy: z.enum(['VIDEO', 'DOCUMENT', 'PHONE', 'IN_PERSON']) }),
  reply: z.object({}),
  codes: ['NOT_FOUND', 'APPROVAL_REQUIRED', 'NO_SECOND_FACTOR', 'SETTINGS_LOCKED'],
});

/** The account was locked by its owner, who has shown who it is. Two persons. */
export const askUnlock = defineRoute({
  name: 'askUnlock',
  method: 'POST',
  path: '/api/admin/member/unlock',
  roles: operators,
  right: 'member.write',
  summary: { ko: '계정 잠금 해제 요청', en: 'Ask to open an account that its owner locked' },
  body: z.object(about),
  reply: z.object({}),
  codes: ['NOT_FOUND', 'APPROVAL_REQUIRED', 'NOT_LOCKED'],
});

export const messageMember = defineRoute({
  name: 'messageMember',
  method: 'POST',
  path: '/api/admin/member/message',
  roles: operators,
  right: 'message.write',
  summary: { ko: '회원에게 메시지', en: 'Send a message to one member' },
  body: z.object({
    playerId: id,
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    content: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  }),
  reply: done,
  codes: ['NOT_FOUND'],
});
