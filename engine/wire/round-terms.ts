// The codes of timed rounds, draws and the slot, and the terms that come with their commands as a whole.
//
// Amounts are integers of the BINARY wallet's currency, odds rates of 10^-8 (1.95 = 195,000,000) that include the stake.
import { NUMBER, wordsOf } from './field.ts';

const [ID, TICKS, TIME, SPAN] = [NUMBER('id'), NUMBER('ticks'), NUMBER('time'), NUMBER('span')];

export const RoundKind = { Price: 0, PowerBall: 1 } as const;
/** Play: takes bets. InRound: bets while the round runs, each at the price of its moment (rules 11.3). EarlySale: open bets may be sold. */
export const RoundFlag = { Play: 1, InRound: 2, EarlySale: 4 } as const;
export const ALL_ROUND_FLAGS = 7;
/** Markets of a price round; a draw's are numbered by rounds/power-ball-markets.ts. */
export const BetMarket = { Up: 0, Down: 1 } as const;
/** Words of a SHA-256 digest or seed, 32 bits each. */
export const DIGEST_WORDS = 8;

/** Price and when it reached us; the venue's own number of it in two words. */
export const BET_STRIKE = { price: TICKS, time: TIME, idHi: ID, idLo: ID };
/** Offsets of its words from its beginning. */
export const BetStrikeWord = wordsOf(BET_STRIKE, 0);
export type BetStrike = { [N in keyof typeof BET_STRIKE]: number };

/** A tick of the reference feed at a round's boundary. */
export const BOUNDARY_TICK = {
  /** -1 = there was none. */
  price: TICKS,
  /** The venue's own, kept for the record; boundaries and ages are measured by `receivedAt`, our own clock. */
  time: TIME,
  idHi: ID,
  idLo: ID,
  receivedAt: TIME,
  /** Price of the tick before it, -1 = none known; and a second source's price at that moment, -1 = none. */
  before: TICKS,
  confirm: TICKS,
};
export const BoundaryTickWord = wordsOf(BOUNDARY_TICK, 0);
export type BoundaryTick = { [N in keyof typeof BOUNDARY_TICK]: number };

/** From the instant `at` on the site's clocks are put forward by so much. */
export const CLOCK_CHANGE = { at: TIME, byMs: SPAN };
export const ClockChangeWord = wordsOf(CLOCK_CHANGE, 0);
