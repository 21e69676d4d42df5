// What a venue must say of itself to be a source of the index: its pairs, how they are asked for, and how its words read.
import type { MarketSymbol } from '../symbol-table.ts';

/** One word of a venue about a pair. A side that is absent stands as it was told last. */
export type VenueWord =
  | { kind: 'quote'; pair: string; bid: string | undefined; ask: string | undefined; at: number | undefined }
  | { kind: 'unlisted'; pair: string; reason: string };

export interface IndexVenue {
  readonly name: string;
  readonly url: string;
  pairOf(base: string): string;
  /** The pair that prices USDT in what the others are priced in; absent where they are priced in USDT. */
  readonly tether?: string;
  subscribe(pairs: readonly string[]): string[];
  /** Keeps the line alive; the venue answers it. */
  readonly ping: string;
  /** Throws on what is no word of this venue. Answers, heartbeats and new kinds of events are none. */
  read(text: string): VenueWord[];
}

/** `BTC` and 0 of BTCUSDT; `SHIB` and 3 of 1000SHIBUSDT, a contract on 10^3 coins. Undefined where the live feed has no such symbol. */
export function coinOf({ binance }: MarketSymbol): { base: string; shift: number } | undefined {
  const found = /^(1000)?([A-Z0-9]+)USDT$/.exec(binance ?? '');
  return found === null ? undefined : { base: found[2], shift: found[1] === undefined ? 0 : 3 };
}
