// What each day of a member's calendar brought, and the lines that a day of futures is the sum of.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime, pageOf, pageQuery, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** Realized alone: `futures` in USDT, fees and funding in it; `games` what bets and spins brought that ended in it, in `currency`. */
const profitDay = z.object({ day: z.string(), futures: signedDecimal, games: signedDecimal });
export type ProfitDay = z.output<typeof profitDay>;

/** Ours: the days of a month of the site's calendar on which something was realized, oldest first. */
export const profitDays = defineRoute({
  name: 'profitDays',
  method: 'GET',
  path: '/api/wallet/profit/days',
  roles: members,
  summary: { ko: '한 달의 일별 실현 손익', en: 'Realized profit by day of a month' },
  query: z.object({ month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/)), after: pageQuery.after }),
  reply: z.object({ month: z.string(), currency: z.string(), days: z.array(profitDay) }),
});

/** `reason` in words of the asset history, `sequence` its key for /api/futures/explain. */
const profitEntry = z.object({
  id: z.string(),
  reason: z.string(),
  amount: signedDecimal,
  symbol: z.nullable(z.string()),
  sequence: z.number(),
  time: isoTime,
});
export type ProfitEntry = z.output<typeof profitEntry>;

/**
 * Ours: every posting between a member's futures (isolated margin with it) and the house that is a result of trading, newest first, with
 * the sums of all of the span (null: beyond 100,000 postings of any kind, and where `cursor` reads on). `totalElements` counts up to
 * 10,000; `cursor`: `next` of the page before, reads on without end. A page may be short and still have a next one.
 */
export const listProfit = defineRoute({
  name: 'listProfit',
  method: 'GET',
  path: '/api/wallet/profit/list',
  roles: members,
  summary: { ko: '실현 손익의 내역', en: 'What realized profit is made of' },
  query: z.object({ ...pageQuery, cursor: z.optional(z.string().check(z.regex(/^\d{1,16}-\d{1,6}$/))) }),
  reply: z.extend(pageOf(profitEntry), {
    sums: z.nullable(z.array(z.object({ reason: z.string(), amount: signedDecimal, count: z.number() }))),
    next: z.nullable(z.string()),
  }),
});
