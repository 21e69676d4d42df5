// The ledger's side of coupons: promotion account → coupon purse → member, each step once under a key of its own, and back what is left.
import { CommandKind, encodeCommand } from '@maru/engine/command.ts';
import { EventKind } from '@maru/engine/event.ts';
import { HOUSE_OWNER, HousePurse, ledgerAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import type { WalletType } from '../contract.ts';
import type { Posting } from './dnw-entry.ts';
import { postingOf } from './posting-of.ts';
import { ledgerOf } from './purses.ts';

const promo = ledgerAccount(HOUSE_OWNER, HousePurse.Promo);
/** Never below zero: what it holds is what coupons have promised. */
const purse = ledgerAccount(HOUSE_OWNER, HousePurse.Coupon);

export interface Coupon {
  couponId: number;
  site: number;
  point: number;
  quota: number;
  used: number;
}

export function fundCoupon(context: AppContext, { site, couponId, point, quota }: Coupon): Promise<Float64Array> {
  return move(context, site, promo, purse, point * quota, `coupon-fund|${couponId}`);
}

export async function returnRest(context: AppContext, { site, couponId, point, quota, used }: Coupon): Promise<number> {
  const rest = (quota - used) * point;
  if (rest > 0) await move(context, site, purse, promo, rest, `coupon-return|${couponId}`);
  return rest;
}

export async function payCoupon(context: AppContext, coupon: Coupon, account: number, walletType: WalletType): Promise<Posting> {
  const { site, couponId, point } = coupon;
  const credit = ledgerOf(walletType, account);
  if (credit === undefined) throw new Error(`coupon ${couponId} cannot be paid into ${walletType}`);
  const events = await move(context, site, purse, credit, point, `coupon-use|${couponId}|${account}`);
  return postingOf(context, site, account, events, PostingReason.Coupon);
}

async function move(
  { engine }: AppContext,
  site: number,
  debit: number,
  credit: number,
  amount: number,
  key: string,
): Promise<Float64Array> {
  const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const record = encodeCommand({ ...head, debit, credit, amount, reason: PostingReason.Coupon });
  stampRequestKey(record, { site, member: 0, requestKey: key });
  const { events } = await engine.submit(site, record);
  // What was promised stays promised: the next try, or the next start, pays it.
  if (events[0] === EventKind.CommandRejected) throw new Refusal(rejections.get(events[6])?.name ?? 'UNAVAILABLE');
  return events;
}
