// What a site says to everyone beside its boards: popups at the start and in real time, and how operators write both.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, idText, ownPath, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { boardCategories } from './board-contract.ts';

/** 1: a picture, `content` is its address. 2: a titled box of clean HTML. */
export const popupTypes = { image: 1, html: 2 } as const;
export const POPUP_WIDTH = 384;

export const popup = z.object({
  id: z.number(),
  type: z.number(),
  title: z.string(),
  content: z.string(),
  link: z.optional(z.string()),
  width: z.number(),
  isShow: z.boolean(),
});
export type Popup = z.output<typeof popup>;

export const listPopups = defineRoute({
  name: 'listPopups',
  method: 'GET',
  path: '/api/popup/list',
  roles: everyone,
  summary: { ko: '팝업 목록', en: 'Popups that are open now' },
  query: z.object({
    resultType: z.optional(z.enum(['List', 'ClientList', 'Count'])),
    status: z.optional(z.enum(['open'])),
    page: pageQuery.page,
    size: pageQuery.size,
  }),
  reply: pageOf(popup),
});

export const getPopup = defineRoute({
  name: 'getPopup',
  method: 'GET',
  path: '/api/popup',
  roles: everyone,
  summary: { ko: '팝업 보기', en: 'One popup that is open now' },
  query: z.object({ id: idText }),
  reply: popup,
  codes: ['NOT_FOUND'],
});

const operators = ['staff', 'admin'] as const;
const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));
const html = z.string().check(z.maxLength(30_000));
/** A page of this site or an https address: no other scheme leads anywhere. */
const link = z.union([ownPath, z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s<>"'\\]+$/))]);
const saved = z.object({ id: z.number() });

export const saveNotice = defineRoute({
  name: 'saveNotice',
  method: 'POST',
  path: '/api/admin/notice/save',
  roles: operators,
  summary: { ko: '공지 쓰기와 고치기', en: 'Write or change a notice of this site' },
  body: z.object({
    id: z.optional(id),
    category: z.enum(boardCategories.notice),
    title,
    content: html,
    /** Without English everyone reads the Korean. */
    titleEn: z.optional(title),
    contentEn: z.optional(html),
    isPinned: z.optional(z.boolean()),
    isOpen: z.boolean(),
    /** Told at once to every open page of the site. */
    isTold: z.optional(z.boolean()),
  }),
  reply: saved,
  codes: ['NOT_FOUND', 'CONTENT_EMPTY'],
});

export const deleteNotice = defineRoute({
  name: 'deleteNotice',
  method: 'POST',
  path: '/api/admin/notice/delete',
  roles: operators,
  summary: { ko: '공지 삭제', en: 'Take a notice of this site away' },
  body: z.object({ id }),
  reply: saved,
  codes: ['NOT_FOUND'],
});

export const savePopup = defineRoute({
  name: 'savePopup',
  method: 'POST',
  path: '/api/admin/popup/save',
  roles: operators,
  summary: { ko: '팝업 쓰기와 고치기', en: 'Write or change a popup of this site, or show one at once' },
  body: z.object({
    id: z.optional(id),
    type: z.union([z.literal(popupTypes.image), z.literal(popupTypes.html)]),
    title,
    content: html,
    titleEn: z.optional(title),
    contentEn: z.optional(html),
    link: z.optional(link),
    width: z.optional(z.number().check(z.int(), z.minimum(240), z.maximum(960))),
    isShow: z.boolean(),
    startDate: z.optional(z.iso.datetime()),
    endDate: z.optional(z.iso.datetime()),
    /** Shown once to every page that is open now, and never at a start. */
    isRealtime: z.optional(z.boolean()),
  }),
  reply: saved,
  codes: ['NOT_FOUND', 'CONTENT_EMPTY', 'PICTURE_ADDRESS'],
});

export const deletePopup = defineRoute({
  name: 'deletePopup',
  method: 'POST',
  path: '/api/admin/popup/delete',
  roles: operators,
  summary: { ko: '팝업 삭제', en: 'Take a popup of this site away' },
  body: z.object({ id }),
  reply: saved,
  codes: ['NOT_FOUND'],
});
