// What operators may do to a site's trading: stop it, restrict one account, end a symbol.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id, idText, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { crossAccount } from '@maru/wallet/contract.ts';
import { z } from 'zod/mini';
import { twap } from './twap-contract.ts';
import { closedPosition, fill, option, order, position } from './shapes.ts';

/** Operators only: what may be done with a symbol, or (without one) with the whole site. */
export const setSwitch = defineRoute({
  name: 'setSwitch',
  method: 'POST',
  path: '/api/admin/futures/switch',
  roles: operators,
  right: 'futures.switch',
  money: true,
  summary: { ko: '거래 제한', en: 'Restrict or free trading' },
  body: z.object({
    futuresOptionId: z.optional(id),
    trading: z.enum(['NONE', 'CANCEL_ONLY', 'REDUCE_ONLY', 'HALT']),
    /** Stands in the audit log; of the whole site always. */
    reason: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(500))),
  }),
  reply: z.object({ trading: option.shape.trading }),
  codes: ['SYMBOL_UNKNOWN', 'REQUIRED_FIELD'],
});

/** Restrictions that the specification names; the copying itself is another product and sets its own in time. */
export const accountFlags = z.object({
  trader: z.boolean(),
  /** A lead whose copied orders are open. */
  traderCopied: z.boolean(),
  /** A follower whose copied orders are open. */
  followerCopied: z.boolean(),
  mayNotOrder: z.boolean(),
  mayNotInvest: z.boolean(),
  frozen: z.boolean(),
  reduceOnly: z.boolean(),
});
export type AccountFlags = z.output<typeof accountFlags>;
/** Ours, for operators: what is not named keeps its value. */
export const setAccountFlags = defineRoute({
  name: 'setAccountFlags',
  method: 'POST',
  path: '/api/admin/futures/account_flags',
  roles: operators,
  right: 'futures.restrict',
  money: true,
  summary: { ko: '계정 거래 제한', en: 'Restrict an account' },
  body: z.extend(z.partial(accountFlags), {
    playerId: id,
    /** Stands in the member's file. */
    reason: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(300))),
  }),
  reply: z.extend(accountFlags, { playerId: id }),
  codes: ['ACCOUNT_UNKNOWN'],
});

/** In use anywhere: no symbol's table goes beyond it. */
export const MOST_LEVERAGE = 125;
/**
 * Ours, for operators: the most leverage an account may trade at. What it chose above is lowered at once; where a position is open
 * (`kept`) its leverage stays, and only what reduces is taken. Null frees it.
 */
export const setLeverageLimit = defineRoute({
  name: 'setLeverageLimit',
  method: 'POST',
  path: '/api/admin/futures/leverage_limit',
  roles: operators,
  right: 'futures.restrict',
  money: true,
  summary: { ko: '레버리지 한도', en: 'Limit the leverage of an account' },
  body: z.object({
    playerId: id,
    leverage: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(MOST_LEVERAGE))),
    /** Stands in the member's file. */
    reason: z.string().check(z.trim(), z.minLength(2), z.maxLength(300)),
  }),
  reply: z.object({
    playerId: id,
    leverage: z.nullable(z.number()),
    kept: z.array(z.object({ futuresOptionId: id, leverage: z.number() })),
  }),
  codes: ['ACCOUNT_UNKNOWN'],
});

/**
 * Ours, for operators: asks to cancel the symbol's orders and settle its positions at the last mark. There is no way back, so a second
 * person agrees: whoever holds the right too.
 */
export const delistOption = defineRoute({
  name: 'delistOption',
  method: 'POST',
  path: '/api/admin/futures/option/delist',
  roles: operators,
  right: 'futures.delist',
  summary: { ko: '종목 거래 종료 요청', en: 'Ask to delist a symbol' },
  body: z.object({
    futuresOptionId: id,
    reason: z.string().check(z.trim(), z.minLength(2), z.maxLength(500)),
  }),
  reply: z.object({}),
  codes: ['SYMBOL_UNKNOWN', 'SYMBOL_CLOSED', 'APPROVAL_REQUIRED'],
});

/** Live from the engine. `isHeld`: its margin is being liquidated. */
export const readMemberTrading = defineRoute({
  name: 'readMemberTrading',
  method: 'GET',
  path: '/api/admin/futures/member',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원의 거래 상태', en: 'A member’s positions, orders and restrictions' },
  query: z.object({ playerId: idText, after: pageQuery.after }),
  reply: z.object({
    flags: accountFlags,
    leverageLimit: z.nullable(z.number()),
    isHeld: z.boolean(),
    cross: crossAccount,
    positions: z.array(position),
    orders: z.array(order),
    /** Running ones. */
    twaps: z.array(twap),
  }),
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

const paged = <T extends z.ZodMiniType>(item: T) => z.extend(pageOf(item), { next: z.nullable(z.string()) });

export const listMemberHistory = defineRoute({
  name: 'listMemberHistory',
  method: 'GET',
  path: '/api/admin/futures/history',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원의 주문·체결·포지션 내역', en: 'A member’s orders, trades and closed positions' },
  query: z.object({
    playerId: idText,
    type: z.enum(['order', 'trade', 'position']),
    size: pageQuery.size,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/))),
  }),
  reply: z.union([paged(order), paged(fill), paged(closedPosition)]),
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});
