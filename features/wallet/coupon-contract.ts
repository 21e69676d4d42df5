// Coupons: what a member redeems, and what an operator gives out of the promotion account.
import { members, operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { dnwEntry } from './dnw-contract.ts';
import { walletTypes } from './wallet-kinds.ts';

/** Letters and digits with hyphens, whatever their case; blanks around it are the reader's. */
const promoCode = z.string().check(z.regex(/^[A-Za-z0-9-]{4,32}$/));
const names = z.object({ ko: z.string().check(z.minLength(1), z.maxLength(60)), en: z.string().check(z.minLength(1), z.maxLength(60)) });

export const redeemCoupon = defineRoute({
  name: 'redeemCoupon',
  method: 'POST',
  path: '/api/coupon/use',
  roles: members,
  money: true,
  summary: { ko: '쿠폰 쓰기', en: 'Redeem a coupon' },
  body: z.object({ promoCode, walletType: z.enum(walletTypes) }),
  reply: z.object({ name: names, received: dnwEntry }),
  codes: ['COUPON_UNKNOWN', 'COUPON_USED', 'COUPON_SOLD_OUT', 'COUPON_OTHER_WALLET', 'COUPON_NOT_HERE', 'COUPON_TRIES', 'WALLET_NOT_USED'],
});

export const usedCoupon = z.object({ couponId: id, name: names, walletType: z.enum(walletTypes), point: decimal, time: isoTime });
export type UsedCoupon = z.output<typeof usedCoupon>;
/** Ours: what the member has redeemed, newest first. */
export const listUsedCoupons = defineRoute({
  name: 'listUsedCoupons',
  method: 'GET',
  path: '/api/coupon/used',
  roles: members,
  summary: { ko: '내가 쓴 쿠폰', en: 'Coupons I redeemed' },
  reply: z.array(usedCoupon),
});

/** Ours, for operators: `quota` times `point` leaves the promotion account at once and waits for those who redeem it. */
export const createCoupon = defineRoute({
  name: 'createCoupon',
  method: 'POST',
  path: '/api/admin/coupon/create',
  roles: operators,
  right: 'coupon.write',
  money: true,
  summary: { ko: '쿠폰 만들기', en: 'Create a coupon' },
  body: z.object({
    promoCode,
    name: names,
    point: decimal,
    quota: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
    /** Absent: the member chooses. */
    walletType: z.optional(z.enum(walletTypes)),
    startsAt: z.optional(isoTime),
    expiresAt: isoTime,
  }),
  reply: z.object({ couponId: id, funded: decimal }),
  codes: ['COUPON_EXISTS', 'WALLET_NOT_USED'],
});
/** What nobody redeemed goes back. */
export const endCoupon = defineRoute({
  name: 'endCoupon',
  method: 'POST',
  path: '/api/admin/coupon/end',
  roles: operators,
  right: 'coupon.write',
  money: true,
  summary: { ko: '쿠폰 끝내기', en: 'End a coupon' },
  body: z.object({ couponId: id }),
  reply: z.object({ couponId: id, used: z.number(), returned: decimal }),
  codes: ['COUPON_UNKNOWN'],
});
