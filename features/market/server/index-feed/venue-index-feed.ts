// A venue's spot market as one constituent of the index: the middle of its best bid and ask, in USDT (rules 8.1).
//
// A quote that cannot be so says nothing: crossed, one-sided, wider than a hundredth, or no figures. A message that cannot be read
// at all ends the connection. A quote in dollars is divided by the venue's own price of USDT; without one it says nothing.
import { mulDivHalfEven } from '@maru/engine/money/rounding.ts';
import { venueUnits } from '../binance-messages.ts';
import type { FeedListener, IndexFeed, IndexFeedHealth } from '../feed.ts';
import type { MarketSymbol } from '../symbol-table.ts';
import { openVenueSocket, type SocketTimes, usualSocketTimes, type VenueSocket } from '../venue-socket.ts';
import { coinOf, type IndexVenue, type VenueWord } from './index-venue.ts';

const PING_MS = 10_000;
/** A book with a wider gap between bid and ask has no middle worth its name. */
const MOST_SPREAD = 0.01;
/** Digits of the price of USDT; further than a tenth from one dollar it is not believed. */
const TETHER_DECIMALS = 8;
const TETHER = { low: 90_000_000, high: 110_000_000 };
/** A quote of USDT stands until it changes, while the line lives, but not for ever. */
const TETHER_STANDS_MS = 600_000;
const FIGURE = /^\d{1,12}(\.\d{1,18})?$/;

export interface VenueIndexOptions {
  now(): number;
  symbols: readonly MarketSymbol[];
  /** Another address of the venue. */
  url?: string;
  times?: Partial<SocketTimes>;
  log?(message: string): void;
}

interface Line {
  /** -1: the price of USDT itself. */
  symbol: number;
  decimals: number;
  shift: number;
  bid: string;
  ask: string;
}

export class VenueIndexFeed implements IndexFeed {
  readonly constituent: string;
  readonly symbols: readonly number[];
  readonly #venue: IndexVenue;
  readonly #options: VenueIndexOptions;
  readonly #lines = new Map<string, Line>();
  readonly #unlisted = new Set<number>();
  #tether = { rate: 0, at: 0 };
  #listener: FeedListener = () => {};
  #socket: VenueSocket | undefined;
  #ping: NodeJS.Timeout | undefined;
  #state: 'starting' | 'live' | 'stopped' = 'starting';
  #lastNewsAt = 0;
  #refused = 0;

  constructor(venue: IndexVenue, options: VenueIndexOptions) {
    this.#venue = venue;
    this.#options = options;
    this.constituent = venue.name;
    for (const symbol of options.symbols) {
      const coin = coinOf(symbol);
      if (coin === undefined) continue;
      const line = { symbol: symbol.id, decimals: symbol.tickDecimals + 2, shift: coin.shift, bid: '', ask: '' };
      this.#lines.set(venue.pairOf(coin.base), line);
    }
    this.symbols = [...this.#lines.values()].map(({ symbol }) => symbol);
    if (venue.tether !== undefined) this.#lines.set(venue.tether, { symbol: -1, decimals: TETHER_DECIMALS, shift: 0, bid: '', ask: '' });
  }

  async start(listener: FeedListener): Promise<void> {
    const { url, times, log } = this.#options;
    const { name, ping } = this.#venue;
    this.#listener = listener;
    this.#state = 'live';
    this.#socket = openVenueSocket({
      url: url ?? this.#venue.url,
      times: { ...usualSocketTimes, ...times },
      onOpen: () => this.#subscribe(),
      onMessage: (text) => {
        for (const word of this.#venue.read(text)) this.#take(word);
      },
      onLost: (reason) => log?.(`${name}, a source of the index, was lost: ${reason}`),
    });
    this.#ping = setInterval(() => this.#socket?.send(ping), PING_MS);
  }

  health(): IndexFeedHealth {
    return {
      state: this.#state === 'live' && this.#socket?.isOpen !== true ? 'down' : this.#state,
      lastNewsAt: this.#lastNewsAt,
      reconnects: this.#socket?.reconnects ?? 0,
      refused: this.#refused,
      unlisted: [...this.#unlisted],
    };
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearInterval(this.#ping);
    this.#socket?.close();
  }

  /** What an earlier connection told does not stand for this one. */
  #subscribe(): void {
    this.#tether = { rate: 0, at: 0 };
    this.#unlisted.clear();
    for (const line of this.#lines.values()) {
      line.bid = '';
      line.ask = '';
    }
    for (const text of this.#venue.subscribe([...this.#lines.keys()])) this.#socket?.send(text);
  }

  #take(word: VenueWord): void {
    const line = this.#lines.get(word.pair);
    if (word.kind === 'unlisted') {
      this.#options.log?.(`${this.constituent} does not give ${word.pair || 'what was asked for'}: ${word.reason}`);
      if (line !== undefined) this.#unlisted.add(line.symbol);
    } else if (line !== undefined) this.#takeQuote(line, word);
  }

  #takeQuote(line: Line, { bid = line.bid, ask = line.ask, at }: Extract<VenueWord, { kind: 'quote' }>): void {
    const now = this.#options.now();
    const eventAt = at ?? now;
    const middle = middleOf(bid, ask, line.decimals + line.shift);
    if (middle === undefined || !Number.isSafeInteger(eventAt) || eventAt <= 0) {
      this.#refused++;
      return;
    }
    line.bid = bid;
    line.ask = ask;
    if (line.symbol === -1) return this.#takeTether(middle, now);
    const price = this.#inTether(middle, now);
    if (price === undefined || price <= 0) return;
    this.#lastNewsAt = now;
    this.#listener({ kind: 'index', symbol: line.symbol, eventAt, receivedAt: now, constituent: this.constituent, price });
  }

  #takeTether(rate: number, now: number): void {
    if (rate < TETHER.low || rate > TETHER.high) this.#refused++;
    else this.#tether = { rate, at: now };
  }

  #inTether(price: number, now: number): number | undefined {
    if (this.#venue.tether === undefined) return price;
    const { rate, at } = this.#tether;
    return rate === 0 || now - at > TETHER_STANDS_MS ? undefined : mulDivHalfEven(price, 10 ** TETHER_DECIMALS, rate);
  }
}

/** In units of 10^-decimals; undefined where the two are no quote. */
function middleOf(bid: string, ask: string, decimals: number): number | undefined {
  if (!FIGURE.test(bid) || !FIGURE.test(ask)) return undefined;
  const [low, high] = [venueUnits(bid, decimals), venueUnits(ask, decimals, true)];
  if (low <= 0 || low >= high || high - low > low * MOST_SPREAD || !Number.isSafeInteger(high)) return undefined;
  return Math.floor((low + high) / 2);
}
