// Requests that wait for a second person: seen, taken, decided by somebody else than who asked.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute, OWN_RIGHT } from '@maru/kit/contract/route.ts';
import { id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { tieKind } from './people-contract.ts';

const words = z.object({ ko: z.string(), en: z.string() });
const person = z.object({ id: z.number(), username: z.string(), name: z.string() });
/** FAILED: agreed to, and not done or not all of it. */
export const approvalStatuses = ['WAITING', 'APPROVED', 'FAILED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'] as const;

export const approvalRow = z.object({
  id: z.number(),
  kind: z.string(),
  kindName: words,
  target: z.string(),
  summary: words,
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  status: z.enum(approvalStatuses),
  askedBy: person,
  askedAt: isoTime,
  expiresAt: isoTime,
  /** Somebody has it before its eyes; by itself it is free again. */
  claim: z.nullable(z.object({ by: person, until: isoTime })),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(isoTime),
  decisionReason: z.nullable(z.string()),
  /** Of what was agreed to. PENDING: the engine has not answered yet, and is asked until it does. */
  outcome: z.nullable(z.enum(['PENDING', 'APPLIED', 'PARTLY', 'FAILED'])),
  appliedAt: z.nullable(isoTime),
  /** What applying it answered. */
  result: z.unknown(),
  /** Why it was not done, or cannot be agreed to as things stand. */
  fault: z.nullable(words),
  /** Of a waiting one that was asked for by its id: what is true now. Lists leave it out, and decide nothing. */
  live: z.nullable(z.object({ before: z.unknown(), after: z.unknown(), isChanged: z.boolean() })),
  isOwn: z.boolean(),
  /** Another's, waiting, of a kind whose right the caller holds, and the two are not one person. */
  mayDecide: z.boolean(),
  /** Why the caller counts as one person with whoever asked; empty when they are two. */
  ties: z.array(tieKind),
  /** Of what waits: how many others may decide it; 0 when a second person is missing. */
  deciders: z.number(),
  /** Of what is shown here, live values too: a decision names it. Empty in lists. */
  print: z.string(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

export const listApprovals = defineRoute({
  name: 'listApprovals',
  method: 'GET',
  path: '/api/admin/approval/list',
  roles: operators,
  right: 'approval.read',
  summary: { ko: '승인 대기', en: 'Requests for a second person, the longest waiting first' },
  query: z.object({
    /** WAITING when absent. */
    status: z.optional(z.enum(approvalStatuses)),
    kind: z.optional(z.string().check(z.maxLength(60))),
    page: pageQuery.page,
    size: pageQuery.size,
  }),
  reply: z.extend(pageOf(approvalRow), { waiting: z.array(z.object({ kind: z.string(), kindName: words, count: z.number() })) }),
});

export const getApproval = defineRoute({
  name: 'getApproval',
  method: 'GET',
  path: '/api/admin/approval',
  roles: operators,
  right: 'approval.read',
  summary: { ko: '승인 요청 보기', en: 'One request' },
  query: z.object({ id: idText }),
  reply: approvalRow,
  codes: ['NOT_FOUND'],
});

export const claimApproval = defineRoute({
  name: 'claimApproval',
  method: 'POST',
  path: '/api/admin/approval/claim',
  roles: operators,
  right: 'approval.decide',
  summary: { ko: '승인 요청 맡기', en: 'Take a request for five minutes, or go on with it' },
  body: z.object({ id }),
  reply: approvalRow,
  codes: ['NOT_FOUND', 'APPROVAL_OWN', 'APPROVAL_LINKED', 'APPROVAL_CLAIMED', 'APPROVAL_DECIDED'],
});

export const releaseApproval = defineRoute({
  name: 'releaseApproval',
  method: 'POST',
  path: '/api/admin/approval/release',
  roles: operators,
  right: 'approval.decide',
  summary: { ko: '승인 요청 놓기', en: 'Leave a taken request to others' },
  body: z.object({ id }),
  reply: approvalRow,
  codes: ['NOT_FOUND', 'APPROVAL_DECIDED'],
});

export const decideApproval = defineRoute({
  name: 'decideApproval',
  method: 'POST',
  path: '/api/admin/approval/decide',
  roles: operators,
  right: 'approval.decide',
  summary: { ko: '승인 또는 거절', en: 'Approve or reject what is shown, as another person; it is applied once' },
  body: z.object({
    id,
    isApproved: z.boolean(),
    print: z.string().check(z.maxLength(100)),
    /** Of a rejection always. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  reply: approvalRow,
  codes: ['NOT_FOUND', 'APPROVAL_OWN', 'APPROVAL_LINKED', 'APPROVAL_CLAIMED', 'APPROVAL_DECIDED', 'APPROVAL_CHANGED', 'REQUIRED_FIELD'],
});

/** Whoever asked takes it back. */
export const withdrawApproval = defineRoute({
  name: 'withdrawApproval',
  method: 'POST',
  path: '/api/admin/approval/withdraw',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '승인 요청 거두기', en: 'Take back a request of mine that waits' },
  body: z.object({ id }),
  reply: approvalRow,
  codes: ['NOT_FOUND', 'APPROVAL_DECIDED'],
});
