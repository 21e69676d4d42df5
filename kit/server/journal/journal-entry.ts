// One flush as it stands in the journal: sealed with a checksum and a hash that chains it to everything before it.
//
// A frame is 96 bytes of head (hash before, eight words of fields) and then the command records, so that
// one pass hashes all of it and the records stay aligned for a Float64Array.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const FRAME_HEAD_BYTES = 96;
const HASH_BYTES = 32;

/** Where the chain stands after an entry; the empty journal stands at `GENESIS`. */
export interface JournalPoint {
  /** Last sequence included. */
  seq: number;
  chainHash: Uint8Array;
  engineTime: number;
}

export const GENESIS: JournalPoint = { seq: 0, chainHash: new Uint8Array(HASH_BYTES), engineTime: 0 };

export interface EntryFields {
  firstSeq: number;
  count: number;
  epoch: number;
  logicVersion: number;
  /** Engine time of the last command, ms. */
  engineTime: number;
  /** Rolling checksum of all events before this flush: replay that differs shows at the next entry. */
  facts: number;
}

export interface JournalEntry extends EntryFields {
  crc32: number;
  chainHash: Uint8Array;
  /** Command records, Float64 little-endian. */
  bytes: Uint8Array;
}

export class JournalCorrupt extends Error {
  readonly code = 'JOURNAL_CORRUPT';
  readonly site: number;
  readonly seq: number;
  constructor(site: number, seq: number, reason: string) {
    super(`journal of site ${site} at sequence ${seq}: ${reason}`);
    this.site = site;
    this.seq = seq;
  }
}

/** Room for `words` of records behind a head. */
export function frameOf(words: number): { frame: Uint8Array; records: Float64Array } {
  const buffer = new ArrayBuffer(FRAME_HEAD_BYTES + words * 8);
  return { frame: new Uint8Array(buffer), records: new Float64Array(buffer, FRAME_HEAD_BYTES) };
}

/** Hash of a frame whose fields are written into its head here. `frame` begins at its buffer's first byte. */
function hashFrame(frame: Uint8Array, site: number, before: JournalPoint, entry: EntryFields & { crc32: number }): Buffer {
  frame.set(before.chainHash, 0);
  const head = new Float64Array(frame.buffer, HASH_BYTES, 8);
  head[0] = site;
  head[1] = entry.firstSeq;
  head[2] = entry.count;
  head[3] = entry.epoch;
  head[4] = entry.logicVersion;
  head[5] = entry.engineTime;
  head[6] = entry.facts;
  head[7] = entry.crc32;
  return hash('sha256', frame, 'buffer');
}

/** Seals the records in `frame` (head included, exactly long). */
export function sealEntry(site: number, before: JournalPoint, frame: Uint8Array, fields: EntryFields): JournalEntry {
  const bytes = frame.subarray(FRAME_HEAD_BYTES);
  const sealed = { ...fields, crc32: crc32(bytes), bytes };
  return { ...sealed, chainHash: hashFrame(frame, site, before, sealed) };
}

/** Point of the chain after `entry`. */
export function pointAfter(entry: JournalEntry): JournalPoint {
  return { seq: entry.firstSeq + entry.count - 1, chainHash: entry.chainHash, engineTime: entry.engineTime };
}

/**
 * Proves that `entry` follows `before` unharmed and answers its records, aligned. Throws JournalCorrupt.
 * `scratch` is reused from call to call; the records are valid until the next.
 */
export function openEntry(site: number, before: JournalPoint, entry: JournalEntry, scratch: FrameScratch): Float64Array {
  const wrong = (reason: string) => new JournalCorrupt(site, entry.firstSeq, reason);
  if (entry.firstSeq !== before.seq + 1) throw wrong(`follows ${before.seq}`);
  if (entry.bytes.length % 8 !== 0 || entry.count < 1) throw wrong(`${entry.count} commands in ${entry.bytes.length} bytes`);
  if (entry.engineTime < before.engineTime) throw wrong('engine time went back');
  const frame = scratch.take(entry.bytes);
  // The hash covers the checksum too: the checksum only tells which of the two kinds of damage it is.
  if (!hashFrame(frame, site, before, entry).equals(entry.chainHash)) {
    throw wrong(crc32(entry.bytes) === entry.crc32 ? 'chain hash differs' : 'checksum differs');
  }
  return new Float64Array(frame.buffer, FRAME_HEAD_BYTES, entry.bytes.length >> 3);
}

/** A buffer that grows to the largest flush seen, so that reading a long journal allocates nothing. */
export interface FrameScratch {
  take(bytes: Uint8Array): Uint8Array;
}

export function frameScratch(): FrameScratch {
  let whole = frameOf(4096).frame;
  return {
    take(bytes) {
      const length = FRAME_HEAD_BYTES + bytes.length;
      if (length > whole.length) whole = frameOf(bytes.length >> 2).frame;
      whole.set(bytes, FRAME_HEAD_BYTES);
      return whole.subarray(0, length);
    },
  };
}
