// What a page must know about its site before and at first paint, the server's time, the fees and the site's notices.
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import type { SqlWriter as Writer } from '@maru/kit/contract/sql-writer.ts';
import { z } from 'zod/mini';

export { rateSources, USUAL_AGE, USUAL_MOVE, usualCutoffMs } from './usual-values.ts';

const tokens = z.record(z.string(), z.string());
const said = z.object({ ko: z.string(), en: z.string() });

export const siteTheme = z.object({
  /** CSS variables without their leading dashes, per mode. */
  light: tokens,
  dark: tokens,
  defaultMode: z.enum(['theme-white', 'dark']),
  /** Hues of rise and fall where a member chose none. */
  upDown: z.optional(z.enum(['kr', 'green', 'red-green'])),
  logo: z.string(),
  appIcon: z.optional(z.string()),
  favicon: z.optional(z.string()),
  hero: z.enum(['book', 'chart', 'image']),
  heroImage: z.optional(z.object({ path: z.string(), alt: said })),
});

const company = z.object({
  name: said,
  representative: said,
  address: said,
  registration: z.string(),
  mailOrder: z.optional(z.string()),
  phone: z.optional(z.string()),
  mail: z.optional(z.string()),
});

/** The specification's site info, with what a client needs to dress the page. */
export const siteInfo = z.object({
  id: z.number(),
  code: z.string(),
  name: z.object({ ko: z.string(), en: z.string() }),
  /** Bits: P2P 4, futures 8, power ball 16, binary 32. */
  type: z.number(),
  stockPrefix: z.string(),
  /** Comma separated; BINARY among them means the product is used. */
  usedCoins: z.string(),
  depositCoins: z.string(),
  buyCoins: z.string(),
  binaryCurrency: z.string(),
  /** JSON text: `{ [coin]: { name: { ko, en }, decimals } }`. */
  coinInfoJson: z.string(),
  /** JSON text: `{ [wallet]: { currency, network, isStaking } }`. */
  coinWalletInfoJson: z.string(),
  timeZone: z.string(),
  languages: z.array(z.enum(['ko', 'en'])),
  theme: siteTheme,
  /** Demo money and recorded prices: to be marked on screen. */
  isDemo: z.boolean(),
  /** Of a demo: USDT that each new member gets. */
  demoMoney: z.optional(z.string()),
  /** Coupons can be used here. */
  hasCoupons: z.boolean(),
  /** The slot may be played here, where `type` has binary. */
  hasSlot: z.boolean(),
  /** What sign-up asks beyond its form. */
  signUp: z.object({
    proofs: z.array(z.enum(['MAIL', 'SMS'])),
    needsApproval: z.boolean(),
    asksBank: z.boolean(),
    asksIdentity: z.boolean(),
  }),
  /** Years a member must have. */
  minAge: z.number(),
  /** Who stands behind the site. */
  company: z.optional(company),
  /** The site's own wording by text id; messages of the server carry theirs already. */
  texts: z.record(z.string(), z.object({ ko: z.optional(z.string()), en: z.optional(z.string()) })),
  sounds: z.object({ notice: z.optional(z.string()), alarm: z.optional(z.string()) }),
  feed: z.enum(['replay', 'binance', 'synthetic']),
  /** Another one when any of this, what a country sees of it or a legal document has changed; the same in every country. */
  mark: z.string(),
});
export type SiteInfo = z.output<typeof siteInfo>;

/** What index.html carries as `window.__MARU__`, so that the first paint needs no call. */
export interface BootPayload {
  site: SiteInfo;
  /** Server time in ms when the page was made. */
  now: number;
  /** Names the build: one reload per build when a lazy area fails. */
  build: string;
  /** Origin of the editor that shows this draft in a frame: nobody is logged in, and nothing takes the draft's place. */
  framedBy?: string;
}

export const getSiteInfo = defineRoute({
  name: 'getSiteInfo',
  method: 'GET',
  path: '/api/site_info/code',
  etag: true,
  roles: everyone,
  summary: { ko: '사이트 정보', en: 'What this site is and how it looks' },
  query: z.object({ code: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))) }),
  reply: siteInfo,
});

export const getServerTimeOffset = defineRoute({
  name: 'getServerTimeOffset',
  method: 'GET',
  path: '/api/server_time_offset',
  roles: everyone,
  summary: { ko: '서버 시각과의 차이', en: 'Server time and its distance from the given client time' },
  query: z.object({ ms: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))) }),
  /** `offset` = server ms − `ms` asked with (0 without). */
  reply: z.object({ offset: z.number(), serverTime: z.number() }),
});

