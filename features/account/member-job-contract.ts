// One act on every member that a filter finds: chosen once by the server, done in the background, each member once.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, idText, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { actReason, memberFilters } from './admin-contract.ts';
import { bulkActs } from './bulk-contract.ts';

/** Members of one job. */
export const MOST_FOUND = 100_000;
/** ASKED: a second person decides. */
export const memberJobStates = ['ASKED', 'WAITING', 'RUNNING', 'DONE', 'STOPPED'] as const;
/** Live notes about a job on the operators' topic. */
export const MEMBER_JOB_KIND = 'member-job';

const words = z.object({ ko: z.string(), en: z.string() });
export const memberJob = z.object({
  id: z.number(),
  act: z.enum(bulkActs),
  days: z.nullable(z.number()),
  reason: z.string(),
  state: z.enum(memberJobStates),
  /** Why it was stopped. */
  fault: z.nullable(z.object({ code: z.string(), words })),
  /** Members chosen; treated; refused by the act's own rules. The others are still to come, or were not reached. */
  total: z.number(),
  done: z.number(),
  refused: z.number(),
  refusals: z.array(z.object({ code: z.string(), words, count: z.number() })),
  by: z.string(),
  isOwn: z.boolean(),
  /** Of one that a second person decides. */
  requestId: z.nullable(z.number()),
  askedAt: isoTime,
  endedAt: z.nullable(isoTime),
});
export type MemberJob = z.output<typeof memberJob>;

/** How many the filter finds now, counted whole. It needs the right to see members too. */
export const countFound = defineRoute({
  name: 'countFound',
  method: 'GET',
  path: '/api/admin/member/job/count',
  roles: operators,
  right: 'member.write',
  summary: { ko: '조건에 맞는 회원 수', en: 'How many members a filter finds' },
  query: z.object(memberFilters),
  reply: z.object({ count: z.number() }),
  auditsRefusals: true,
  codes: ['SEARCH_SPENT', 'NO_PERMISSION'],
});

/**
 * The server chooses now, by the filter; whoever signs up later is not among them. A second person where the single act wants one: one
 * request for all of them.
 */
export const startMemberJob = defineRoute({
  name: 'startMemberJob',
  method: 'POST',
  path: '/api/admin/member/job/start',
  roles: operators,
  right: 'member.write',
  summary: { ko: '조건에 맞는 회원 모두 처리', en: 'Do the same to every member a filter finds' },
  body: z.object({
    ...memberFilters,
    act: z.enum(bulkActs),
    /** Of HOLD. */
    days: z.optional(z.number().check(z.int(), z.gte(1), z.lte(365))),
    /** As many as were shown: when more are found, nothing begins. */
    expected: z.number().check(z.int(), z.gte(1)),
    reason: actReason,
  }),
  reply: memberJob,
  codes: ['APPROVAL_REQUIRED', 'FOUND_NOBODY', 'FOUND_MORE', 'FOUND_TOO_MANY', 'MEMBER_JOB_BUSY', 'REQUEST_REUSED', 'SEARCH_SPENT'],
});

/** Newest first, of everybody at this site. */
export const listMemberJobs = defineRoute({
  name: 'listMemberJobs',
  method: 'GET',
  path: '/api/admin/member/job/list',
  roles: operators,
  right: 'member.write',
  summary: { ko: '회원 일괄 처리', en: 'Acts on many members, and how far they are' },
  reply: z.object({ content: z.array(memberJob) }),
});

/** Whoever may do the act may end it. What was done stays done. */
export const stopMemberJob = defineRoute({
  name: 'stopMemberJob',
  method: 'POST',
  path: '/api/admin/member/job/stop',
  roles: operators,
  right: 'member.write',
  summary: { ko: '일괄 처리 멈추기', en: 'Stop an act on many members' },
  body: z.object({ id }),
  reply: memberJob,
  codes: ['NOT_FOUND', 'MEMBER_JOB_OVER'],
});

/** A line per member: done, refused and why, or not reached. Numbers alone: it names nobody. */
export const fetchMemberJob = defineRoute({
  name: 'fetchMemberJob',
  method: 'GET',
  path: '/api/admin/member/job/file',
  roles: operators,
  right: 'member.write',
  summary: { ko: '일괄 처리 결과 받기', en: 'What became of each member, as CSV' },
  query: z.object({ id: idText }),
  download: true,
  reply: z.unknown(),
  codes: ['NOT_FOUND'],
});
