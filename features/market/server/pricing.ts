// Index, mark and funding estimate of one symbol: keeps the samples and the clocks, the rules' own formulas are the engine's.
import {
  fundingCap,
  fundingRate,
  impactNotional,
  INTEREST_RATE,
  PREMIUM_CLAMP,
  PREMIUM_EVERY_MS,
  premiumSample,
  untilFundingMs,
} from '@maru/engine/market/funding-estimate.ts';
import { type IndexSource, readIndex as indexReading } from '@maru/engine/market/index-price.ts';
import { BASIS_EVERY_MS, BASIS_SAMPLES, basisSample, INDEX_STALE_MS, LAST_MAX_AGE_MS, markPrice } from '@maru/engine/market/mark.ts';
import { mulDivHalfEven } from '@maru/engine/money/rounding.ts';
import type { IndexUpdate, MarkUpdate } from './feed.ts';
import { MarkGuard } from './mark-guard.ts';
import type { MarketSymbol } from './symbol-table.ts';

export const FUNDING_INTERVAL_MS = 8 * 3_600_000;
/** The venue's own published index; others are constituents of ours. */
const VENUE = 'venue';
const IMPACT_MARGIN_USDT = 200;
/** Rules 8.4: the rate stays within 0.75 x the maintenance rate of the first tier. */
const CAP_MULTIPLIER = 75_000_000;

export interface PricingInputs {
  /** Best prices in ticks; 0 = none. */
  bid: number;
  ask: number;
  bids: readonly number[];
  asks: readonly number[];
  last: number;
  lastTradeAt: number;
  isHalted: boolean;
}

/** What a restart needs so that the mark goes on where it stood. */
export interface PricingMemory {
  mark: number;
  basis: number[];
  fundingAt: number;
  /** Sum of i x premium i, and how many, since the interval (or the market) began at `premiumsFrom`. */
  weightedPremium: number;
  premiums: number;
  premiumsFrom: number;
}

export class Pricing {
  readonly #symbol: MarketSymbol;
  readonly #guard = new MarkGuard();
  readonly #sources = new Map<string, IndexSource>();
  #venueMark: MarkUpdate | undefined;
  #basis: number[] = [];
  #weightedPremium = 0;
  #premiums = 0;
  #premiumsFrom = 0;
  #sampledAt = 0;
  index = 0;
  mark = 0;
  /** What the mark was made of; 0 while it is the venue's own. */
  price1 = 0;
  price2 = 0;
  /** Rate of the running interval so far, 10^-8. */
  fundingRate = 0;
  nextFundingAt = 0;
  indexAt = 0;
  standing: 'ok' | 'single' | 'halt' = 'halt';

  constructor(symbol: MarketSymbol) {
    this.#symbol = symbol;
  }

  /** Liquidations and triggers may act on the mark. */
  get isValid(): boolean {
    return this.#guard.isConfirmed && this.standing === 'ok' && this.mark > 0;
  }

  /** Stands in until the first real figures come: a market that is closed shows its last price, and nothing may act on it. */
  begin(price: number): void {
    if (this.mark === 0) this.mark = price;
    if (this.index === 0 && this.indexAt === 0) this.index = price;
  }

  takeIndex(update: IndexUpdate): void {
    const held = this.#sources.get(update.constituent);
    this.#sources.set(update.constituent, { price: update.price, weight: 1, at: update.receivedAt, insideSince: held?.insideSince ?? 0 });
    this.indexAt = update.receivedAt;
  }

  takeMark(update: MarkUpdate): void {
    this.#venueMark = update;
  }

