// The member's wallets and the record of what moved in them.
import { z } from 'zod/mini';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { members } from '@maru/kit/contract/role.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { decimal, isoTime, pageOf, pageQuery, signedDecimal } from '@maru/kit/contract/wire.ts';
import { walletType } from './wallet-kinds.ts';

export type { SiteConversion } from './site-part.ts';
export { listUsedCoupons, redeemCoupon, type UsedCoupon } from './coupon-contract.ts';
export { DNW_COUNTED, type DnwEntry, type DnwType, dnwTypes, getConversion, listDnw, readDnwEntry, transfer } from './dnw-contract.ts';
export { askDemoMoney, type DemoMoney, getDemoMoney } from './demo-money-contract.ts';
export { type Equity, walletEquity } from './equity-contract.ts';
export { type CrossAccount, crossAccount, crossQueue, futuresCross, positionModes } from './futures-account-contract.ts';
export { foldWallet, type WalletFacts } from './fold-wallet.ts';
export { type FuturesLedger, futuresLedger, type FuturesPosting } from './futures-ledger-contract.ts';
export { listProfit, type ProfitDay, type ProfitEntry, profitDays } from './profit-contract.ts';
export { getExchangeRate, getExchangeRateMap } from './rates-contract.ts';
export type { WalletType } from './wallet-kinds.ts';

export const wallet = z.object({
  type: walletType,
  currency: z.string(),
  point: decimal,
  gameWaitPoint: decimal,
  /** Coins only, where there is any: deposits being confirmed, withdrawals under way, what of `point` may not leave yet, and what is owed. */
  pending: z.optional(decimal),
  held: z.optional(decimal),
  locked: z.optional(decimal),
  owed: z.optional(decimal),
  /** Futures only. */
  realPoint: z.optional(signedDecimal),
  pnl: z.optional(signedDecimal),
});
export type Wallet = z.output<typeof wallet>;
export const walletMap = z.record(z.string(), wallet);

export const myWallets = defineRoute({
  name: 'myWallets',
  method: 'GET',
  path: '/api/wallet/my',
  roles: members,
  summary: { ko: '내 지갑', en: 'My wallets' },
  query: z.object({ after: pageQuery.after }),
  reply: walletMap,
});

/** `reason` in words of the ledger: TRANSFER, DEMO_FUNDING, ADJUSTMENT, FEE, REALIZED_PNL, MARGIN, CLEARANCE_FEE, INSURANCE, FUNDING, OTHER. */
export const ledgerEntry = z.object({
  id: z.string(),
  walletType,
  reason: z.string(),
  amount: signedDecimal,
  balance: decimal,
  symbol: z.nullable(z.string()),
  /** Isolated margin that the member moved itself: the position's id. */
  futuresPositionId: z.optional(z.number()),
  time: isoTime,
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

export const listLedger = defineRoute({
  name: 'listLedger',
  method: 'GET',
  path: '/api/wallet/ledger',
  roles: members,
  summary: { ko: '자산 내역', en: 'What moved in my wallets' },
  /** `reason`: words of the ledger, joined by commas. */
  query: z.object({
    ...pageQuery,
    walletType: z.optional(walletType),
    symbol: z.optional(z.string()),
    reason: z.optional(z.string().check(z.regex(/^[A-Z_]{1,20}(,[A-Z_]{1,20}){0,9}$/))),
  }),
  reply: pageOf(ledgerEntry),
});

/**
 * Ours: what trading brought since a moment, fees and funding included, in USDT; what is not realized yet is no part of it. Null: too many postings.
 * `sequence`: of the last posting in it, 0 = none: what is told later comes on top.
 */
export const walletProfit = defineRoute({
  name: 'walletProfit',
  method: 'GET',
  path: '/api/wallet/profit',
  roles: members,
  summary: { ko: '기간 실현 손익', en: 'Realized profit since a moment' },
  query: z.object({ startDate: pageQuery.startDate }),
  reply: z.object({ profit: z.nullable(signedDecimal), sequence: z.number() }),
});

export const pointQueue = defineTopic({
  name: 'point',
  destination: '/user/queue/point',
  roles: members,
  summary: { ko: '내 지갑 잔액', en: 'My wallet balances' },
  message: wallet,
});
