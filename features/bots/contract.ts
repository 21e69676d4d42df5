// API keys as their member meets them: made, listed, revoked. What bots then call is Binance's protocol, described in docs/guides.
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { members } from '@maru/kit/contract/role.ts';
import { id, isoTime } from '@maru/kit/contract/wire.ts';

/** Keys of one member at most. */
export const MAX_KEYS = 30;
export const MAX_ADDRESSES = 20;

export const scopes = ['READ', 'TRADE'] as const;
export type Scope = (typeof scopes)[number];

export const apiKey = z.object({
  id,
  label: z.string(),
  /** First and last characters; the whole key is shown only when it is made. */
  shown: z.string(),
  /** HMAC: a secret was given out. ED25519: the member keeps the private key. */
  kind: z.enum(['HMAC', 'ED25519']),
  scope: z.enum(scopes),
  /** Addresses or networks the key works from; empty = from anywhere. */
  addresses: z.array(z.string()),
  createdAt: isoTime,
  lastUsedAt: z.nullable(isoTime),
  lastUsedFrom: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof apiKey>;

export const listApiKeys = defineRoute({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api/user/api_key',
  roles: members,
  summary: { ko: '내 API 키', en: 'My API keys' },
  reply: z.array(apiKey),
});

export const createApiKey = defineRoute({
  name: 'createApiKey',
  method: 'POST',
  path: '/api/user/api_key/create',
  roles: members,
  summary: { ko: 'API 키 만들기', en: 'Make an API key' },
  body: z.object({
    label: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    scope: z.enum(scopes),
    addresses: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MAX_ADDRESSES))),
    /** The member's own, asked for again: a key outlives the login that made it. */
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    /** PEM of an Ed25519 public key; then no secret exists on our side. */
    publicKey: z.optional(z.string().check(z.maxLength(1000))),
  }),
  reply: z.object({
    key: apiKey,
    apiKey: z.string(),
    /** Shown this once; null with a public key. */
    secretKey: z.nullable(z.string()),
  }),
  codes: [
    'PASSWORD_WRONG',
    'TOO_MANY_LOGINS',
    'SECOND_FACTOR_NEEDED',
    'SETTINGS_LOCKED',
    'TOO_MANY_API_KEYS',
    'ADDRESS_MALFORMED',
    'PUBLIC_KEY_MALFORMED',
  ],
});

export const revokeApiKey = defineRoute({
  name: 'revokeApiKey',
  method: 'POST',
  path: '/api/user/api_key/revoke',
  roles: members,
  summary: { ko: 'API 키 폐기', en: 'Revoke an API key' },
  body: z.object({ id }),
  reply: z.object({ id }),
  codes: ['API_KEY_UNKNOWN'],
});
