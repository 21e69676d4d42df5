// 1:1 inquiries: a member asks with files, the house answers, both go on in one thread; what is unread calls the member back.
import { fileFacts, fileId } from '@maru/file/contract.ts';
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { flagsText, id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export const MAX_FILES = 5;
export const MAX_TEXT = 2000;

/** What an inquiry is about; each has its own target time. */
export const inquiryKinds = ['WALLET', 'TRADE', 'ACCOUNT', 'EVENT', 'OTHER'] as const;
export type InquiryKind = (typeof inquiryKinds)[number];

/** `isAnswer`: the last word is the site's. `isRead`: the member has seen it. */
export const inquiryRow = z.object({
  id: z.number(),
  playerId: z.number(),
  kind: z.enum(inquiryKinds),
  question: z.string(),
  isRead: z.boolean(),
  isAnswer: z.boolean(),
  /** The house has finished; a further word of the member opens it again. */
  isClosed: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type InquiryRow = z.output<typeof inquiryRow>;

export const inquiryEntry = z.object({
  id: z.number(),
  from: z.enum(['MEMBER', 'HOUSE']),
  content: z.string(),
  files: z.array(fileFacts),
  createdAt: isoTime,
});
export type InquiryEntry = z.output<typeof inquiryEntry>;

export const inquiryThread = z.object({ ...inquiryRow._zod.def.shape, entries: z.array(inquiryEntry) });
export type InquiryThread = z.output<typeof inquiryThread>;

const flags = { isReadStrs: z.optional(flagsText), isAnswerStrs: z.optional(flagsText) };
export const inquiryText = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TEXT));
export const inquiryFiles = z.optional(z.array(fileId).check(z.maxLength(MAX_FILES)));

export const listInquiries = defineRoute({
  name: 'listInquiries',
  method: 'GET',
  path: '/api/contact/list',
  roles: members,
  summary: { ko: '내 1:1 문의', en: 'My inquiries, the last moved first' },
  query: z.object({
    resultType: z.optional(z.enum(['List', 'ClientList', 'Count'])),
    /** Accepted as the specification's client sends it; the member is the token's. */
    playerId: z.optional(z.string()),
    ...flags,
    ...pageQuery,
  }),
  reply: pageOf(inquiryRow),
});

export const createInquiry = defineRoute({
  name: 'createInquiry',
  method: 'POST',
  path: '/api/contact/create',
  roles: members,
  summary: { ko: '1:1 문의하기', en: 'Ask the site, with up to five files' },
  body: z.object({
    playerId: z.optional(z.number()),
    kind: z.optional(z.enum(inquiryKinds)),
    question: inquiryText,
    fileIds: inquiryFiles,
  }),
  reply: inquiryThread,
  codes: ['FILE_UNKNOWN', 'INQUIRY_LIMIT'],
});

/** Ours: goes on in a thread. */
export const replyInquiry = defineRoute({
  name: 'replyInquiry',
  method: 'POST',
  path: '/api/contact/reply',
  roles: members,
  summary: { ko: '문의 이어 쓰기', en: 'Go on in an inquiry of mine' },
  body: z.object({ id, question: inquiryText, fileIds: inquiryFiles }),
  reply: inquiryThread,
  codes: ['NOT_FOUND', 'FILE_UNKNOWN', 'INQUIRY_LIMIT'],
});

/** The specification reads by GET; our own client uses the twin below. */
export const readInquiryByGet = defineRoute({
  name: 'readInquiryByGet',
  method: 'GET',
  path: '/api/contact/read',
  roles: members,
  summary: { ko: '문의 읽기', en: 'An inquiry with its thread; from then on it is read' },
  query: z.object({ id: idText }),
  reply: inquiryThread,
  codes: ['NOT_FOUND'],
});
export const readInquiry = defineRoute({
  name: 'readInquiry',
  method: 'POST',
  path: '/api/contact/read',
  roles: members,
  summary: { ko: '문의 읽기', en: 'An inquiry with its thread; from then on it is read' },
  body: z.object({ id }),
  reply: inquiryThread,
  codes: ['NOT_FOUND'],
});

export const readAllInquiries = defineRoute({
  name: 'readAllInquiries',
  method: 'POST',
  path: '/api/contact/read_all',
  roles: members,
  summary: { ko: '문의 모두 읽음', en: 'Mark all my inquiries read' },
  reply: z.object({ count: z.number() }),
});

export const countUnreadInquiries = defineRoute({
  name: 'countUnreadInquiries',
  method: 'GET',
  path: '/api/contact/my_unread_count',
  roles: members,
  summary: { ko: '읽지 않은 문의 답변 수', en: 'How many of my inquiries have an unread answer, and the newest of them' },
  reply: z.object({ count: z.number(), contactId: z.nullable(z.number()) }),
});
