// Passkeys: made, listed and removed by their member; asked for at log-in, as its second step, and before sensitive acts.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { loginReply } from './contract.ts';
import { passkeyProof } from './second-factor-contract.ts';

/** Of one member at most. */
export const MAX_PASSKEYS = 10;
const base64url = z.string().check(z.maxLength(20_000), z.regex(/^[A-Za-z0-9_-]+$/));
const password = z.string().check(z.minLength(1), z.maxLength(128));
const confirming = ['PASSWORD_WRONG', 'TOO_MANY_LOGINS', 'SECOND_FACTOR_NEEDED', 'SETTINGS_LOCKED'];
/** As `navigator.credentials` takes them, in the JSON form of WebAuthn level 3. */
const options = z.record(z.string(), z.unknown());

export const passkey = z.object({
  id,
  label: z.string(),
  /** Kept by a password manager and on more than one device. */
  isSynced: z.boolean(),
  /** Host it works on. */
  host: z.string(),
  createdAt: isoTime,
  usedAt: z.nullable(isoTime),
});
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = defineRoute({
  name: 'listPasskeys',
  method: 'GET',
  path: '/api/user/passkey',
  roles: members,
  summary: { ko: '내 패스키', en: 'My passkeys' },
  reply: z.object({ content: z.array(passkey) }),
});

export const startPasskey = defineRoute({
  name: 'startPasskey',
  method: 'POST',
  path: '/api/user/passkey/start',
  roles: members,
  summary: { ko: '패스키 만들기 시작', en: 'Begin making a passkey' },
  body: z.object({ password }),
  reply: z.object({ options }),
  codes: [...confirming, 'TOO_MANY_PASSKEYS', 'SHARED_DEMO'],
});

export const createPasskey = defineRoute({
  name: 'createPasskey',
  method: 'POST',
  path: '/api/user/passkey/create',
  roles: members,
  summary: { ko: '패스키 만들기', en: 'Make a passkey' },
  body: z.object({
    label: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    made: z.object({
      id: base64url,
      rawId: base64url,
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: base64url,
        attestationObject: base64url,
        transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(8))),
      }),
    }),
  }),
  /** Recovery codes come with the first second factor, and are shown this once. */
  reply: z.object({ passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
  codes: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'SHARED_DEMO'],
});

export const removePasskey = defineRoute({
  name: 'removePasskey',
  method: 'POST',
  path: '/api/user/passkey/remove',
  roles: members,
  summary: { ko: '패스키 지우기', en: 'Remove a passkey' },
  body: z.object({ id, password }),
  reply: z.object({ id }),
  codes: [...confirming, 'NOT_FOUND', 'SHARED_DEMO'],
});

/** With a challenge or a login: of that member only; else whoever has a passkey of this host may come. */
export const askPasskey = defineRoute({
  name: 'askPasskey',
  method: 'POST',
  path: '/api/login/passkey/start',
  roles: everyone,
  summary: { ko: '패스키 확인 시작', en: 'Begin proving a passkey' },
  body: z.object({ challenge: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))) }),
  reply: z.object({ options }),
  codes: ['CHALLENGE_EXPIRED'],
});

export const passkeyLogin = defineRoute({
  name: 'passkeyLogin',
  method: 'POST',
  path: '/api/login/passkey',
  roles: everyone,
  summary: { ko: '패스키로 로그인', en: 'Log in by passkey' },
  body: z.object({ passkey: passkeyProof }),
  reply: loginReply,
  codes: ['PASSKEY_REFUSED', 'ACCOUNT_DENIED', 'ACCOUNT_LOCKED', 'ACCOUNT_EXCLUDED', 'PENDING_APPROVAL'],
});
