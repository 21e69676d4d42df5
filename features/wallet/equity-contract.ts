// What a member's assets were worth day by day, and what trading and games made of them: unrealized profit and loss included.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** `profit` in USDT since the beginning of the span's first day; `ratio` in percent of what stood in it, null where nothing did. */
const result = z.object({ profit: signedDecimal, ratio: z.nullable(signedDecimal) });

const equity = z.object({
  time: isoTime,
  /** Everything that counts, open stakes included, in USDT: the BINARY wallet of another currency at the site's rate of now. */
  equity: signedDecimal,
  /** Held, and in none of these figures: what they were worth on days gone by nobody kept. */
  without: z.array(z.string()),
  today: result,
  week: result,
  month: result,
  /** Of the futures account: today's profit is its equity (cross and isolated, unrealized included) less this. */
  futuresBase: signedDecimal,
  /** Oldest first, at most 30 and from the first movement on: what it was worth as the day (of the site's calendar) began. */
  days: z.array(
    z.object({
      day: z.string(),
      equity: signedDecimal,
      profit: signedDecimal,
      /** The part of it that bets and spins brought which ended in it; of a BINARY wallet of another currency at the rate of now. */
      games: signedDecimal,
    }),
  ),
});
export type Equity = z.output<typeof equity>;

/** Ours. Deposits, bonuses and transfers are no profit; fees, funding and results of games are. */
export const walletEquity = defineRoute({
  name: 'walletEquity',
  method: 'GET',
  path: '/api/wallet/equity',
  roles: members,
  summary: { ko: '일별 자산과 손익', en: 'Assets and results by day' },
  reply: equity,
});
