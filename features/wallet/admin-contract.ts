// What operators see of one member's wallets, and money that they give or take by hand with a second person's yes.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { decimal, id, idText, isoTime, pageOf, pageQuery, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { dnwEntry } from './dnw-contract.ts';
import { walletType } from './wallet-kinds.ts';

/** What an asset of a site is called and counted in. */
export { assetAt, assetsOf, currencyOfAsset, symbolOfAsset } from './assets.ts';

const cursor = z.optional(z.string().check(z.regex(/^\d{1,16}$/)));
const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));

export const deskWallet = z.object({
  type: walletType,
  currency: z.string(),
  point: signedDecimal,
  /** Futures only: margin of isolated positions, beside `point`. */
  isolated: z.optional(decimal),
});
export type DeskWallet = z.output<typeof deskWallet>;

/**
 * EQUAL: every posting of the member added up gives what the engine holds, purse by purse. MOVING: the wallets changed while they
 * were added up. BEHIND: the lists have not come that far.
 */
export const proofStates = ['EQUAL', 'DIFFERENT', 'MOVING', 'BEHIND'] as const;

/** `assets` = `deposited` + `realized` - `fees` + `unrealized` - `debt` + `coins`. In USDT. */
export const readMemberWallets = defineRoute({
  name: 'readMemberWallets',
  method: 'GET',
  path: '/api/admin/wallet/member',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원의 지갑과 원장 검산', en: 'A member’s wallets, its figures, and the proof that postings and wallets agree' },
  /** `isWhole`: every posting is added up anew, also those that a look before had added up. */
  query: z.object({ playerId: idText, after: pageQuery.after, isWhole: z.optional(z.literal('1')) }),
  reply: z.object({
    wallets: z.array(deskWallet),
    figures: z.object({
      /** Every wallet, those of another currency at the site's rate, and stakes of open bets: as the member's own page says. */
      assets: signedDecimal,
      /** The member's own money: what came, less what left. */
      deposited: signedDecimal,
      /** Of the house, less what it took back. */
      gifts: signedDecimal,
      /** Of trading, funding included, fees not. */
      realized: signedDecimal,
      /** Results and open stakes of games, where they are in USDT. */
      games: signedDecimal,
      /** Into and out of the BINARY wallet's other currency. */
      exchanged: signedDecimal,
      /** Of `assets`: the wallet of another currency and stakes of open bets, in USDT now. */
      gameWallet: signedDecimal,
      /** Of `assets`: coins and the site's own assets, in USDT at their markets' prices of now. */
      coins: signedDecimal,
      /** Currencies that the member holds and that are not in `assets`: no rate is known. */
      without: z.array(z.string()),
      unrealized: signedDecimal,
      fees: signedDecimal,
      debt: decimal,
      /** Bonuses whose turnover is still open: they may not leave. */
      heldBonus: decimal,
    }),
    proof: z.object({
      state: z.enum(proofStates),
      postings: z.number(),
      /** Of them, the first ones that were added up by a look before. */
      kept: z.number(),
      differences: z.array(z.object({ purse: z.string(), ledger: signedDecimal, added: signedDecimal })),
    }),
  }),
  codes: ['NOT_FOUND', 'LOOKS_SPENT'],
});

export const listMemberLedger = defineRoute({
  name: 'listMemberLedger',
  method: 'GET',
  path: '/api/admin/wallet/ledger',
  roles: operators,
  right: 'member.read',
  summary: { ko: '회원의 원장', en: 'What moved in a member’s wallets, with the balance afterwards' },
  query: z.object({
    playerId: idText,
    ...pageQuery,
    walletType: z.optional(walletType),
    typeStrs: z.optional(z.string().check(z.regex(/^[A-Z]{1,2}(,[A-Z]{1,2}){0,12}$/))),
    cursor,
  }),
  reply: z.extend(pageOf(dnwEntry), { next: z.nullable(z.string()) }),
  codes: ['NOT_FOUND', 'WALLET_NOT_USED', 'LOOKS_SPENT'],
});

