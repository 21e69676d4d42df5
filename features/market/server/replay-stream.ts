// One recorded stream played in a loop: which records are due, the book they make, and the offset that hides the seam.
import { LevelBook } from './level-book.ts';
import { RECORD_HEAD, type Recording, RecordKind } from './recording.ts';

/** The part of the recordings that all three streams have: from the first complete book to the last event. */
export const LOOP_START = 1_723_161_255_400;
export const LOOP_END = 1_723_161_599_600;
export const LOOP_MS = LOOP_END - LOOP_START;

export interface ReplayEvent {
  /** Ms from the start of the loop. */
  at: number;
  kind: number;
  id: number;
  payload: Float64Array;
  /** Ticks to add to every price. */
  shift: number;
}

export class ReplayStream {
  readonly recording: Recording;
  readonly book = new LevelBook();
  /** The venue's own price step in our ticks: the offset moves in whole steps. */
  readonly step: number;
  /** Best prices of streams without a book. */
  bid = 0;
  ask = 0;
  /** Trades count on over loops: ids never repeat. */
  #tradesSpan = 0;
  #firstTrade = 0;
  #lastTrade = 0;
  #loops = 0;
  #cursor = 0;
  #startTwiceMid = 0;
  #seam = 0;

  constructor(recording: Recording, step: number) {
    this.recording = recording;
    this.step = step;
  }

  get loops(): number {
    return this.#loops;
  }

  /** Plays silently to the start of the loop. Needs the recording loaded that far. */
  rewind(): void {
    this.book.clear();
    this.#cursor = 0;
    this.#play(LOOP_START, undefined);
    if (this.#startTwiceMid === 0) this.#startTwiceMid = this.#twiceMid();
  }

  /** Offset in ticks at `at` ms of the loop: the whole seam at first, melting to nothing by the end, so loops never drift. */
  shiftAt(at: number): number {
    if (this.#seam === 0) return 0;
    return Math.round((this.#seam * (1 - Math.min(at, LOOP_MS) / LOOP_MS)) / this.step) * this.step;
  }

  advance(at: number, emit: (event: ReplayEvent) => void): void {
    this.#play(LOOP_START + at, emit);
  }

  /** Ends the loop: the difference between its last price and the first one becomes the next loop's offset. */
  wrap(): void {
    const endTwiceMid = this.#twiceMid();
    this.#seam = Math.round((endTwiceMid - this.#startTwiceMid) / 2 / this.step) * this.step;
    this.#loops++;
    this.#tradesSpan += this.#lastTrade - this.#firstTrade + 1;
    this.rewind();
  }

  /** Puts the stream where it stood before a restart: later loops know their seam only when the file was read to its end. */
  resume(loops: number, seam: number): void {
    this.#loops = loops;
    this.#seam = loops > 0 ? seam : 0;
  }

  get seam(): number {
    return this.#seam;
  }

  #twiceMid(): number {
    return this.recording.source.hasDepth ? this.book.twiceMid() : this.bid + this.ask;
  }

  #play(until: number, emit: ((event: ReplayEvent) => void) | undefined): void {
    const { recording } = this;
    const { words } = recording;
    while (this.#cursor < recording.length && words[this.#cursor] <= until) {
      const start = this.#cursor;
      const size = words[start + 3];
      this.#cursor += RECORD_HEAD + size;
      const kind = words[start + 1];
      const payload = words.subarray(start + RECORD_HEAD, start + RECORD_HEAD + size);
      this.#apply(kind, payload);
      if (emit === undefined) continue;
      const at = words[start] - LOOP_START;
      emit({
        at,
        kind,
        id: kind === RecordKind.Trade ? this.#tradeId(words[start + 2]) : words[start + 2],
        payload,
        shift: this.shiftAt(at),
      });
    }
  }

  #tradeId(recorded: number): number {
    if (this.#firstTrade === 0) this.#firstTrade = recorded;
    this.#lastTrade = Math.max(this.#lastTrade, recorded);
    return recorded + this.#tradesSpan;
  }

  #apply(kind: number, payload: Float64Array): void {
    if (kind === RecordKind.Best) {
      this.bid = payload[0];
      this.ask = payload[2];
    } else if (kind !== RecordKind.Trade) {
      const split = 1 + payload[0] * 2;
      if (kind === RecordKind.Snapshot) this.book.clear();
      this.book.apply(payload.subarray(1, split), payload.subarray(split));
    }
  }
}