  /** Three or more live constituents: our own index. Else the venue's own, else what two or one allow (rules 8.1). */
  readIndex(now: number): void {
    const constituents = [...this.#sources].filter(([name]) => name !== VENUE);
    const venue = this.#sources.get(VENUE);
    const isOwn = constituents.filter(([, s]) => now - s.at < 10_000).length >= 3;
    if (!isOwn && venue !== undefined) {
      this.index = venue.price;
      this.standing = 'ok';
      return;
    }
    const reading = indexReading(
      constituents.map(([, s]) => s),
      now,
    );
    for (const [i, [name]] of constituents.entries()) this.#sources.set(name, reading.sources[i]);
    this.standing = reading.standing;
    if (reading.index > 0) this.index = reading.index;
  }

  settle(now: number, inputs: PricingInputs): void {
    this.#turnInterval(now);
    if (inputs.isHalted || this.index === 0) {
      this.#guard.freeze(this.mark);
      return;
    }
    this.#sample(now, inputs);
    const mark = this.#markNow(now, inputs);
    this.#guard.see(mark, now);
    this.mark = mark;
  }

  memory(): PricingMemory {
    return {
      mark: this.mark,
      basis: this.#basis,
      fundingAt: this.nextFundingAt,
      weightedPremium: this.#weightedPremium,
      premiums: this.#premiums,
      premiumsFrom: this.#premiumsFrom,
    };
  }

  restore(memory: PricingMemory, now: number): void {
    this.mark = memory.mark;
    this.#guard.freeze(memory.mark);
    this.#basis = memory.basis.slice(-BASIS_SAMPLES);
    if (memory.fundingAt !== now + untilFundingMs(now, FUNDING_INTERVAL_MS)) return;
    this.nextFundingAt = memory.fundingAt;
    this.#weightedPremium = memory.weightedPremium;
    this.#premiums = memory.premiums;
    this.#premiumsFrom = memory.premiumsFrom;
    this.#estimateFunding(now);
  }

  #turnInterval(now: number): void {
    const next = now + untilFundingMs(now, FUNDING_INTERVAL_MS);
    if (next === this.nextFundingAt) return;
    this.nextFundingAt = next;
    this.#weightedPremium = 0;
    this.#premiums = 0;
    this.#premiumsFrom = now;
  }

  #sample(now: number, { bid, ask, bids, asks }: PricingInputs): void {
    if (now - this.#sampledAt < Math.min(BASIS_EVERY_MS, PREMIUM_EVERY_MS) || bid === 0 || ask === 0) return;
    this.#sampledAt = now;
    this.#basis.push(basisSample(bid * 100, ask * 100, this.index));
    if (this.#basis.length > BASIS_SAMPLES) this.#basis.shift();
    const { tickDecimals, lotDecimals, maxLeverage } = this.#symbol;
    const depth = impactNotional(IMPACT_MARGIN_USDT, maxLeverage, 10 ** (tickDecimals + lotDecimals));
    this.#premiums++;
    this.#weightedPremium += this.#premiums * premiumSample(impactPrice(bids, depth), impactPrice(asks, depth), this.index);
    this.#estimateFunding(now);
  }

  /** Rules 8.3 and 8.4 over the samples so far; fewer than half of those due and the estimate is nothing. */
  #estimateFunding(now: number): void {
    const n = this.#premiums;
    const due = Math.floor((now - this.#premiumsFrom) / PREMIUM_EVERY_MS);
    const average = n === 0 ? 0 : mulDivHalfEven(this.#weightedPremium * 2, 1, n * (n + 1));
    const cap = fundingCap(this.#symbol.firstTierMmr, CAP_MULTIPLIER);
    this.fundingRate = n * 2 < due ? 0 : fundingRate(average, INTEREST_RATE, PREMIUM_CLAMP, 8, cap);
  }

  /** The venue's own mark while it is fresh; computed from index, basis and last price otherwise (rules 8.2). */
  #markNow(now: number, { last, lastTradeAt }: PricingInputs): number {
    const venue = this.#venueMark;
    if (venue !== undefined && now - venue.receivedAt < INDEX_STALE_MS) {
      this.fundingRate = venue.fundingRate;
      this.price1 = 0;
      this.price2 = 0;
      return venue.mark;
    }
    const { mark, price1, price2 } = markPrice({
      index: this.index,
      fundingRate: this.fundingRate,
      untilFundingMs: this.nextFundingAt - now,
      intervalMs: FUNDING_INTERVAL_MS,
      basis: this.#basis,
      last: now - lastTradeAt <= LAST_MAX_AGE_MS ? last * 100 : 0,
    });
    this.price1 = price1;
    this.price2 = price2;
    return mark;
  }
}

/** Average price in mark units of taking `depth` (ticks x lots) from the levels, or of all of them when there is less. */
export function impactPrice(levels: readonly number[], depth: number): number {
  let cost = 0;
  let lots = 0;
  for (let i = 0; i < levels.length && cost < depth; i += 2) {
    const take = Math.min(levels[i + 1], Math.ceil((depth - cost) / levels[i]));
    cost += take * levels[i];
    lots += take;
  }
  return Math.round((cost * 100) / lots);
}
