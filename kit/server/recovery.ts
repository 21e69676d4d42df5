// Brings a site's engine back: the newest whole snapshot, then every journal entry after it, proven as it is replayed.
import { recordLength } from '@maru/engine/command.ts';
import type { EngineCore, EngineMaker } from './engine-core.ts';
import { GENESIS, type JournalEntry, type JournalPoint, frameScratch, openEntry, pointAfter } from './journal/journal-entry.ts';
import type { JournalStore } from './journal/journal-store.ts';
import { factsAfter } from './sequencer.ts';
import { SnapshotCorrupt, type SnapshotHead, hashState } from './snapshot-file.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** An engine and where in the journal it stands. */
export interface EngineAt {
  core: EngineCore;
  point: JournalPoint;
  /** Rolling checksum of all events so far. */
  facts: number;
}

export interface Recovered extends EngineAt {
  epoch: number;
  /** Snapshot used; 0 = none. */
  snapshotSeq: number;
  replayed: number;
  tookMs: number;
  /** The snapshot was of an older rules version: write a new one before anything else. */
  isRebased: boolean;
}

/** The site cannot be opened by this program with these files; the message says what to do. */
export class RecoveryRefused extends Error {
  readonly code = 'RECOVERY_REFUSED';
}

export interface RecoveryOptions {
  site: number;
  holder: string;
  store: JournalStore;
  snapshots: SnapshotStore;
  maker: EngineMaker;
  /** Entries after a sequence, from the archive as far as needed; the journal alone when absent. */
  history?(afterSeq: number): AsyncIterable<JournalEntry[]>;
  warn(text: string): void;
}

/** Takes the lease (fencing any former engine), loads, replays, compares. */
export async function recoverSite(options: RecoveryOptions): Promise<Recovered> {
  const { site, store, maker } = options;
  const began = performance.now();
  const epoch = await store.takeLease(site, options.holder);
  const { at, head } = loadNewest(options);
  const written = await store.head(site);
  if (written.seq < at.point.seq) {
    throw new RecoveryRefused(
      `site ${site}: the snapshot stands at ${at.point.seq}, the journal ends at ${written.seq}: restore the database from a backup, with its snapshots`,
    );
  }
  const isRebased = head !== undefined && head.logicVersion < maker.logicVersion && written.seq === at.point.seq;
  const before = at.point.seq;
  await replay(site, at, options.history?.(before) ?? store.read(site, before), maker.logicVersion);
  if (Buffer.compare(at.point.chainHash, written.chainHash) !== 0) {
    throw new RecoveryRefused(`site ${site}: snapshot and journal differ at ${at.point.seq}: they do not belong together`);
  }
  return { ...at, epoch, snapshotSeq: head?.seq ?? 0, replayed: at.point.seq - before, tookMs: performance.now() - began, isRebased };
}

/** The newest snapshot not after `maxSeq` that is whole; else the empty engine. */
export function loadNewest(
  options: Pick<RecoveryOptions, 'site' | 'snapshots' | 'maker' | 'warn'>,
  maxSeq = Number.MAX_SAFE_INTEGER,
): { at: EngineAt; head?: SnapshotHead } {
  const { site, snapshots, maker } = options;
  for (const seq of snapshots.list(site).filter((s) => s <= maxSeq)) {
    try {
      return loadSnapshot(options, seq);
    } catch (error) {
      if (!(error instanceof SnapshotCorrupt)) throw error;
      options.warn(`snapshot ${seq} of site ${site} is not whole (${error.message}): using the one before`);
    }
  }
  return { at: { core: maker.create(site), point: GENESIS, facts: 0 } };
}

function loadSnapshot(
  { site, snapshots, maker }: Pick<RecoveryOptions, 'site' | 'snapshots' | 'maker'>,
  seq: number,
): { at: EngineAt; head: SnapshotHead } {
  const { head, state } = snapshots.read(site, seq);
  if (head.schema > maker.snapshotSchema || head.logicVersion > maker.logicVersion) {
    throw new RecoveryRefused(`snapshot ${seq} of site ${site} was written by a newer release: start that release, or restore a backup`);
  }
  const core = maker.load(site, state, head.schema);
  // Of its own layout the loaded engine must give back the very same bytes.
  if (head.schema === maker.snapshotSchema && head.logicVersion === maker.logicVersion) {
    const copy = new Uint8Array(core.snapshotBytes());
    const back = hashState(copy.subarray(0, core.copyOut(copy)));
    if (back !== head.stateHash)
      throw new SnapshotCorrupt(`loaded state hashes to ${back.slice(0, 12)}, not ${head.stateHash.slice(0, 12)}`);
  }
  return {
    at: { core, point: { seq, chainHash: Buffer.from(head.chainHash, 'hex'), engineTime: head.engineTime }, facts: head.facts },
    head,
  };
}

/** One replayed flush: as the sequencer told it then. */
export interface ReplayedBatch {
  firstSeq: number;
  lastSeq: number;
  commands: Float64Array;
  events: Float64Array;
}

/** Applies entries in order and moves `at` along; `each` gets copies of what was told. */
export async function replay(
  site: number,
  at: EngineAt,
  entries: AsyncIterable<JournalEntry[]>,
  logicVersion: number,
  each?: (batch: ReplayedBatch) => Promise<void> | void,
): Promise<void> {
  const scratch = frameScratch();
  for await (const page of entries) {
    for (const entry of page) {
      const records = openEntry(site, at.point, entry, scratch);
      refuseOtherLogic(site, entry, logicVersion);
      if (entry.facts !== at.facts)
        throw new RecoveryRefused(`site ${site}: replay differs from what was told before sequence ${entry.firstSeq}`);
      const events = applyEntry(at.core, entry, records);
      at.facts = factsAfter(at.facts, events);
      at.point = pointAfter(entry);
      if (each) await each({ firstSeq: entry.firstSeq, lastSeq: at.point.seq, commands: records.slice(), events: events.slice() });
    }
  }
}

function refuseOtherLogic(site: number, entry: JournalEntry, logicVersion: number): void {
  if (entry.logicVersion === logicVersion) return;
  const which = entry.logicVersion > logicVersion ? 'a newer' : 'the former';
  throw new RecoveryRefused(
    `site ${site}: sequence ${entry.firstSeq} was decided under rules ${entry.logicVersion}, this release has ${logicVersion}: start ${which} release${
      entry.logicVersion > logicVersion ? '' : ' once and stop it, so that it leaves a snapshot at the end of the journal'
    }`,
  );
}

/** Events are valid until the next call. */
function applyEntry(core: EngineCore, entry: JournalEntry, records: Float64Array): Float64Array {
  core.events.length = 0;
  for (let i = 0, offset = 0; i < entry.count; i++, offset += recordLength(records, offset))
    core.apply(records, offset, entry.firstSeq + i);
  return core.events.words.subarray(0, core.events.length);
}
