// What a site says to everyone beside its boards: popups at the start and in real time.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { idText, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

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
  etag: true,
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
