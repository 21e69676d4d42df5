// How an operator changes its own site: a draft that nobody sees, published as an edition, undone by publishing the one before.
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { siteConfig } from './config-contract.ts';

const edition = z.object({
  /** 0 is what the site was before its first publishing here. */
  edition: z.number(),
  at: isoTime,
  /** The operator; null for 0. */
  byId: z.nullable(z.number()),
});

export const siteEditing = z.object({
  published: siteConfig,
  edition: z.number(),
  draft: z.nullable(z.object({ config: siteConfig, savedAt: isoTime })),
  /** Newest first, fifty at most. */
  editions: z.array(edition),
});
export type SiteEditing = z.output<typeof siteEditing>;

/** Which edition the operator had before its eyes: whoever publishes second is told, and nothing is overwritten. */
const seen = z.object({ edition: z.number().check(z.int(), z.minimum(0)) });

export const getSiteEditing = defineRoute({
  name: 'getSiteEditing',
  method: 'GET',
  path: '/api/admin/site',
  roles: ['admin'],
  summary: { ko: '사이트 설정과 초안', en: 'The site as it stands, its draft and its editions' },
  reply: siteEditing,
});

export const saveSiteDraft = defineRoute({
  name: 'saveSiteDraft',
  method: 'POST',
  path: '/api/admin/site/draft',
  roles: ['admin'],
  summary: { ko: '사이트 초안 저장', en: 'Save fields of the site into its draft' },
  /** Whole fields of the configuration; what is not named stays as the draft, or else the site, has it. */
  body: z.object({ changes: z.record(z.string().check(z.regex(/^[a-zA-Z]{1,32}$/)), z.unknown()) }),
  reply: siteEditing,
  codes: ['SITE_FIELD', 'SITE_HOST_TAKEN'],
});

export const dropSiteDraft = defineRoute({
  name: 'dropSiteDraft',
  method: 'POST',
  path: '/api/admin/site/draft/drop',
  roles: ['admin'],
  summary: { ko: '사이트 초안 버리기', en: 'Throw the draft away' },
  body: z.object({}),
  reply: siteEditing,
});

export const publishSite = defineRoute({
  name: 'publishSite',
  method: 'POST',
  path: '/api/admin/site/publish',
  roles: ['admin'],
  summary: { ko: '사이트 초안 게시', en: 'Publish the draft: live on every open page within seconds' },
  body: seen,
  reply: siteEditing,
  codes: ['SITE_FIELD', 'SITE_HOST_TAKEN', 'SITE_DRAFT_NONE', 'SITE_EDITION_MOVED'],
});

export const undoSite = defineRoute({
  name: 'undoSite',
  method: 'POST',
  path: '/api/admin/site/undo',
  roles: ['admin'],
  summary: { ko: '사이트 게시 되돌리기', en: 'Publish the edition before again; symbols that came since stay' },
  body: seen,
  reply: siteEditing,
  codes: ['SITE_FIELD', 'SITE_HOST_TAKEN', 'SITE_UNDO_NONE', 'SITE_EDITION_MOVED'],
});
