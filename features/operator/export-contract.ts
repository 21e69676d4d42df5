// Whole lists taken away as files: asked for with a reason, written in the background without a limit of rows, fetched by whoever asked.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute, OWN_RIGHT } from '@maru/kit/contract/route.ts';
import { id, idText, isoTime, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** ASKED: more than its asker takes alone; a second person decides. */
export const exportStates = ['ASKED', 'WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export const exportJob = z.object({
  id: z.number(),
  kind: z.string(),
  name: z.object({ ko: z.string(), en: z.string() }),
  state: z.enum(exportStates),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  reason: z.string(),
  /** Written so far, of all there are (null: not counted yet). */
  rows: z.number(),
  total: z.nullable(z.number()),
  bytes: z.number(),
  /** Of one that a second person decides. */
  requestId: z.nullable(z.number()),
  askedAt: isoTime,
  endedAt: z.nullable(isoTime),
  /** Until then the file is there. */
  expiresAt: z.nullable(isoTime),
});
export type ExportJob = z.output<typeof exportJob>;

/** The caller's own at this site, newest first; and what it may take away here. */
export const listExports = defineRoute({
  name: 'listExports',
  method: 'GET',
  path: '/api/admin/export/list',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '내 내보내기', en: 'My exports, and what I may export here' },
  reply: z.object({
    /** `aloneADay`: rows that one person takes without a second; null without such a bound. */
    kinds: z.array(z.object({ kind: z.string(), name: z.object({ ko: z.string(), en: z.string() }), aloneADay: z.nullable(z.number()) })),
    jobs: z.array(exportJob),
  }),
});

/** Each kind wants its own right at the site. */
export const startExport = defineRoute({
  name: 'startExport',
  method: 'POST',
  path: '/api/admin/export/start',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '내보내기 시작', en: 'Start an export, with a reason' },
  body: z.object({
    kind: z.string().check(z.maxLength(40)),
    startDate: pageQuery.startDate,
    endDate: pageQuery.endDate,
    reason: z.string().check(z.trim(), z.minLength(2), z.maxLength(500)),
  }),
  reply: exportJob,
  codes: ['EXPORT_KIND', 'EXPORT_BUSY', 'NO_PERMISSION', 'APPROVAL_REQUIRED'],
});

/** Ends one that runs, and deletes the file of one that is done. */
export const cancelExport = defineRoute({
  name: 'cancelExport',
  method: 'POST',
  path: '/api/admin/export/cancel',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '내보내기 그만두기', en: 'Cancel an export, or delete its file' },
  body: z.object({ id }),
  reply: z.object({ done: z.literal(true) }),
  codes: ['NOT_FOUND'],
});

export const fetchExport = defineRoute({
  name: 'fetchExport',
  method: 'GET',
  path: '/api/admin/export/file',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '내보낸 파일 받기', en: 'The file of my export; each time is written down' },
  query: z.object({ id: idText }),
  download: true,
  reply: z.unknown(),
  codes: ['NOT_FOUND', 'EXPORT_NOT_READY', 'NO_PERMISSION'],
});
