// What operators see of a site's money as a whole: what came in from outside and what left, by hour or day.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export const flowStep = z.object({
  /** Its beginning: an hour, or a day of the site's time zone. */
  at: isoTime,
  /** Members' own money: deposits, withdrawals. */
  into: decimal,
  out: decimal,
  /** Of the house: bonuses, coupons, demo money; and what it took back by hand. */
  given: decimal,
  taken: decimal,
});
export type FlowStep = z.output<typeof flowStep>;

const currencyFlow = z.object({
  currency: z.string(),
  steps: z.array(flowStep),
  into: decimal,
  out: decimal,
  /** Deposits less withdrawals; gifts are none of it. */
  net: signedDecimal,
  given: decimal,
  taken: decimal,
});
export type CurrencyFlow = z.output<typeof currencyFlow>;

export const getMoneyFlow = defineRoute({
  name: 'getMoneyFlow',
  method: 'GET',
  path: '/api/admin/wallet/flow',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '돈의 흐름', en: 'Money that members brought and took away, and what the house gave them, each currency by itself' },
  query: z.object({
    /** Today by hours, or so many days. */
    days: z._default(z.enum(['1', '7', '30']), '1'),
  }),
  /** USDT first; then the BINARY wallet's currency where it is another. */
  reply: z.object({ flows: z.array(currencyFlow), members: z.number() }),
});

export const gameProducts = ['ROUNDS', 'POWERBALL', 'SLOT'] as const;
export type GameProductName = (typeof gameProducts)[number];
const houseGame = z.object({
  product: z.enum(gameProducts),
  /** Bets and spins that ended; void ones and those taken back are none. */
  plays: z.number(),
  staked: decimal,
  paid: decimal,
  /** What the house kept: stakes less payouts. */
  kept: signedDecimal,
});
export type HouseGame = z.output<typeof houseGame>;

export const getHouseGames = defineRoute({
  name: 'getHouseGames',
  method: 'GET',
  path: '/api/admin/wallet/games',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '게임별 하우스 손익', en: 'What games brought the house, by product, in the BINARY wallet’s currency' },
  query: z.object({
    /** Today, or so many days of the site with it. */
    days: z._default(z.enum(['1', '7', '30']), '1'),
  }),
  reply: z.object({ currency: z.string(), products: z.array(houseGame) }),
});
