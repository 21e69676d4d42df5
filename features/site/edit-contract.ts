// How an operator changes a site: a draft of its own that nobody else sees, published as an edition, undone by publishing the one before.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { rateSources } from './usual-values.ts';
import { siteConfig } from './config-contract.ts';

const edition = z.object({
  /** 0 is what the site was before its first publishing here. */
  edition: z.number(),
  at: isoTime,
  /** The operator; null for 0. */
  byId: z.nullable(z.number()),
  byName: z.string(),
});

export const siteEditing = z.object({
  published: siteConfig,
  edition: z.number(),
  /** Of what is published: how its switches contradict each other, which another way than publishing brought about. */
  contradictions: z.array(z.object({ field: z.string(), ko: z.string(), en: z.string() })),
  /** Where rates may come from on this installation, beside the site's own hand. */
  sources: z.array(z.enum(rateSources)),
  /** By field: what stood within the last day beside what stands now, against which a change is judged too. */
  day: z.record(z.string(), z.array(z.unknown())),
  /** The same of the last thirty days. */
  month: z.record(z.string(), z.array(z.unknown())),
  /** The operator's own. */
  draft: z.nullable(z.object({ config: siteConfig, savedAt: isoTime })),
  /** Newest first, fifty at most. */
  editions: z.array(edition),
});
export type SiteEditing = z.output<typeof siteEditing>;

/** Which edition the operator had before its eyes: whoever publishes second is told, and nothing is overwritten. */
const seen = z.object({
  edition: z.number().check(z.int(), z.minimum(0)),
  /** Kept in the audit log, and read by the second person where one is asked. Must be there where the change keeps people out. */
  reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
});

const refusals = [
  'SITE_FIELD',
  'SITE_HOST_TAKEN',
  'SITE_CONTRAST',
  'SITE_BOUND',
  'SITE_CONTRADICTION',
  'SITE_MONEY_RIGHT',
  'SITE_REASON',
  'SITE_EDITION_MOVED',
  'APPROVAL_REQUIRED',
] as const;

export const getSiteEditing = defineRoute({
  name: 'getSiteEditing',
  method: 'GET',
  path: '/api/admin/site',
  roles: operators,
  right: 'site.read',
  summary: { ko: '사이트 설정과 초안', en: 'The site as it stands, its draft and its editions' },
  reply: siteEditing,
});

export const getSiteEdition = defineRoute({
  name: 'getSiteEdition',
  method: 'GET',
  path: '/api/admin/site/edition',
  roles: operators,
  right: 'site.read',
  summary: { ko: '지난 게시본', en: 'What the site was in one of its editions' },
  query: z.object({ edition: z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)) }),
  reply: z.object({ edition: z.number(), config: siteConfig }),
  codes: ['NOT_FOUND'],
});

export const saveSiteDraft = defineRoute({
  name: 'saveSiteDraft',
  method: 'POST',
  path: '/api/admin/site/draft',
  roles: operators,
  right: 'site.write',
  summary: { ko: '사이트 초안 저장', en: 'Save fields of the site into its draft' },
  /** Whole fields of the configuration, null for one that goes; what is not named stays as the draft, or else the site, has it. */
  body: z.object({ changes: z.record(z.string().check(z.regex(/^[a-zA-Z]{1,32}$/)), z.unknown()) }),
  reply: siteEditing,
  codes: ['SITE_FIELD', 'SITE_HOST_TAKEN'],
});

export const dropSiteDraft = defineRoute({
  name: 'dropSiteDraft',
  method: 'POST',
  path: '/api/admin/site/draft/drop',
  roles: operators,
  right: 'site.write',
  summary: { ko: '사이트 초안 버리기', en: 'Throw the draft away' },
  body: z.object({}),
  reply: siteEditing,
});

export const publishSite = defineRoute({
  name: 'publishSite',
  method: 'POST',
  path: '/api/admin/site/publish',
  roles: operators,
  right: 'site.publish',
  summary: {
    ko: '사이트 초안 게시',
    en: 'Publish the draft: live on every open page within seconds. What touches money wants site.money besides',
  },
  body: seen,
  reply: siteEditing,
  codes: [...refusals, 'SITE_DRAFT_NONE'],
});

/** Whoever may not publish, or wants a second pair of eyes: another operator's yes publishes the draft as it is now. */
export const reviewSite = defineRoute({
  name: 'reviewSite',
  method: 'POST',
  path: '/api/admin/site/review',
  roles: operators,
  right: 'site.write',
  summary: { ko: '사이트 초안 검토 요청', en: 'Ask a second operator to publish the draft' },
  body: seen,
  reply: siteEditing,
  codes: [...refusals, 'SITE_DRAFT_NONE'],
});

export const undoSite = defineRoute({
  name: 'undoSite',
  method: 'POST',
  path: '/api/admin/site/undo',
  roles: operators,
  right: 'site.publish',
  summary: { ko: '사이트 게시 되돌리기', en: 'Publish the edition before again; symbols that came since stay' },
  body: seen,
  reply: siteEditing,
  codes: [...refusals, 'SITE_UNDO_NONE'],
});

/** The site's own pages in the colours and words of the operator's draft, for the frame of the editor and for nothing else. */
export const previewSite = defineRoute({
  name: 'previewSite',
  method: 'POST',
  path: '/api/admin/site/preview',
  roles: operators,
  right: 'site.write',
  summary: { ko: '초안 미리보기', en: 'A short-lived address that shows the site in its draft inside the editor' },
  body: z.object({}),
  /** Origin of the site's pages and the word that opens the draft there. */
  reply: z.object({
    origin: z.string(),
    token: z.string(),
    expiresIn: z.number(),
    /** False: no host leads there yet. */ isOpen: z.boolean(),
  }),
});

export const mediaKinds = ['logo', 'favicon', 'icon', 'hero', 'poster', 'sound'] as const;
export type MediaKind = (typeof mediaKinds)[number];
export const MAX_MEDIA_BYTES = 2 * 1024 * 1024;

export const uploadSiteMedia = defineRoute({
  name: 'uploadSiteMedia',
  method: 'POST',
  path: '/api/admin/site/media',
  roles: operators,
  right: 'site.write',
  summary: { ko: '로고·아이콘·포스터 올리기', en: 'A logo, icon, poster or sound of the site, made anew and named by what it holds' },
  upload: { maxBytes: MAX_MEDIA_BYTES },
  query: z.object({ kind: z.enum(mediaKinds) }),
  /** What the theme or the share part of a configuration names. */
  reply: z.object({ path: z.string() }),
  codes: ['MEDIA_REFUSED', 'MEDIA_BROKEN', 'MEDIA_FULL'],
});

/** The same file for the editor, which may stand under another host. */
export const getSiteMedia = defineRoute({
  name: 'getSiteMedia',
  method: 'GET',
  path: '/api/admin/site/media',
  roles: operators,
  right: 'site.read',
  summary: { ko: '사이트 파일', en: 'The bytes of one of the site’s own files' },
  download: true,
  query: z.object({ name: z.string().check(z.regex(/^[\w.-]{8,60}$/)) }),
  reply: z.unknown(),
  codes: ['NOT_FOUND'],
});
