// Withdrawals as operators see and decide them; every call is about the chosen site alone.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { withdrawal, withdrawalStates } from './withdraw-contract.ts';

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));

/** Why it is not signed or mined yet, as signer, watcher or node said it; of what is known, which of these. STOP: ledger and chain differ. SHORT: of the hot address. OTHERS: to be paid with. */
export const standsStill = { waits: z.nullable(z.string()), waitsFor: z.nullable(z.enum(['STOP', 'SHORT', 'OTHERS'])) };

export const claim = z.object({ operatorId: z.number(), person: z.string(), since: isoTime, isMine: z.boolean() });

/** `contentHash` covers whose it is, where it goes and how much: a decision names what it saw. */
export const deskWithdrawal = z.object({
  ...withdrawal._zod.def.shape,
  playerId: z.number(),
  username: z.string(),
  value: decimal,
  contentHash: z.string(),
  /** Of approvals so far: RULES, or an operator's name. */
  agreed: z.array(z.object({ person: z.string(), at: isoTime })),
  needsTwo: z.boolean(),
  /** The one who looks is the member: another one decides. */
  isOwn: z.boolean(),
  ...standsStill,
  /** What became of its numbers in the ledger. */
  ledger: z.string(),
  /** Who works on it; null: nobody, or not for a while. */
  claim: z.nullable(claim),
  /** The request for a second person that waits: who said yes first. */
  asked: z.nullable(z.object({ requestId: z.number(), person: z.string(), at: isoTime })),
});
export type DeskWithdrawal = z.output<typeof deskWithdrawal>;

/** WAITING and MINE: to be looked at, the longest waiting first; the others newest first. */
export const withdrawalShows = ['WAITING', 'MINE', 'OPEN', 'DONE', 'ALL'] as const;
const wholeNumber = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number));

export const listDeskWithdrawals = defineRoute({
  name: 'listDeskWithdrawals',
  method: 'GET',
  path: '/api/admin/withdrawal/list',
  roles: operators,
  right: 'withdrawal.read',
  summary: { ko: '출금 목록', en: 'Withdrawals of this site, newest first' },
  query: z.object({
    page: pageQuery.page,
    size: pageQuery.size,
    state: z.optional(z.enum(withdrawalStates)),
    show: z.optional(z.enum(withdrawalShows)),
    walletType: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/))),
    /** Worth so many USDT or more when it was asked for, and that many minutes ago or longer. */
    least: z.optional(wholeNumber),
    minutes: z.optional(wholeNumber),
    /** A whole user name, hash or address, or its number. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(128))),
    playerId: z.optional(idText),
  }),
  reply: pageOf(deskWithdrawal),
  codes: ['NOT_FOUND'],
});

export const decideWithdrawal = defineRoute({
  name: 'decideWithdrawal',
  method: 'POST',
  path: '/api/admin/withdrawal/decide',
  roles: operators,
  right: 'withdrawal.decide',
  summary: { ko: '출금 승인·거절', en: 'Approve a withdrawal, by a second person where it is large, or refuse it' },
  body: z.object({ withdrawalId: id, decision: z.enum(['APPROVE', 'REFUSE']), contentHash: z.string().check(z.maxLength(64)), reason }),
  reply: deskWithdrawal,
  codes: ['NOT_FOUND', 'WITHDRAW_LATE', 'WITHDRAW_OWN', 'WITHDRAW_CHANGED', 'WITHDRAW_CLAIMED', 'WITHDRAW_ASKED', 'APPROVAL_REQUIRED'],
});
