// One journaled command over again: the site's engine just before it, what the command told, and the engine just after it.
//
// Replays from the nearest snapshot with the rules that decided then; takes no lease and writes nothing.
import { serviceKey } from '../contract/service.ts';
import type { DatabaseAddress } from './database.ts';
import type { EngineCore, EngineMaker } from './engine-core.ts';
import { JournalArchive, readHistory } from './journal/archive.ts';
import { type JournalEntry, pointAfter } from './journal/journal-entry.ts';
import { loadNewest, replay } from './recovery.ts';
import type { ReplaySource } from './replay-site.ts';
import { SnapshotStore } from './snapshot-store.ts';

/** Where an installation keeps its journal, its archive and its snapshots: what a replaying thread is given. */
export interface ReplayPlaces {
  address: DatabaseAddress;
  snapshotDir: string;
  archiveDir: string;
  capacity: 'small' | 'medium' | 'large';
}
export const replayPlaces = serviceKey('kit.replayPlaces').of<ReplayPlaces>();

export interface CommandWatch {
  /** Every command from the snapshot on, oldest first, before it is applied; `words` are valid during the call. */
  passed?(words: Float64Array, offset: number, seq: number): void;
  /** The engine stands just before the command. */
  before(core: EngineCore, words: Float64Array, offset: number): void;
  /** The engine stands just after it; `events` are its own alone, valid during the call. */
  after(core: EngineCore, events: Float64Array): void;
}

/** False when the journal does not reach that sequence. */
export async function replayCommand(
  source: ReplaySource,
  seq: number,
  watch: CommandWatch,
  warn: (text: string) => void = () => {},
): Promise<boolean> {
  const { site, store } = source;
  let seen = false;
  const wrap = (core: EngineCore): EngineCore => ({
    ...core,
    apply(words, offset, at) {
      watch.passed?.(words, offset, at);
      if (at !== seq) return core.apply(words, offset, at);
      watch.before(core, words, offset);
      const from = core.events.length;
      core.apply(words, offset, at);
      watch.after(core, core.events.words.subarray(from, core.events.length));
      seen = true;
    },
  });
  const maker = watched(source.maker, wrap);
  const { at } = loadNewest({ site, maker, warn, snapshots: new SnapshotStore(source.snapshotDir) }, seq - 1);
  const history = readHistory(store, new JournalArchive(source.archiveDir), site, at.point.seq);
  await replay(site, at, entriesTo(history, seq), maker);
  return seen;
}

function watched(maker: EngineMaker, wrap: (core: EngineCore) => EngineCore): EngineMaker {
  const wrapped = (core: EngineCore | undefined) => core && wrap(core);
  return {
    ...maker,
    create: (site, version) => wrapped(maker.create(site, version)),
    load: (site, bytes, schema, version) => wrap(maker.load(site, bytes, schema, version)),
    adapt: (site, core, from, to) => wrapped(maker.adapt(site, core, from, to)),
  };
}

/** Entries up to and with the one that holds `seq`. */
async function* entriesTo(history: AsyncIterable<JournalEntry[]>, seq: number): AsyncGenerator<JournalEntry[]> {
  for await (const page of history) {
    const wanted = page.filter((entry) => entry.firstSeq <= seq);
    if (wanted.length > 0) yield wanted;
    if (wanted.length < page.length || pointAfter(page[page.length - 1]).seq >= seq) return;
  }
}