export const LEDGER_EXPORT_ROWS = 10_000;

/** The same as a file: who took it and why stands in the audit log. */
export const exportMemberLedger = defineRoute({
  name: 'exportMemberLedger',
  method: 'POST',
  path: '/api/admin/wallet/ledger/export',
  roles: operators,
  right: 'ledger.export',
  ofLeft: true,
  summary: { ko: '회원 원장 내려받기', en: 'A member’s ledger as CSV, with a reason' },
  body: z.object({
    playerId: id,
    startDate: pageQuery.startDate,
    endDate: pageQuery.endDate,
    walletType: z.optional(walletType),
    typeStrs: z.optional(z.string().check(z.regex(/^[A-Z]{1,2}(,[A-Z]{1,2}){0,12}$/))),
    reason,
  }),
  reply: z.object({ name: z.string(), csv: z.string(), rows: z.number(), isCut: z.boolean() }),
  codes: ['NOT_FOUND', 'WALLET_NOT_USED'],
});

/** PB: given, PM: taken. FUND fills the purse that what is given comes out of. */
export const entryTypes = ['PB', 'PM', 'FUND'] as const;
export type EntryType = (typeof entryTypes)[number];
/** ASKED waits for the second person. PARTLY: the engine refused some rows, each says why. */
export const entryStatuses = ['ASKED', 'APPROVED', 'POSTED', 'PARTLY'] as const;

/** A row refused or done; amounts in the wallet's currency. */
export const entryRow = z.object({
  playerId: z.number(),
  username: z.string(),
  nick: z.string(),
  point: decimal,
  /** Sequence of its posting. */
  sequence: z.nullable(z.number()),
  /** Code of the engine's refusal. */
  fault: z.nullable(z.string()),
});
export const entry = z.object({
  id: z.number(),
  requestId: z.nullable(z.number()),
  type: z.enum(entryTypes),
  walletType: z.nullable(walletType),
  currency: z.string(),
  total: decimal,
  rows: z.array(entryRow),
  rowCount: z.number(),
  reason: z.string(),
  status: z.enum(entryStatuses),
  askedBy: z.string(),
  askedAt: isoTime,
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(isoTime),
});
export type Entry = z.output<typeof entry>;

export const MAX_ENTRY_ROWS = 1000;

/** `total` is what the operator believes to ask for: it must be the sum, in this currency. */
export const askEntry = defineRoute({
  name: 'askEntry',
  method: 'POST',
  path: '/api/admin/ledger/ask',
  roles: operators,
  right: 'ledger.write',
  summary: { ko: '원장 기입 요청', en: 'Ask to give money to members or take it, by a second person’s yes' },
  body: z.object({
    type: z.enum(['PB', 'PM']),
    walletType,
    currency: z.string().check(z.minLength(2), z.maxLength(10)),
    rows: z.array(z.object({ playerId: id, point: decimal })).check(z.minLength(1), z.maxLength(MAX_ENTRY_ROWS)),
    total: decimal,
    reason,
  }),
  reply: z.object({}),
  codes: ['APPROVAL_REQUIRED', 'LIMIT_EXCEEDED', 'ENTRY_TOTAL_DIFFERS', 'ENTRY_CURRENCY', 'ENTRY_TWICE', 'WALLET_NOT_USED', 'NOT_FOUND'],
});

export const askGrantFund = defineRoute({
  name: 'askGrantFund',
  method: 'POST',
  path: '/api/admin/ledger/fund',
  roles: operators,
  right: 'ledger.fund',
  summary: { ko: '지급 재원 채우기 요청', en: 'Ask to fill the purse that what is given by hand comes out of' },
  /** `walletType`: the purse of its asset; absent: USDT's. */
  body: z.object({ point: decimal, walletType: z.optional(walletType), reason }),
  reply: z.object({}),
  codes: ['APPROVAL_REQUIRED', 'LIMIT_EXCEEDED', 'WALLET_NOT_USED'],
});

