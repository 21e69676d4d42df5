// The desk of contents: every board's entries and popups as drafts and as they are public; saving, publishing, closing, sending now.
import { fileFacts, fileId } from '@maru/file/contract.ts';
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, idText, isoTime, ownPath, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { allCategories, boards } from './board-contract.ts';
import { popupTypes } from './contract.ts';

export const MAX_TITLE = 120;
const MAX_ATTACHED = 10;
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TITLE));
const html = z.string().check(z.maxLength(30_000));
/** A page of this site or an https address: no other scheme leads anywhere. */
export const contentLink = z.union([ownPath, z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s<>"'\\]+$/))]);
const moment = z.optional(z.iso.datetime());
const order = z.optional(z.number().check(z.int(), z.minimum(-999), z.maximum(999)));
const saved = z.object({ id: z.number() });

/** DRAFT: never public. SCHEDULED, ENDED: open, and its time has not come or is over. CLOSED: was public. */
export const contentStates = ['DRAFT', 'SCHEDULED', 'OPEN', 'ENDED', 'CLOSED'] as const;
export type ContentState = (typeof contentStates)[number];
const stateQuery = {
  state: z.optional(z.enum(contentStates)),
  search: z.optional(z.string().check(z.maxLength(60))),
  page: pageQuery.page,
  size: pageQuery.size,
};
const operatorName = z.nullable(z.object({ id: z.number(), name: z.string() }));

export const noticeWords = {
  category: z.enum(allCategories),
  title,
  content: html,
  /** Without English everyone reads the Korean. */
  titleEn: z.optional(title),
  contentEn: z.optional(html),
  isPinned: z.optional(z.boolean()),
  /** Lower ones first; equal ones by date. */
  sortOrder: order,
  /** Shown from and until. */
  startDate: moment,
  endDate: moment,
  /** Of events: when they run. */
  eventFrom: moment,
  eventUntil: moment,
  fileIds: z.optional(z.array(fileId).check(z.maxLength(MAX_ATTACHED))),
};

export const deskContentRow = z.object({
  id: z.number(),
  board: z.enum(boards),
  category: z.enum(allCategories),
  title: z.string(),
  state: z.enum(contentStates),
  /** Written after it was made public, and not public yet. */
  hasDraft: z.boolean(),
  isPinned: z.boolean(),
  sortOrder: z.number(),
  startDate: z.nullable(isoTime),
  endDate: z.nullable(isoTime),
  views: z.number(),
  helpful: z.object({ yes: z.number(), no: z.number() }),
  updatedAt: isoTime,
  operator: operatorName,
});
export type DeskContentRow = z.output<typeof deskContentRow>;

export const deskContent = z.object({
  ...deskContentRow._zod.def.shape,
  /** What the form holds: the draft where there is one, else what is public. */
  words: z.object({ ...noticeWords, titleEn: title, contentEn: html }),
  files: z.array(fileFacts),
});
export type DeskContent = z.output<typeof deskContent>;

export const listDeskContents = defineRoute({
  name: 'listDeskContents',
  method: 'GET',
  path: '/api/admin/notice/list',
  roles: operators,
  right: 'notice.read',
  summary: { ko: '콘텐츠 목록', en: 'Entries of a board, drafts with them' },
  query: z.object({ board: z.enum(boards), ...stateQuery }),
  reply: pageOf(deskContentRow),
});

export const getDeskContent = defineRoute({
  name: 'getDeskContent',
  method: 'GET',
  path: '/api/admin/notice',
  roles: operators,
  right: 'notice.read',
  summary: { ko: '콘텐츠 보기', en: 'One entry as it is written' },
  query: z.object({ id: idText }),
  reply: deskContent,
  codes: ['NOT_FOUND'],
});

/** `isOpen` publishes; without it what is public stays as it is and a draft stands beside it. */
export const saveNotice = defineRoute({
  name: 'saveNotice',
  method: 'POST',
  path: '/api/admin/notice/save',
  roles: operators,
  right: 'notice.write',
  summary: { ko: '공지 쓰기와 고치기', en: 'Write or change an entry of a board: as a draft, or published' },
  body: z.object({
    id: z.optional(id),
    board: z.optional(z.enum(boards)),
    ...noticeWords,
    isOpen: z.boolean(),
    /** Told at once to every open page of the site. */
    isTold: z.optional(z.boolean()),
  }),
  reply: saved,
  codes: ['NOT_FOUND', 'CONTENT_EMPTY', 'CATEGORY_OTHER', 'DATES_TURNED', 'FILE_UNKNOWN'],
});

export const closeNotice = defineRoute({
  name: 'closeNotice',
  method: 'POST',
  path: '/api/admin/notice/close',
  roles: operators,
  right: 'notice.write',
  summary: { ko: '공지 내리기', en: 'Take an entry out of sight; it can be published again' },
  body: z.object({ id }),
  reply: saved,
  codes: ['NOT_FOUND'],
});

export const deleteNotice = defineRoute({
  name: 'deleteNotice',
  method: 'POST',
  path: '/api/admin/notice/delete',
  roles: operators,
  right: 'notice.write',
  summary: { ko: '공지 삭제', en: 'Take an entry of this site away' },
  body: z.object({ id }),
  reply: saved,
  codes: ['NOT_FOUND'],
});

export const popupWords = {
  type: z.union([z.literal(popupTypes.image), z.literal(popupTypes.html)]),
  title,
  content: html,
  titleEn: z.optional(title),
  contentEn: z.optional(html),
  link: z.optional(contentLink),
  width: z.optional(z.number().check(z.int(), z.minimum(240), z.maximum(960))),
  sortOrder: order,
  startDate: moment,
  endDate: moment,
};

export const deskPopupRow = z.object({
  id: z.number(),
  type: z.number(),
  title: z.string(),
  state: z.enum(contentStates),
  hasDraft: z.boolean(),
  isRealtime: z.boolean(),
  sortOrder: z.number(),
  startDate: z.nullable(isoTime),
  endDate: z.nullable(isoTime),
  /** When it was last made public, or sent to every open page. */
  sentAt: z.nullable(isoTime),
  updatedAt: isoTime,
  operator: operatorName,
});
export type DeskPopupRow = z.output<typeof deskPopupRow>;

export const deskPopup = z.object({
  ...deskPopupRow._zod.def.shape,
  words: z.object({ ...popupWords, titleEn: title, contentEn: html, width: z.number() }),
});
export type DeskPopup = z.output<typeof deskPopup>;

export const listDeskPopups = defineRoute({
  name: 'listDeskPopups',
  method: 'GET',
  path: '/api/admin/popup/list',
  roles: operators,
  right: 'popup.read',
  summary: { ko: '팝업 관리 목록', en: 'Popups of a site, drafts with them' },
  query: z.object(stateQuery),
  reply: pageOf(deskPopupRow),
});

export const getDeskPopup = defineRoute({
  name: 'getDeskPopup',
  method: 'GET',
  path: '/api/admin/popup',
  roles: operators,
  right: 'popup.read',
  summary: { ko: '팝업 관리 보기', en: 'One popup as it is written' },
  query: z.object({ id: idText }),
  reply: deskPopup,
  codes: ['NOT_FOUND'],
});

/** `isShow` publishes; a real-time one is sent at that moment and stands in no list. */
export const savePopup = defineRoute({
  name: 'savePopup',
  method: 'POST',
  path: '/api/admin/popup/save',
  roles: operators,
  right: 'popup.write',
  summary: { ko: '팝업 쓰기와 고치기', en: 'Write or change a popup of this site, or show one at once' },
  body: z.object({
    id: z.optional(id),
    ...popupWords,
    isShow: z.boolean(),
    /** Shown once to every page that is open now, and never at a start. */
    isRealtime: z.optional(z.boolean()),
  }),
  reply: saved,
  codes: ['NOT_FOUND', 'CONTENT_EMPTY', 'PICTURE_ADDRESS', 'DATES_TURNED'],
});

export const closePopup = defineRoute({
  name: 'closePopup',
  method: 'POST',
  path: '/api/admin/popup/close',
  roles: operators,
  right: 'popup.write',
  summary: { ko: '팝업 내리기', en: 'Take a popup out of sight; it can be shown again' },
  body: z.object({ id }),
  reply: saved,
  codes: ['NOT_FOUND'],
});

export const deletePopup = defineRoute({
  name: 'deletePopup',
  method: 'POST',
  path: '/api/admin/popup/delete',
  roles: operators,
  right: 'popup.write',
  summary: { ko: '팝업 삭제', en: 'Take a popup of this site away' },
  body: z.object({ id }),
  reply: saved,
  codes: ['NOT_FOUND'],
});
