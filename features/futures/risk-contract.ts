// Funding, liquidations by their steps and the two sides of a hedge, on the wire.
import { positionModes } from '@maru/wallet/contract.ts';
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { members } from '@maru/kit/contract/role.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, signedDecimal, symbolName } from '@maru/kit/contract/wire.ts';
import { historyDay, marginTypes, positionSides, sides } from './shapes.ts';

/** One payment of one position; `amount` is what was due (negative: paid), `collected` what moved. */
export const fundingPayment = z.object({
  /** Its key for /api/futures/explain. */
  fundingId: z.string(),
  sequence: z.number(),
  futuresOptionId: id,
  futuresPositionId: id,
  symbol: symbolName,
  positionSide: z.enum(positionSides),
  tradeType: z.enum(['LONG', 'SHORT']),
  quantity: decimal,
  markPrice: decimal,
  /** A fraction: "0.0001" = 0.01 %. */
  fundingRate: signedDecimal,
  amount: signedDecimal,
  collected: signedDecimal,
  /** The account's debt after it, as the specification's minusFundingFee: zero or below. */
  minusFundingFee: signedDecimal,
  fundingTime: isoTime,
  time: isoTime,
});
export type FundingPayment = z.output<typeof fundingPayment>;

/** Sums of each day of the page's rows, the whole day's. */
export const withDays = z.optional(z.literal('true'));

export const fundingHistory = defineRoute({
  name: 'fundingHistory',
  method: 'GET',
  path: '/api/futures/funding_history',
  roles: members,
  summary: { ko: '펀딩비 내역', en: 'My funding payments' },
  query: z.object({
    ...pageQuery,
    futuresOptionId: z.optional(idText),
    symbol: z.optional(symbolName),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/))),
    withDays,
  }),
  reply: z.extend(pageOf(fundingPayment), { next: z.nullable(z.string()), days: z.optional(z.array(historyDay)) }),
  codes: ['SYMBOL_UNKNOWN'],
});

/** What a step did (rules 9.3). SAFE: nothing more was needed. */
export const liquidationStages = ['CANCELLED', 'NETTED', 'STEPPED_DOWN', 'CLOSED_IN_BOOK', 'TAKEN_OVER', 'DELEVERAGED', 'SAFE'] as const;

/** One step of a liquidation, and where its scope stood after it: all cross positions, or the isolated one. */
export const liquidationStep = z.object({
  /** Its key for /api/futures/explain. */
  liquidationId: z.string(),
  sequence: z.number(),
  futuresOptionId: id,
  futuresPositionId: id,
  symbol: symbolName,
  tradeType: z.enum(['LONG', 'SHORT']),
  stage: z.enum(liquidationStages),
  /** Closed by this step; zero where orders were cancelled or nothing more was needed. */
  quantity: decimal,
  /** The average of what was sold, or the price it was taken over at. */
  price: decimal,
  /** Clearance fee. */
  fee: decimal,
  marginBalance: signedDecimal,
  maintenanceMargin: decimal,
  time: isoTime,
});
export type LiquidationStep = z.output<typeof liquidationStep>;

export const liquidationHistory = defineRoute({
  name: 'liquidationHistory',
  method: 'GET',
  path: '/api/futures/liquidation_history',
  roles: members,
  summary: { ko: '청산 내역 (단계별)', en: 'My liquidations, step by step' },
  query: z.object({
    ...pageQuery,
    futuresOptionId: z.optional(idText),
    symbol: z.optional(symbolName),
    /** BUY = it was long. */
    side: z.optional(z.enum(sides)),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/))),
    withDays,
  }),
  reply: z.extend(pageOf(liquidationStep), { next: z.nullable(z.string()), days: z.optional(z.array(historyDay)) }),
  codes: ['SYMBOL_UNKNOWN'],
});

const hedgeSide = z.object({
  futuresPositionId: id,
  quantity: decimal,
  entryPrice: decimal,
  unrealizedPnl: signedDecimal,
});
/** The member's two sides of one symbol; `net` is LONG less SHORT. In one-way mode at most one side is there. */
export const optionHedge = defineRoute({
  name: 'optionHedge',
  method: 'GET',
  path: '/api/futures/option/hedge',
  roles: members,
  summary: { ko: '종목의 양방향 포지션', en: 'Both sides of a symbol' },
  query: z.object({ futuresOptionId: idText, after: pageQuery.after }),
  reply: z.object({
    futuresOptionId: id,
    mode: z.enum(positionModes),
    marginType: z.enum(marginTypes),
    leverage: z.number(),
    long: z.nullable(hedgeSide),
    short: z.nullable(hedgeSide),
    net: signedDecimal,
  }),
  codes: ['SYMBOL_UNKNOWN'],
});

/** The specification's call; refused until there is copying. */
export const closeCopyOrder = defineRoute({
  name: 'closeCopyOrder',
  method: 'POST',
  path: '/api/futures/order/copytrade/close',
  roles: members,
  money: true,
  summary: { ko: '카피 주문 종료', en: 'Close a copied order' },
  body: z.object({
    closePrice: z.optional(decimal),
    futuresFollowerOrderId: z.optional(id),
    futuresTraderOrderId: z.optional(id),
  }),
  reply: z.object({}),
  codes: ['COPYTRADE_NOT_OPEN'],
});
