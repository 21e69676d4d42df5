// Everything known of one symbol's market right now, kept from its feed's updates: prices, depth, trades, candles, state.
import type { FeedState, Interval, MarketTick, PriceListener, PriceType } from '../contract.ts';
import { type CandleBar, barOfTrade, CandleSeries, quoteOf } from './candle-series.ts';
import { DayStatistics } from './day-statistics.ts';
import { FeedGuard } from './feed-guard.ts';
import { feedStateOf } from './feed-state.ts';
import type { DepthUpdate, FeedSource, FeedUpdate, TradeUpdate } from './feed.ts';
import { Pricing } from './pricing.ts';
import { isLadderFresh, type Ladder, mirrorLadder, noLadder, RecentMove } from './quote-ladder.ts';
import { SampledCandles } from './sampled-candles.ts';
import type { Stream } from './step-guard.ts';
import type { MarketSymbol } from './symbol-table.ts';

const TAPE_LENGTH = 60;
const MINUTE_MS = 60_000;
const IDS_PER_MS = 8;

export interface TapeTrade {
  id: number;
  price: number;
  lots: number;
  side: 'B' | 'S';
  time: number;
}

export interface SymbolHooks {
  /** One rising line of ids for all trades told, so that a screen can tell them apart whatever feed they came from. */
  nextTradeId(): number;
  onTrade(trade: TapeTrade): void;
  onClosed(interval: Interval, bar: CandleBar, priceType: PriceType): void;
}

export type SampledPrice = Exclude<PriceType, 'LAST'>;

export class SymbolMarket {
  readonly symbol: MarketSymbol;
  source: FeedSource = 'synthetic';
  /** False: no feed of this server prices it, so it stays halted. */
  hasFeed = true;
  last = 0;
  direction = 0;
  lastTradeAt = 0;
  depthAt = 0;
  ladder: Ladder = noLadder;
  state: FeedState = 'halted';
  /** Since when it is neither live nor closed, at the settlings; 0 while it is. */
  notLiveSince = 0;
  /** Changes whenever the depth or the last price did, for those who publish. */
  depthVersion = 0;
  readonly pricing: Pricing;
  readonly candles: CandleSeries;
  readonly sampled: Readonly<Record<SampledPrice, SampledCandles>>;
  readonly day = new DayStatistics();
  readonly guard = new FeedGuard();
  readonly tape: TapeTrade[] = [];
  /** Lots that takers bought and sold since the server began. */
  readonly taken = { B: 0, S: 0 };
  /** Who hears each tick as it comes. */
  readonly tickListeners = new Set<(tick: MarketTick) => void>();
  /** Who hears believed prices while the symbol is live. */
  readonly priceListeners = new Set<PriceListener>();
  #bids: readonly number[] = [];
  #asks: readonly number[] = [];
  #isFresh = false;
  #liveSince = 0;
  /** Pictures have no number of their own. */
  #midId = 0;
  readonly #move = new RecentMove();
  readonly #hooks: SymbolHooks;

  constructor(symbol: MarketSymbol, hooks: SymbolHooks) {
    this.symbol = symbol;
    this.pricing = new Pricing(symbol);
    this.candles = new CandleSeries((interval, bar) => hooks.onClosed(interval, bar, 'LAST'));
    const sampled = (type: SampledPrice) => new SampledCandles((interval, bar) => hooks.onClosed(interval, bar, type));
    this.sampled = { MARK: sampled('MARK'), INDEX: sampled('INDEX'), PREMIUM: sampled('PREMIUM') };
    this.#hooks = hooks;
  }

  get bid(): number {
    return this.#bids[0] ?? 0;
  }
  get ask(): number {
    return this.#asks[0] ?? 0;
  }

  /** Our clock at the first trade or reading that went into candles; 0 before it. */
  get liveSince(): number {
    return this.#liveSince;
  }

  take(update: FeedUpdate): void {
    if (!this.guard.passes(update)) return;
    switch (update.kind) {
      case 'depth':
        return this.#takeDepth(update);
      case 'trade':
        return this.#takeTrade(update);
      case 'index':
        return this.pricing.takeIndex(update);
      case 'mark':
        return this.pricing.takeMark(update);
    }
  }

  /** Our clock at the older of the last news of the book and of the index. */
  newsAt(): number {
    return Math.min(this.depthAt, this.pricing.indexAt);
  }

  /** The same, or since when it waits for its first news. */
  heardAt(now: number): number {
    return this.newsAt() || this.notLiveSince || now;
  }

