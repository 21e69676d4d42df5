// What the sequencer and recovery need of a journal; PostgreSQL is the real one, the simulator brings a cruel one.
import type { JournalEntry, JournalPoint } from './journal-entry.ts';

export interface JournalStore {
  /**
   * Takes the site's lease and answers the new epoch; from then on no former holder can append, not even a statement in flight.
   * `holder` names this very process start.
   */
  takeLease(site: number, holder: string): Promise<number>;
  /** The same, but only while `holder` still has it; undefined when somebody else took it meanwhile. */
  renewLease(site: number, holder: string): Promise<number | undefined>;
  /** Gives the lease back at a graceful stop, if `holder` still has it; the epoch stays. */
  releaseLease(site: number, holder: string): Promise<void>;
  /** Who has the lease now. */
  leaseHolder(site: number): Promise<string | undefined>;
  /** Where the written journal ends. */
  head(site: number): Promise<JournalPoint>;
  /** How far the rows beside the journal say it went. */
  seen(site: number): Promise<SeenByRows>;
  /** Where the entry that holds `seq` ends; undefined when there is none, or in the archive alone. */
  pointAt(site: number, seq: number): Promise<JournalPoint | undefined>;
  /** Notes that these journals go at least so far. May be lost by a crash, is never ahead of the journal. */
  noteEnds(ends: ReadonlyMap<number, JournalPoint>): Promise<void>;
  /**
   * Makes one entry durable, if its epoch still holds the lease.
   * Throws JournalRefused when it is certainly not written, JournalUnknown when the answer was lost.
   */
  append(site: number, entry: JournalEntry): Promise<'written' | 'fenced'>;
  /** Entries after `afterSeq`, in order, unverified. Throws JournalTrimmed when they were moved to the archive. */
  read(site: number, afterSeq: number): AsyncIterable<JournalEntry[]>;
  close(): Promise<void>;
}

export interface SeenByRows {
  /** Farthest checkpoint of any projection; 0 = none. */
  checkpoint: number;
  /** What `noteEnds` noted last. */
  end: Pick<JournalPoint, 'seq' | 'chainHash'> | undefined;
  /** Of the lease, and of the journal's last row; 0 = none. */
  leaseEpoch: number;
  lastEpoch: number;
}

/** Certainly not written: the database is away, full, or said no. */
export class JournalRefused extends Error {
  readonly code = 'JOURNAL_REFUSED';
}

/** Sent, and the answer never came: only the journal itself can tell. */
export class JournalUnknown extends Error {
  readonly code = 'JOURNAL_UNKNOWN';
}

/** Asked for entries that live in archive files. */
export class JournalTrimmed extends Error {
  readonly code = 'JOURNAL_TRIMMED';
  /** First sequence still in the table. */
  readonly firstSeq: number;
  constructor(site: number, afterSeq: number, firstSeq: number) {
    super(`journal of site ${site} begins at ${firstSeq}; ${afterSeq + 1} is in the archive`);
    this.firstSeq = firstSeq;
  }
}
