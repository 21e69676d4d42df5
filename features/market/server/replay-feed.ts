// The default feed: real recorded Binance streams, shifted to now and looped without a jump in price or a step back in time.
import { fileURLToPath } from 'node:url';
import { type Feed, type FeedHealth, type FeedListener, PICTURE_LEVELS } from './feed.ts';
import { Recording, RecordKind } from './recording.ts';
import { LOOP_MS, LOOP_START, type ReplayEvent, ReplayStream } from './replay-stream.ts';
import { symbolByName } from './symbol-table.ts';

/** Which recording drives what. ETHUSDT futures were not recorded: its spot market stands in for both (docs/guides/market-data). */
const streams = [
  { file: 'usdm_btcusdt_20240808.gz', symbol: 'BINANCE:BTCUSDT', step: 10, hasDepth: true, isIndex: false },
  { file: 'spot_btcusdt_20240808.gz', symbol: 'BINANCE:BTCUSDT', step: 1, hasDepth: false, isIndex: true },
  { file: 'spot_ethusdt_20240808.gz', symbol: 'BINANCE:ETHUSDT', step: 1, hasDepth: true, isIndex: true },
] as const;

/** Pictures of the book come at most this often. */
const PICTURE_EVERY_MS = 50;
/** Recorded time that is read ahead of playback. */
const READ_AHEAD_MS = 15_000;
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
  const directory = options.directory ?? new URL('../recordings/', import.meta.url);
  const tracks: Track[] = streams.map(({ file, symbol: name, step, hasDepth, isIndex }) => {
    const symbol = symbolByName(name);
    if (symbol === undefined) throw new Error(`the recordings need ${name}`);
    const recording = new Recording({ path: fileURLToPath(new URL(file, directory)), units: symbol, hasDepth });
    return { symbol: symbol.id, stream: new ReplayStream(recording, step), isMarket: hasDepth, isIndex, isBookChanged: true, pictureAt: 0 };
  });
  let listener: FeedListener = () => {};
  let state: FeedHealth['state'] = 'starting';
  let at = options.position?.at ?? 0;
  let loops = options.position?.loops ?? 0;
  let speed = options.speed ?? 1;
  let isPaused = false;
  let lastAdvance = 0;
  let lastNewsAt = 0;

  const loadedUntil = () => Math.min(...tracks.map(({ stream }) => stream.recording.loadedUntil)) - LOOP_START;
  const wantAhead = () => {
    for (const { stream } of tracks) stream.recording.want(LOOP_START + at + READ_AHEAD_MS * Math.max(1, speed));
  };

  function emitEvent(track: Track, event: ReplayEvent, now: number, until: number): void {
    const { symbol, stream } = track;
    const stamp = { symbol, eventAt: Math.round(now - (until - event.at) / speed), receivedAt: now };
    lastNewsAt = now;
    if (event.kind === RecordKind.Trade) {
      if (!track.isMarket) return;
      const [price, lots, isSell] = event.payload;
      listener({ kind: 'trade', ...stamp, id: event.id, price: price + event.shift, lots, side: isSell === 1 ? 'S' : 'B' });
    } else if (event.kind === RecordKind.Best) {
      if (track.isIndex) listener({ kind: 'index', ...stamp, constituent: 'venue', price: (stream.bid + stream.ask + 2 * event.shift) * 50 });
    } else track.isBookChanged = true;
  }

  function emitPicture(track: Track, now: number): void {
    const { stream, symbol } = track;
    // The offset moves while the book stands still: the picture follows it.
    if (now - track.pictureAt < PICTURE_EVERY_MS || stream.book.isCrossed()) return;
    if (!track.isBookChanged && stream.seam === 0) return;
    const shift = stream.shiftAt(at);
    track.pictureAt = now;
    track.isBookChanged = false;
    const bids = stream.book.bids.top(PICTURE_LEVELS, shift);
    const asks = stream.book.asks.top(PICTURE_LEVELS, shift);
    listener({ kind: 'depth', symbol, eventAt: now, receivedAt: now, bids, asks });
  }

  function playTo(until: number, now: number): void {
    for (const track of tracks) track.stream.advance(until, (event) => emitEvent(track, event, now, until));
    at = until;
  }

  return {
    source: 'replay',
    symbols: [...new Set(tracks.map(({ symbol }) => symbol))],
    async start(to) {
      listener = to;
      await Promise.all(tracks.map(({ stream }) => stream.recording.ensure(LOOP_START + at)));
      for (const [i, { stream }] of tracks.entries()) {
        stream.rewind();
        stream.resume(loops, options.position?.seams[i] ?? 0);
        stream.advance(at, () => {});
      }
      lastAdvance = options.now();
      state = 'live';
      wantAhead();
    },
    advance(now) {
      if (state !== 'live') return;
      const passed = Math.min(now - lastAdvance, CATCH_UP_MS) * speed;
      lastAdvance = now;
      if (isPaused || passed <= 0) return;
      const target = Math.min(at + passed, Math.max(at, loadedUntil()));
      playTo(Math.min(target, LOOP_MS), now);
      if (target >= LOOP_MS) {
        for (const track of tracks) {
          track.stream.wrap();
          track.isBookChanged = true;
        }
        loops++;
        at = 0;
        playTo(Math.min(target - LOOP_MS, LOOP_MS), now);
      }
      for (const track of tracks) if (track.isMarket) emitPicture(track, now);
      wantAhead();
    },
    health: () => ({ state, lastNewsAt, reconnects: 0, gaps: tracks.reduce((n, { stream }) => n + stream.recording.gaps, 0), seams: loops }),
    async stop() {
      state = 'stopped';
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
    },
    setSpeed(factor) {
      speed = factor;
    },
    position: () => ({ at, loops, seams: tracks.map(({ stream }) => stream.seam) }),
    async preload(ms = LOOP_MS) {
      const until = ms >= LOOP_MS ? Number.MAX_SAFE_INTEGER : LOOP_START + ms;
      await Promise.all(tracks.map(({ stream }) => stream.recording.ensure(until)));
    },
  };
}
