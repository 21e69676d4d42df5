// Practice: the calls of /api/trade/practice and what is told of it. Practice money is no money: it is in no wallet, book, pool or record.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, idText, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { betType, practiceBet } from './shapes.ts';

export type { PracticeBet } from './shapes.ts';

/** What practice money stands at. */
const practicePurse = z.object({
  currency: z.string(),
  point: decimal,
  /** Stakes of open bets. */
  gameWaitPoint: decimal,
  /** What "start again" brings back. */
  startPoint: decimal,
  /** From when on it may be asked for again; null: now. */
  resetFrom: z.nullable(isoTime),
  /** Every open bet, newest first. */
  open: z.array(practiceBet),
});
export type PracticePurse = z.output<typeof practicePurse>;

const restrictionCodes = ['PRACTICE_OFF', 'ACCOUNT_FROZEN', 'SELF_EXCLUDED', 'PARTNER_MAY_NOT_INVEST'] as const;

export const getPractice = defineRoute({
  name: 'getPractice',
  method: 'GET',
  path: '/api/trade/practice',
  roles: members,
  summary: { ko: '연습 머니와 진행 중인 연습 투자', en: 'Practice money and open practice bets' },
  reply: practicePurse,
});

/** The same window, odds, limits and strike as a real bet on the round; nobody else hears of it, and no pool counts it. */
export const placePractice = defineRoute({
  name: 'placePractice',
  method: 'POST',
  path: '/api/trade/practice/betting',
  roles: members,
  summary: { ko: '연습 투자하기', en: 'Place a practice bet' },
  body: z.object({ point: decimal, tradeRoundId: id, type: betType }),
  reply: practiceBet,
  codes: [
    ...restrictionCodes,
    'ROUND_OPTION_UNKNOWN',
    'ROUND_OPTION_PAUSED',
    'INVEST_NOT_OPEN',
    'INVEST_CLOSED',
    'ROUND_OUT_OF_HOURS',
    'ROUND_HOLIDAY',
    'INVALID_BET_TYPE',
    'BELOW_MINIMUM',
    'ABOVE_MAXIMUM',
    'MEMBER_ROUND_LIMIT',
    'TOO_MANY_BETS',
    'TRADING_HALTED',
    'MARKET_CLOSED',
    'PRICE_STALE',
    'INSUFFICIENT_BALANCE',
    'BAD_PRECISION',
  ],
  money: true,
});

export const cancelPractice = defineRoute({
  name: 'cancelPractice',
  method: 'POST',
  path: '/api/trade/practice/cancel',
  roles: members,
  summary: { ko: '연습 투자 취소', en: 'Take a practice bet back before betting closes' },
  body: z.object({ id }),
  reply: practiceBet,
  codes: ['BET_UNKNOWN', 'BET_CANCEL_OVER'],
  money: true,
});

/** The published formula of early sales, on practice money. */
export const practiceQuote = defineRoute({
  name: 'practiceQuote',
  method: 'GET',
  path: '/api/trade/practice/sale',
  roles: members,
  summary: { ko: '연습 투자의 중도 정산 금액', en: 'What a practice bet sells for now' },
  query: z.object({ id: idText }),
  reply: z.object({ tradeHistoryId: z.number(), point: decimal, chance: decimal, fee: decimal, price: decimal, sellUntil: isoTime }),
  codes: ['BET_UNKNOWN', 'EARLY_SALE_NOT_ALLOWED', 'PRICE_STALE'],
});

export const sellPractice = defineRoute({
  name: 'sellPractice',
  method: 'POST',
  path: '/api/trade/practice/sell',
  roles: members,
  summary: { ko: '연습 투자 중도 정산', en: 'Sell a practice bet early' },
  body: z.object({ id, point: decimal }),
  reply: practiceBet,
  codes: ['BET_UNKNOWN', 'EARLY_SALE_NOT_ALLOWED', 'SALE_BELOW_LEAST', 'PRICE_STALE', 'BAD_PRECISION'],
  money: true,
});

/** Back to the start amount, while no practice bet is open. */
export const resetPractice = defineRoute({
  name: 'resetPractice',
  method: 'POST',
  path: '/api/trade/practice/reset',
  roles: members,
  summary: { ko: '연습 다시 시작', en: 'Start practising again' },
  /** A body that says nothing changes nothing. */
  body: z.object({ isReset: z.literal(true) }),
  reply: practicePurse,
  codes: [...restrictionCodes, 'PRACTICE_BETS_OPEN', 'TOO_MANY_REQUESTS'],
  money: true,
});

/** Settled ones, newest first: those of the last days, as far as they are kept. `cursor`: `next` of the page before. */
export const practiceHistory = defineRoute({
  name: 'practiceHistory',
  method: 'GET',
  path: '/api/trade/practice/history',
  roles: members,
  summary: { ko: '연습 투자 내역', en: 'Past practice bets' },
  query: z.object({
    tradeOptionId: z.optional(idText),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
    size: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d?$|^100$/)), z.transform(Number))),
  }),
  reply: z.object({ content: z.array(practiceBet), next: z.nullable(z.string()) }),
  codes: ['ROUND_OPTION_UNKNOWN'],
});
