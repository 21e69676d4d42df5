// A site's legal documents in the back office: versions per kind, both languages of each, and the next one published.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { documentKinds } from './contract.ts';

const words = z.object({
  title: z.string().check(z.trim(), z.minLength(2), z.maxLength(80)),
  /** Paragraphs by empty lines; a line that begins with `## ` heads an article. */
  body: z.string().check(z.trim(), z.minLength(10), z.maxLength(40_000)),
});
export type DocumentWords = z.output<typeof words>;

const version = z.object({
  version: z.number(),
  effectiveAt: isoTime,
  needsConsent: z.boolean(),
  /** Empty: the installation's own first version. */
  byName: z.string(),
  publishedAt: isoTime,
  /** Members who agreed to it. */
  agreed: z.number(),
});
export type DocumentVersion = z.output<typeof version>;

export const listSiteDocuments = defineRoute({
  name: 'listSiteDocuments',
  method: 'GET',
  path: '/api/admin/documents',
  roles: operators,
  right: 'document.read',
  summary: { ko: '약관과 버전', en: 'Legal documents of the site with their versions, newest first' },
  reply: z.array(z.object({ kind: z.enum(documentKinds), inForce: z.number(), versions: z.array(version) })),
});

export const getSiteDocument = defineRoute({
  name: 'getSiteDocument',
  method: 'GET',
  path: '/api/admin/documents/version',
  roles: operators,
  right: 'document.read',
  summary: { ko: '약관 한 버전', en: 'One version of a document in both languages' },
  query: z.object({
    kind: z.enum(documentKinds),
    version: z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number)),
  }),
  reply: z.object({ kind: z.enum(documentKinds), version: z.number(), ko: words, en: words }),
  codes: ['NOT_FOUND'],
});

export const publishDocument = defineRoute({
  name: 'publishDocument',
  method: 'POST',
  path: '/api/admin/documents/publish',
  roles: operators,
  right: 'document.publish',
  summary: { ko: '약관 새 버전 발행', en: 'Publish the next version of a document; earlier ones stay to be read' },
  body: z.object({
    kind: z.enum(documentKinds),
    /** The version it follows: whoever publishes second is told. */
    follows: z.number().check(z.int(), z.minimum(0)),
    ko: words,
    en: words,
    /** Now or later. */
    effectiveAt: isoTime,
    /** Members must agree to it before they go on. */
    needsConsent: z.boolean(),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  reply: z.object({ kind: z.enum(documentKinds), version: z.number() }),
  codes: ['DOCUMENT_MOVED', 'DOCUMENT_DATE', 'DOCUMENT_SAMPLE'],
});
