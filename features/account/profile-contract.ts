// A member's own security: where it is logged in, what was tried, and ending logins from afar.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** Changes that a member is told of by mail; most of them hold withdrawals for a day. */
export const securityChanges = ['PASSWORD', 'TOTP_ON', 'TOTP_OFF', 'RECOVERY_USED', 'RECOVERY_RENEWED'] as const;
export type SecurityChange = (typeof securityChanges)[number];

export const device = z.object({
  /** Names as people know them; empty when the browser does not tell. */
  system: z.string(),
  browser: z.string(),
  isPhone: z.boolean(),
});
export type DeviceName = z.output<typeof device>;

export const openLoginRow = z.object({
  id: z.string(),
  device,
  ip: z.string(),
  startedAt: isoTime,
  /** Last renewal: within ten minutes of its last use. */
  seenAt: isoTime,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type OpenLogin = z.output<typeof openLoginRow>;

export const listLogins = defineRoute({
  name: 'listLogins',
  method: 'GET',
  path: '/api/user/logins',
  roles: members,
  summary: { ko: '로그인된 기기', en: 'Devices that are logged in' },
  reply: z.object({ content: z.array(openLoginRow) }),
});

export const endOneLogin = defineRoute({
  name: 'endOneLogin',
  method: 'POST',
  path: '/api/user/logins/end',
  roles: members,
  summary: { ko: '다른 기기 로그아웃', en: 'Log out another device; its sockets end' },
  body: z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,32}$/)) }),
  reply: z.object({ ended: z.number() }),
  codes: ['NOT_FOUND'],
});

export const endOtherLogins = defineRoute({
  name: 'endOtherLogins',
  method: 'POST',
  path: '/api/user/logins/end_others',
  roles: members,
  summary: { ko: '다른 기기 모두 로그아웃', en: 'Log out every device but this one' },
  reply: z.object({ ended: z.number() }),
});

/** OK: by password alone. PASSWORD_WRONG: somebody knew the username only. CODE_WRONG: somebody knew the password as well. */
export const loginResults = ['OK', 'OK_TOTP', 'OK_RECOVERY', 'OK_PASSKEY', 'PASSWORD_WRONG', 'CODE_WRONG'] as const;
export const loginTry = z.object({ id: z.number(), at: isoTime, ip: z.string(), device, result: z.enum(loginResults) });
export type LoginTry = z.output<typeof loginTry>;

export const loginHistory = defineRoute({
  name: 'loginHistory',
  method: 'GET',
  path: '/api/user/login_history',
  roles: members,
  summary: { ko: '로그인 기록', en: 'Logins and failed tries of 90 days, newest first' },
  query: z.object({
    /** Id of the last row of the page before. */
    before: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
    size: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/)), z.transform(Number))),
  }),
  reply: z.object({ content: z.array(loginTry), next: z.nullable(z.number()) }),
});

export const getSecurity = defineRoute({
  name: 'getSecurity',
  method: 'GET',
  path: '/api/user/security',
  roles: members,
  summary: { ko: '보안 상태', en: 'What protects this account' },
  reply: z.object({
    passwordChangedAt: z.nullable(isoTime),
    /** The authenticator app; null while it is off. */
    totp: z.nullable(z.object({ since: isoTime, recoveryLeft: z.number() })),
    /** Nothing is withdrawn until then. */
    withdrawalHold: z.nullable(z.object({ until: isoTime, reason: z.enum(securityChanges) })),
  }),
});

export const profileRoutes = [listLogins, endOneLogin, endOtherLogins, loginHistory, getSecurity] as const;
