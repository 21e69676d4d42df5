// How the market's figures travel to the engine's thread: one flat array of numbers, several symbols after one another.
//
// Words of a symbol: id in the symbol table, our clock, feed switch bits, mark valid (1/0), last (ticks), mark and index (tick/100),
// our clock when the depth arrived, number of bids, number of asks, what the mark was made of (price 1, price 2, funding rate;
// zeros for the venue's own mark), then pairs (ticks, lots) of bids and of asks, best first.
import { feedBitsOf } from './feed-state.ts';
import type { SymbolMarket } from './symbol-market.ts';

export const OFFER_HEAD = 13;

export interface Offer {
  symbol: number;
  at: number;
  bits: number;
  isValid: boolean;
  last: number;
  mark: number;
  index: number;
  depthAt: number;
  /** Price 1, price 2 (tick/100; 0 = the mark is the venue's own) and funding rate (10^-8). */
  parts: Float64Array;
  /** In the update's array: pairs of bids from here, then pairs of asks. */
  bids: Float64Array;
  asks: Float64Array;
}

export function encodeOffers(markets: readonly SymbolMarket[], now: number): Float64Array {
  const ladders = markets.map((market) => market.livingLadder());
  const words = new Float64Array(markets.length * OFFER_HEAD + ladders.reduce((n, l) => n + l.bids.length + l.asks.length, 0));
  let at = 0;
  for (const [i, market] of markets.entries()) {
    const { bids, asks, receivedAt } = ladders[i];
    const { pricing } = market;
    const isValid = pricing.isValid && market.state === 'live' ? 1 : 0;
    words.set(
      [
        market.symbol.id,
        now,
        feedBitsOf(market.state),
        isValid,
        market.last,
        pricing.mark,
        pricing.index,
        receivedAt,
        bids.length / 2,
        asks.length / 2,
        pricing.price1,
        pricing.price2,
        pricing.fundingRate,
      ],
      at,
    );
    words.set(bids, at + OFFER_HEAD);
    words.set(asks, at + OFFER_HEAD + bids.length);
    at += OFFER_HEAD + bids.length + asks.length;
  }
  return words;
}

/** Calls `take` with each symbol's offer; the ladders are views into `words`. */
export function forEachOffer(words: Float64Array, take: (offer: Offer) => void): void {
  for (let at = 0; at < words.length; ) {
    const bidsAt = at + OFFER_HEAD;
    const asksAt = bidsAt + words[at + 8] * 2;
    const end = asksAt + words[at + 9] * 2;
    take({
      symbol: words[at],
      at: words[at + 1],
      bits: words[at + 2],
      isValid: words[at + 3] === 1,
      last: words[at + 4],
      mark: words[at + 5],
      index: words[at + 6],
      depthAt: words[at + 7],
      parts: words.subarray(at + 10, at + OFFER_HEAD),
      bids: words.subarray(bidsAt, asksAt),
      asks: words.subarray(asksAt, end),
    });
    at = end;
  }
}
