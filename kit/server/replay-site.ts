// A site's state at a sequence, from files and journal alone: for backups, audits and whoever wants to know why.
import type { EngineMaker } from './engine-core.ts';
import { JournalArchive, readHistory } from './journal/archive.ts';
import { type JournalEntry, pointAfter } from './journal/journal-entry.ts';
import type { JournalStore } from './journal/journal-store.ts';
import { type EngineAt, type ReplayedBatch, emptyEngine, loadNewest, replay } from './recovery.ts';
import { SnapshotStore } from './snapshot-store.ts';

export interface ReplaySource {
  site: number;
  store: JournalStore;
  maker: EngineMaker;
  snapshotDir: string;
  archiveDir: string;
}

export interface ReplayUntil {
  /** Last sequence to apply; the journal's end when absent. */
  untilSeq?: number;
  /** From the newest snapshot not after this; the nearest to the end when absent. */
  fromSeq?: number;
  /** From the first command, not from a snapshot: needs the whole archive. */
  fromBeginning?: boolean;
  each?(batch: ReplayedBatch, at: EngineAt): Promise<void> | void;
  warn?(text: string): void;
}

/** Takes no lease and writes nothing. A flush is never split: the state stands at the last whole flush up to `untilSeq`. */
export async function replaySite(source: ReplaySource, options: ReplayUntil = {}): Promise<EngineAt> {
  const { site, store, maker } = source;
  const untilSeq = options.untilSeq ?? Number.MAX_SAFE_INTEGER;
  const warn = options.warn ?? (() => {});
  const at = options.fromBeginning
    ? emptyEngine(site, maker)
    : loadNewest({ site, maker, warn, snapshots: new SnapshotStore(source.snapshotDir) }, options.fromSeq ?? untilSeq).at;
  const history = readHistory(store, new JournalArchive(source.archiveDir), site, at.point.seq);
  const { each } = options;
  await replay(site, at, entriesUntil(history, untilSeq), maker, each && ((batch) => each(batch, at)));
  return at;
}

async function* entriesUntil(history: AsyncIterable<JournalEntry[]>, untilSeq: number): AsyncGenerator<JournalEntry[]> {
  for await (const page of history) {
    const wanted = page.filter((entry) => pointAfter(entry).seq <= untilSeq);
    if (wanted.length > 0) yield wanted;
    if (wanted.length < page.length) return;
  }
}
