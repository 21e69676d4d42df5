// What operators may do to a site's trading: stop it, restrict one account, end a symbol.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { option } from './shapes.ts';

/** Operators only: what may be done with a symbol, or (without one) with the whole site. */
export const setSwitch = defineRoute({
  name: 'setSwitch',
  method: 'POST',
  path: '/api/admin/futures/switch',
  roles: operators,
  right: 'futures.switch',
  money: true,
  summary: { ko: '거래 제한', en: 'Restrict or free trading' },
  body: z.object({ futuresOptionId: z.optional(id), trading: z.enum(['NONE', 'CANCEL_ONLY', 'REDUCE_ONLY', 'HALT']) }),
  reply: z.object({ trading: option.shape.trading }),
  codes: ['SYMBOL_UNKNOWN'],
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
  body: z.extend(z.partial(accountFlags), { playerId: id }),
  reply: z.extend(accountFlags, { playerId: id }),
  codes: ['ACCOUNT_UNKNOWN'],
});

/** Ours, for operators: cancels the symbol's orders and settles its positions at the last mark; no way back but listing anew. */
export const delistOption = defineRoute({
  name: 'delistOption',
  method: 'POST',
  path: '/api/admin/futures/option/delist',
  roles: operators,
  right: 'futures.delist',
  money: true,
  summary: { ko: '종목 거래 종료', en: 'Delist a symbol' },
  body: z.object({ futuresOptionId: id }),
  reply: z.object({ futuresOptionId: id }),
  codes: ['SYMBOL_UNKNOWN'],
});
