// Reads journal rows out of COPY's binary form: no text, no quoting, the bytes as they lie.
import type { JournalEntry } from './journal-entry.ts';

/** Columns in the order readers below expect; float8 keeps integers below 2^53 exact. */
export const COPY_COLUMNS =
  'first_seq::float8, count::float8, epoch::float8, logic_version::float8, engine_time::float8, facts::float8, crc32::float8, chain_hash, bytes';

// 11 bytes of signature, 4 of flags, 4 of extension length (always 0 here).
const HEADER_BYTES = 19;
const FIELDS = 9;
const NUMBERS = 7;
const HASH_BYTES = 32;

/** Collects entries from chunks of any cut; every entry owns its bytes. */
export class EntryCollector {
  #rest: Buffer = Buffer.alloc(0);
  #sawHeader = false;
  entries: JournalEntry[] = [];

  push(chunk: Buffer): void {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    if (!this.#sawHeader) {
      if (data.length < HEADER_BYTES) {
        this.#keep(data, 0);
        return;
      }
      this.#sawHeader = true;
      at = HEADER_BYTES;
    }
    for (;;) {
      const end = rowEnd(data, at);
      if (end < 0) break;
      if (data.readInt16BE(at) === FIELDS) this.entries.push(readRow(data, at));
      at = end;
    }
    this.#keep(data, at);
  }

  #keep(data: Buffer, at: number): void {
    this.#rest = at < data.length ? Buffer.from(data.subarray(at)) : Buffer.alloc(0);
  }
}

/** Where the row at `at` ends; -1 when it is not all there. The trailer is a row of -1 fields. */
function rowEnd(data: Buffer, at: number): number {
  if (at + 2 > data.length) return -1;
  const fields = data.readInt16BE(at);
  let end = at + 2;
  for (let i = 0; i < fields; i++) {
    if (end + 4 > data.length) return -1;
    end += 4 + data.readInt32BE(end);
  }
  return end <= data.length ? end : -1;
}

function readRow(data: Buffer, at: number): JournalEntry {
  const number = (i: number) => data.readDoubleBE(at + 2 + i * 12 + 4);
  const hashAt = at + 2 + NUMBERS * 12 + 4;
  const bytesAt = hashAt + HASH_BYTES + 4;
  const length = data.readInt32BE(bytesAt - 4);
  // Copied: the driver reuses its buffer for the next rows.
  const own = Buffer.allocUnsafe(HASH_BYTES + length);
  data.copy(own, 0, hashAt, hashAt + HASH_BYTES);
  data.copy(own, HASH_BYTES, bytesAt, bytesAt + length);
  return {
    firstSeq: number(0),
    count: number(1),
    epoch: number(2),
    logicVersion: number(3),
    engineTime: number(4),
    facts: number(5),
    crc32: number(6),
    chainHash: own.subarray(0, HASH_BYTES),
    bytes: own.subarray(HASH_BYTES),
  };
}
