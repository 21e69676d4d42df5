// Steps that are not believed: a price beyond a symbol's bound of what was believed in the last ten seconds touches nothing until a
// second source shows it too, until it has stood for five minutes and is no great one, or until two operators say so (ADR 0039).
//
// All prices in hundredths of a tick, times ms. Ratios are floats: they judge prices, no money is made of them.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';

/** What a price was read from. All of them come from the symbol's own feed, except an index that is made of several sources. */
export type Stream = 'book' | 'tape' | 'index' | 'mark';

/** The venue's own published index: of the symbol's own feed, however many sources the venue makes it of. */
export const VENUE = 'venue';

/** Where a source of the index stands now. */
export interface Witness {
  readonly source: string;
  readonly price: number;
  readonly at: number;
}

/** A step that is not believed: since when, what was told, and what is believed instead. */
export interface Doubt {
  readonly since: number;
  readonly told: number;
  readonly believed: number;
}

/** Steps are judged against everything believed within so long: a wrong feed does not walk through in small ones. */
const WINDOW_MS = 10_000;
/** A second source that agrees for so long confirms a step. */
export const CONFIRM_MS = 3_000;
/** A step of at most GREAT bounds is believed without a second source after so long, as an outlier is back in after it (rules 8.1). */
export const ALONE_MS = 300_000;
const GREAT = 3;
/** Two prices are one level within this (rules 8.1). */
const SAME_LEVEL = 0.03;
/** News older than this says nothing of now. */
const FRESH_MS = 3_000;
/** Inside for so long and the doubt is over; each new one within FLAP_MS of the last doubles it, up to MOST_CALM_MS. */
const CALM_MS = 3_000;
const MOST_CALM_MS = 60_000;
const FLAP_MS = 300_000;
/** After silence a price may have gone further: so many times the usual move of that time. */
const GAP_SIGMAS = 6;
/** In wild hours the bound is so many times the recent move of ten seconds, up to twice itself. */
const RECENT_TIMES = 8;
const RECENT_WEIGHT = 1 / 30;

interface Told {
  price: number;
  at: number;
}

export class StepGuard {
  #ownBound: number | undefined;
  readonly #dayVolatility: number;
  /** Lowest and highest believed price of each of the last seconds. */
  #window: { at: number; low: number; high: number }[] = [];
  #believed: Told = { price: 0, at: 0 };
  readonly #doubted = new Map<Stream, Told>();
  #print: Told = { price: 0, at: 0 };
  #since = 0;
  #insideSince = 0;
  #endedAt = -FLAP_MS;
  #calm = CALM_MS;
  #agreesSince = 0;
  #recent = 0;
  #recentAt = 0;
  /** Steps that were not believed when they came, since the start. */
  steps = 0;

  constructor(dayVolatility: number) {
    this.#dayVolatility = dayVolatility;
  }

  /** Share of the price; 0.05 = 5 %. */
  get bound(): number {
    return this.#ownBound ?? usualBound(this.#dayVolatility);
  }

  get isOwnBound(): boolean {
    return this.#ownBound !== undefined;
  }

  /** Undefined: the usual one again. */
  setBound(share: number | undefined): void {
    this.#ownBound = share;
  }

