// One site's commands on their way to the engine's thread: those of one turn of the loop go over in one message.

export class Outbox {
  readonly site: number;
  /** Repeated: site, ticket, words of the record, the record. */
  words = new Float64Array(4096);
  used = 0;

  constructor(site: number) {
    this.site = site;
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
  }

  take(): Float64Array<ArrayBuffer> {
    const words = this.words.slice(0, this.used);
    this.used = 0;
    return words;
  }
}
