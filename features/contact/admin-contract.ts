// The desk of inquiries: what waits and for how long, who has taken it, answers with files, notes among operators, ready answers.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { inquiryEntry, inquiryFiles, type InquiryKind, inquiryKinds, inquiryRow, inquiryText } from './contract.ts';

/** Minutes in which an inquiry of a kind should have its answer. */
export const targetMinutes: Readonly<Record<InquiryKind, number>> = { WALLET: 15, TRADE: 20, ACCOUNT: 30, EVENT: 120, OTHER: 60 };
/** A claim that is not used gives the inquiry back. */
export const CLAIM_MINUTES = 10;
export const MAX_NOTE = 1000;
/** Live notes about inquiries on the operators' topic. */
export const CONTACT_KIND = 'contact';

export const inquiryStates = ['WAITING', 'ANSWERED', 'CLOSED', 'ALL'] as const;
export type InquiryState = (typeof inquiryStates)[number];

const operatorName = z.object({ id: z.number(), name: z.string() });
const memberLine = z.object({ id: z.number(), username: z.string(), nick: z.string(), status: z.string(), createdAt: isoTime });

export const deskInquiryRow = z.object({
  ...inquiryRow._zod.def.shape,
  member: memberLine,
  /** The first word that has no answer yet; null when the house spoke last or the inquiry is closed. */
  waitingSince: z.nullable(isoTime),
  dueAt: z.nullable(isoTime),
  isLate: z.boolean(),
  claim: z.nullable(z.object({ ...operatorName._zod.def.shape, until: isoTime, isMine: z.boolean() })),
  /** How the last word begins. */
  lastLine: z.string(),
});
export type DeskInquiryRow = z.output<typeof deskInquiryRow>;

const deskEntry = z.object({ ...inquiryEntry._zod.def.shape, operator: z.nullable(operatorName) });
const deskNote = z.object({ id: z.number(), content: z.string(), operator: operatorName, createdAt: isoTime });
export const deskInquiry = z.object({
  ...deskInquiryRow._zod.def.shape,
  entries: z.array(deskEntry),
  /** Among operators: no member ever sees them. */
  notes: z.array(deskNote),
});
export type DeskInquiry = z.output<typeof deskInquiry>;

export const listDeskInquiries = defineRoute({
  name: 'listDeskInquiries',
  method: 'GET',
  path: '/api/admin/contact/list',
  roles: operators,
  right: 'contact.read',
  summary: { ko: '이 사이트의 1:1 문의', en: 'Inquiries of a site, the longest waiting first' },
  query: z.object({
    state: z.optional(z.enum(inquiryStates)),
    kind: z.optional(z.enum(inquiryKinds)),
    playerId: z.optional(idText),
    /** In what was written, and in user names. */
    search: z.optional(z.string().check(z.maxLength(60))),
    page: pageQuery.page,
    size: pageQuery.size,
  }),
  reply: pageOf(deskInquiryRow),
});

export const seeInquiry = defineRoute({
  name: 'seeInquiry',
  method: 'GET',
  path: '/api/admin/contact',
  roles: operators,
  right: 'contact.read',
  summary: { ko: '1:1 문의 보기', en: 'An inquiry with its thread and notes; the member’s own flag stays' },
  query: z.object({ id: idText }),
  reply: deskInquiry,
  codes: ['NOT_FOUND'],
});

export const answerInquiry = defineRoute({
  name: 'answerInquiry',
  method: 'POST',
  path: '/api/admin/contact/answer',
  roles: operators,
  right: 'contact.write',
  summary: { ko: '1:1 문의 답변', en: 'Answer an inquiry; the member hears of it at once' },
  body: z.object({ id, answer: inquiryText, fileIds: inquiryFiles }),
  reply: deskInquiry,
  codes: ['NOT_FOUND', 'FILE_UNKNOWN', 'INQUIRY_CLAIMED', 'MEMBER_LEFT'],
});

