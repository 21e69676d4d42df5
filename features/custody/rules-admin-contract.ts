// What holds withdrawals back as operators set it: the site's risk rules, limits by level, and addresses under sanctions.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { riskOutcomes, siteRules } from './withdraw-desk-contract.ts';

const reason = z.string().check(z.trim(), z.minLength(4), z.maxLength(300));

/** What a rule's threshold counts; null: it has none. PERCENT of the coin's own limit of one person. */
export const ruleUnits = ['USDT', 'COUNT', 'PERCENT', 'KRW'] as const;

export const deskRule = z.object({
  rule: z.enum(siteRules),
  isOn: z.boolean(),
  /** Null: the rule has none, or of TRAVEL that nobody is asked. */
  threshold: z.nullable(decimal),
  unit: z.nullable(z.enum(ruleUnits)),
  action: z.enum(riskOutcomes),
});
export type DeskRule = z.output<typeof deskRule>;

export const listDeskRules = defineRoute({
  name: 'listDeskRules',
  method: 'GET',
  path: '/api/admin/custody/rules',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '출금 규칙', en: 'What is looked at before a withdrawal of this site goes' },
  reply: z.array(deskRule),
});

/** Off, a higher threshold or fewer persons protect less: a second person agrees to that. */
export const changeDeskRule = defineRoute({
  name: 'changeDeskRule',
  method: 'POST',
  path: '/api/admin/custody/rule',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '출금 규칙 바꾸기', en: 'Switch a rule of withdrawals, its threshold and who has to look; from the next withdrawal on' },
  body: z.object({ rule: z.enum(siteRules), isOn: z.boolean(), threshold: z.optional(decimal), action: z.enum(riskOutcomes), reason }),
  reply: deskRule,
  codes: ['NOT_FOUND', 'COIN_SAME', 'RULE_THRESHOLD', 'RULE_NO_THRESHOLD', 'BAD_PRECISION', 'APPROVAL_REQUIRED'],
});

const days = z.number().check(z.int(), z.minimum(0), z.maximum(3650));
const level = z.number().check(z.int(), z.minimum(1), z.maximum(99));
/** USDT within a day and thirty; absent or null: none. */
export const deskLevel = z.object({
  level,
  needsIdentity: z.boolean(),
  needsDays: days,
  dayMost: z.nullable(decimal),
  monthMost: z.nullable(decimal),
});
export type DeskLevel = z.output<typeof deskLevel>;

export const listDeskLevels = defineRoute({
  name: 'listDeskLevels',
  method: 'GET',
  path: '/api/admin/custody/levels',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '등급별 출금 한도', en: 'Levels of members with what may leave a day and in thirty' },
  reply: z.array(deskLevel),
});

/** Less asked of a member, or more that may leave, protects less: a second person agrees to that. */
export const changeDeskLevel = defineRoute({
  name: 'changeDeskLevel',
  method: 'POST',
  path: '/api/admin/custody/level',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '등급별 출금 한도 바꾸기', en: 'Change what a level asks for and lets leave; at once' },
  body: z.object({
    level,
    needsIdentity: z.boolean(),
    needsDays: days,
    dayMost: z.optional(decimal),
    monthMost: z.optional(decimal),
    reason,
  }),
  reply: deskLevel,
  codes: ['NOT_FOUND', 'COIN_SAME', 'LEVEL_MONTH', 'BAD_PRECISION', 'APPROVAL_REQUIRED'],
});

export const deskSanction = z.object({ sanctionId: z.number(), address: z.string(), list: z.string(), addedAt: isoTime });
export type DeskSanction = z.output<typeof deskSanction>;

/** Newest first. `search`: a whole address. */
export const listDeskSanctions = defineRoute({
  name: 'listDeskSanctions',
  method: 'GET',
  path: '/api/admin/custody/sanctions',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '제재 명단', en: 'Addresses under sanctions that operators of this site added' },
  query: z.object({ page: pageQuery.page, size: pageQuery.size, search: z.optional(z.string().check(z.trim(), z.maxLength(128))) }),
  reply: pageOf(deskSanction),
});

/** Lines of `address` or `address,list`; what stands there already is left as it is. */
export const addDeskSanctions = defineRoute({
  name: 'addDeskSanctions',
  method: 'POST',
  path: '/api/admin/custody/sanctions/add',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '제재 명단 올리기', en: 'Add addresses under sanctions; the next withdrawal to one of them is found' },
  body: z.object({ text: z.string().check(z.trim(), z.minLength(3), z.maxLength(50_000)), reason }),
  reply: z.object({ added: z.number() }),
  codes: ['SANCTION_LINE', 'COIN_SAME'],
});

export const dropDeskSanction = defineRoute({
  name: 'dropDeskSanction',
  method: 'POST',
  path: '/api/admin/custody/sanctions/drop',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '제재 명단에서 빼기', en: 'Take an address off the list, by a second person' },
  body: z.object({ sanctionId: z.number().check(z.int(), z.minimum(1)), reason }),
  reply: z.object({ sanctionId: z.number() }),
  codes: ['NOT_FOUND', 'APPROVAL_REQUIRED'],
});
