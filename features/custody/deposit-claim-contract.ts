// A member says that coins without the right memo were its own: asked for with what it knows of the payment, decided by the desk (ADR 0090).
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const walletType = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));
/** As both chains with memos have them. */
const txHash = z.string().check(z.trim(), z.regex(/^[0-9A-Fa-f]{64}$/));
const sender = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{1,128}$/));
const evidence = z.string().check(z.trim(), z.maxLength(1000));

/** CREDITED: approved, and in the wallet by now. */
export const depositClaimStates = ['REQUESTED', 'IN_REVIEW', 'APPROVED', 'CREDITED', 'REFUSED', 'CANCELLED'] as const;
export type DepositClaimState = (typeof depositClaimStates)[number];

/** So many may be open at once, and so many asked for within a day. */
export const MOST_OPEN_CLAIMS = 3;
export const MOST_DAY_CLAIMS = 5;

/** What the member said; nothing of it says whether there is such a payment. */
export const depositClaim = z.object({
  claimId: z.number(),
  walletType,
  currency: z.string(),
  chain: z.string(),
  txHash: z.string(),
  point: decimal,
  sender: z.nullable(z.string()),
  evidence: z.nullable(z.string()),
  state: z.enum(depositClaimStates),
  /** Of REFUSED why, as the desk wrote it. */
  reason: z.nullable(z.string()),
  canCancel: z.boolean(),
  askedAt: isoTime,
  steps: z.array(z.object({ state: z.enum(depositClaimStates), at: isoTime })),
});
export type DepositClaim = z.output<typeof depositClaim>;

/** The same once more is answered as it stands. The answer is the same whether such a payment is known here or not. */
export const askDepositClaim = defineRoute({
  name: 'askDepositClaim',
  method: 'POST',
  path: '/api/dnw/deposit/claim',
  roles: members,
  summary: { ko: '메모 없이 보낸 입금 찾기', en: 'Claim a payment that came without the right memo' },
  body: z.object({ walletType, txHash, point: decimal, sender: z.optional(sender), evidence: z.optional(evidence) }),
  reply: depositClaim,
  codes: ['DEPOSIT_CLAIM_COIN', 'DEPOSIT_CLAIM_LEAST', 'DEPOSIT_CLAIM_OPEN', 'DEPOSIT_CLAIM_MANY', 'BAD_PRECISION', 'ACCOUNT_LEAVING'],
});

export const listDepositClaims = defineRoute({
  name: 'listDepositClaims',
  method: 'GET',
  path: '/api/dnw/deposit/claim/list',
  roles: members,
  summary: { ko: '입금 찾기 신청 내역', en: 'My deposit claims, newest first' },
  query: z.object({ page: pageQuery.page, size: pageQuery.size }),
  reply: pageOf(depositClaim),
});

/** Until somebody of the desk has taken it up. */
export const cancelDepositClaim = defineRoute({
  name: 'cancelDepositClaim',
  method: 'POST',
  path: '/api/dnw/deposit/claim/cancel',
  roles: members,
  summary: { ko: '입금 찾기 취소', en: 'Take my deposit claim back' },
  body: z.object({ claimId: id }),
  reply: depositClaim,
  codes: ['NOT_FOUND', 'DEPOSIT_CLAIM_LATE'],
});
