// Premium samples of the running funding interval, one place each 5 s, and the rate that they make when it ends (rules 8.3, 8.4).
//
// A sample's weight is its place in the interval; a place without one counts as 0. Only sums are kept, so a restart needs two numbers.
import {
  fundingCap,
  fundingRate,
  INTEREST_RATE,
  PREMIUM_CLAMP,
  PREMIUM_EVERY_MS,
  untilFundingMs,
} from '@maru/engine/market/funding-estimate.ts';
import { mulDivHalfEven } from '@maru/engine/money/rounding.ts';
import type { MarkUpdate } from './feed.ts';
import type { MarketSymbol } from './symbol-table.ts';

export const FUNDING_INTERVAL_MS = 8 * 3_600_000;
export const INTERVAL_HOURS = 8;
/** Places of a whole interval: 5,760. */
export const PLACES = FUNDING_INTERVAL_MS / PREMIUM_EVERY_MS;
/** Rules 8.4: the rate stays within 0.75 x the maintenance rate of the first tier. */
const CAP_MULTIPLIER = 75_000_000;

/** A venue's word on a rate older than this before the settlement is not its last. */
const PUBLISHED_MAX_AGE_MS = 60_000;

type Published = Pick<MarkUpdate, 'fundingRate' | 'nextFundingAt' | 'receivedAt'>;

/** What a restart needs. */
export interface FundingMemory {
  /** End of the running interval. */
  fundingAt: number;
  /** Sum of place x premium, and how many places have a sample. */
  weightedPremium: number;
  premiums: number;
  /** The last place with a sample. */
  lastPlace?: number;
  /** The interval before, which a crash may have left unsettled; absent before the first. */
  closed?: ClosedFunding;
}

export interface ClosedFunding {
  fundingTime: number;
  /** 10^-8. */
  rate: number;
  /** Where it comes from: the venue's published one, our samples, or fewer than half of them (then 0). */
  basis: 'venue' | 'samples' | 'thin';
  samples: number;
}

export class FundingSamples {
  readonly #symbol: FundedSymbol;
  #weighted = 0;
  #count = 0;
  #lastPlace = 0;
  #published: Published | undefined;
  /** End of the running interval, 0 before the first look. */
  fundingAt = 0;
  /** The last interval that ended, to be settled once. */
  closed: ClosedFunding | undefined;

  constructor(symbol: FundedSymbol) {
    this.#symbol = symbol;
  }

  /** The venue says what it will charge at `nextFundingAt`; its word just before that moment counts (rules 8.4). */
  publish(venue: Published): void {
    if (venue.nextFundingAt === this.fundingAt) this.#published = venue;
  }

  /** Brings the interval to `now`. */
  turn(now: number): void {
    const next = now + untilFundingMs(now, FUNDING_INTERVAL_MS);
    if (next === this.fundingAt) return;
    if (this.fundingAt !== 0) this.closed = this.#close();
    this.fundingAt = next;
    this.#weighted = 0;
    this.#count = 0;
    this.#lastPlace = 0;
  }

  add(now: number, premium: number): void {
    const place = this.#placeAt(now);
    if (place <= this.#lastPlace) return;
    this.#lastPlace = place;
    this.#weighted += place * premium;
    this.#count++;
  }

  /** Rate of the running interval so far; 0 under half coverage (D-16). */
  estimate(now: number): number {
    const places = this.#placeAt(now);
    return this.#count * 2 < places ? 0 : this.#rateOver(places);
  }

  memory(): FundingMemory {
    const memory = { fundingAt: this.fundingAt, weightedPremium: this.#weighted, premiums: this.#count, lastPlace: this.#lastPlace };
    return this.closed === undefined ? memory : { ...memory, closed: this.closed };
  }

  /** An interval that ended while nobody looked is closed by the next turn, with the samples it has. */
  restore(memory: FundingMemory): void {
    this.fundingAt = memory.fundingAt;
    this.#weighted = memory.weightedPremium;
    this.#count = memory.premiums;
    this.#lastPlace = memory.lastPlace ?? 0;
    this.closed = memory.closed;
  }

  #placeAt(now: number): number {
    return Math.floor((now - (this.fundingAt - FUNDING_INTERVAL_MS)) / PREMIUM_EVERY_MS) + 1;
  }

  #close(): ClosedFunding {
    const { fundingAt: fundingTime } = this;
    const samples = this.#count;
    const venue = this.#published;
    if (venue?.nextFundingAt === fundingTime && fundingTime - venue.receivedAt <= PUBLISHED_MAX_AGE_MS) {
      return { fundingTime, rate: venue.fundingRate, basis: 'venue', samples };
    }
    if (samples * 2 < PLACES) return { fundingTime, rate: 0, basis: 'thin', samples };
    return { fundingTime, rate: this.#rateOver(PLACES), basis: 'samples', samples };
  }

  #rateOver(places: number): number {
    const average = mulDivHalfEven(this.#weighted * 2, 1, places * (places + 1));
    return rateOfPremium(this.#symbol, average);
  }
}

type FundedSymbol = Pick<MarketSymbol, 'name' | 'firstTierMmr'>;

/** The rate that an interval's average premium makes, both 10^-8. */
export function rateOfPremium(symbol: FundedSymbol, average: number): number {
  return fundingRate(average, interestOf(symbol.name), PREMIUM_CLAMP, INTERVAL_HOURS, rateCapOf(symbol));
}

/** The rate stays within plus and minus this, 10^-8. */
export function rateCapOf({ firstTierMmr }: FundedSymbol): number {
  return fundingCap(firstTierMmr, CAP_MULTIPLIER);
}

/** 0.01 % per 8 h, 0 for BNB (rules 8.4). */
export function interestOf(name: string): number {
  return name === 'BINANCE:BNBUSDT' ? 0 : INTEREST_RATE;
}
