// Money that a member moves between its wallets, and the history of every wallet, on the wire.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, pageOf, pageQuery, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { walletTypes } from './wallet-kinds.ts';

/**
 * The specification's codes. B bonus, D deposit, W withdrawal, WB buy, WS sell, TI/TO transfer received/sent, CI/CO the same with a
 * change of currency, E deposit or withdrawal cancelled, C settlement (of trading), PB bonus payment, PM deduction.
 */
export const dnwTypes = ['B', 'D', 'W', 'WB', 'WS', 'TI', 'TO', 'CI', 'CO', 'E', 'C', 'PB', 'PM'] as const;
export type DnwType = (typeof dnwTypes)[number];

export const dnwEntry = z.object({
  dnwHistoryId: z.number(),
  walletType: z.enum(walletTypes),
  currency: z.string(),
  type: z.enum(dnwTypes),
  status: z.enum(['DONE']),
  /** Signed from the wallet's view, and what it held afterwards. */
  point: signedDecimal,
  balance: signedDecimal,
  /** What was paid in won for it, where it was; else null. */
  won: z.nullable(signedDecimal),
  /** Why, in words of the ledger: of C for instance FEE, REALIZED_PNL, FUNDING, MARGIN. */
  reason: z.string(),
  /** Of a transfer: where it went or came from. */
  otherWalletType: z.nullable(z.enum(walletTypes)),
  symbol: z.nullable(z.string()),
  /** Its key for /api/futures/explain, where it was made by trading. */
  sequence: z.number(),
  time: isoTime,
});
export type DnwEntry = z.output<typeof dnwEntry>;

/** One movement, both of its sides. */
export const transfer = defineRoute({
  name: 'transfer',
  method: 'POST',
  path: '/api/dnw/transfer',
  roles: members,
  money: true,
  summary: { ko: '내 지갑 사이 이체', en: 'Move money between my wallets' },
  body: z.object({ from: z.enum(walletTypes), to: z.enum(walletTypes), point: decimal }),
  reply: z.object({ sent: dnwEntry, received: dnwEntry }),
  codes: ['WALLET_NOT_USED', 'WALLET_SAME', 'WALLET_CURRENCIES_DIFFER', 'INSUFFICIENT_BALANCE', 'ACCOUNT_IN_LIQUIDATION', 'ACCOUNT_FROZEN'],
});

/** Types joined by commas. */
const typeStrs = z.string().check(z.regex(/^[A-Z]{1,2}(,[A-Z]{1,2}){0,12}$/));

/** `cursor`: `next` of the page before, instead of `page`; reads on without end. */
export const listDnw = defineRoute({
  name: 'listDnw',
  method: 'GET',
  path: '/api/dnw/list',
  roles: members,
  summary: { ko: '자산 내역', en: 'History of my wallets' },
  query: z.object({
    ...pageQuery,
    resultType: z.optional(z.enum(['List', 'Count', 'ClientList'])),
    walletType: z.optional(z.enum(walletTypes)),
    typeStrs: z.optional(typeStrs),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
  }),
  reply: z.extend(pageOf(dnwEntry), { next: z.nullable(z.string()) }),
});
