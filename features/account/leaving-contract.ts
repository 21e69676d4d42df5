// Leaving (탈퇴): what stands in a member's way, the act itself, and what other features do when a member goes (ADR 0049).
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import { z } from 'zod/mini';
import type { DataOwner } from './own-data-contract.ts';

const words = z.object({ ko: z.string(), en: z.string() });

/** Something that must be ended first. `path`: the page where it is; null: it ends by itself, or by support. */
const obstacle = z.object({
  kind: z.string(),
  name: words,
  count: z.nullable(z.number()),
  path: z.nullable(z.string()),
});
export type Obstacle = z.output<typeof obstacle>;

const heldWallet = z.object({ type: z.string(), currency: z.string(), point: decimal });

export const leavingReply = z.object({
  /** An account of the demo, whose password everybody knows: it cannot leave at all. */
  isShared: z.boolean(),
  obstacles: z.array(obstacle),
  /** What all wallets hold, as the wallet page values it, USDT. `mayGiveUp`: it is little enough, or demo money. */
  held: z.object({ total: decimal, mayGiveUp: z.boolean(), most: decimal, wallets: z.array(heldWallet) }),
  /** Days that are kept by law, and until the same person may join again. */
  kept: z.object({ contracts: z.number(), disputes: z.number(), logins: z.number(), rejoin: z.number() }),
});
export type Leaving = z.output<typeof leavingReply>;

export const getLeaving = defineRoute({
  name: 'getLeaving',
  method: 'GET',
  path: '/api/user/leave',
  roles: members,
  summary: { ko: '탈퇴 전 확인', en: 'What stands in the way of leaving, and what would be given up' },
  reply: leavingReply,
});

export const leave = defineRoute({
  name: 'leave',
  method: 'POST',
  path: '/api/user/leave',
  roles: members,
  summary: { ko: '탈퇴', en: 'Leave this site for good; every login ends' },
  body: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    /** The sum that is given up, as `held.total` named it; not needed where nothing is held. */
    givesUp: z.optional(decimal),
  }),
  reply: z.object({ left: z.literal(true), leftAt: isoTime }),
  codes: [
    'PASSWORD_WRONG',
    'TOO_MANY_LOGINS',
    'SECOND_FACTOR_NEEDED',
    'SETTINGS_LOCKED',
    'LEAVE_OBSTACLES',
    'LEAVE_GIVE_UP',
    'LEAVE_SHARED',
    'ACCOUNT_LEAVING',
  ],
});

/** What a feature does when a member leaves. */
export interface LeavingPart {
  /** Of the feature, for the log. */
  name: string;
  /** Read from what is true now: asked before, and once more when the engine takes nothing new of the member. */
  obstacles?(who: DataOwner): Promise<Obstacle[]>;
  /** With the transaction that makes it final, and once more later for what came in the same moment: safe to repeat. */
  erase?(sql: Writer, who: DataOwner): Promise<void>;
  /** Behind the commit, what is in memory. */
  ended?(who: DataOwner): void;
  /** When what disputes need is over. */
  eraseDisputes?(sql: Writer, who: DataOwner): Promise<void>;
}
/** Provided by account. */
export interface LeavingParts {
  register(part: LeavingPart): void;
}
export const leavingParts = serviceKey('account.leavingParts').of<LeavingParts>();

export interface HeldMoney {
  /** Micro-USDT, as the wallet page values it. */
  total: number;
  /** False: something is held that nobody knows the worth of now. */
  isPriced: boolean;
  wallets: z.output<typeof heldWallet>[];
}
/** Provided by whoever keeps wallets. */
export interface LeavingMoney {
  held(site: SiteConfig, account: number): Promise<HeldMoney>;
  /** Everything held goes to the house, two-sided under a reason of its own; again: what is left. */
  giveUp(site: SiteConfig, account: number): Promise<void>;
}
export const leavingMoney = serviceKey('account.leavingMoney').of<LeavingMoney>();

/**
 * Within a transaction that promises something to a member: throws ACCOUNT_LEAVING for one that has left or is about to. What was
 * promised before stands and is seen by whoever checks the member out; nothing slips in between. An operator is told MEMBER_LEFT of
 * one that has left.
 */
export type RefuseLeaving = (sql: Writer, site: number, account: number, by?: 'OPERATOR') => Promise<void>;
/** Provided by account. */
export const refuseLeaving = serviceKey('account.refuseLeaving').of<RefuseLeaving>();

/** Accounts that the same person had on this site before, oldest first: what is given once to a person was given to them too. */
export type FormerAccounts = (sql: Writer, site: number, account: number) => Promise<readonly number[]>;
/** Provided by account. */
export const formerAccounts = serviceKey('account.formerAccounts').of<FormerAccounts>();
