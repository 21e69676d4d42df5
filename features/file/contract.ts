// Files of members and operators: put in, taken out by whoever may see them, and how other features hold on to them.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SqlWriter as Writer } from '@maru/kit/contract/sql-writer.ts';
import { z } from 'zod/mini';

export type { SqlWriter as Writer } from '@maru/kit/contract/sql-writer.ts';

export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Of one member in 24 hours. */
export const FILES_A_DAY = 50;
/** What a browser's file window should offer; the content decides. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp,image/gif,application/pdf';

export const fileId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));
export const fileFacts = z.object({
  id: fileId,
  name: z.string(),
  type: z.string(),
  size: z.number(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
});
export type FileFacts = z.output<typeof fileFacts>;

/** Pictures are made anew, so that nothing but the picture is left of them. */
export const uploadFile = defineRoute({
  name: 'uploadFile',
  method: 'POST',
  path: '/api/file',
  roles: members,
  summary: { ko: '파일 올리기', en: 'Upload a picture or a PDF of up to 5 MB' },
  upload: { maxBytes: MAX_FILE_BYTES },
  reply: fileFacts,
  codes: ['FILE_TYPE_REFUSED', 'FILE_BROKEN', 'FILE_DAY_LIMIT'],
});

export const downloadFile = defineRoute({
  name: 'downloadFile',
  method: 'GET',
  path: '/api/file',
  roles: everyone,
  summary: { ko: '파일 받기', en: 'The bytes of a file, to those who may see it' },
  query: z.object({ id: fileId }),
  download: true,
  reply: z.unknown(),
  codes: ['NOT_FOUND'],
});

/** Members and operators are numbered apart: 17 of the one is nobody of the other. */
export type FileOwner = { member: number } | { operator: number };

/** Provided by file. */
export interface AttachmentStore {
  /** Keeps uploads of `owner` for good and lets `viewer` see them; throws FILE_UNKNOWN. A file hangs in one place only. */
  attach(sql: Writer, files: { site: number; owner: FileOwner; viewer: number; ids: readonly string[] }): Promise<void>;
  /** Whether all of them are files of this site that everyone may see. */
  arePublic(site: number, ids: readonly string[]): Promise<boolean>;
  /** By id; what is not of this site is missing. */
  describe(site: number, ids: readonly string[]): Promise<ReadonlyMap<string, FileFacts>>;
  /** A member's uploads that hang nowhere, or all of them, are swept away next. */
  letGo(
    sql: { query(sql: string, values?: unknown[]): Promise<unknown> },
    site: number,
    member: number,
    which: 'loose' | 'all',
  ): Promise<void>;
}
export const attachmentStore = serviceKey('file.fileShelf').of<AttachmentStore>();

/** Which of these files what it keeps still names: drafts and what is closed, but may open again, included. */
export type FileUser = (site: number, ids: readonly string[]) => Promise<readonly string[]>;
/** Provided by file: whoever makes files public registers, or cleanup takes nothing public away. */
export interface FileUsers {
  register(user: FileUser): void;
}
export const fileUsers = serviceKey('file.fileUsers').of<FileUsers>();
