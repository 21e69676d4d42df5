// Index, mark and funding estimate of one symbol: keeps the samples and the clocks, the rules' own formulas are the engine's.
import { impactNotional, PREMIUM_EVERY_MS, premiumSample } from '@maru/engine/market/funding-estimate.ts';
import { type IndexSource, readIndex as indexReading, SOURCE_SILENT_MS } from '@maru/engine/market/index-price.ts';
import { BASIS_EVERY_MS, BASIS_SAMPLES, basisSample, INDEX_STALE_MS, LAST_MAX_AGE_MS, markPrice } from '@maru/engine/market/mark.ts';
import type { IndexUpdate, MarkUpdate } from './feed.ts';
import { type ClosedFunding, FUNDING_INTERVAL_MS, type FundingMemory, FundingSamples } from './funding-samples.ts';
import { MarkGuard } from './mark-guard.ts';
import { StepGuard, VENUE, type Witness } from './step-guard.ts';
import type { MarketSymbol } from './symbol-table.ts';

const IMPACT_MARGIN_USDT = 200;

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
export interface PricingMemory extends FundingMemory {
  mark: number;
  basis: number[];
}

export class Pricing {
  readonly #symbol: MarketSymbol;
  readonly #guard = new MarkGuard();
  readonly #sources = new Map<string, IndexSource>();
  #venueMark: MarkUpdate | undefined;
  #basis: number[] = [];
  readonly #funding: FundingSamples;
  #sampledAt = 0;
  index = 0;
  mark = 0;
  /** What the mark was made of; 0 while it is the venue's own. */
  price1 = 0;
  price2 = 0;
  /** Rate of the running interval so far, 10^-8. */
  fundingRate = 0;
  /** The newest premium sample, 10^-8. */
  premium = 0;
  indexAt = 0;
  standing: 'ok' | 'single' | 'halt' = 'halt';
  /** Two sources of the index tell different prices, and nobody knows which is right. */
  areSourcesApart = false;
  readonly steps: StepGuard;

  constructor(symbol: MarketSymbol) {
    this.#symbol = symbol;
    this.steps = new StepGuard(symbol.dayVolatility);
    this.#funding = new FundingSamples(symbol);
  }

  get nextFundingAt(): number {
    return this.#funding.fundingAt;
  }

  /** The last funding interval that ended; undefined until one did. */
  get closedFunding(): ClosedFunding | undefined {
    return this.#funding.closed;
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
    this.#funding.publish(update);
  }

  /**
   * Three or more live sources: the median judges them. Two: both or none. One: the venue's own index, which is made of many, is good
   * for everything, any other for no liquidation (rules 8.1). A step of the index is believed or not like any other.
   * Answers true when a step was believed just now: what was known of the book before says nothing any more.
   */
  readIndex(now: number): boolean {
    const venue = this.#sources.get(VENUE);
    const named = [...this.#sources];
    const live = named.filter(([, { at }]) => now - at < SOURCE_SILENT_MS);
    const reading = indexReading(
      named.map(([, source]) => source),
      now,
    );
    for (const [i, [name]] of named.entries()) this.#sources.set(name, reading.sources[i]);
    const isVenueGood = venue !== undefined && live.some(([name]) => name === VENUE) && this.#sources.get(VENUE)?.insideSince === 0;
    this.areSourcesApart = live.length === 2 && reading.standing === 'halt';
    this.standing = isVenueGood && live.length === 1 ? 'ok' : reading.standing;
    // Of fewer than three of our own the venue's is the better one, as long as nobody contradicts it.
    const isOwn = live.length - (isVenueGood ? 1 : 0) >= 3;
    const index = isVenueGood && !isOwn && reading.standing !== 'halt' ? venue.price : reading.index;
    if (index > 0 && this.steps.believes('index', index, now)) this.index = index;
    const hasBelieved = this.steps.look(now, this.sources());
    if (!hasBelieved) return false;
    this.#guard.freeze(0);
    if (index > 0 && this.steps.believes('index', index, now)) this.index = index;
    return true;
  }

  /** What each source of the index told last. */
  sources(): Witness[] {
    return [...this.#sources].map(([source, { price, at }]) => ({ source, price, at }));
  }

  /** Two operators say that what is told is so; false when nothing is told that is not believed. */
  confirmStep(now: number): boolean {
    const isConfirmed = this.steps.confirm(now);
    if (isConfirmed) this.#guard.freeze(0);
    return isConfirmed;
  }

  settle(now: number, inputs: PricingInputs): void {
    this.#funding.turn(now);
    if (inputs.isHalted || this.index === 0) {
      this.#guard.freeze(this.mark);
      return;
    }
    const mark = this.#markNow(now, inputs);
    if (!this.steps.believes('mark', mark, now) || this.steps.doubt !== undefined) {
      this.#guard.freeze(this.mark);
      return;
    }
    this.#guard.see(mark, now);
    this.#sample(now, inputs);
    this.mark = mark;
  }

  memory(): PricingMemory {
    return { mark: this.mark, basis: this.#basis, ...this.#funding.memory() };
  }

  /** `savedAt`: when it was known; undefined where prices come from another feed now, and a step from the old one's says nothing. */
  restore(memory: PricingMemory, now: number, savedAt: number | undefined): void {
    this.mark = memory.mark;
    this.#guard.freeze(memory.mark);
    if (savedAt !== undefined) this.steps.restore(memory.mark, savedAt);
    this.#basis = memory.basis.slice(-BASIS_SAMPLES);
    this.#funding.restore(memory);
    if (memory.fundingAt > now) this.fundingRate = this.#funding.estimate(now);
  }

  #sample(now: number, { bid, ask, bids, asks }: PricingInputs): void {
    if (now - this.#sampledAt < Math.min(BASIS_EVERY_MS, PREMIUM_EVERY_MS) || bid === 0 || ask === 0) return;
    this.#sampledAt = now;
    this.#basis.push(basisSample(bid * 100, ask * 100, this.index));
    if (this.#basis.length > BASIS_SAMPLES) this.#basis.shift();
    const { tickDecimals, lotDecimals, maxLeverage } = this.#symbol;
    const depth = impactNotional(IMPACT_MARGIN_USDT, maxLeverage, 10 ** (tickDecimals + lotDecimals));
    this.premium = premiumSample(impactPrice(bids, depth), impactPrice(asks, depth), this.index);
    this.#funding.add(now, this.premium);
    this.fundingRate = this.#funding.estimate(now);
  }

  #isVenueFresh(now: number): boolean {
    return this.#venueMark !== undefined && now - this.#venueMark.receivedAt < INDEX_STALE_MS;
  }

  /** The venue's own mark while it is fresh; computed from index, basis and last price otherwise (rules 8.2). */
  #markNow(now: number, { last, lastTradeAt }: PricingInputs): number {
    const venue = this.#venueMark;
    if (venue !== undefined && this.#isVenueFresh(now)) {
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
