// One withdrawal with all that an operator decides by, on one page, and who works on it.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, idText, isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { deposit } from './contract.ts';
import { deskWithdrawal } from './withdraw-admin-contract.ts';
import { travel, withdrawal, withdrawLimits } from './withdraw-contract.ts';

/** What the site's rules look at, and what they lead to. */
export const siteRules = ['AMOUNT', 'FIRST', 'MANY', 'VELOCITY', 'NEW_DEVICE', 'WIN', 'NO_TRADE', 'SANCTIONED', 'TRAVEL', 'HELD'] as const;
/** OPERATOR no site switches off: an operator's own is always looked at by another (ADR 0085). */
export const riskRules = [...siteRules, 'OPERATOR'] as const;
export type SiteRuleName = (typeof siteRules)[number];
export type RiskRuleName = (typeof riskRules)[number];
/** PASS: only written down. WAIT: a person looks. TWO: two persons do. */
export const riskOutcomes = ['PASS', 'WAIT', 'TWO'] as const;
export type RiskOutcome = (typeof riskOutcomes)[number];

/** What was known when it was judged. Amounts in USDT; null: could not be known then. */
export const riskFacts = z.object({
  value: decimal,
  /** Confirmed withdrawals before it. */
  before: z.number(),
  /** Of the day behind it, this one included. */
  dayCount: z.number(),
  dayValue: decimal,
  isInside: z.boolean(),
  /** Since when the member logs in from this kind of device; whether it did from another one before. */
  deviceSince: z.nullable(isoTime),
  hasOtherDevice: z.boolean(),
  /** What trading brought within the day, and what came in within seven. */
  dayResult: z.nullable(signedDecimal),
  weekDeposits: z.nullable(decimal),
  /** Traded since the first of these deposits, by value. */
  weekTraded: z.nullable(decimal),
  /** Something held the member's withdrawals after it was asked for. */
  isHeld: z.boolean(),
  /** Lists that name the address. */
  sanctions: z.array(z.string()),
  /** The member is an operator too. */
  isOperator: z.optional(z.boolean()),
  /** In whole won, by the rate of that moment. */
  won: z.nullable(decimal),
});
export type RiskFactsTold = z.output<typeof riskFacts>;

export const judgement = z.object({
  result: z.enum(riskOutcomes),
  at: isoTime,
  /** `threshold` in the rule's own unit: USDT, a count, or per cent. */
  fired: z.array(z.object({ rule: z.enum(riskRules), outcome: z.enum(riskOutcomes), threshold: z.nullable(decimal) })),
  facts: riskFacts,
});
export type Judgement = z.output<typeof judgement>;

/** `isNew`: it never got in from that address before. */
export const deskLogin = z.object({
  at: isoTime,
  ip: z.string(),
  device: z.object({ system: z.string(), browser: z.string(), isPhone: z.boolean() }),
  result: z.string(),
  isNew: z.boolean(),
});
export type DeskLogin = z.output<typeof deskLogin>;

const payout = z.object({
  state: z.enum(['PREPARED', 'SIGNED', 'DROPPED', 'REPLACED']),
  txHash: z.nullable(z.string()),
  preparedAt: isoTime,
  signedAt: z.nullable(isoTime),
  sentAt: z.nullable(isoTime),
  minedHeight: z.nullable(z.number()),
  confirmations: z.number(),
  isSuccess: z.nullable(z.boolean()),
  /** In the chain's own coin. */
  networkFee: z.nullable(decimal),
  /** How many others its transaction pays. */
  paidWith: z.number(),
  /** Why the signer did not sign it. */
  refused: z.nullable(z.string()),
});

/** Whose it is, as every page shows it on which an operator decides about coins. */
export const deskMember = {
  playerId: z.number(),
  username: z.string(),
  nick: z.string(),
  status: z.string(),
  isVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  joinedAt: isoTime,
};

export const deskWithdrawalPage = z.object({
  withdrawal: deskWithdrawal,
  member: z.object({
    ...deskMember,
    hold: z.nullable(z.object({ until: z.nullable(isoTime), reason: z.string() })),
    limits: withdrawLimits,
    /** In the withdrawal's own currency, now. */
    wallet: z.object({ withdrawable: decimal, pending: decimal, held: decimal, locked: decimal, owed: decimal }),
  }),
  /** Newest first. */
  logins: z.array(deskLogin),
  /** Null until the rules have looked. */
  judgement: z.nullable(judgement),
  travel: z.nullable(travel),
  /** The member's own name for the address, where it is on its list. */
  allowed: z.nullable(z.object({ label: z.string(), addedAt: isoTime, ripeAt: isoTime })),
  /** Newest first, this one not among them. */
  earlier: z.object({ withdrawals: z.array(withdrawal), deposits: z.array(deposit) }),
  /** Others that went to this address, of whichever member of the site. */
  sameAddress: z.array(
    z.object({ withdrawalId: z.number(), playerId: z.number(), username: z.string(), state: z.string(), askedAt: isoTime }),
  ),
  /** The engine's own word about its number, against the row. */
  proof: z.object({
    number: z.nullable(z.number()),
    /** NONE, HELD, SENT, SETTLED, INSIDE, RETURNED. */
    engine: z.string(),
    row: z.string(),
    /** What the engine holds under the number while it is open. */
    open: z.nullable(z.object({ account: z.number(), point: decimal, fee: decimal })),
    isSame: z.boolean(),
  }),
  payouts: z.array(payout),
});
export type DeskWithdrawalPage = z.output<typeof deskWithdrawalPage>;

export const readDeskWithdrawal = defineRoute({
  name: 'readDeskWithdrawal',
  method: 'GET',
  path: '/api/admin/withdrawal',
  roles: operators,
  right: 'withdrawal.read',
  summary: { ko: '출금 하나와 판단 근거', en: 'One withdrawal with all that it is decided by' },
  query: z.object({ withdrawalId: idText }),
  reply: deskWithdrawalPage,
  auditsRefusals: true,
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

/** For half an hour from its last sign; again by the same operator it begins anew. */
export const claimWithdrawal = defineRoute({
  name: 'claimWithdrawal',
  method: 'POST',
  path: '/api/admin/withdrawal/claim',
  roles: operators,
  right: 'withdrawal.decide',
  summary: { ko: '출금 맡기', en: 'Take a withdrawal to work on; others see whose it is' },
  body: z.object({ withdrawalId: id }),
  reply: deskWithdrawal,
  codes: ['NOT_FOUND', 'WITHDRAW_OWN', 'WITHDRAW_CLAIMED', 'WITHDRAW_LATE'],
});

export const releaseWithdrawal = defineRoute({
  name: 'releaseWithdrawal',
  method: 'POST',
  path: '/api/admin/withdrawal/release',
  roles: operators,
  right: 'withdrawal.decide',
  summary: { ko: '출금 내려놓기', en: 'Leave it to others again' },
  body: z.object({ withdrawalId: id }),
  reply: deskWithdrawal,
  codes: ['NOT_FOUND', 'WITHDRAW_CLAIMED'],
});
