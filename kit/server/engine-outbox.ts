// One site's commands on their way to the engine's thread: those of a flush go over in one message.

/** As many go over even while a flush is under way. */
const HOLD_MAX = 256;

export class Outbox {
  readonly site: number;
  /** Repeated: site, ticket, words of the record, the record. */
  words = new Float64Array(4096);
  used = 0;
  count = 0;
  /** Handed over and not answered yet. */
  underWay = 0;

  constructor(site: number) {
    this.site = site;
  }

  /** Held back while a flush is under way: they would only wait there, and each message costs both threads. */
  get mayGo(): boolean {
    return this.underWay === 0 || this.count >= HOLD_MAX;
  }

  put(ticket: number, record: Float64Array): void {
    const needed = this.used + 3 + record.length;
    if (needed > this.words.length) {
      const larger = new Float64Array(2 * needed);
      larger.set(this.words.subarray(0, this.used));
      this.words = larger;
    }
    this.words[this.used] = this.site;
    this.words[this.used + 1] = ticket;
    this.words[this.used + 2] = record.length;
    this.words.set(record, this.used + 3);
    this.used = needed;
    this.count++;
  }

  take(): Float64Array<ArrayBuffer> {
    const words = this.words.slice(0, this.used);
    this.underWay += this.count;
    this.used = 0;
    this.count = 0;
    return words;
  }
}
