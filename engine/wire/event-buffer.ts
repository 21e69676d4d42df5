// Where the engine reports what happened: event records in one growing Float64Array, written without an object per event.
//
// `index` counts the events of one command. Events of the hot path are written where their facts
// are (post.ts, order-life.ts, fill.ts, finish.ts): passing large numbers through a call would allocate.
import { EVENT_WORDS } from './event-kind.ts';
import { WIDE_BASE } from '../money/wide.ts';

const PER_BASE = 2 ** -40;
const HEAD_WORDS = 6;

export class EventBuffer {
  words: Float64Array;
  /** Words used. */
  length = 0;
  seq = 0;
  time = 0;
  index = 0;
  /** Last offset at which a record has room. */
  lastPlace: number;

  constructor(events = 4096) {
    this.words = new Float64Array(events * EVENT_WORDS);
    this.lastPlace = this.words.length - EVENT_WORDS;
  }

  clear(): void {
    this.length = 0;
  }

  /** Head of a new record, its own words 0; returns its offset. Only growing allocates. */
  begin(kind: number, account: number, symbol: number): number {
    const at = this.open(kind, account, symbol);
    const w = this.words;
    for (let word = at + HEAD_WORDS; word < at + EVENT_WORDS; word++) w[word] = 0;
    return at;
  }

  /** Head of a new record whose writer sets each of the ten words that follow: hot events, most of whose words hold something. */
  open(kind: number, account: number, symbol: number): number {
    const at = this.length;
    if (at > this.lastPlace) this.#grow();
    const w = this.words;
    const { index } = this;
    // A record begins at a multiple of sixteen words, so that `at | word` is `at + word`, which V8 need not check for overflow.
    w[at] = kind;
    w[at | 1] = this.seq;
    w[at | 2] = index;
    w[at | 3] = this.time;
    w[at | 4] = account;
    w[at | 5] = symbol;
    this.index = index + 1;
    this.length = at + EVENT_WORDS;
    return at;
  }

  /** What is left of the newest record, from the word at `at` on, is 0. */
  clearFrom(at: number): void {
    const w = this.words;
    const end = this.length;
    for (let word = at; word < end; word++) w[word] = 0;
  }

  /** Makes room for so many records at once, for a writer of many that keeps place and index itself; returns the words. */
  reserve(events: number): Float64Array {
    while (this.length + events * EVENT_WORDS > this.words.length) this.#grow();
    return this.words;
  }

  #grow(): void {
    const bigger = new Float64Array(this.words.length * 2);
    bigger.set(this.words);
    this.words = bigger;
    this.lastPlace = bigger.length - EVENT_WORDS;
  }
}

/** Two words of a safe integer magnitude (money/wide.ts). */
export function putWide(w: Float64Array, at: number, value: number): void {
  const hi = Math.floor(value * PER_BASE);
  w[at] = hi;
  w[at + 1] = value - hi * WIDE_BASE;
}
