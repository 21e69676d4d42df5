// What options, rounds and bets look like on the wire. Amounts are the BINARY wallet's currency, odds include the stake ("1.95").
import { decimal, isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { roundCodes } from './round-codes.ts';

/** OPEN: takes bets. PAUSED: an operator lets no further round open. CLOSED: out of hours, or the market is. HALTED: no fresh price. */
export const optionStates = ['OPEN', 'PAUSED', 'CLOSED', 'HALTED'] as const;

/** A side of a price round, or a market of the power ball. */
export const betType = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,39}$/));

export const tradeOption = z.object({
  tradeOptionId: z.number(),
  code: z.enum(roundCodes),
  /** Symbol of a price round; null: a draw. */
  stock: z.nullable(z.string()),
  name: z.object({ ko: z.string(), en: z.string() }),
  group: z.enum(['CRYPTO', 'FOREX', 'COMMODITY', 'INDEX', 'POWERBALL']),
  durationSeconds: z.number(),
  cutoffSeconds: z.number(),
  isPlay: z.boolean(),
  state: z.enum(optionStates),
  /** While closed: the next opening; null where nobody knows it. */
  opensAt: z.nullable(isoTime),
  /** While closed by a trading holiday: its name. */
  holiday: z.nullable(z.object({ ko: z.string(), en: z.string() })),
  isInRound: z.boolean(),
  isEarlySale: z.boolean(),
  /** Of an early sale: the share that the house keeps and the price's standard deviation in one second, as fractions; null where nothing is sold. */
  saleFee: z.nullable(decimal),
  saleVolatility: z.nullable(decimal),
  /** What each bet type pays, and of a draw how likely it is. */
  odds: z.array(z.object({ type: betType, odds: decimal, probability: z.nullable(decimal) })),
  currency: z.string(),
  /** Decimals that an amount may have. */
  pointPrecision: z.number(),
  pricePrecision: z.number(),
  minPoint: decimal,
  maxPoint: decimal,
  /** Of one member in one round. */
  maxRoundPoint: decimal,
  /** It can be played with practice money. */
  hasPractice: z.boolean(),
  sortOrder: z.number(),
});
export type TradeOption = z.output<typeof tradeOption>;

/**
 * BETTING, then LOCKED until its start, RUNNING, SETTLING; SETTLED or VOID at last. WAITING: bets are not taken yet.
 * HOLIDAY: a trading holiday leaves it out. CLOSED: hours, or a market that is closed whatever they say, leave it out: it takes no bets, and nobody has one in it.
 */
export const roundPhases = ['CLOSED', 'HOLIDAY', 'WAITING', 'BETTING', 'LOCKED', 'RUNNING', 'SETTLING', 'SETTLED', 'VOID'] as const;
export type RoundPhase = (typeof roundPhases)[number];

/** Why stakes went back (rules 11.5, 11.7). */
export const voidReasons = ['TIE', 'FEED_GAP', 'NO_TICK', 'HALTED', 'PRICE_JUMP', 'TOO_LATE'] as const;
export type VoidReason = (typeof voidReasons)[number];

/** In the order of the engine's numbers. EACH_BET: an in-round option, where every bet has its own strike. */
export const roundResults = ['UP', 'DOWN', 'TIE', 'VOID', 'DRAWN', 'EACH_BET'] as const;

/** Status: 1 up won (a draw: drawn), 2 down won, 3 void or tie, 0 in progress. */
export const tradeRound = z.object({
  tradeRoundId: z.number(),
  tradeOptionId: z.number(),
  code: z.enum(roundCodes),
  stock: z.nullable(z.string()),
  status: z.number(),
  phase: z.enum(roundPhases),
  betOpenAt: isoTime,
  betCloseAt: isoTime,
  startAt: isoTime,
  endAt: isoTime,
  strike: z.nullable(decimal),
  closePrice: z.nullable(decimal),
  result: z.nullable(z.enum(roundResults)),
  voidReason: z.nullable(z.enum(voidReasons)),
  /** Stakes and bets by side; of a draw `up` holds all. */
  pool: z.object({ up: decimal, down: decimal, upCount: z.number(), downCount: z.number() }),
  /** Of a draw: five balls and the power ball. */
  balls: z.nullable(z.array(z.number())),
  /** Of a draw: SHA-256 of its seed, known before the first bet. */
  commit: z.nullable(z.string()),
  /** There is a record to check. */
  hasEvidence: z.boolean(),
});
export type TradeRound = z.output<typeof tradeRound>;

/** Status: 1 won (or sold for more), 2 lost (or sold for less), 3 void or taken back, 0 in progress. */
export const tradeBet = z.object({
  tradeHistoryId: z.number(),
  tradeRoundId: z.number(),
  tradeOptionId: z.number(),
  code: z.enum(roundCodes),
  stock: z.nullable(z.string()),
  type: betType,
  point: decimal,
  odds: decimal,
  /** floor(point × odds): what a win pays. */
  expectPoint: decimal,
  status: z.number(),
  /** What came back; null while open. */
  payout: z.nullable(decimal),
  profit: z.nullable(signedDecimal),
  strike: z.nullable(decimal),
  closePrice: z.nullable(decimal),
  isTakenBack: z.boolean(),
  isSold: z.boolean(),
  voidReason: z.nullable(z.enum(voidReasons)),
  startAt: isoTime,
  endAt: isoTime,
  /** May be taken back until then. */
  cancelUntil: isoTime,
  betAt: isoTime,
  settledAt: z.nullable(isoTime),
  currency: z.string(),
});
export type TradeBet = z.output<typeof tradeBet>;

/** As a bet, and says in every row what it is. Its numbers are of practice alone: no real bet is meant by them. */
export const practiceBet = z.extend(tradeBet, { isPractice: z.literal(true) });
export type PracticeBet = z.output<typeof practiceBet>;

/** A day of the site in the member's history. */
export const betDay = z.object({
  date: z.string(),
  bets: z.number(),
  won: z.number(),
  lost: z.number(),
  void: z.number(),
  point: decimal,
  payout: decimal,
  profit: signedDecimal,
});
export type BetDay = z.output<typeof betDay>;

/** How an option's rounds of a day went. */
export const roundDay = z.object({
  date: z.string(),
  tradeOptionId: z.number(),
  rounds: z.number(),
  up: z.number(),
  down: z.number(),
  void: z.number(),
  longestUp: z.number(),
  longestDown: z.number(),
});

/** Somebody's bet, the name masked. */
export const othersBet = z.object({
  name: z.string(),
  tradeRoundId: z.number(),
  type: betType,
  point: decimal,
  status: z.number(),
  payout: z.nullable(decimal),
  betAt: isoTime,
});
export type OthersBet = z.output<typeof othersBet>;

/** One past outcome of an option, with or without bets. */
export const outcome = z.object({
  tradeRoundId: z.number(),
  startAt: isoTime,
  endAt: isoTime,
  status: z.number(),
  result: z.nullable(z.enum(roundResults)),
  strike: z.nullable(decimal),
  closePrice: z.nullable(decimal),
  hasEvidence: z.boolean(),
});
export type Outcome = z.output<typeof outcome>;

/** A bet of a settled round without its owner, as the evidence hashes it (evidence.ts). */
export const evidenceBet = z.object({
  bet: z.string(),
  market: z.string(),
  stake: decimal,
  odds: decimal,
  at: z.string(),
  status: z.enum(['WON', 'LOST', 'VOID', 'SOLD', 'CANCELLED']),
  paid: decimal,
  strike: z.optional(decimal),
  endedAt: z.optional(z.string()),
  price: z.optional(decimal),
});