  /** Brings state, mark and ladder to `now`. */
  settle(now: number): void {
    const { hours } = this.symbol;
    if (this.pricing.readIndex(now)) this.#forgetBook();
    const stateNow = () => feedStateOf(hours, now, this.newsAt(), this.pricing.areSourcesApart, this.pricing.steps.doubt !== undefined);
    this.state = stateNow();
    const isHalted = this.state === 'halted' || this.state === 'closed';
    const { bid, ask, last, lastTradeAt } = this;
    this.pricing.settle(now, { bid, ask, bids: this.#bids, asks: this.#asks, last, lastTradeAt, isHalted });
    // The mark, made of it all, may be the first to step.
    this.state = stateNow();
    this.notLiveSince = this.state === 'live' || this.state === 'closed' ? 0 : this.notLiveSince || now;
    this.candles.closeDue(now);
    this.#sampleCandles(now, isHalted || this.state === 'unsafe');
    const isFresh = this.state === 'live' && isLadderFresh(this.ladder, now);
    if (isFresh !== this.#isFresh) this.depthVersion++;
    this.#isFresh = isFresh;
    if (this.pricing.isValid) this.#tellPrice('MARK', this.pricing.mark);
    this.#tellPrice('INDEX', this.pricing.index);
  }

  /** Not of a symbol whose prices are old, in doubt or frozen. */
  #tellPrice(type: Parameters<PriceListener>[0], price: number): void {
    if (this.priceListeners.size === 0 || this.state !== 'live' || price <= 0) return;
    for (const listener of this.priceListeners) listener(type, price);
  }

  /** A frozen mark makes no candles, as a market without trades makes none. */
  #sampleCandles(now: number, isHalted: boolean): void {
    const { MARK, INDEX, PREMIUM } = this.sampled;
    const { mark, index, premium } = this.pricing;
    if (isHalted || mark === 0 || index === 0) {
      for (const series of [MARK, INDEX, PREMIUM]) series.closeDue(now);
      return;
    }
    this.#liveSince ||= now;
    MARK.sample(now, mark);
    INDEX.sample(now, index);
    PREMIUM.sample(now, premium);
  }

  /** Two operators say that what is told is so; false when nothing is told that is not believed. */
  confirmStep(now: number): boolean {
    const isConfirmed = this.pricing.confirmStep(now);
    if (isConfirmed) this.#forgetBook();
    return isConfirmed;
  }

  /** The book of before a step: no sample is taken of it, nobody meets it. */
  #forgetBook(): void {
    this.#bids = [];
    this.#asks = [];
    this.ladder = noLadder;
  }

  /** The ladder as members may meet it now: none when old, stale, halted or closed. */
  livingLadder(): Ladder {
    return this.#isFresh ? this.ladder : noLadder;
  }

  /** Puts a start into an empty market: the last known trade of an earlier run or of the back-fill. */
  begin(last: number, at: number): void {
    if (this.last !== 0) return;
    this.last = last;
    this.lastTradeAt = at;
    this.pricing.begin(last * 100);
  }

  /** Nothing is opened, settled or quoted from the moment on in which a step comes that is not believed. */
  #believes(stream: Stream, price: number, now: number): boolean {
    const { steps } = this.pricing;
    if (steps.believes(stream, price, now)) return true;
    if (steps.doubt !== undefined && (this.state === 'live' || this.state === 'stale')) this.state = 'unsafe';
    return false;
  }

  #takeDepth(update: DepthUpdate): void {
    // A crossed or one-sided picture is no market: keep what was, and let it age.
    if (update.bids.length === 0 || update.asks.length === 0 || update.bids[0] >= update.asks[0]) return;
    // News all the same: a feed that tells what is not believed is not silent.
    this.depthAt = update.receivedAt;
    if (!this.#believes('book', (update.bids[0] + update.asks[0]) * 50, update.receivedAt)) return;
    this.#bids = update.bids;
    this.#asks = update.asks;
    this.#move.look(update.bids[0] + update.asks[0], update.receivedAt);
    this.ladder = mirrorLadder(update.bids, update.asks, update.receivedAt, this.#move);
    this.depthVersion++;
    if (this.symbol.isByMid) this.#tellMid(update);
  }

  /** The middle of the book, cut to a tick: what forex-like symbols are settled on, told with every picture. */
  #tellMid({ bids, asks, eventAt, receivedAt }: DepthUpdate): void {
    this.#midId = Math.max(this.#midId + 1, eventAt * IDS_PER_MS);
    const tick = { id: this.#midId, price: Math.floor((bids[0] + asks[0]) / 2), eventAt, receivedAt };
    for (const listener of this.tickListeners) listener(tick);
  }

  #takeTrade(update: TradeUpdate): void {
    const { price, lots, side, receivedAt: time } = update;
    if (!this.#believes('tape', price * 100, time)) return;
    this.direction = this.last === 0 ? 0 : Math.sign(price - this.last);
    this.last = price;
    this.lastTradeAt = time;
    this.#liveSince ||= time;
    const { tickDecimals, lotDecimals } = this.symbol;
    const quote = quoteOf(price, lots, tickDecimals, lotDecimals);
    this.candles.trade(time, price, lots, quote);
    this.day.add(time, barOfTrade(Math.floor(time / MINUTE_MS) * MINUTE_MS, price, lots, quote));
    const trade = { id: this.#hooks.nextTradeId(), price, lots, side, time };
    this.tape.push(trade);
    this.taken[side] += lots;
    if (this.tape.length > TAPE_LENGTH) this.tape.shift();
    this.#hooks.onTrade(trade);
    this.#tellPrice('LAST', price * 100);
    if (this.symbol.isByMid) return;
    const { id, eventAt, receivedAt } = update;
    for (const listener of this.tickListeners) listener({ id, price, eventAt, receivedAt });
  }
}
