// What a site writes for its readers, in one shape whatever the board: notices, market notes, events, questions and guides.
import { fileFacts } from '@maru/file/contract.ts';
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** `strategy` fills /service/invest_info, `promotion` /service/event, `static` the guides. */
export const boards = ['notice', 'strategy', 'promotion', 'faq', 'static'] as const;
export type Board = (typeof boards)[number];

export const boardCategories = {
  notice: ['NOTICE', 'LISTING', 'GUIDE', 'EVENT'],
  strategy: ['MARKET', 'PRODUCT', 'RISK'],
  promotion: ['WELCOME', 'TRADING', 'SEASON'],
  faq: ['ACCOUNT', 'DNW', 'TRADE', 'SECURITY'],
  static: ['SERVICE', 'DNW'],
} as const satisfies Record<Board, readonly string[]>;
export const allCategories = [
  ...boardCategories.notice,
  ...boardCategories.strategy,
  ...boardCategories.promotion,
  'ACCOUNT',
  'DNW',
  'TRADE',
  'SECURITY',
  'SERVICE',
] as const;
export type Category = (typeof allCategories)[number];

/** When an event runs; a board without events has none. */
export const period = z.object({
  startDate: z.nullable(isoTime),
  endDate: z.nullable(isoTime),
  state: z.enum(['AHEAD', 'RUNNING', 'ENDED']),
});
export type Period = z.output<typeof period>;

export const contentRow = z.object({
  id: z.number(),
  category: z.enum(allCategories),
  title: z.string(),
  /** How its text begins, without form. */
  summary: z.string(),
  /** Its first picture. */
  picture: z.nullable(z.string()),
  period: z.nullable(period),
  isPinned: z.boolean(),
  views: z.number(),
  createdAt: isoTime,
  /** Whole on boards that are read in one go: questions and guides. */
  content: z.optional(z.string()),
  /** How many found it helpful, and what the asker said. */
  helpful: z.optional(z.object({ count: z.number(), mine: z.nullable(z.boolean()) })),
});
export type ContentRow = z.output<typeof contentRow>;

const neighbour = z.nullable(z.object({ id: z.number(), title: z.string() }));
/** `content` is clean HTML: a short list of tags, no script, no style, pictures of our own only. */
export const contentItem = z.object({
  ...contentRow._zod.def.shape,
  content: z.string(),
  updatedAt: isoTime,
  files: z.array(fileFacts),
  /** The older and the newer one of the same board. */
  previous: neighbour,
  next: neighbour,
});
export type ContentItem = z.output<typeof contentItem>;

const listQuery = <const C extends readonly [string, ...string[]]>(categories: C) =>
  z.object({
    resultType: z.optional(z.enum(['List', 'ClientList', 'Count'])),
    category: z.optional(z.enum(categories)),
    /** In title and text. */
    search: z.optional(z.string().check(z.maxLength(60))),
    page: pageQuery.page,
    size: pageQuery.size,
  });
const itemQuery = z.object({ id: idText });

export const listNotices = defineRoute({
  name: 'listNotices',
  method: 'GET',
  path: '/api/notice/list',
  etag: true,
  roles: everyone,
  summary: { ko: '공지 목록', en: 'Notices of this site, pinned first' },
  query: listQuery(boardCategories.notice),
  reply: pageOf(contentRow),
});
export const getNotice = defineRoute({
  name: 'getNotice',
  method: 'GET',
  path: '/api/notice',
  roles: everyone,
  summary: { ko: '공지 보기', en: 'One notice' },
  query: itemQuery,
  reply: contentItem,
  codes: ['NOT_FOUND'],
});
export const listNoticeCategories = defineRoute({
  name: 'listNoticeCategories',
  method: 'GET',
  path: '/api/notice/categories',
  etag: true,
  roles: everyone,
  summary: { ko: '공지 분류', en: 'Categories of notices' },
  reply: z.array(z.object({ code: z.enum(boardCategories.notice), name: z.string() })),
});

export const listStrategies = defineRoute({
  name: 'listStrategies',
  method: 'GET',
  path: '/api/strategy/list',
  etag: true,
  roles: everyone,
  summary: { ko: '투자 정보 목록', en: 'Market notes of this site' },
  query: listQuery(boardCategories.strategy),
  reply: pageOf(contentRow),
});
export const getStrategy = defineRoute({
  name: 'getStrategy',
  method: 'GET',
  path: '/api/strategy',
  roles: everyone,
  summary: { ko: '투자 정보 보기', en: 'One market note' },
  query: itemQuery,
  reply: contentItem,
  codes: ['NOT_FOUND'],
});

export const listPromotions = defineRoute({
  name: 'listPromotions',
  method: 'GET',
  path: '/api/promotion/list',
  etag: true,
  roles: everyone,
  summary: { ko: '이벤트 목록', en: 'Events with their period and state, running ones first' },
  query: listQuery(boardCategories.promotion),
  reply: pageOf(contentRow),
});
export const getPromotion = defineRoute({
  name: 'getPromotion',
  method: 'GET',
  path: '/api/promotion',
  roles: everyone,
  summary: { ko: '이벤트 보기', en: 'One event' },
  query: itemQuery,
  reply: contentItem,
  codes: ['NOT_FOUND'],
});

export const listQuestions = defineRoute({
  name: 'listQuestions',
  method: 'GET',
  path: '/api/faq/list',
  etag: true,
  roles: everyone,
  summary: { ko: '자주 묻는 질문', en: 'Questions that are often asked, with their answers' },
  query: listQuery(boardCategories.faq),
  reply: pageOf(contentRow),
});
export const getQuestion = defineRoute({
  name: 'getQuestion',
  method: 'GET',
  path: '/api/faq',
  roles: everyone,
  summary: { ko: '자주 묻는 질문 보기', en: 'One question with its answer' },
  query: itemQuery,
  reply: contentItem,
  codes: ['NOT_FOUND'],
});

export const listGuides = defineRoute({
  name: 'listGuides',
  method: 'GET',
  path: '/api/static/list',
  etag: true,
  roles: everyone,
  summary: { ko: '이용 가이드', en: 'Chapters of the guides, in their order, whole' },
  query: listQuery(boardCategories.static),
  reply: pageOf(contentRow),
});
export const getGuide = defineRoute({
  name: 'getGuide',
  method: 'GET',
  path: '/api/static',
  roles: everyone,
  summary: { ko: '이용 가이드 보기', en: 'One chapter of a guide' },
  query: itemQuery,
  reply: contentItem,
  codes: ['NOT_FOUND'],
});

/** Ours: "was this helpful", once a member; said again it replaces what was said. */
export const rateContent = defineRoute({
  name: 'rateContent',
  method: 'POST',
  path: '/api/static/helpful',
  roles: members,
  summary: { ko: '도움이 됐는지 답하기', en: 'Say whether a guide or an answer was helpful' },
  body: z.object({ id, isHelpful: z.boolean() }),
  reply: z.object({ count: z.number(), mine: z.boolean() }),
  codes: ['NOT_FOUND'],
});
