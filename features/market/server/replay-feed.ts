// The default feed: real recorded Binance streams, shifted to now and looped without a jump in price or a step back in time.
import { fileURLToPath } from 'node:url';
import { type Feed, type FeedHealth, type FeedListener, PICTURE_LEVELS } from './feed.ts';
import { Recording, RecordKind } from './recording.ts';
import { LOOP_MS, LOOP_START, type ReplayEvent, ReplayStream } from './replay-stream.ts';
import { symbolByName } from './symbol-table.ts';

/** Which recording drives what. ETHUSDT futures were not recorded: its spot market stands in for both (README). */
const streams = [
  { file: 'usdm_btcusdt_20240808.gz', symbol: 'BINANCE:BTCUSDT', step: 10, hasDepth: true, isIndex: false },
  { file: 'spot_btcusdt_20240808.gz', symbol: 'BINANCE:BTCUSDT', step: 1, hasDepth: false, isIndex: true },
  { file: 'spot_ethusdt_20240808.gz', symbol: 'BINANCE:ETHUSDT', step: 1, hasDepth: true, isIndex: true },
] as const;

/** What the recordings trade in a second on average, in USDT: a made-up past before them trades as much. */
const recordedNotional: Readonly<Record<string, number>> = { 'BINANCE:BTCUSDT': 434_600, 'BINANCE:ETHUSDT': 17_500 };
export const notionalOfRecording = (symbol: string): number | undefined => recordedNotional[symbol];

/** Pictures of the book come at most this often. */
const PICTURE_EVERY_MS = 50;
/** Recorded time that is read ahead of playback. */
const READ_AHEAD_MS = 5_000;
/** After the process stood still no more than this is caught up at once. */
const CATCH_UP_MS = 5_000;

export interface ReplayPosition {
  /** Ms into the loop, loops begun before, and each stream's offset at the seam in ticks. */
  at: number;
  loops: number;
  seams: number[];
}

export interface ReplayFeed extends Feed {
  pause(): void;
  resume(): void;
  setSpeed(factor: number): void;
  position(): ReplayPosition;
  /** Resolves when everything up to `ms` of the loop is in memory (tests, tools). */
  preload(ms?: number): Promise<void>;
}

interface Track {
  symbol: number;
  stream: ReplayStream;
  isMarket: boolean;
  isIndex: boolean;
  isBookChanged: boolean;
  pictureAt: number;
}

export interface ReplayOptions {
  now(): number;
  position?: ReplayPosition;
  speed?: number;
  /** Where the recordings lie; a test may bring its own. */
  directory?: URL;
}

export function createReplayFeed(options: ReplayOptions): ReplayFeed {
  return new RecordedFeed(options);
}

