// Money that a member moves between its wallets, and the history of every wallet, on the wire.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, pageOf, pageQuery, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { walletType } from './wallet-kinds.ts';

/**
 * The specification's codes. B bonus, D deposit, W withdrawal, WB buy, WS sell, TI/TO transfer received/sent, CI/CO the same with a
 * change of currency, E deposit or withdrawal cancelled, C settlement (of trading and games), PB bonus payment, PM deduction.
 */
export const dnwTypes = ['B', 'D', 'W', 'WB', 'WS', 'TI', 'TO', 'CI', 'CO', 'E', 'C', 'PB', 'PM'] as const;
export type DnwType = (typeof dnwTypes)[number];

export const dnwEntry = z.object({
  dnwHistoryId: z.number(),
  walletType,
  currency: z.string(),
  type: z.enum(dnwTypes),
  status: z.enum(['DONE']),
  /** Signed from the wallet's view, and what it held afterwards. */
  point: signedDecimal,
  balance: signedDecimal,
  /** What was paid in won for it, where it was; else null. */
  won: z.nullable(signedDecimal),
  /** Why, in words of the ledger: of C for instance FEE, REALIZED_PNL, FUNDING, MARGIN, ROUND_STAKE, SLOT_PAYOUT. */
  reason: z.string(),
  /** Of a transfer: where it went or came from. */
  otherWalletType: z.nullable(walletType),
  symbol: z.nullable(z.string()),
  /** Its key for /api/futures/explain, where it was made by trading. */
  sequence: z.number(),
  time: isoTime,
});
export type DnwEntry = z.output<typeof dnwEntry>;

/** Of a transfer with a change of currency, in the one that was given: what the spread took, and the remainder below one unit. */
export const conversion = z.object({ fee: decimal, dust: decimal, currency: z.string() });

/**
 * One movement, both of its sides; between two currencies at the site's rate. `rate`: as it was shown, refused when it no longer is.
 * `entries`: all lines of the histories that it makes, newest first.
 */
export const transfer = defineRoute({
  name: 'transfer',
  method: 'POST',
  path: '/api/dnw/transfer',
  roles: members,
  money: true,
  summary: { ko: '내 지갑 사이 이체', en: 'Move money between my wallets' },
  body: z.object({ from: walletType, to: walletType, point: decimal, rate: z.optional(decimal) }),
  reply: z.object({ sent: dnwEntry, received: dnwEntry, entries: z.array(dnwEntry), conversion: z.optional(conversion) }),
  codes: [
    'WALLET_NOT_USED',
    'WALLET_SAME',
    'RATE_NOT_KNOWN',
    'RATE_CHANGED',
    'CONVERSION_LIMIT',
    'BAD_PRECISION',
    'CONVERSION_TOO_SMALL',
    'INSUFFICIENT_BALANCE',
    'BALANCE_LOCKED',
    'ACCOUNT_IN_LIQUIDATION',
    'ACCOUNT_FROZEN',
  ],
});

/** Ours: what a transfer between USDT wallets and the BINARY wallet would be done at; null where both count in USDT. */
export const getConversion = defineRoute({
  name: 'getConversion',
  method: 'GET',
  path: '/api/dnw/conversion',
  roles: members,
  summary: { ko: '지갑 사이 전환 조건', en: 'Terms of transfers with a change of currency' },
  reply: z.nullable(
    z.object({
      currency: z.string(),
      decimals: z.number(),
      /** How much of it one USDT is, and the spread taken of what is given, 10^-8. */
      rate: decimal,
      spread: z.number(),
      /** Largest at once, in USDT. */
      most: z.nullable(decimal),
      /** OPEN, or why nothing is converted now: the rate MOVED too far within an hour, is OLD, or lies out of its RANGE. */
      state: z.enum(['OPEN', 'MOVED', 'OLD', 'RANGE']),
      /** When MOVED ends if the rate stays where it is. */
      opensAt: z.nullable(isoTime),
      /** Where the rate comes from; `demo`: made up, and worth nothing outside of a demo. */
      source: z.enum(['hand', 'demo']),
      /** When that said it last. */
      rateAt: isoTime,
      time: isoTime,
    }),
  ),
  codes: ['RATE_NOT_KNOWN'],
});

/** Purses of the house as a member reads them. */
export const housePurses = [
  'TRADING',
  'FEE',
  'INSURANCE',
  'EXTERNAL',
  'PROMO',
  'DUST',
  'COUPON',
  'GRANT',
  'EXCHANGE',
  'STAKES',
  'GAMES',
  'TRANSIT',
  'OWED',
  'OTHER',
] as const;
const place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('WALLET'), walletType: walletType }),
  z.object({ kind: z.literal('ISOLATED') }),
  /** Of a coin: a deposit that is being confirmed, or what is held for a withdrawal. */
  z.object({ kind: z.literal('ASIDE'), walletType: walletType, purse: z.enum(['PENDING', 'HELD']) }),
  z.object({ kind: z.literal('HOUSE'), purse: z.enum(housePurses) }),
]);
export const dnwPosting = z.object({ from: place, to: place, point: decimal, currency: z.string(), reason: z.string() });
export type DnwPosting = z.output<typeof dnwPosting>;

/** Ours: one line with both sides of its posting and of all that were made with it in one step. */
export const readDnwEntry = defineRoute({
  name: 'readDnwEntry',
  method: 'GET',
  path: '/api/dnw/entry',
  roles: members,
  summary: { ko: '자산 내역 한 줄', en: 'One line of my asset history, with both sides' },
  query: z.object({ dnwHistoryId: z.string().check(z.regex(/^\d{1,16}$/)) }),
  reply: z.object({
    entry: dnwEntry,
    postings: z.array(dnwPosting),
    /** Of a transfer between members the other one, masked as it was shown when it was sent. */
    otherMember: z.optional(z.object({ name: z.string(), transferId: z.number() })),
  }),
  codes: ['NOT_FOUND'],
});

/** Types joined by commas. */
const typeStrs = z.string().check(z.regex(/^[A-Z]{1,2}(,[A-Z]{1,2}){0,12}$/));

/** A count says "this many or more" from here on, and pages reach no further. */
export const DNW_COUNTED = 10_000;

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
    walletType: z.optional(walletType),
    typeStrs: z.optional(typeStrs),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
  }),
  reply: z.extend(pageOf(dnwEntry), { next: z.nullable(z.string()) }),
});
