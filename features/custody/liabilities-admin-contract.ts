// Proofs of liabilities on the desk: what was proved beside what the chains hold, why a proof is missing, and one more on demand.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const exact = z.string().check(z.regex(/^-?\d{1,24}(\.\d{1,18})?$/));

/**
 * Why a proof was refused. NEGATIVE: a balance below zero; SUM: members' balances are not what the house's side of the ledger says;
 * INEXACT: beyond whole numbers; MEMBER: an account that no member has; FAILED: it was not made, the log says why.
 */
export const liabilityFaults = ['NEGATIVE', 'SUM', 'INEXACT', 'MEMBER', 'FAILED'] as const;
export type LiabilityFault = (typeof liabilityFaults)[number];

export const deskLiability = z.object({
  proofId: z.number(),
  coin: z.string(),
  number: z.number(),
  at: isoTime,
  /** Made for an operator; else by the day's job. */
  isAsked: z.boolean(),
  isSigned: z.boolean(),
  sequence: z.number(),
  leaves: z.number(),
  /** Owed to members. */
  sum: exact,
  /** What cross wallets below zero lack, counted as nothing. */
  below: exact,
  /** Of the comparison of ledger and chains that came last before it, and when; null without one. `paper`: a demo's money that is on no chain. */
  chain: z.nullable(exact),
  paper: z.nullable(exact),
  chainAt: z.nullable(isoTime),
  root: z.string(),
  hash: z.string(),
});
export type DeskLiability = z.output<typeof deskLiability>;

export const liabilityFault = z.object({
  coin: z.string(),
  fault: z.enum(liabilityFaults),
  since: isoTime,
  at: isoTime,
  /** Said of it: account, sums. */
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const listDeskLiabilities = defineRoute({
  name: 'listDeskLiabilities',
  method: 'GET',
  path: '/api/admin/custody/liabilities',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '부채 증명', en: 'Proofs of liabilities, newest first, beside what the chains hold' },
  query: z.object({ coin: z.optional(z.string().check(z.maxLength(16))) }),
  reply: z.object({
    content: z.array(deskLiability),
    faults: z.array(liabilityFault),
    /** One was asked for and is not made yet. */
    isAsked: z.boolean(),
  }),
});

/** Of every coin that is owed to anybody: made within a minute. */
export const askLiabilities = defineRoute({
  name: 'askLiabilities',
  method: 'POST',
  path: '/api/admin/custody/liabilities/ask',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '지금 부채 증명 만들기', en: 'Make a proof of liabilities now' },
  body: z.object({}),
  reply: z.object({ isAsked: z.literal(true) }),
});
