// Where the engine reports what happened: event records in one growing Float64Array, written without an object per event.
//
// Words are in the order of event.ts; `index` counts the events of one command. Events of the hot path are written where their facts
// are (post.ts, order-life.ts, fill.ts, finish.ts): passing large numbers through a call would allocate.
import { EVENT_WORDS, EventKind } from './event.ts';
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

export function emitRejected(e: EventBuffer, account: number, symbol: number, code: number, a: number, b: number): void {
  const at = e.begin(EventKind.CommandRejected, account, symbol);
  const w = e.words;
  w[at + 6] = code;
  w[at + 7] = a;
  w[at + 8] = b;
}

export function emitRepeated(
  e: EventBuffer,
  account: number,
  symbol: number,
  firstSeq: number,
  command: number,
  orderId: number,
  filledLots: number,
  filledCost: number,
  status: number,
): void {
  const at = e.begin(EventKind.RequestRepeated, account, symbol);
  const w = e.words;
  w[at + 6] = firstSeq;
  w[at + 7] = command;
  w[at + 8] = orderId;
  w[at + 9] = filledLots;
  putWide(w, at + 10, filledCost);
  w[at + 12] = status;
}

/** Kinds that carry one number of their own (or none). */
export function emitSimple(e: EventBuffer, kind: number, account: number, symbol: number, value: number): void {
  const at = e.begin(kind, account, symbol);
  e.words[at + 6] = value;
}

export function emitPositionClosed(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  positionSide: number,
  lots: number,
  entryHi: number,
  entryLo: number,
  exitHi: number,
  exitLo: number,
  realizedPnl: number,
  feesPaid: number,
  end: number,
  leverage: number,
): void {
  const at = e.begin(EventKind.PositionClosed, account, symbol);
  const w = e.words;
  w[at + 6] = positionId;
  w[at + 7] = positionSide;
  w[at + 8] = lots;
  w[at + 9] = entryHi;
  w[at + 10] = entryLo;
  w[at + 11] = exitHi;
  w[at + 12] = exitLo;
  w[at + 13] = realizedPnl;
  w[at + 14] = feesPaid;
  w[at + 15] = leverage * 4 + end;
}

export function emitLiquidationStarted(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  mark: number,
  equity: number,
  maintenance: number,
): void {
  const at = e.begin(EventKind.LiquidationStarted, account, symbol);
  const w = e.words;
  w[at + 6] = positionId;
  w[at + 7] = mark;
  w[at + 8] = equity;
  w[at + 9] = maintenance;
}

export function emitLiquidationFinished(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  clearanceFee: number,
  insurancePaid: number,
  lots: number,
  price: number,
): void {
  const at = e.begin(EventKind.LiquidationFinished, account, symbol);
  const w = e.words;
  w[at + 6] = positionId;
  w[at + 7] = clearanceFee;
  w[at + 8] = insurancePaid;
  w[at + 9] = lots;
  w[at + 10] = price;
}

export function emitWarned(e: EventBuffer, account: number, symbol: number, positionId: number, ratioPpm: number): void {
  const at = e.begin(EventKind.MarginWarned, account, symbol);
  e.words[at + 6] = positionId;
  e.words[at + 7] = ratioPpm;
}

export function emitMark(e: EventBuffer, symbol: number, mark: number, index: number): void {
  const at = e.begin(EventKind.MarkSet, -1, symbol);
  e.words[at + 6] = mark;
  e.words[at + 7] = index;
}
