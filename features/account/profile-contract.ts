// A member's own security: where it is logged in, what was tried, and ending logins from afar.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { antiPhishingRule } from './account-rules.ts';

/** Changes that a member is told of by mail; most of them hold withdrawals for a day. */
export const securityChanges = [
  'PASSWORD',
  'TOTP_ON',
  'TOTP_OFF',
  'RECOVERY_USED',
  'RECOVERY_RENEWED',
  'ANTI_PHISHING',
  'SETTINGS_LOCKED',
  'LOCKED',
  'PASSKEY_ON',
  'PASSKEY_OFF',
  'WITHDRAW_PASSWORD_SET',
  'WITHDRAW_PASSWORD_OFF',
  'EXCLUDED',
] as const;
export type SecurityChange = (typeof securityChanges)[number];

/** What can hold withdrawals: a change of the member's own, or an operator. */
export const heldFor = [...securityChanges, 'OPERATOR'] as const;
export type HeldFor = (typeof heldFor)[number];

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
    totp: z.nullable(z.object({ since: isoTime })),
    passkeys: z.number(),
    /** Asked when something leaves; null while there is none. */
    withdrawPassword: z.nullable(z.object({ since: isoTime })),
    /** A bureau has vouched for who this is. */
    isIdentified: z.boolean(),
    /** Unused recovery codes; 0 without a second factor. */
    recoveryLeft: z.number(),
    /** Nothing is withdrawn until then; null as long as the account is locked. */
    withdrawalHold: z.nullable(z.object({ until: z.nullable(isoTime), reason: z.enum(heldFor) })),
    /** The words in every mail, all but the first character hidden. */
    antiPhishing: z.nullable(z.string()),
    settingsLockedUntil: z.nullable(isoTime),
  }),
});

const password = z.string().check(z.minLength(1), z.maxLength(128));
const confirming = ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'SETTINGS_LOCKED'];

export const setAntiPhishing = defineRoute({
  name: 'setAntiPhishing',
  method: 'POST',
  path: '/api/user/anti_phishing',
  roles: members,
  summary: { ko: '피싱 방지 문구', en: 'Words that stand in every genuine mail' },
  body: z.object({ phrase: antiPhishingRule, password }),
  reply: z.object({ changed: z.literal(true) }),
  codes: [...confirming, 'SHARED_DEMO'],
});

/** Can only be made longer; nobody can end it. */
export const lockSettings = defineRoute({
  name: 'lockSettings',
  method: 'POST',
  path: '/api/user/settings_lock',
  roles: members,
  summary: { ko: '보안 설정 잠그기', en: 'Lock the security settings for some days' },
  body: z.object({ days: z.number().check(z.int(), z.gte(1), z.lte(30)), password }),
  reply: z.object({ until: isoTime }),
  codes: ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'SHARED_DEMO'],
});

/** No password: whoever is afraid must not be kept waiting, and nothing but a new password undoes it. */
export const lockAccount = defineRoute({
  name: 'lockAccount',
  method: 'POST',
  path: '/api/user/lock',
  roles: members,
  summary: { ko: '계정 잠그기', en: 'Lock the account: every login ends, nothing is withdrawn' },
  reply: z.object({ locked: z.literal(true) }),
  codes: ['SHARED_DEMO', 'ACCOUNT_LEAVING'],
});

/** From the mail, without a login. Mail readers open links by themselves, so the page only asks and this does it. */
export const disownLogin = defineRoute({
  name: 'disownLogin',
  method: 'POST',
  path: '/api/not_me',
  roles: everyone,
  summary: { ko: '내가 한 로그인이 아니에요', en: 'It was not me: lock the account by the link of a mail' },
  body: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  reply: z.object({ locked: z.literal(true) }),
  codes: ['LINK_USED', 'SHARED_DEMO', 'ACCOUNT_LEAVING'],
});
