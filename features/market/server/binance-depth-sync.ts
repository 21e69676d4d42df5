// Keeps one symbol's book in step with the venue: diffs in unbroken sequence over a snapshot, and a fresh snapshot after any gap.
import { venueLevels, type VenueDepthDiff, type VenueSnapshot, type VenueUnits } from './binance-messages.ts';
import { LevelBook } from './level-book.ts';

/** Diffs kept while the snapshot is on its way: a minute of a busy stream. */
const BUFFER_MAX = 600;

export class DepthSync {
  readonly book = new LevelBook();
  /** Last update id in the book; 0 while out of step. */
  last = 0;
  gaps = 0;
  readonly #units: VenueUnits;
  readonly #askForSnapshot: () => void;
  #buffer: VenueDepthDiff[] = [];
  #isAsking = false;
  /** A snapshot that no diff has joined yet: the first one only needs to straddle it. */
  #isFresh = false;

  constructor(units: VenueUnits, askForSnapshot: () => void) {
    this.#units = units;
    this.#askForSnapshot = askForSnapshot;
  }

  get isLive(): boolean {
    return this.last > 0 && !this.#isFresh;
  }

  /** The connection is new: what came before says nothing about what comes now. */
  restart(): void {
    this.#lose();
    this.#buffer = [];
  }

  /** True when the book changed. */
  diff(diff: VenueDepthDiff): boolean {
    if (this.last === 0) {
      this.#buffer.push(diff);
      if (this.#buffer.length > BUFFER_MAX) this.#buffer.shift();
      this.#ask();
      return false;
    }
    if (diff.last <= this.last && this.#isFresh) return false;
    if (!this.#follows(diff)) {
      this.gaps++;
      this.#lose();
      this.#buffer = [diff];
      this.#ask();
      return false;
    }
    this.#apply(diff);
    return true;
  }

  /** True when the book is in step now, or will be with the next diff. */
  snapshot(snapshot: VenueSnapshot): boolean {
    this.#isAsking = false;
    const waiting = this.#buffer.filter((diff) => diff.last >= snapshot.last);
    this.book.clear();
    this.book.apply(venueLevels(snapshot.bids, this.#units, 'bid'), venueLevels(snapshot.asks, this.#units, 'ask'));
    this.last = snapshot.last;
    this.#isFresh = true;
    this.#buffer = [];
    for (const [i, diff] of waiting.entries()) {
      if (this.#follows(diff)) {
        this.#apply(diff);
        continue;
      }
      // Older than what we hold, or a hole inside it: another snapshot, keeping what is buffered.
      this.#lose();
      this.#buffer = waiting.slice(i);
      this.#ask();
      return false;
    }
    return true;
  }

  /** The request came to nothing; the next diff asks again. */
  snapshotFailed(): void {
    this.#isAsking = false;
  }

  /** Futures name the update before (pu); spot counts on. The first after a snapshot must straddle it. */
  #follows(diff: VenueDepthDiff): boolean {
    const isFutures = diff.previous !== undefined;
    if (this.#isFresh) {
      const next = isFutures ? this.last : this.last + 1;
      return (diff.first <= next && diff.last >= next) || diff.previous === this.last;
    }
    return isFutures ? diff.previous === this.last : diff.first === this.last + 1;
  }

  #apply(diff: VenueDepthDiff): void {
    this.book.apply(venueLevels(diff.bids, this.#units, 'bid'), venueLevels(diff.asks, this.#units, 'ask'));
    this.last = diff.last;
    this.#isFresh = false;
  }

  #lose(): void {
    this.last = 0;
    this.#isFresh = false;
    this.book.clear();
  }

  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#askForSnapshot();
  }
}
