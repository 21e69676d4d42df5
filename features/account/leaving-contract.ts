// Leaving (탈퇴): what stands in a member's way, the act itself, and the money that is given up (ADR 0049).
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const words = z.object({ ko: z.string(), en: z.string() });

/** Something that must be ended first. `path`: the page where it is; null: it ends by itself, or by support. */
const obstacle = z.object({
  kind: z.string(),
  name: words,
  count: z.nullable(z.number()),
  path: z.nullable(z.string()),
});

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
