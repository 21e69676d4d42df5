// Coupons on the operators' desk: made out of the grant purse, counted, ended; large ones by two persons.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { partnerKey } from '@maru/partner/contract.ts';
import { z } from 'zod/mini';
import { couponNames, promoCode } from './coupon-contract.ts';
import { walletType } from './wallet-kinds.ts';

export const MAX_BATCH = 1000;
export const MAX_TURNOVER = 100;
/** What one operator may give within 24 hours, in USDT, over all its coupons of all sites; above it a second person agrees. */
export const COUPON_ALONE = '1000';

/**
 * `quota` times `point` leaves the grant purse at once and waits for those who redeem it. With `count` so many codes of one use each are
 * drawn, of which a member may redeem one; `promoCode` begins them.
 */
export const createCoupon = defineRoute({
  name: 'createCoupon',
  method: 'POST',
  path: '/api/admin/coupon/create',
  roles: operators,
  right: 'coupon.write',
  money: true,
  summary: { ko: '쿠폰 만들기', en: 'Create a coupon, or a batch of codes' },
  body: z.object({
    promoCode,
    count: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_BATCH))),
    name: couponNames,
    point: decimal,
    quota: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
    /** Absent: the member chooses. */
    walletType: z.optional(walletType),
    startsAt: z.optional(isoTime),
    expiresAt: isoTime,
    /** Codes: only members below one of these partners may redeem it; for others it is not there. */
    partners: z.optional(z.array(partnerKey).check(z.maxLength(20))),
    /** So many times its amount is to be traded before it may leave. */
    turnover: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_TURNOVER))),
    reason: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(300))),
  }),
  reply: z.object({ couponId: id, funded: decimal }),
  codes: ['COUPON_EXISTS', 'PARTNER_UNKNOWN', 'WALLET_NOT_USED', 'LIMIT_EXCEEDED', 'APPROVAL_REQUIRED'],
});

/** What nobody redeemed goes back. Of a batch: all of its codes. */
export const endCoupon = defineRoute({
  name: 'endCoupon',
  method: 'POST',
  path: '/api/admin/coupon/end',
  roles: operators,
  right: 'coupon.write',
  money: true,
  summary: { ko: '쿠폰 끝내기', en: 'End a coupon' },
  body: z.object({ couponId: id, reason: z.optional(z.string().check(z.trim(), z.maxLength(300))) }),
  reply: z.object({ couponId: id, used: z.number(), returned: decimal }),
  codes: ['COUPON_UNKNOWN'],
});

/** ASKED waits for a second person, MADE for its money. */
export const couponStates = ['ASKED', 'MADE', 'AHEAD', 'OPEN', 'SOLD_OUT', 'OVER', 'ENDED'] as const;
export type CouponState = (typeof couponStates)[number];

export const couponRow = z.object({
  couponId: id,
  /** Of a batch its first code. */
  promoCode: z.string(),
  /** Codes; 1 where it is no batch. */
  count: z.number(),
  name: couponNames,
  point: decimal,
  quota: z.number(),
  used: z.number(),
  walletType: z.nullable(walletType),
  startsAt: isoTime,
  expiresAt: isoTime,
  partners: z.array(z.string()),
  turnover: z.number(),
  createdBy: z.string(),
  state: z.enum(couponStates),
});
export type CouponRow = z.output<typeof couponRow>;

export const listCoupons = defineRoute({
  name: 'listCoupons',
  method: 'GET',
  path: '/api/admin/coupon/list',
  roles: operators,
  right: 'coupon.read',
  summary: { ko: '쿠폰 목록', en: 'Coupons and what they are funded with' },
  query: z.object({ ...pageQuery, state: z.optional(z.enum(couponStates)), q: z.optional(z.string().check(z.maxLength(40))) }),
  reply: z.extend(pageOf(couponRow), {
    /** In USDT: what can still be given, what coupons have promised, and what of today's own limit the caller has left. */
    funds: z.object({ free: decimal, promised: decimal, alone: decimal }),
  }),
});

export const couponCode = z.object({ promoCode: z.string(), used: z.number(), quota: z.number() });
export type CouponCode = z.output<typeof couponCode>;
/** For the file of a batch: whoever has a code has its money, so that reading them is written down. */
export const readCouponCodes = defineRoute({
  name: 'readCouponCodes',
  method: 'GET',
  path: '/api/admin/coupon/codes',
  roles: operators,
  right: 'coupon.write',
  summary: { ko: '쿠폰 번호 받기', en: 'The codes of a batch' },
  query: z.object({ couponId: idText }),
  reply: z.array(couponCode),
  codes: ['COUPON_UNKNOWN'],
});
