// One act on several members: each by itself, as if it were the only one.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { actReason } from './admin-contract.ts';

export const bulkActs = ['END_LOGINS', 'HOLD', 'LIFT_HOLD', 'DENY', 'ALLOW'] as const;
export type BulkAct = (typeof bulkActs)[number];
export const MOST_MEMBERS = 100;
export const bulkResults = ['DONE', 'ASKED', 'REFUSED'] as const;

const bulkRow = z.object({
  playerId: z.number(),
  /** ASKED: a second person decides, by the request of this number. */
  result: z.enum(bulkResults),
  requestId: z.nullable(z.number()),
  /** Why it was refused. */
  code: z.nullable(z.string()),
});
export type BulkRow = z.output<typeof bulkRow>;

/** Each member has its own line in the log, and a second person where the single act wants one; one that is refused stops no other. Somebody of another site among them: nothing is done. */
export const actOnMembers = defineRoute({
  name: 'actOnMembers',
  method: 'POST',
  path: '/api/admin/member/bulk',
  roles: operators,
  right: 'member.write',
  summary: { ko: '여러 회원 한 번에 처리', en: 'Do the same to several members' },
  body: z.object({
    playerIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_MEMBERS)),
    act: z.enum(bulkActs),
    /** Of HOLD. */
    days: z.optional(z.number().check(z.int(), z.gte(1), z.lte(365))),
    reason: actReason,
  }),
  reply: z.object({ content: z.array(bulkRow) }),
  codes: ['NOT_FOUND'],
});
