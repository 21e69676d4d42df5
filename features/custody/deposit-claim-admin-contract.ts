// Deposit claims as operators see and decide them, and what arrived that is nobody's; every call is about the chosen site alone.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { deposit } from './contract.ts';
import { depositClaim } from './deposit-claim-contract.ts';
import { claim } from './withdraw-admin-contract.ts';
import { deskLogin, deskMember } from './withdraw-desk-contract.ts';

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));
/** Every digit of a chain: more than the ledger has. */
const exact = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const filters = {
  walletType: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/))),
  /** A whole user name, hash or address, or a number. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(128))),
};

export const deskDepositClaim = z.object({
  ...depositClaim._zod.def.shape,
  playerId: z.number(),
  username: z.string(),
  /** Arrivals of this transaction that are nobody's. */
  found: z.number(),
  /** Others that claim the same transaction. */
  rivals: z.number(),
  /** Who works on it; null: nobody, or not for a while. */
  worker: z.nullable(claim),
  /** The request for a second person that waits: who said yes first. */
  asked: z.nullable(z.object({ requestId: z.number(), person: z.string(), at: isoTime })),
});
export type DeskDepositClaim = z.output<typeof deskDepositClaim>;

/** WAITING and MINE: to be decided, the longest waiting first; the others newest first. */
export const depositClaimShows = ['WAITING', 'MINE', 'DONE', 'ALL'] as const;

export const listDeskDepositClaims = defineRoute({
  name: 'listDeskDepositClaims',
  method: 'GET',
  path: '/api/admin/deposit/claim/list',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '입금 찾기 신청 목록', en: 'Deposit claims of this site' },
  query: z.object({
    page: pageQuery.page,
    size: pageQuery.size,
    show: z.optional(z.enum(depositClaimShows)),
    ...filters,
    playerId: z.optional(idText),
  }),
  reply: pageOf(deskDepositClaim),
  codes: ['NOT_FOUND'],
});

/** As the chain has it. `contentHash` covers the claim and it: a decision names what it saw. */
const claimedArrival = z.object({
  arrivalId: z.number(),
  contentHash: z.string(),
  point: exact,
  address: z.string(),
  memo: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  /** Null: its block is gone. */
  height: z.nullable(z.number()),
  confirmations: z.number(),
  seenAt: isoTime,
  isBooked: z.boolean(),
  /** Below the site's least: it cannot be credited. */
  isSmall: z.boolean(),
  /** Whose it has become; null: nobody's yet. */
  creditedTo: z.nullable(z.object({ playerId: z.number(), username: z.string() })),
  /** Where what the member said is not what the chain says. */
  differs: z.array(z.enum(['AMOUNT', 'SENDER'])),
  needsTwo: z.boolean(),
});
export type ClaimedArrival = z.output<typeof claimedArrival>;

export const deskDepositClaimPage = z.object({
  claim: deskDepositClaim,
  member: z.object({
    ...deskMember,
    /** The tag or memo it should have sent; null: it never asked for its address. */
    memo: z.nullable(z.string()),
  }),
  arrivals: z.array(claimedArrival),
  rivals: z.array(z.object({ claimId: z.number(), playerId: z.number(), username: z.string(), state: z.string(), askedAt: isoTime })),
  /** Members with deposits from the same sender, this one first: who sent from there before. */
  sameSender: z.array(z.object({ playerId: z.number(), username: z.string(), deposits: z.number(), isClaimant: z.boolean() })),
  deposits: z.array(deposit),
  logins: z.array(deskLogin),
});
export type DeskDepositClaimPage = z.output<typeof deskDepositClaimPage>;

export const readDeskDepositClaim = defineRoute({
  name: 'readDeskDepositClaim',
  method: 'GET',
  path: '/api/admin/deposit/claim',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '입금 찾기 신청 하나와 판단 근거', en: 'One deposit claim with all that it is decided by' },
  query: z.object({ claimId: idText }),
  reply: deskDepositClaimPage,
  auditsRefusals: true,
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

const workCodes = ['NOT_FOUND', 'DEPOSIT_CLAIM_TAKEN', 'DEPOSIT_CLAIM_LATE'];

/** For half an hour from its last sign; again by the same operator it begins anew. */
export const takeDepositClaim = defineRoute({
  name: 'takeDepositClaim',
  method: 'POST',
  path: '/api/admin/deposit/claim/take',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '입금 찾기 맡기', en: 'Take a deposit claim to work on; others see whose it is' },
  body: z.object({ claimId: id }),
  reply: deskDepositClaim,
  codes: workCodes,
});

export const leaveDepositClaim = defineRoute({
  name: 'leaveDepositClaim',
  method: 'POST',
  path: '/api/admin/deposit/claim/leave',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '입금 찾기 내려놓기', en: 'Leave it to others again' },
  body: z.object({ claimId: id }),
  reply: deskDepositClaim,
  codes: workCodes,
});

export const decideDepositClaim = defineRoute({
  name: 'decideDepositClaim',
  method: 'POST',
  path: '/api/admin/deposit/claim/decide',
  roles: operators,
  right: 'custody.write',
  summary: {
    ko: '입금 찾기 승인·거절',
    en: 'Credit an arrival to the member who claims it, by a second person where it is large, or refuse',
  },
  body: z.object({
    claimId: id,
    decision: z.enum(['APPROVE', 'REFUSE']),
    /** Of APPROVE. */
    arrivalId: z.optional(id),
    contentHash: z.optional(z.string().check(z.maxLength(64))),
    reason,
  }),
  reply: deskDepositClaim,
  codes: [
    ...workCodes,
    'DEPOSIT_CLAIM_CHANGED',
    'DEPOSIT_CLAIM_ASKED',
    'DEPOSIT_CLAIM_ARRIVAL',
    'DEPOSIT_CLAIM_CREDITED',
    'DEPOSIT_CLAIM_SMALL',
    'DEPOSIT_CLAIM_OWN',
    'DEPOSIT_CLAIM_SUSPENSE',
    'MEMBER_LEFT',
    'APPROVAL_REQUIRED',
  ],
});

export const unassignedArrival = z.object({
  arrivalId: z.number(),
  walletType: z.string(),
  currency: z.string(),
  chain: z.string(),
  point: exact,
  txHash: z.string(),
  address: z.string(),
  memo: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  /** OPEN: nobody's. CLAIMED: somebody claims it. CREDITED: a claim was approved for it. */
  state: z.enum(['OPEN', 'CLAIMED', 'CREDITED']),
  isSmall: z.boolean(),
  seenAt: isoTime,
});
export type UnassignedArrival = z.output<typeof unassignedArrival>;

export const unassignedShows = ['OPEN', 'CREDITED', 'ALL'] as const;

export const listUnassigned = defineRoute({
  name: 'listUnassigned',
  method: 'GET',
  path: '/api/admin/deposit/unassigned/list',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '주인 없는 입금', en: 'Arrivals without the number of any member, newest first' },
  query: z.object({ page: pageQuery.page, size: pageQuery.size, show: z.optional(z.enum(unassignedShows)), ...filters }),
  reply: pageOf(unassignedArrival),
});
