// Files at the desk: what operators put in for answers and public pages, every file of a site, and the cleanup.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { fileFacts, fileId, MAX_FILE_BYTES } from './contract.ts';

/** `isPublic`: open to everyone of the site, for notices and popups. */
export const uploadDeskFile = defineRoute({
  name: 'uploadDeskFile',
  method: 'POST',
  path: '/api/admin/file',
  roles: operators,
  right: 'file.write',
  summary: { ko: '운영자 파일 올리기', en: 'Upload a picture or a PDF as an operator' },
  upload: { maxBytes: MAX_FILE_BYTES },
  query: z.object({ isPublic: z.optional(z.enum(['true', 'false'])) }),
  reply: fileFacts,
  codes: ['FILE_TYPE_REFUSED', 'FILE_BROKEN'],
});

export const downloadDeskFile = defineRoute({
  name: 'downloadDeskFile',
  method: 'GET',
  path: '/api/admin/file',
  roles: operators,
  right: 'file.read',
  summary: { ko: '파일 보기', en: 'The bytes of any file of the site' },
  query: z.object({ id: fileId }),
  download: true,
  reply: z.unknown(),
  codes: ['NOT_FOUND'],
});

export const fileStates = ['ALL', 'HELD', 'PUBLIC', 'LOOSE'] as const;
export const deskFileRow = z.object({
  ...fileFacts._zod.def.shape,
  owner: z.object({ kind: z.enum(['MEMBER', 'OPERATOR']), id: z.number(), name: z.string() }),
  /** LOOSE: hangs nowhere yet; swept after a day. */
  state: z.enum(['HELD', 'PUBLIC', 'LOOSE']),
  createdAt: isoTime,
  /** Of a member: how many of the day's files are used. */
  today: z.number(),
});
export type DeskFileRow = z.output<typeof deskFileRow>;

export const listDeskFiles = defineRoute({
  name: 'listDeskFiles',
  method: 'GET',
  path: '/api/admin/file/list',
  roles: operators,
  right: 'file.read',
  summary: { ko: '올라온 파일', en: 'Files of a site, newest first' },
  query: z.object({
    state: z.optional(z.enum(fileStates)),
    owner: z.optional(z.enum(['MEMBER', 'OPERATOR'])),
    /** In names of files and of members. */
    search: z.optional(z.string().check(z.maxLength(60))),
    page: pageQuery.page,
    size: pageQuery.size,
  }),
  reply: z.object({
    ...pageOf(deskFileRow)._zod.def.shape,
    /** Of the whole site. */
    bytes: z.number(),
    loose: z.number(),
  }),
});

export const sweepFiles = defineRoute({
  name: 'sweepFiles',
  method: 'POST',
  path: '/api/admin/file/sweep',
  roles: operators,
  right: 'file.write',
  summary: {
    ko: '쓰이지 않는 파일 지우기',
    en: 'Remove files that have hung nowhere for a day, and public ones that no content has named for thirty',
  },
  body: z.object({}),
  reply: z.object({ count: z.number(), bytes: z.number() }),
});
