// A brand from its first row to its opening: made from a neutral or another brand, prepared behind closed hosts, opened once its list is green.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { siteBits, type SiteConfig } from '@maru/kit/contract/site-config.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { z } from 'zod/mini';
import { siteConfig } from './config-contract.ts';

const words = z.object({ ko: z.string(), en: z.string() });
const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const reason = text(300);

export const launchGroups = ['LAW', 'MONEY', 'PEOPLE', 'ADDRESS'] as const;

export const launchCheck = z.object({
  /** `company`, `documents`, `mail`, … */
  item: z.string(),
  group: z.enum(launchGroups),
  title: words,
  isGreen: z.boolean(),
  /** What was found, or what is missing. */
  says: words,
  /** The back office's page where it is mended, under /admin; null: here. */
  page: z.nullable(z.string()),
  /** An operator's word that it was looked at is what is missing. */
  asksConfirmation: z.boolean(),
  /** Missing is that the server looks at the brand's hosts (`proveHosts`). */
  asksProof: z.optional(z.boolean()),
});
export type LaunchCheck = z.output<typeof launchCheck>;

export const launchState = z.object({
  code: z.string(),
  name: words,
  hosts: z.array(z.string()),
  /** Null: closed to the outside. */
  openedAt: z.nullable(isoTime),
  checks: z.array(launchCheck),
});
export type LaunchState = z.output<typeof launchState>;

export const getLaunch = defineRoute({
  name: 'getLaunch',
  method: 'GET',
  path: '/api/admin/site/launch',
  roles: operators,
  right: 'site.read',
  summary: { ko: '열기 전 점검표', en: 'Whether the brand is open, and what its launch list says now' },
  reply: launchState,
});

/** `template`: a neutral brand, or the one that this is asked at, without members, money, keys, hosts, company and files. */
export const createBrand = defineRoute({
  name: 'createBrand',
  method: 'POST',
  path: '/api/admin/site/create',
  roles: operators,
  right: 'site.create',
  everywhere: true,
  summary: { ko: '새 브랜드', en: 'Make a new brand, closed until its launch list is green; a second person agrees' },
  body: z.object({
    template: z.enum(['NEUTRAL', 'THIS']),
    code: z.string().check(z.regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/)),
    name: z.object({ ko: text(30), en: text(30) }),
    hosts: z.array(text(253)).check(z.minLength(1), z.maxLength(20)),
    languages: z.array(z.enum(['ko', 'en'])).check(z.minLength(1), z.maxLength(2)),
    timeZone: text(60),
    /** Product bits; only those that the template has the wallets and games for. */
    type: z.number().check(z.int(), z.minimum(0), z.maximum(Object.values(siteBits).reduce((all, bit) => all | bit, 0))),
    /** Wallets; absent: the template's. */
    usedCoins: z.optional(siteConfig.shape.usedCoins),
    /** No template gives these; absent: they are put in before it opens. */
    company: siteConfig.shape.company,
    senders: siteConfig.shape.senders,
    reason,
  }),
  reply: z.object({ requestId: z.number() }),
  codes: ['APPROVAL_REQUIRED', 'SITE_CODE_TAKEN', 'SITE_HOST_TAKEN', 'SITE_FIELD'],
});

/** What an operator looked at: counts until a figure of it changes. */
export const confirmLaunchItem = defineRoute({
  name: 'confirmLaunchItem',
  method: 'POST',
  path: '/api/admin/site/launch/confirm',
  roles: operators,
  right: 'site.money',
  summary: { ko: '점검 항목 확인', en: 'Say that limits or rules were looked at as they stand now' },
  body: z.object({ item: z.enum(['limits', 'rules']), reason }),
  reply: launchState,
});

/** Each host is called as the world would call it, and must lead to this server. One that was looked at within five seconds is not called again. */
export const proveHosts = defineRoute({
  name: 'proveHosts',
  method: 'POST',
  path: '/api/admin/site/launch/hosts',
  roles: operators,
  right: 'site.open',
  summary: { ko: '주소 연결 확인', en: 'Have the server look whether the brand’s hosts lead to it' },
  body: z.object({}),
  reply: launchState,
});

export const openBrand = defineRoute({
  name: 'openBrand',
  method: 'POST',
  path: '/api/admin/site/open',
  roles: operators,
  right: 'site.open',
  summary: { ko: '브랜드 열기', en: 'Open the brand to the outside once its list is green; a second person agrees' },
  body: z.object({ reason }),
  reply: z.object({ requestId: z.number() }),
  codes: ['APPROVAL_REQUIRED', 'LAUNCH_NOT_READY', 'LAUNCH_OPEN'],
});

/**
 * Only before it has ever opened, with nobody and no money in it. Its number is never given again; its code and hosts are free. Asked at
 * the brand itself, whose code is typed.
 */
export const giveUpBrand = defineRoute({
  name: 'giveUpBrand',
  method: 'POST',
  path: '/api/admin/site/give-up',
  roles: operators,
  right: 'site.create',
  everywhere: true,
  summary: { ko: '브랜드 접기', en: 'Give up a brand that has not opened; a second person agrees' },
  body: z.object({ code: text(32), reason }),
  reply: z.object({ requestId: z.number() }),
  codes: ['APPROVAL_REQUIRED', 'BRAND_CODE', 'BRAND_OPENED', 'BRAND_MEMBERS', 'BRAND_MONEY', 'BRAND_LAST', 'BRAND_UNDER_WAY'],
});

/** What a feature holds of a brand that is to be given up: the code it is refused with, undefined for nothing. */
export type BrandHold = (sql: Writer, site: number) => Promise<string | undefined>;
/** Provided by site: features add theirs at the start, and every giving up asks them all. */
export const brandHolds = serviceKey('site.brandHolds').of<BrandHold[]>();

/** A check of another feature: asked anew each time the list is. */
export interface LaunchCheckKind {
  item: string;
  group: (typeof launchGroups)[number];
  title: { ko: string; en: string };
  page: string | null;
  /** Undefined: it does not concern this site. What it asks the database it asks of `sql`: a change of the list is a transaction. */
  look(site: SiteConfig, sql: Writer): Promise<{ isGreen: boolean; says: { ko: string; en: string } } | undefined>;
}
/** Provided by site. */
export interface LaunchChecks {
  register(kind: LaunchCheckKind): void;
}
export const launchChecks = serviceKey('site.launchChecks').of<LaunchChecks>();

/** The neutral brand that an installation's new ones begin with. Provided by whoever starts the server. */
export const neutralSite = serviceKey('site.neutral').of<SiteConfig>();
