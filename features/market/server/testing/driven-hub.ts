// A market driven by hand on a clock of its own: a test says what the venue tells and lets time pass.
import { createMarketHub, type MarketHub } from '../market-hub.ts';
import { forEachOffer, type Offer } from '../market-offer.ts';
import type { SymbolMarket } from '../symbol-market.ts';
import { symbolByName } from '../symbol-table.ts';
import { type HandFeed, handFeed } from './hand-feed.ts';

export const bitcoin = symbolByName('BINANCE:BTCUSDT')?.id ?? -1;
export const gold = symbolByName('PYTH:XAUUSD')?.id ?? -1;
/** Inside everybody's trading hours. */
export const start = Date.parse('2026-11-18T03:00:00Z');

export class DrivenHub {
  now = start;
  readonly feed: HandFeed = handFeed([bitcoin, gold]);
  readonly hub: MarketHub;
  readonly #offers: Offer[] = [];
  #trades = 0;

  private constructor(onOffer?: (words: Float64Array) => void) {
    this.hub = createMarketHub({
      feeds: [this.feed],
      now: () => this.now,
      isTimed: false,
      listeners: { onOffer: onOffer ?? ((words) => forEachOffer(words, (offer) => this.#offers.push(offer))) },
    });
  }

  /** `onOffer`: who takes what is meant for the engine; else the newest of each symbol is kept. */
  static async open(onOffer?: (words: Float64Array) => void): Promise<DrivenHub> {
    const driven = new DrivenHub(onOffer);
    await driven.hub.start();
    return driven;
  }

  get market(): SymbolMarket {
    return this.hub.markets[bitcoin];
  }

  stamp = (symbol = bitcoin) => ({ symbol, eventAt: this.now, receivedAt: this.now });

  depth = (bid: number, ask: number, symbol = bitcoin): void =>
    this.feed.tell({ kind: 'depth', ...this.stamp(symbol), bids: [bid, 5000, bid - 10, 9000], asks: [ask, 4000, ask + 10, 8000] });

  index = (price: number, constituent = 'venue', symbol = bitcoin): void =>
    this.feed.tell({ kind: 'index', ...this.stamp(symbol), constituent, price });

  trade = (price: number, symbol = bitcoin): void =>
    this.feed.tell({ kind: 'trade', ...this.stamp(symbol), id: ++this.#trades, price, lots: 3, side: 'B' });

  /** Book and index of a quiet market. */
  usual = (): void => {
    this.depth(6_180_000, 6_180_010);
    this.index(618_100_000);
  };

  /** Lets `ms` pass with news every 100 ms, or in silence. */
  pass = (ms: number, news?: () => void): void => {
    for (const end = this.now + ms; this.now < end; ) {
      this.now += 100;
      news?.();
      this.hub.beat(this.now);
      this.hub.beat(this.now);
    }
  };

  lastOffer = (symbol = bitcoin): Offer | undefined => this.#offers.findLast((offer) => offer.symbol === symbol);
}
