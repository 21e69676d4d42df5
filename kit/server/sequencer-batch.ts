// The batch that forms while a flush is in flight, and its stamping into a sealed journal entry.
import { type EntryFields, type JournalEntry, type JournalPoint, frameOf, sealEntry } from './journal/journal-entry.ts';

/** Records to put before the one at `offset`; null = none. Sees the state as applied, not the batch still forming. */
export type Companions = (words: Float64Array, offset: number, nowMs: number) => readonly Float64Array[] | null;

/** Records in arrival order with the tickets of those who wait (0 = nobody); reused from flush to flush. */
export class FormingBatch {
  records = new Float64Array(1024);
  offsets: number[] = [];
  tickets: number[] = [];
  words = 0;

  get count(): number {
    return this.offsets.length;
  }

  add(source: Float64Array, offset: number, length: number, ticket: number): void {
    if (this.words + length > this.records.length) {
      const larger = new Float64Array(2 * (this.words + length));
      larger.set(this.records.subarray(0, this.words));
      this.records = larger;
    }
    for (let i = 0; i < length; i++) this.records[this.words + i] = source[offset + i];
    this.offsets.push(this.words);
    this.tickets.push(ticket);
    this.words += length;
  }

  clear(): void {
    this.words = 0;
    this.offsets = [];
    this.tickets = [];
  }
}

export interface StampedBatch {
  entry: JournalEntry;
  /** The entry's records, aligned. */
  records: Float64Array;
  /** One a record, companions included. */
  tickets: number[];
}

const TIME_WORD = 1;

/** Joins companions in, stamps every record with the engine time, and seals. */
export function stampBatch(
  site: number,
  before: JournalPoint,
  batch: FormingBatch,
  fields: Omit<EntryFields, 'firstSeq' | 'count'>,
  companions: Companions = () => null,
): StampedBatch {
  const joined = joinCompanions(batch, companions, fields.engineTime);
  const { frame, records } = frameOf(joined.words);
  records.set(joined.records.subarray(0, joined.words));
  for (const offset of joined.offsets) records[offset + TIME_WORD] = fields.engineTime;
  const entry = sealEntry(site, before, frame, { ...fields, firstSeq: before.seq + 1, count: joined.count });
  return { entry, records, tickets: joined.tickets };
}

/** The batch itself when nothing joins it: the common case copies nothing here. */
function joinCompanions(batch: FormingBatch, companions: Companions, nowMs: number): FormingBatch {
  let joined: FormingBatch | undefined;
  for (let i = 0; i < batch.count; i++) {
    const offset = batch.offsets[i];
    const before = companions(batch.records, offset, nowMs);
    if (before && before.length > 0 && !joined) joined = copyOf(batch, i);
    for (const record of before ?? []) joined?.add(record, 0, record.length, 0);
    joined?.add(batch.records, offset, endOf(batch, i) - offset, batch.tickets[i]);
  }
  return joined ?? batch;
}

function endOf(batch: FormingBatch, i: number): number {
  return i + 1 < batch.count ? batch.offsets[i + 1] : batch.words;
}

function copyOf(batch: FormingBatch, count: number): FormingBatch {
  const copy = new FormingBatch();
  for (let i = 0; i < count; i++) copy.add(batch.records, batch.offsets[i], endOf(batch, i) - batch.offsets[i], batch.tickets[i]);
  return copy;
}
