// Leaving while one has shut oneself out: there is no login, so a password and a code open a ticket that can do this one thing (ADR 0049).
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { leavingReply } from './leaving-contract.ts';
import { passkeyProof, secondCode, secondWays } from './second-factor-contract.ts';

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const shut = ['NOT_EXCLUDED', 'ACCOUNT_DENIED', 'ACCOUNT_LOCKED', 'SETTINGS_LOCKED', 'SHARED_DEMO'];

/** `ways`: the second factor is asked for; none: a code went by mail, to what `sentTo` hints at. */
export const askLeaveExcluded = defineRoute({
  name: 'askLeaveExcluded',
  method: 'POST',
  path: '/api/leave_excluded',
  roles: everyone,
  summary: { ko: '이용 정지 중 탈퇴: 비밀번호 확인', en: 'Leaving while shut out: the password, then a code is asked for' },
  body: z.object({
    username: z.string().check(z.minLength(1), z.maxLength(64)),
    password: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  reply: z.object({
    challenge: token,
    ways: z.array(z.enum(secondWays)),
    /** Of the mail's code. */
    key: z.string(),
    sentTo: z.string(),
    isEmail: z.boolean(),
    expiresIn: z.number(),
    resendIn: z.number(),
  }),
  codes: [...shut, 'BAD_CREDENTIALS', 'TOO_MANY_LOGINS', 'CODE_TOO_SOON', 'TOO_MANY_CODES', 'MAIL_NOT_SET_UP', 'SMS_NOT_SET_UP'],
});

/** `code`, `passkey`: of the second factor; `key` with the mail's six digits where there is none. */
export const proveLeaveExcluded = defineRoute({
  name: 'proveLeaveExcluded',
  method: 'POST',
  path: '/api/leave_excluded/prove',
  roles: everyone,
  summary: { ko: '이용 정지 중 탈퇴: 인증번호 확인', en: 'Leaving while shut out: the code; answers a ticket for this alone' },
  body: z.object({
    challenge: token,
    code: z.optional(secondCode),
    passkey: z.optional(passkeyProof),
    key: z.optional(z.string().check(z.maxLength(64))),
  }),
  /** `expiresIn`: seconds of the ticket; `leaving`: as `look` answers it. */
  reply: z.object({ ticket: token, expiresIn: z.number(), leaving: leavingReply }),
  codes: [
    ...shut,
    'CHALLENGE_EXPIRED',
    'OTP_WRONG',
    'PASSKEY_REFUSED',
    'TOO_MANY_LOGINS',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'CERTIFICATE_INVALID',
  ],
});

export const lookLeaveExcluded = defineRoute({
  name: 'lookLeaveExcluded',
  method: 'POST',
  path: '/api/leave_excluded/look',
  roles: everyone,
  summary: { ko: '이용 정지 중 탈퇴: 확인', en: 'Leaving while shut out: what stands in the way' },
  body: z.object({ ticket: token }),
  reply: leavingReply,
  codes: [...shut, 'LEAVE_TICKET'],
});

export const leaveExcluded = defineRoute({
  name: 'leaveExcluded',
  method: 'POST',
  path: '/api/leave_excluded/finish',
  roles: everyone,
  summary: { ko: '이용 정지 중 탈퇴', en: 'Leave for good while shut out; the exclusion goes on for the person' },
  body: z.object({ ticket: token, givesUp: z.optional(decimal) }),
  reply: z.object({ left: z.literal(true), leftAt: isoTime }),
  codes: [...shut, 'LEAVE_TICKET', 'LEAVE_OBSTACLES', 'LEAVE_GIVE_UP', 'ACCOUNT_LEAVING'],
});
