// Proof of who somebody is by NICE's identity window: what the window is opened with, and what comes back from it.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { z } from 'zod/mini';
import { certificateKeyRule } from './account-rules.ts';

export const nicePurposes = ['SIGN_UP', 'FIND_ID', 'FIND_PW'] as const;
export type NicePurpose = (typeof nicePurposes)[number];

const base64 = z.string().check(z.maxLength(8000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/));

export const niceId = defineRoute({
  name: 'niceId',
  method: 'GET',
  path: '/api/certi/nice_id',
  roles: everyone,
  summary: { ko: '본인 확인 창 열기', en: 'What the identity window is opened with' },
  query: z.object({
    /** As the specification's client sends it: its own host, which the window leads back to. Another than the call reached is refused. */
    host: z.optional(z.string().check(z.maxLength(255))),
    purpose: z.optional(z.enum(nicePurposes)),
    /** Of FIND_PW: whose password it is. */
    username: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.object({
    /** Known to this browser alone: the answer counts only together with it. */
    key: z.string(),
    /** Where the window opens, and what it is given. */
    action: z.string(),
    tokenVersionId: z.string(),
    encData: z.string(),
    integrityValue: z.string(),
    /** Seconds. */
    expiresIn: z.number(),
    /** No bureau stands behind it: a stand-in of this installation asks, for trying out. */
    isStandIn: z.boolean(),
  }),
  codes: ['NICE_NOT_SET_UP', 'NICE_AWAY'],
});

export const niceVerify = defineRoute({
  name: 'niceVerify',
  method: 'POST',
  path: '/api/certi/nice_verify',
  roles: everyone,
  summary: { ko: '본인 확인 결과', en: 'The identity window’s answer' },
  body: z.object({
    key: certificateKeyRule,
    tokenVersionId: z.string().check(z.maxLength(64)),
    encData: base64,
    integrityValue: base64,
  }),
  reply: z.object({
    key: z.string(),
    verified: z.literal(true),
    usableFor: z.number(),
    /** Of SIGN_UP: bound to the form from now on. */
    name: z.nullable(z.string()),
    birthDate: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  codes: ['NICE_REFUSED', 'NICE_EXPIRED'],
});