class RecordedFeed implements ReplayFeed {
  readonly source = 'replay';
  readonly symbols: readonly number[];
  readonly #options: ReplayOptions;
  readonly #tracks: readonly Track[];
  #listener: FeedListener = () => {};
  #state: FeedHealth['state'] = 'starting';
  #at: number;
  #loops: number;
  #speed: number;
  #isPaused = false;
  #lastAdvance = 0;
  #lastNewsAt = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#at = options.position?.at ?? 0;
    this.#loops = options.position?.loops ?? 0;
    this.#speed = options.speed ?? 1;
    this.#tracks = tracksOf(options.directory ?? new URL('../recordings/', import.meta.url));
    this.symbols = [...new Set(this.#tracks.map(({ symbol }) => symbol))];
  }

  async start(listener: FeedListener): Promise<void> {
    this.#listener = listener;
    await Promise.all(this.#tracks.map(({ stream }) => stream.recording.ensure(LOOP_START + this.#at)));
    for (const [i, { stream }] of this.#tracks.entries()) {
      stream.rewind();
      stream.resume(this.#loops, this.#options.position?.seams[i] ?? 0);
      stream.advance(this.#at, () => {});
    }
    this.#lastAdvance = this.#options.now();
    this.#state = 'live';
    this.#wantAhead();
  }

  advance(now: number): void {
    if (this.#state !== 'live') return;
    const passed = Math.min(now - this.#lastAdvance, CATCH_UP_MS) * this.#speed;
    this.#lastAdvance = now;
    if (this.#isPaused || passed <= 0) return;
    const target = Math.min(this.#at + passed, Math.max(this.#at, this.#loadedUntil()));
    this.#playTo(Math.min(target, LOOP_MS), now);
    if (target >= LOOP_MS) this.#wrap(target - LOOP_MS, now);
    for (const track of this.#tracks) if (track.isMarket) this.#emitPicture(track, now);
    this.#wantAhead();
  }

  health(): FeedHealth {
    const gaps = this.#tracks.reduce((sum, { stream }) => sum + stream.recording.gaps, 0);
    return { state: this.#state, lastNewsAt: this.#lastNewsAt, reconnects: 0, gaps, seams: this.#loops };
  }

  deepBook(symbol: number, levels: number): { bids: number[]; asks: number[] } | undefined {
    const stream = this.#tracks.find((track) => track.symbol === symbol && track.isMarket)?.stream;
    if (stream === undefined || stream.book.isCrossed()) return undefined;
    const shift = stream.shiftAt(this.#at);
    return { bids: stream.book.bids.top(levels, shift), asks: stream.book.asks.top(levels, shift) };
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  setSpeed(factor: number): void {
    this.#speed = factor;
  }

  position(): ReplayPosition {
    return { at: this.#at, loops: this.#loops, seams: this.#tracks.map(({ stream }) => stream.seam) };
  }

  async preload(ms = LOOP_MS): Promise<void> {
    const until = ms >= LOOP_MS ? Number.MAX_SAFE_INTEGER : LOOP_START + ms;
    await Promise.all(this.#tracks.map(({ stream }) => stream.recording.ensure(until)));
  }

  #loadedUntil(): number {
    return Math.min(...this.#tracks.map(({ stream }) => stream.recording.loadedUntil)) - LOOP_START;
  }

  #wantAhead(): void {
    const until = LOOP_START + this.#at + READ_AHEAD_MS * Math.max(1, this.#speed);
    for (const { stream } of this.#tracks) stream.recording.want(until);
  }

  #playTo(until: number, now: number): void {
    for (const track of this.#tracks) track.stream.advance(until, (event) => this.#emitEvent(track, event, now, until));
    this.#at = until;
  }

  #wrap(rest: number, now: number): void {
    for (const track of this.#tracks) {
      track.stream.wrap();
      track.isBookChanged = true;
    }
    this.#loops++;
    this.#at = 0;
    this.#playTo(Math.min(rest, LOOP_MS), now);
  }

  #emitEvent(track: Track, event: ReplayEvent, now: number, until: number): void {
    const { symbol, stream } = track;
    const stamp = { symbol, eventAt: Math.round(now - (until - event.at) / this.#speed), receivedAt: now };
    this.#lastNewsAt = now;
    if (event.kind === RecordKind.Trade) {
      if (!track.isMarket) return;
      const [price, lots, isSell] = event.payload;
      this.#listener({ kind: 'trade', ...stamp, id: event.id, price: price + event.shift, lots, side: isSell === 1 ? 'S' : 'B' });
    } else if (event.kind === RecordKind.Best) {
      // Half of bid and ask in tick/100: the middle of the spot market stands for the venue's index.
      const price = (stream.bid + stream.ask + 2 * event.shift) * 50;
      if (track.isIndex) this.#listener({ kind: 'index', ...stamp, constituent: 'venue', price });
    } else track.isBookChanged = true;
  }

  #emitPicture(track: Track, now: number): void {
    const { stream, symbol } = track;
    if (now - track.pictureAt < PICTURE_EVERY_MS || stream.book.isCrossed()) return;
    // The offset moves while the book stands still: the picture follows it.
    if (!track.isBookChanged && stream.seam === 0) return;
    const shift = stream.shiftAt(this.#at);
    track.pictureAt = now;
    track.isBookChanged = false;
    const bids = stream.book.bids.top(PICTURE_LEVELS, shift);
    const asks = stream.book.asks.top(PICTURE_LEVELS, shift);
    this.#listener({ kind: 'depth', symbol, eventAt: now, receivedAt: now, bids, asks });
  }
}

function tracksOf(directory: URL): Track[] {
  return streams.map(({ file, symbol: name, step, hasDepth, isIndex }) => {
    const symbol = symbolByName(name);
    if (symbol === undefined) throw new Error(`the recordings need ${name}`);
    const recording = new Recording({ path: fileURLToPath(new URL(file, directory)), units: symbol, hasDepth });
    return {
      symbol: symbol.id,
      stream: new ReplayStream(recording, step),
      isMarket: hasDepth,
      isIndex,
      isBookChanged: true,
      pictureAt: 0,
    };
  });
}
