// A site's own accounts with its mail server, SMS gateway, identity bureau and provider of outside games, as operators see and set them: never a secret in an answer.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export const providerKinds = ['mail', 'sms', 'nice', 'slot-game'] as const;
export type ProviderName = (typeof providerKinds)[number];

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(300));

export const providerState = z.object({
  kind: z.enum(providerKinds),
  /** SITE: its own account, the fields below. Else the installation's settings, the demo's stand-in, or nobody. */
  source: z.enum(['SITE', 'INSTALLATION', 'DEMO', 'NONE']),
  host: z.nullable(z.string()),
  port: z.nullable(z.number()),
  /** The mail server's user, the gateway's key, the bureau's client id, the name of the provider of games. */
  user: z.nullable(z.string()),
  /** Of the bureau. */
  product: z.nullable(z.string()),
  hasSecret: z.boolean(),
  byName: z.nullable(z.string()),
  changedAt: z.nullable(isoTime),
});
export type ProviderState = z.output<typeof providerState>;

export const listSiteProviders = defineRoute({
  name: 'listSiteProviders',
  method: 'GET',
  path: '/api/admin/site/providers',
  roles: operators,
  right: 'provider.read',
  summary: { ko: '메일·문자·본인확인 계정', en: 'Who carries the site’s mail and SMS and proves identities; secrets are never shown' },
  reply: z.array(providerState),
});

export const setSiteProvider = defineRoute({
  name: 'setSiteProvider',
  method: 'POST',
  path: '/api/admin/site/providers',
  roles: operators,
  right: 'provider.write',
  summary: { ko: '사이트 계정 쓰기 요청', en: 'Ask to give the site its own account of one kind, by a second person’s yes' },
  body: z.object({
    kind: z.enum(providerKinds),
    host: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)),
    port: z.number().check(z.int(), z.minimum(1), z.maximum(65_535)),
    user: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** Absent: the one that is kept, as long as it goes to the same place for the same user. */
    secret: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    product: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{1,40}$/))),
    reason,
  }),
  reply: z.object({}),
  codes: ['APPROVAL_REQUIRED', 'PROVIDER_HOST', 'PROVIDER_SECRET'],
});

export const clearSiteProvider = defineRoute({
  name: 'clearSiteProvider',
  method: 'POST',
  path: '/api/admin/site/providers/clear',
  roles: operators,
  right: 'provider.write',
  summary: { ko: '사이트 계정 지우기 요청', en: 'Ask to forget the site’s own account of one kind: the installation’s is used again' },
  body: z.object({ kind: z.enum(providerKinds), reason }),
  reply: z.object({}),
  codes: ['APPROVAL_REQUIRED', 'NOT_FOUND'],
});
