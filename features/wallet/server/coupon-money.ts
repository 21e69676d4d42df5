// The ledger's side of coupons: grant purse → coupon purse → member, each step once under a key of its own, and back what is left.
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { appliedSeq, EngineBusy } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import type { WalletType } from '../contract.ts';
import type { Posting } from './dnw-entry.ts';
import { postingOf } from './posting-of.ts';
import { ledgerOf } from './purses.ts';

const { CommandRejected } = EventWord;

/** What operators may give: never below zero, filled by two persons. */
const grant = HouseAccount.Grant;
/** Never below zero: what it holds is what coupons have promised. */
const purse = HouseAccount.Coupon;
const PROJECTION_WAIT_MS = 20_000;
const HOUSE = -1;

export interface Coupon {
  couponId: number;
  site: number;
  point: number;
  quota: number;
  used: number;
}

/** In micro-USDT: what the grant purse holds, and what coupons have promised. */
export async function couponFunds({ engine }: Pick<AppContext, 'engine'>, site: number): Promise<{ free: number; promised: number }> {
  const [free, promised] = await Promise.all([grant, purse].map((ledger) => engine.query<number>(site, 'ledger', ledger)));
  return { free, promised };
}

/** `isAgain`: it may have been done before, longer ago than the engine remembers a request; then the ledger is asked first. */
export async function fundCoupon(context: AppContext, { site, couponId, point, quota }: Coupon, isAgain = false): Promise<void> {
  if (isAgain && (await postedFor(context, site, couponId, HOUSE, 'credit')) !== undefined) return;
  await move(context, site, { debit: grant, credit: purse, amount: point * quota, couponId, key: `coupon-fund|${couponId}` });
}

export async function returnRest(context: AppContext, coupon: Coupon, isAgain = false): Promise<number> {
  const { site, couponId, point, quota, used } = coupon;
  const rest = (quota - used) * point;
  if (rest === 0 || (isAgain && (await postedFor(context, site, couponId, HOUSE, 'debit')) !== undefined)) return rest;
  await move(context, site, { debit: purse, credit: grant, amount: rest, couponId, key: `coupon-return|${couponId}` });
  return rest;
}

export async function payCoupon(
  context: AppContext,
  { site, couponId, point }: Coupon,
  account: number,
  walletType: WalletType,
  isAgain = false,
): Promise<Posting> {
  const credit = ledgerOf(walletType, account);
  if (credit === undefined) throw new Error(`coupon ${couponId} cannot be paid into ${walletType}`);
  const before = isAgain ? await postedFor(context, site, couponId, account, 'debit') : undefined;
  if (before !== undefined) return before;
  const events = await move(context, site, { debit: purse, credit, amount: point, couponId, key: `coupon-use|${couponId}|${account}` });
  return postingOf(context, site, account, events, PostingReason.Coupon);
}

/** The coupon's own posting: its number stands in it. `side` of the coupon purse. */
async function postedFor(
  context: AppContext,
  site: number,
  couponId: number,
  account: number,
  side: 'debit' | 'credit',
): Promise<Posting | undefined> {
  const seq = appliedSeq(context.engine, site);
  if (!(await context.projections.waitFor(site, seq, PROJECTION_WAIT_MS))) throw new EngineBusy('projection behind');
  const { rows } = await context.pool.query<Posting>(
    `SELECT seq, idx, debit, credit, amount, reason, ref, debit_after, credit_after, symbol, time_ms FROM wallet_ledger
     WHERE site_id = $1 AND account = $2 AND reason = $3 AND ref = $4 AND ${side} = $5 ORDER BY seq LIMIT 1`,
    [site, account, PostingReason.Coupon, couponId, purse],
  );
  return rows[0];
}

interface Move {
  debit: number;
  credit: number;
  amount: number;
  couponId: number;
  key: string;
}

async function move({ engine }: AppContext, site: number, { debit, credit, amount, couponId, key }: Move): Promise<Float64Array> {
  const record = encodeTransfer({ debit, credit, amount, reason: PostingReason.Coupon, ref: couponId });
  stampRequestKey(record, { site, member: 0, requestKey: key });
  const { events } = await engine.submit(site, record);
  // What was promised stays promised: the next try, or the next start, pays it.
  if (events[0] === EventKind.CommandRejected) throw new Refusal(rejections.get(events[CommandRejected.code])?.name ?? 'UNAVAILABLE');
  return events;
}
