// What a source tells that cannot be so: figures that are no prices, and news older than what is known. Dropped and counted.
import type { FeedUpdate } from './feed.ts';

/** Going back further than this is a source that started anew, not a straggler. */
const STRAGGLER_MS = 60_000;
/** 3 %, the widest cap that any symbol has (rules 8.4), in 10^-8: nobody is charged more on one source's word. */
const MOST_FUNDING = 3_000_000;

export class FeedGuard {
  readonly #newest = new Map<string, number>();
  dropped = 0;

  passes(update: FeedUpdate): boolean {
    if (!isSound(update) || this.#isStraggler(update)) {
      this.dropped++;
      return false;
    }
    this.#newest.set(keyOf(update), update.eventAt);
    return true;
  }

  #isStraggler(update: FeedUpdate): boolean {
    const newest = this.#newest.get(keyOf(update)) ?? 0;
    return update.eventAt < newest && newest - update.eventAt < STRAGGLER_MS;
  }
}

function keyOf(update: FeedUpdate): string {
  return update.kind === 'index' ? update.constituent : update.kind;
}

function isSound(update: FeedUpdate): boolean {
  switch (update.kind) {
    case 'trade':
      return isPrice(update.price) && Number.isSafeInteger(update.lots) && update.lots >= 0;
    case 'index':
      return isPrice(update.price);
    case 'mark':
      return isPrice(update.mark) && Number.isSafeInteger(update.fundingRate) && Math.abs(update.fundingRate) <= MOST_FUNDING;
    case 'depth':
      return update.bids.every(isQuote) && update.asks.every(isQuote);
  }
}

function isPrice(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** Prices and quantities of a picture alike: whole and never below zero. */
function isQuote(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