/** Taken by one operator at a time; `isHeld` false gives it back. */
export const claimInquiry = defineRoute({
  name: 'claimInquiry',
  method: 'POST',
  path: '/api/admin/contact/claim',
  roles: operators,
  right: 'contact.write',
  summary: { ko: '1:1 문의 맡기', en: 'Take an inquiry for ten minutes, or give it back' },
  body: z.object({ id, isHeld: z.boolean() }),
  reply: deskInquiry,
  codes: ['NOT_FOUND', 'INQUIRY_CLAIMED'],
});

export const closeInquiry = defineRoute({
  name: 'closeInquiry',
  method: 'POST',
  path: '/api/admin/contact/close',
  roles: operators,
  right: 'contact.write',
  summary: { ko: '1:1 문의 닫기와 다시 열기', en: 'Close an inquiry, or open it again' },
  body: z.object({ id, isClosed: z.boolean() }),
  reply: deskInquiry,
  codes: ['NOT_FOUND', 'INQUIRY_CLAIMED'],
});

export const noteInquiry = defineRoute({
  name: 'noteInquiry',
  method: 'POST',
  path: '/api/admin/contact/note',
  roles: operators,
  right: 'contact.write',
  summary: { ko: '1:1 문의 내부 메모', en: 'A note for other operators; the member never sees it' },
  body: z.object({ id, note: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NOTE)) }),
  reply: deskInquiry,
  codes: ['NOT_FOUND'],
});

/** One line an inquiry; the page makes the file, so that a cell of it can never start a formula (CNT-13). */
export const inquiryLine = z.object({
  id: z.number(),
  createdAt: isoTime,
  updatedAt: isoTime,
  kind: z.enum(inquiryKinds),
  state: z.enum(['WAITING', 'ANSWERED', 'CLOSED']),
  username: z.string(),
  nick: z.string(),
  question: z.string(),
});
export type InquiryLine = z.output<typeof inquiryLine>;
export const MAX_EXPORT = 5000;
export const exportInquiries = defineRoute({
  name: 'exportInquiries',
  method: 'GET',
  path: '/api/admin/contact/export',
  roles: operators,
  right: 'contact.export',
  summary: { ko: '1:1 문의 내보내기', en: 'Inquiries of a site for a file, at most 5,000; written into the audit log' },
  query: z.object({ state: z.optional(z.enum(inquiryStates)), kind: z.optional(z.enum(inquiryKinds)) }),
  reply: z.array(inquiryLine),
});

const cannedTitle = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
export const cannedAnswer = z.object({ id: z.number(), title: z.string(), contentKo: z.string(), contentEn: z.string() });
export type CannedAnswer = z.output<typeof cannedAnswer>;

export const listCannedAnswers = defineRoute({
  name: 'listCannedAnswers',
  method: 'GET',
  path: '/api/admin/contact/canned',
  roles: operators,
  right: 'contact.read',
  summary: { ko: '준비된 답변', en: 'Ready answers of a site' },
  reply: z.array(cannedAnswer),
});

export const saveCannedAnswer = defineRoute({
  name: 'saveCannedAnswer',
  method: 'POST',
  path: '/api/admin/contact/canned/save',
  roles: operators,
  right: 'contact.write',
  summary: { ko: '준비된 답변 쓰기', en: 'Write or change a ready answer' },
  body: z.object({ id: z.optional(id), title: cannedTitle, contentKo: inquiryText, contentEn: inquiryText }),
  reply: cannedAnswer,
  codes: ['NOT_FOUND'],
});

export const deleteCannedAnswer = defineRoute({
  name: 'deleteCannedAnswer',
  method: 'POST',
  path: '/api/admin/contact/canned/delete',
  roles: operators,
  right: 'contact.write',
  summary: { ko: '준비된 답변 삭제', en: 'Take a ready answer away' },
  body: z.object({ id }),
  reply: z.object({ id: z.number() }),
  codes: ['NOT_FOUND'],
});