export const entryChecks = ['FUNDS', 'WALLET', 'MEMBER', 'BALANCED'] as const;

/** What the request would do, before it is made: the same checks stand again before the second yes. */
export const checkEntry = defineRoute({
  name: 'checkEntry',
  method: 'GET',
  path: '/api/admin/ledger/check',
  roles: operators,
  right: 'ledger.write',
  summary: { ko: '원장 기입 미리 보기', en: 'Ledger before and after an entry, and its automatic checks' },
  query: z.object({ playerId: idText, walletType, type: z.enum(['PB', 'PM']), point: z.optional(decimal) }),
  reply: z.object({
    member: z.object({ id: z.number(), username: z.string(), nick: z.string(), status: z.string() }),
    currency: z.string(),
    wallet: z.object({ before: signedDecimal, after: signedDecimal }),
    purse: z.object({ before: signedDecimal, after: signedDecimal }),
    difference: signedDecimal,
    checks: z.array(z.object({ check: z.enum(entryChecks), isFine: z.boolean() })),
  }),
  codes: ['NOT_FOUND', 'WALLET_NOT_USED', 'LOOKS_SPENT'],
});

export const listEntries = defineRoute({
  name: 'listEntries',
  method: 'GET',
  path: '/api/admin/ledger/entries',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '원장 기입 목록', en: 'Entries made by hand, newest first, and what the purse holds' },
  query: z.object({ playerId: z.optional(idText), before: z.optional(idText), size: pageQuery.size }),
  reply: z.object({
    content: z.array(entry),
    next: z.nullable(z.number()),
    /** Of USDT, and what of it was agreed to and not posted yet. */
    purse: signedDecimal,
    promised: decimal,
    /** Wallets that are given into by hand. */
    wallets: z.array(z.object({ type: walletType, currency: z.string(), decimals: z.number() })),
    /** The same of other assets, where something is in their purses. */
    others: z.array(z.object({ currency: z.string(), purse: signedDecimal, promised: decimal })),
  }),
});

/** Micro-USDT of bonuses that may not leave yet (BON-03). */
export type HeldBonusOf = (site: SiteConfig, account: number) => Promise<number>;
/** Provided by wallet; whoever pays out keeps so much back. */
export const heldBonusOf = serviceKey('wallet.heldBonusOf').of<HeldBonusOf>();

/**
 * Micro-USDT that an account traded, by value: after each sequence until the next, after the last until now; fills of every order count.
 * Provided by futures, from the projected rows.
 */
export type TradedBetween = (site: SiteConfig, account: number, sequences: readonly number[]) => Promise<number[]>;
export const tradedBetween = serviceKey('wallet.tradedBetween').of<TradedBetween>();

/** What one USDT is worth in won now, as decimal text, for thresholds of the law; undefined: no rate is known. */
export type WonRateOf = (site: SiteConfig) => string | undefined;
/** Provided by wallet. */
export const wonRateOf = serviceKey('wallet.wonRateOf').of<WonRateOf>();

/** What came in from outside less what went out, for one reason (PostingReason), in the asset's smallest unit. */
export interface OutsideSum {
  asset: number;
  reason: number;
  amount: bigint;
}
/** A posting that moved an asset's mirror of custody; `amount` positive: it came in. */
export interface OutsidePosting {
  seq: number;
  account: number;
  reason: number;
  ref: number;
  amount: bigint;
}
export interface OutsideLedger {
  /** As the rows of postings had it at just this sequence; undefined: they have not come so far yet. */
  sumsAt(site: number, seq: number, assets: readonly number[]): Promise<OutsideSum[] | undefined>;
  /** Every one up to the sequence: asked where sums do not fit. */
  postings(site: number, seq: number, asset: number): Promise<OutsidePosting[]>;
}
/** Provided by wallet. */
export const outsideLedger = serviceKey('wallet.outsideLedger').of<OutsideLedger>();