export const getFees = defineRoute({
  name: 'getFees',
  method: 'GET',
  path: '/fee.json',
  etag: true,
  roles: everyone,
  summary: { ko: '수수료', en: 'Fees as fractions of the traded value' },
  reply: z.object({ futures: z.object({ maker: decimal, taker: decimal, estimateLong: decimal }) }),
  bare: true,
});

/** In English where Korean stands beside it. */
const english = z.optional(z.object({ title: z.string(), content: z.string() }));
export const noticeMessage = z.object({ id: z.number(), title: z.string(), content: z.string(), en: english, createdAt: isoTime });
export const popupMessage = z.object({
  id: z.number(),
  type: z.number(),
  title: z.string(),
  content: z.string(),
  en: english,
  link: z.optional(z.string()),
  width: z.optional(z.number()),
  createdAt: z.optional(isoTime),
});
export type PopupMessage = z.output<typeof popupMessage>;

/** Where a site's apps live beside the web; a store's id where there is one. */
export const getAppIds = defineRoute({
  name: 'getAppIds',
  method: 'GET',
  path: '/data/appid.json',
  etag: true,
  roles: everyone,
  summary: { ko: '앱 아이디', en: 'Ids of the site’s apps' },
  reply: z.object({ web: z.string(), android: z.nullable(z.string()), ios: z.nullable(z.string()) }),
  bare: true,
});

export const noticeTopic = defineTopic({
  name: 'notice',
  destination: '/topic/notice',
  roles: everyone,
  summary: { ko: '공지', en: 'Notices of this site' },
  message: noticeMessage,
});
export const siteNoticeTopic = defineTopic({
  name: 'siteNotice',
  destination: '/topic/notice/{siteId}',
  roles: everyone,
  summary: { ko: '사이트 공지', en: 'Notices of the named site, which must be the own one' },
  message: noticeMessage,
});
export const sitePopupTopic = defineTopic({
  name: 'sitePopup',
  destination: '/topic/popup/{siteId}',
  roles: everyone,
  summary: { ko: '실시간 팝업', en: 'Real-time popups of the named site, which must be the own one' },
  message: popupMessage,
});

export const siteChangeTopic = defineTopic({
  name: 'siteChange',
  destination: '/topic/site',
  roles: everyone,
  summary: {
    ko: '사이트 설정의 표식: 처음에 한 번, 그리고 바뀔 때마다',
    en: 'The mark of this site, first and after every change: whoever holds its info under another one asks again',
  },
  message: z.object({ at: isoTime, mark: z.string() }),
});

/** Legal documents of a site; `marketing` is the one that nobody has to agree to. */
export const documentKinds = ['service', 'privacy', 'risk', 'marketing'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const documentText = z.object({
  kind: z.enum(documentKinds),
  version: z.number(),
  title: z.string(),
  /** Paragraphs by empty lines; a line that begins with `## ` heads an article. */
  body: z.string(),
  effectiveAt: isoTime,
});
export type DocumentText = z.output<typeof documentText>;

export const getTerm = defineRoute({
  name: 'getTerm',
  method: 'GET',
  path: '/api/term',
  etag: true,
  roles: everyone,
  summary: { ko: '약관', en: 'A legal document: the version in force or an earlier one, and which there are' },
  query: z.object({
    kind: z.enum(documentKinds),
    version: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))),
  }),
  reply: z.object({
    ...documentText.shape,
    inForce: z.number(),
    /** Newest first, those that come into force later among them. */
    versions: z.array(z.object({ version: z.number(), effectiveAt: isoTime })),
  }),
  codes: ['NOT_FOUND'],
});

/** What a member has to agree to before it goes on: new versions that ask for it. */
export const listPendingTerms = defineRoute({
  name: 'listPendingTerms',
  method: 'GET',
  path: '/api/term/pending',
  roles: members,
  summary: { ko: '동의가 필요한 약관', en: 'Documents that I have yet to agree to' },
  reply: z.array(documentText),
});

export const acceptTerms = defineRoute({
  name: 'acceptTerms',
  method: 'POST',
  path: '/api/term/accept',
  roles: members,
  summary: { ko: '약관 동의', en: 'Agree to the named versions, which must be those in force' },
  body: z.object({
    terms: z
      .array(z.object({ kind: z.enum(documentKinds), version: z.number().check(z.int(), z.positive()) }))
      .check(z.minLength(1), z.maxLength(documentKinds.length)),
  }),
  reply: z.object({ accepted: z.number() }),
  codes: ['DOCUMENT_MOVED'],
});

/** Provided by site: notes which versions somebody agreed to, with the transaction that makes it a member. */
export interface LegalDocuments {
  agree(sql: Writer, agreement: { site: number; member: number; kinds: readonly DocumentKind[]; atMs: number; ip: string }): Promise<void>;
}
export const legalDocuments = serviceKey('site.legalDocuments').of<LegalDocuments>();
