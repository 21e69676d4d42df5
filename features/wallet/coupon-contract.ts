// Coupons that a member redeems.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { dnwEntry } from './dnw-contract.ts';
import { walletType } from './wallet-kinds.ts';

/** Letters and digits with hyphens, whatever their case; blanks around it are the reader's. */
export const promoCode = z.string().check(z.regex(/^[A-Za-z0-9-]{4,32}$/));
export const couponNames = z.object({
  ko: z.string().check(z.minLength(1), z.maxLength(60)),
  en: z.string().check(z.minLength(1), z.maxLength(60)),
});

export const usedCoupon = z.object({
  couponId: id,
  name: couponNames,
  walletType,
  point: decimal,
  time: isoTime,
  /** In USDT: what is to be traded before it may leave, and how much of it was. Null: it may leave. */
  turnover: z.nullable(z.object({ need: decimal, done: decimal })),
});
export type UsedCoupon = z.output<typeof usedCoupon>;

/** `coupon`: as it stands in the list of the redeemed ones. */
export const redeemCoupon = defineRoute({
  name: 'redeemCoupon',
  method: 'POST',
  path: '/api/coupon/use',
  roles: members,
  money: true,
  summary: { ko: '쿠폰 쓰기', en: 'Redeem a coupon' },
  body: z.object({ promoCode, walletType: walletType }),
  reply: z.object({ name: couponNames, received: dnwEntry, coupon: usedCoupon }),
  codes: ['COUPON_UNKNOWN', 'COUPON_USED', 'COUPON_SOLD_OUT', 'COUPON_OTHER_WALLET', 'COUPON_NOT_HERE', 'COUPON_TRIES', 'WALLET_NOT_USED'],
});

/** Ours: what the member has redeemed, newest first. */
export const listUsedCoupons = defineRoute({
  name: 'listUsedCoupons',
  method: 'GET',
  path: '/api/coupon/used',
  roles: members,
  summary: { ko: '내가 쓴 쿠폰', en: 'Coupons I redeemed' },
  reply: z.array(usedCoupon),
});
