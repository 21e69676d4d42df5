// The second factor: an authenticator app with recovery codes, the second step of a log-in, and proving it again before sensitive acts.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { loginReply } from './contract.ts';

/** How a second step can be taken. */
export const secondWays = ['PASSKEY', 'TOTP', 'RECOVERY'] as const;
export type SecondWay = (typeof secondWays)[number];

/** What SECOND_FACTOR_REQUIRED and SECOND_FACTOR_NEEDED carry. */
export const secondStep = z.object({
  /** Names the log-in under way; absent when a log-in that stands is asked again. */
  challenge: z.optional(z.string()),
  ways: z.array(z.enum(secondWays)),
  /** Seconds. */
  expiresIn: z.optional(z.number()),
});
export type SecondStep = z.output<typeof secondStep>;

/** Six digits of the app, or a recovery code as it was shown. */
export const secondCode = z.string().check(z.trim(), z.regex(/^(\d{6}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})$/));
const base64url = z.string().check(z.maxLength(20_000), z.regex(/^[A-Za-z0-9_-]+$/));
/** What the browser answers when a passkey signs. */
export const passkeyProof = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
export type PasskeyProof = z.output<typeof passkeyProof>;

const challenge = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
/** Exactly one of the two. */
const secondProof = { code: z.optional(secondCode), passkey: z.optional(passkeyProof) };

const password = z.string().check(z.minLength(1), z.maxLength(128));
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const confirming = ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'SETTINGS_LOCKED'];

export const secondLogin = defineRoute({
  name: 'secondLogin',
  method: 'POST',
  path: '/api/login/second',
  roles: everyone,
  summary: { ko: '로그인 2단계', en: 'The second step of a log-in' },
  body: z.object({ challenge, ...secondProof }),
  reply: loginReply,
  codes: [
    'OTP_WRONG',
    'PASSKEY_REFUSED',
    'CHALLENGE_EXPIRED',
    'TOO_MANY_LOGINS',
    'ACCOUNT_DENIED',
    'ACCOUNT_LOCKED',
    'ACCOUNT_EXCLUDED',
    'PENDING_APPROVAL',
  ],
});

/** Good for five minutes on this login. */
export const stepUp = defineRoute({
  name: 'stepUp',
  method: 'POST',
  path: '/api/user/step_up',
  roles: members,
  summary: { ko: '본인 확인 한 번 더', en: 'Prove the second factor once more' },
  body: z.object(secondProof),
  reply: z.object({ until: isoTime }),
  codes: ['OTP_WRONG', 'PASSKEY_REFUSED', 'TOO_MANY_LOGINS'],
});

export const startTotp = defineRoute({
  name: 'startTotp',
  method: 'POST',
  path: '/api/user/totp/start',
  roles: members,
  summary: { ko: 'OTP 켜기 시작', en: 'Begin with an authenticator app' },
  body: z.object({ password }),
  /** `uri` is what the QR code holds; `secret` the same for typing. */
  reply: z.object({ secret: z.string(), uri: z.string() }),
  codes: [...confirming, 'TOTP_ON_ALREADY', 'SHARED_DEMO'],
});

export const confirmTotp = defineRoute({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/user/totp/confirm',
  roles: members,
  summary: { ko: 'OTP 켜기', en: 'Turn the authenticator app on by its first code' },
  body: z.object({ code: z.string().check(z.regex(/^\d{6}$/)) }),
  /** Shown this once; empty when the member has some already. */
  reply: recoveryCodes,
  codes: ['OTP_WRONG', 'TOO_MANY_LOGINS', 'TOTP_ON_ALREADY', 'TOTP_NOT_STARTED', 'SHARED_DEMO'],
});

export const endTotp = defineRoute({
  name: 'endTotp',
  method: 'POST',
  path: '/api/user/totp/end',
  roles: members,
  summary: { ko: 'OTP 끄기', en: 'Turn the authenticator app off' },
  body: z.object({ password }),
  reply: z.object({ ended: z.literal(true) }),
  codes: [...confirming, 'TOTP_NOT_STARTED', 'SHARED_DEMO'],
});

export const renewRecovery = defineRoute({
  name: 'renewRecovery',
  method: 'POST',
  path: '/api/user/totp/recovery',
  roles: members,
  summary: { ko: '복구 코드 다시 받기', en: 'New recovery codes; the old ones end' },
  body: z.object({ password }),
  reply: recoveryCodes,
  codes: [...confirming, 'TOTP_NOT_STARTED', 'SHARED_DEMO'],
});
