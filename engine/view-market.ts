// Views of symbols and books, and the allocation-free accessors that the ladder policy reads beside the engine.
import {
  INDEX,
  LISTED,
  LIVE,
  MARK,
  META_SITE_SWITCHES,
  META_SYMBOLS,
  META_TRIGGERS,
  OPEN_LONG,
  OPEN_SHORT,
  ORDER_REST,
  REALS,
  SWITCHES,
} from './layout.ts';
import { ladderHead } from './futures/ladder.ts';
import { bestPrice, firstAt, lotsAt, nextInQueue, orderIdOf, ordersAt, worsePrice } from './futures/order-book.ts';
import { firstOfList, trailsOf } from './futures/trigger-index.ts';
import { isReached } from './futures/triggers.ts';
import { SPEC_WORDS } from './market/instrument.ts';
import type { EngineState } from './state.ts';

export interface SymbolView {
  symbol: number;
  listed: boolean;
  /** Words as in ListSymbol. */
  spec: number[];
  /** Bits of the symbol and of the site together. */
  switches: number;
  /** The symbol's own bits alone. */
  ownSwitches: number;
  mark: number;
  index: number;
}

export function symbolsView(s: EngineState): SymbolView[] {
  const views: SymbolView[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const live = symbol * LIVE;
    views.push({
      symbol,
      listed: s.live[live + LISTED] === 1,
      spec: [...s.specs.subarray(symbol * SPEC_WORDS, symbol * SPEC_WORDS + s.specLengths[symbol])],
      switches: s.live[live + SWITCHES] | s.meta[META_SITE_SWITCHES],
      ownSwitches: s.live[live + SWITCHES],
      mark: s.live[live + MARK],
      index: s.live[live + INDEX],
    });
  }
  return views;
}

/** Members' levels only, best first: triples of price, lots, orders. */
export function bookLevels(s: EngineState, symbol: number, depth: number): { seq: number; bids: number[]; asks: number[] } {
  return { seq: s.seq, bids: sideLevels(s, symbol, 0, depth), asks: sideLevels(s, symbol, 1, depth) };
}

function sideLevels(s: EngineState, symbol: number, side: number, depth: number): number[] {
  const levels: number[] = [];
  if (!(symbol >= 0 && symbol < s.meta[META_SYMBOLS])) return levels;
  let price = bestPrice(s.books, symbol, side);
  for (let k = 0; k < depth && price !== 0; k++) {
    levels.push(price, lotsAt(s.books, symbol, price), ordersAt(s.books, symbol, price));
    price = worsePrice(s.books, symbol, side, price);
  }
  return levels;
}

/** Every resting order: six numbers each: symbol, orderId, side, price, rest lots, account's exposure order in its queue. */
export function restingOrders(s: EngineState): number[] {
  const flat: number[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    for (let side = 0; side < 2; side++) {
      for (let price = bestPrice(s.books, symbol, side); price !== 0; price = worsePrice(s.books, symbol, side, price)) {
        let place = 0;
        for (let o = firstAt(s.books, symbol, price); o >= 0; o = nextInQueue(s.books, o)) {
          flat.push(symbol, orderIdOf(s.books, o), side, price, s.books.reals[o * REALS + ORDER_REST], place++);
        }
      }
    }
  }
  return flat;
}

/** Members' lots, long and short; what is missing to equality is the house's. */
export function openInterest(s: EngineState, symbol: number): { long: number; short: number } {
  return { long: s.live[symbol * LIVE + OPEN_LONG], short: s.live[symbol * LIVE + OPEN_SHORT] };
}

/** Best member prices in ticks, 0 = none. */
export function memberBestBid(s: EngineState, symbol: number): number {
  return bestPrice(s.books, symbol, 0);
}
export function memberBestAsk(s: EngineState, symbol: number): number {
  return bestPrice(s.books, symbol, 1);
}

/** Best ladder prices as the engine holds them, whatever their age, 0 = none. */
export function ladderBestBid(s: EngineState, symbol: number): number {
  const level = ladderHead(s.ladders, symbol, 0);
  return level < 0 ? 0 : s.ladders.prices[level];
}
export function ladderBestAsk(s: EngineState, symbol: number): number {
  const level = ladderHead(s.ladders, symbol, 1);
  return level < 0 ? 0 : s.ladders.prices[level];
}

/** True while a member holds a position in the symbol. */
export function hasExposure(s: EngineState, symbol: number): boolean {
  return s.live[symbol * LIVE + OPEN_LONG] !== 0 || s.live[symbol * LIVE + OPEN_SHORT] !== 0;
}

/** Any order of the symbol that waits for a price. */
export function hasTriggers(s: EngineState, symbol: number): boolean {
  if (s.meta[META_TRIGGERS] === 0) return false;
  for (let book = symbol * 4; book < symbol * 4 + 4; book++) {
    if (s.triggers.nearest[book] !== 0 || firstOfList(s.triggers, trailsOf(book)) >= 0) return true;
  }
  return false;
}

/** True when these prices (mark units) reach a stop that waits; trailing stops follow at the pace of the marks. */
export function reachesTrigger(s: EngineState, symbol: number, mark: number, last: number): boolean {
  if (s.meta[META_TRIGGERS] === 0) return false;
  for (let k = 0; k < 4; k++) {
    const stop = s.triggers.nearest[symbol * 4 + k];
    if (stop !== 0 && isReached((k & 1) === 1, stop, k < 2 && last > 0 ? last : mark)) return true;
  }
  return false;
}

/** The symbol's own bits, without the site's. */
export function switchBits(s: EngineState, symbol: number): number {
  return s.live[symbol * LIVE + SWITCHES];
}