  /** Undefined while everything told is believed. */
  get doubt(): Doubt | undefined {
    if (this.#since === 0) return undefined;
    const told = this.#level()?.price ?? this.#believed.price;
    return { since: this.#since, told, believed: this.#believed.price };
  }

  /** The price of an earlier run: what comes next is a step from it. */
  restore(price: number, at: number): void {
    if (price > 0) this.#start(price, at);
  }

  /** Whether a price may be used. One that may not is kept in mind, until `look` or `confirm` believes it. */
  believes(stream: Stream, price: number, now: number): boolean {
    if (this.#believed.price === 0) this.#start(price, now);
    else if (!this.#isInside(price, now)) return this.#refuse(stream, price, now);
    this.#note(price, now);
    this.#leave(stream, now);
    return true;
  }

  /** Judges an open doubt ten times a second; true when a step was believed just now. */
  look(now: number, witnesses: readonly Witness[]): boolean {
    if (this.#since === 0) return false;
    if (now - (this.#doubted.get('tape')?.at ?? now) >= WINDOW_MS) this.#leave('tape', now);
    if (this.#doubted.size === 0) {
      if (now - this.#insideSince >= this.#calm) this.#end(now);
      return false;
    }
    const level = this.#level();
    if (level === undefined || now - level.at >= FRESH_MS) return this.#disagrees();
    const others = witnesses.filter(({ source, at }) => source !== VENUE && now - at < FRESH_MS);
    const agreeing = new Set(
      this.#tellers(now, witnesses)
        .filter(({ price }) => isSameLevel(price, level.price))
        .map((each) => each.source),
    ).size;
    const isStanding = others.length === 0 && this.#isWholeFeed(now) && this.#stepOf(level.price) <= GREAT * this.#boundAt(now);
    if (agreeing < 2 && !isStanding) return this.#disagrees();
    if (this.#agreesSince === 0) this.#agreesSince = now;
    if (now - this.#agreesSince < (agreeing >= 2 ? CONFIRM_MS : ALONE_MS)) return false;
    this.#believe(level.price, now);
    return true;
  }

  /** Two operators say that what is told is so; false when there is no doubt. */
  confirm(now: number): boolean {
    const level = this.#level();
    if (level === undefined) return false;
    this.#believe(level.price, now);
    return true;
  }

  #level(): Told | undefined {
    return this.#doubted.get('book') ?? this.#doubted.get('index') ?? this.#doubted.get('mark') ?? this.#doubted.get('tape');
  }

  #start(price: number, at: number): void {
    this.#window = [{ at, low: price, high: price }];
    this.#believed = { price, at };
  }

  #isInside(price: number, now: number): boolean {
    const bound = this.#boundAt(now);
    this.#window = this.#window.filter(({ at }) => now - at < WINDOW_MS);
    const { price: last } = this.#believed;
    const low = this.#window.reduce((least, each) => Math.min(least, each.low), last);
    const high = this.#window.reduce((most, each) => Math.max(most, each.high), last);
    return price <= low * (1 + bound) && price >= high * (1 - bound);
  }

  #boundAt(now: number): number {
    const wild = Math.min(2 * this.bound, RECENT_TIMES * this.#recent);
    const gap = GAP_SIGMAS * this.#dayVolatility * Math.sqrt(Math.max(0, now - this.#believed.at) / DAY_MS);
    return Math.min(0.9, Math.max(this.bound, wild, gap));
  }

  #note(price: number, now: number): void {
    this.#believed = { price, at: now };
    const newest = this.#window.at(-1);
    if (newest !== undefined && now - newest.at < 1000) {
      newest.low = Math.min(newest.low, price);
      newest.high = Math.max(newest.high, price);
    } else this.#window.push({ at: now, low: price, high: price });
    if (now - this.#recentAt < WINDOW_MS) return;
    this.#recentAt = now;
    const low = Math.min(...this.#window.map((each) => each.low));
    const high = Math.max(...this.#window.map((each) => each.high));
    this.#recent += ((high - low) / low - this.#recent) * RECENT_WEIGHT;
  }

  #refuse(stream: Stream, price: number, now: number): false {
    this.steps++;
    // One print alone is left out and nothing more: the book says what the market is.
    const isRepeated = isSameLevel(this.#print.price, price) && now - this.#print.at < WINDOW_MS;
    if (stream === 'tape') this.#print = { price, at: now };
    if (stream === 'tape' && !isRepeated && this.#since === 0) return false;
    this.#doubted.set(stream, { price, at: now });
    if (this.#since === 0) {
      this.#since = now;
      this.#agreesSince = 0;
      this.#calm = now - this.#endedAt < FLAP_MS ? Math.min(MOST_CALM_MS, this.#calm * 2) : CALM_MS;
    }
    return false;
  }

  #leave(stream: Stream, now: number): void {
    if (!this.#doubted.delete(stream) || this.#doubted.size > 0) return;
    this.#insideSince = now;
    this.#agreesSince = 0;
  }

  #disagrees(): false {
    this.#agreesSince = 0;
    return false;
  }

  /** Who says what now. The feed is one source, however many of its streams tell the same. */
  #tellers(now: number, witnesses: readonly Witness[]): Witness[] {
    const own = (['book', 'tape'] as const).flatMap((stream) => this.#doubted.get(stream) ?? []);
    return [...own.map((told) => ({ source: VENUE, ...told })), ...witnesses].filter(({ at }) => now - at < FRESH_MS);
  }

  /** Book and index tell the same step: not one stream of the feed that went wrong by itself. */
  #isWholeFeed(now: number): boolean {
    const [book, index] = [this.#doubted.get('book'), this.#doubted.get('index')];
    if (book === undefined || index === undefined) return false;
    return now - book.at < FRESH_MS && now - index.at < FRESH_MS && isSameLevel(book.price, index.price);
  }

  #stepOf(price: number): number {
    return Math.abs(price / this.#believed.price - 1);
  }

  #believe(price: number, now: number): void {
    this.#start(price, now);
    this.#doubted.clear();
    this.#end(now);
  }

  #end(now: number): void {
    this.#since = 0;
    this.#endedAt = now;
  }
}

/** Twice the usual move of a day, at least 1 %. */
export function usualBound(dayVolatility: number): number {
  return Math.max(0.01, 2 * dayVolatility);
}

function isSameLevel(a: number, b: number): boolean {
  return a > 0 && b > 0 && Math.abs(a - b) <= Math.min(a, b) * SAME_LEVEL;
}
