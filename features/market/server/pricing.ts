// Index, mark and funding estimate of one symbol: keeps the samples and the clocks, the rules' own formulas are the engine's.
import { impactNotional, PREMIUM_EVERY_MS, premiumSample } from '@maru/engine/market/funding-estimate.ts';
import { type IndexSource, readIndex as indexReading, SOURCE_SILENT_MS } from '@maru/engine/market/index-price.ts';
import { BASIS_EVERY_MS, BASIS_SAMPLES, basisSample, INDEX_STALE_MS, LAST_MAX_AGE_MS, markPrice } from '@maru/engine/market/mark.ts';
import type { IndexUpdate, MarkUpdate } from './feed.ts';
import { type ClosedFunding, FUNDING_INTERVAL_MS, type FundingMemory, FundingSamples } from './funding-samples.ts';
import { MarkGuard } from './mark-guard.ts';
import type { MarketSymbol } from './symbol-table.ts';

/** The venue's own published index; others are constituents of ours. */
const VENUE = 'venue';
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
  /** Leaps of the mark that one source alone told, since the start. */
  leaps = 0;
  /** One was told and is not confirmed: mark and samples stand still. */
  #hasLeapt = false;

  constructor(symbol: MarketSymbol) {
    this.#symbol = symbol;
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

  /** Three or more live constituents: our own index. Else the venue's own, else what two or one allow (rules 8.1). */
  readIndex(now: number): void {
    const constituents = [...this.#sources].filter(([name]) => name !== VENUE);
    const venue = this.#sources.get(VENUE);
    const isOwn = constituents.filter(([, s]) => now - s.at < SOURCE_SILENT_MS).length >= 3;
    if (!isOwn && venue !== undefined && now - venue.at < SOURCE_SILENT_MS) {
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
    this.#funding.turn(now);
    if (inputs.isHalted || this.index === 0) {
      this.#guard.freeze(this.mark);
      return;
    }
    const mark = this.#markNow(now, inputs);
    // The book and the tape are other sources than index and mark: a real fall shows in them at once.
    if (this.#guard.isAlone(this.mark, mark, [(inputs.bid + inputs.ask) * 50, inputs.last * 100])) {
      this.#guard.freeze(this.mark);
      this.#hasLeapt = true;
      this.leaps++;
    }
    this.#guard.see(mark, now);
    if (this.#guard.isConfirmed) this.#hasLeapt = false;
    if (this.#hasLeapt) return;
    this.#sample(now, inputs);
    this.mark = mark;
  }

  memory(): PricingMemory {
    return { mark: this.mark, basis: this.#basis, ...this.#funding.memory() };
  }

  restore(memory: PricingMemory, now: number): void {
    this.mark = memory.mark;
    this.#guard.freeze(memory.mark);
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
