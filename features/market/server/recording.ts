// A recorded Binance stream, read from its gzip a little ahead of playback into one compact array that later loops reuse.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { readVenueMessage, type VenueMessage, type VenueUnits, venueLevels, venueUnits } from './binance-messages.ts';

/** Words of a record: receive time (ms), kind, venue id, payload length, payload. */
export const RECORD_HEAD = 4;
export const RecordKind = { Snapshot: 0, Diff: 1, Best: 2, Trade: 3 } as const;

/** Best prices closer together than this are thinned to the last: the book is read ten to twenty times a second. */
const BEST_EVERY_MS = 50;

export interface RecordingSource {
  readonly path: string;
  readonly units: VenueUnits;
  /** Streams without depth are read for best prices alone: an index needs no book. */
  readonly hasDepth: boolean;
}

export class Recording {
  readonly source: RecordingSource;
  words = new Float64Array(1 << 16);
  length = 0;
  /** Receive time of the newest record read; Infinity once the file is read to its end. */
  loadedUntil = 0;
  /** Sequence gaps met while reading: none in a sound recording. */
  gaps = 0;
  failure: Error | undefined;
  #wanted = 0;
  #lastBest = -1;
  #lastUpdate = 0;
  #isReading = false;
  #waiters: (() => void)[] = [];

  constructor(source: RecordingSource) {
    this.source = source;
  }

  /** Asks for records up to `time`; they arrive in slices. */
  want(time: number): void {
    this.#wanted = Math.max(this.#wanted, time);
    if (!this.#isReading) {
      this.#isReading = true;
      void this.#read().catch((error: Error) => {
        this.failure = error;
      });
    }
    if (this.loadedUntil < this.#wanted) for (const wake of this.#waiters.splice(0)) wake();
  }

  /** Resolves when records up to `time` are there. */
  async ensure(time: number): Promise<void> {
    this.want(time);
    while (this.loadedUntil < time) {
      if (this.failure !== undefined) throw this.failure;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  async #read(): Promise<void> {
    const file = createReadStream(this.source.path);
    const text = file.pipe(createGunzip());
    file.on('error', (error) => text.destroy(error));
    text.setEncoding('latin1');
    let rest = '';
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#line(line);
      if (this.loadedUntil >= this.#wanted) await new Promise<void>((resolve) => this.#waiters.push(resolve));
      else await new Promise((resolve) => setImmediate(resolve));
    }
    this.#line(rest);
    this.words = this.words.slice(0, this.length);
    this.loadedUntil = Number.POSITIVE_INFINITY;
  }

  #line(line: string): void {
    const space = line.indexOf(' ');
    if (space < 0) return;
    const json = line.slice(space + 1);
    if (!this.source.hasDepth && !json.includes('@bookTicker')) return;
    // Receive times are nanoseconds of 19 digits: the first 16 are microseconds and fit a number.
    const receivedAt = Number(line.slice(0, 16)) / 1000;
    const message = readVenueMessage(json);
    if (message !== undefined) this.#keep(receivedAt, message);
    this.loadedUntil = receivedAt;
  }

  #keep(at: number, message: VenueMessage): void {
    const { units } = this.source;
    if (message.type === 'snapshot' || message.type === 'diff') {
      const bids = venueLevels(message.bids, units, 'bid');
      const asks = venueLevels(message.asks, units, 'ask');
      if (message.type === 'diff') this.#countGap(message.first, message.previous, message.last);
      this.#write(at, message.type === 'diff' ? RecordKind.Diff : RecordKind.Snapshot, message.last, [bids.length / 2, ...bids, ...asks]);
    } else if (message.type === 'trade') {
      const lots = venueUnits(message.quantity, units.lotDecimals);
      const price = venueUnits(message.price, units.tickDecimals);
      if (lots > 0 && price > 0) this.#write(at, RecordKind.Trade, message.id, [price, lots, message.isBuyerMaker ? 1 : 0]);
    } else if (message.type === 'best') this.#keepBest(at, message);
  }

  #keepBest(at: number, message: VenueMessage & { type: 'best' }): void {
    const { tickDecimals, lotDecimals } = this.source.units;
    const payload = [
      venueUnits(message.bid, tickDecimals),
      venueUnits(message.bidQuantity, lotDecimals),
      venueUnits(message.ask, tickDecimals, true),
      venueUnits(message.askQuantity, lotDecimals),
    ];
    const isThinned = this.#lastBest >= 0 && this.#lastBest + RECORD_HEAD + payload.length === this.length;
    if (isThinned && at - this.words[this.#lastBest] < BEST_EVERY_MS) {
      this.words.set(payload, this.#lastBest + RECORD_HEAD);
      return;
    }
    this.#lastBest = this.length;
    this.#write(at, RecordKind.Best, 0, payload);
  }

  /** Futures: pu is the u before. Spot: U is the u before plus one. */
  #countGap(first: number, previous: number | undefined, last: number): void {
    const isNext = previous === undefined ? first === this.#lastUpdate + 1 : previous === this.#lastUpdate;
    if (this.#lastUpdate !== 0 && !isNext) this.gaps++;
    this.#lastUpdate = last;
  }

  #write(at: number, kind: number, id: number, payload: readonly number[]): void {
    const needed = this.length + RECORD_HEAD + payload.length;
    if (needed > this.words.length) {
      const larger = new Float64Array(Math.max(needed, Math.floor(this.words.length * 1.5)));
      larger.set(this.words.subarray(0, this.length));
      this.words = larger;
    }
    this.words.set([at, kind, id, payload.length, ...payload], this.length);
    this.length = needed;
  }
}
