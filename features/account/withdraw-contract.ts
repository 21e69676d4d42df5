// The withdrawal password: six digits apart from the log-in's, asked whenever something leaves.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { z } from 'zod/mini';

export const withdrawPasswordRule = z.string().check(z.regex(/^\d{6}$/));
/** Whatever somebody types is a try. */
const tried = z.string().check(z.maxLength(128));
const password = z.string().check(z.minLength(1), z.maxLength(128));
const guarded = ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'SETTINGS_LOCKED'];
const codes = ['WITHDRAW_PASSWORD_WRONG', 'WITHDRAW_PASSWORD_LOCKED', ...guarded];

export const updateWithdrawPassword = defineRoute({
  name: 'updateWithdrawPassword',
  method: 'POST',
  path: '/api/player/update_withdraw_password',
  roles: members,
  summary: { ko: '출금 비밀번호 정하기·바꾸기', en: 'Set or change the withdrawal password' },
  body: z.object({
    password: withdrawPasswordRule,
    /** The one that stands, once there is one. */
    prevPassword: z.optional(tried),
    /** The log-in's password: asked for the first one, which nothing older proves. */
    loginPassword: z.optional(password),
  }),
  reply: z.object({ changed: z.literal(true) }),
  codes: [...codes, 'WITHDRAW_PASSWORD_WEAK', 'SHARED_DEMO'],
});

export const deleteWithdrawPassword = defineRoute({
  name: 'deleteWithdrawPassword',
  method: 'POST',
  path: '/api/player/delete_withdraw_password',
  roles: members,
  summary: { ko: '출금 비밀번호 지우기', en: 'Remove the withdrawal password' },
  body: z.object({ password: tried }),
  reply: z.object({ deleted: z.literal(true) }),
  codes: [...codes, 'NOT_FOUND', 'SHARED_DEMO'],
});

export const existWithdrawPassword = defineRoute({
  name: 'existWithdrawPassword',
  method: 'GET',
  path: '/api/player/exist_withdraw_password',
  roles: members,
  summary: { ko: '출금 비밀번호가 있는지', en: 'Whether a withdrawal password is set' },
  reply: z.object({ exists: z.boolean() }),
});
