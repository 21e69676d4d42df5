// Brings a site's engine back: the newest whole snapshot, then every journal entry after it, proven as it is replayed.
import { recordLength } from '@maru/engine/wire/command.ts';
import type { EngineCore, EngineMaker } from './engine-core.ts';
import { GENESIS, type JournalEntry, type JournalPoint, frameScratch, openEntry, pointAfter } from './journal/journal-entry.ts';
import { refuseIfBack } from './journal/journal-end.ts';
import { type JournalStore, JournalTrimmed } from './journal/journal-store.ts';
import { liveHolder } from './lease-holder.ts';
import { factsAfter } from './sequencer.ts';
import { SnapshotCorrupt, type SnapshotHead, hashState } from './snapshot-file.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** An engine and where in the journal it stands. */
export interface EngineAt {
  core: EngineCore;
  point: JournalPoint;
  /** Rolling checksum of all events so far. */
  facts: number;
  /** Version of `core`; 0 = an empty engine that the first entry will name one for. */
  version: number;
}

/** The beginning of every site. */
export function emptyEngine(site: number, maker: EngineMaker): EngineAt {
  return { core: maker.create(site, maker.logicVersion) as EngineCore, point: GENESIS, facts: 0, version: 0 };
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

/** Everything that keeps a site from being opened, as far as it can be told without replaying. Writes nothing, fences nobody. */
export async function lookBeforeOpening(options: Omit<RecoveryOptions, 'holder'>): Promise<ReturnType<typeof loadNewest>> {
  const { site, store, snapshots } = options;
  await refuseWhileHeld(site, store);
  await refuseIfBack(site, store, snapshots);
  const newest = loadNewest(options);
  const before = newest.at.point.seq;
  // Retention keeps what the newest one needs.
  if (newest.head?.seq !== snapshots.list(site)[0] || newest.head === undefined)
    await refuseGap(options, before, options.history?.(before) ?? store.read(site, before));
  return newest;
}

/** Takes the lease (fencing any former engine), loads, replays, compares. */
export async function recoverSite(options: RecoveryOptions): Promise<Recovered> {
  const { site, store, maker } = options;
  const began = performance.now();
  const { at, head } = await lookBeforeOpening(options);
  const before = at.point.seq;
  const history = () => options.history?.(before) ?? store.read(site, before);
  const epoch = await store.takeLease(site, options.holder);
  const written = await store.head(site);
  await replay(site, at, history(), maker);
  if (Buffer.compare(at.point.chainHash, written.chainHash) !== 0) {
    throw new RecoveryRefused(`site ${site}: snapshot and journal differ at ${at.point.seq}: they do not belong together`);
  }
  const isRebased = at.version !== 0 && maker.rules(at.version) < maker.rules(maker.logicVersion);
  moveToPresent(options, at);
  return { ...at, epoch, snapshotSeq: head?.seq ?? 0, replayed: at.point.seq - before, tookMs: performance.now() - began, isRebased };
}

/**
 * A second start on the same machine is a mistake, and says so. From another machine it is a takeover: whether the
 * former holder lives cannot be seen from here, and the epoch fences it in any case.
 */
async function refuseWhileHeld(site: number, store: JournalStore): Promise<void> {
  const pid = liveHolder((await store.leaseHolder(site)) ?? '');
  if (pid !== undefined) throw new RecoveryRefused(`site ${site} is being run by process ${pid}: stop that one first`);
}

/** Damaged snapshots are passed over as long as journal and archive reach back to a whole one, or to the beginning. */
async function refuseGap(
  { site, snapshots }: Pick<RecoveryOptions, 'site' | 'snapshots'>,
  after: number,
  history: AsyncIterable<JournalEntry[]>,
): Promise<void> {
  const first = await firstOf(history);
  if (first === undefined || first === after + 1) return;
  const all = snapshots.list(site).length;
  const [ko, en] =
    after === 0
      ? [`스냅샷 ${all}개 가운데 온전한 것이 없고`, `none of its ${all} snapshots is whole`]
      : [`온전한 스냅샷은 ${after}번까지인데`, `its newest whole snapshot ends at ${after}`];
  throw new RecoveryRefused(
    `site ${site}: ${en}, and its journal begins at ${first}, archive files included: what was decided in between cannot be told. Nothing was changed. Bring back ` +
      'the snapshots or archive files of this site from a backup of MARU_DATA, or the newest backup into an empty place (npm run restore)\n' +
      `사이트 ${site}: ${ko} 저널은 ${first}번부터 남아 있습니다(보관 파일 포함). 그 사이에 결정된 것을 알 수 없습니다. 아무것도 바꾸지 않았습니다. MARU_DATA의 백업에서 이 사이트의 ` +
      '스냅샷이나 보관 파일을 되돌리거나, 가장 새 백업을 빈 곳에 복원하세요(npm run restore)',
  );
}

/** First sequence of a history; undefined when it is empty. */
async function firstOf(history: AsyncIterable<JournalEntry[]>): Promise<number | undefined> {
  try {
    for await (const page of history) if (page.length > 0) return page[0].firstSeq;
    return undefined;
  } catch (error) {
    if (error instanceof JournalTrimmed) return error.firstSeq;
    throw error;
  }
}

/** New commands come under the present version; a site is never squeezed into less room than it has. */
function moveToPresent({ site, maker }: RecoveryOptions, at: EngineAt): void {
  if (at.version === maker.logicVersion) return;
  const moved = at.version === 0 ? at.core : maker.adapt(site, at.core, at.version, maker.logicVersion);
  // Grown by itself, a site keeps its room whatever the setting says.
  if (moved) Object.assign(at, { core: moved, version: maker.logicVersion });
}

/** The newest snapshot not after `maxSeq` that is whole; else the empty engine. */
export function loadNewest(
  options: Pick<RecoveryOptions, 'site' | 'snapshots' | 'maker' | 'warn'>,
  maxSeq = Number.MAX_SAFE_INTEGER,
): { at: EngineAt; head?: SnapshotHead } {
  const { site, snapshots, maker } = options;
  let foreign: SnapshotForeign | undefined;
  for (const seq of snapshots.list(site).filter((s) => s <= maxSeq)) {
    try {
      return loadSnapshot(options, seq);
    } catch (error) {
      if (error instanceof SnapshotForeign) foreign ??= error;
      else if (!(error instanceof SnapshotCorrupt)) throw error;
      const what = error instanceof SnapshotForeign ? 'of another version' : 'not whole';
      options.warn(`snapshot ${seq} of site ${site} is ${what} (${error.message}): using the one before`);
    }
  }
  if (foreign !== undefined) goOnWithout(options, foreign);
  return { at: emptyEngine(site, maker) };
}

function loadSnapshot(
  { site, snapshots, maker }: Pick<RecoveryOptions, 'site' | 'snapshots' | 'maker'>,
  seq: number,
): { at: EngineAt; head: SnapshotHead } {
  const { head, state } = readWhole(snapshots, site, seq);
  if (head.schema > maker.snapshotSchema || maker.rules(head.logicVersion) > maker.rules(maker.logicVersion)) {
    throw new RecoveryRefused(`snapshot ${seq} of site ${site} was written by a newer release: start that release, or restore a backup`);
  }
  const core = loadCore(site, maker, state, head);
  // Of its own layout the loaded engine must give back the very same bytes.
  if (head.schema === maker.snapshotSchema && hashCore(core) !== head.stateHash) {
    throw new SnapshotCorrupt(`the loaded state does not hash to ${head.stateHash.slice(0, 12)}`);
  }
  const point = { seq, chainHash: Buffer.from(head.chainHash, 'hex'), engineTime: head.engineTime };
  return { at: { core, point, facts: head.facts, version: head.logicVersion }, head };
}

/** What the disk does not give back, or lies under another's name, is as good as damaged. */
function readWhole(snapshots: SnapshotStore, site: number, seq: number): ReturnType<SnapshotStore['read']> {
  try {
    const found = snapshots.read(site, seq);
    const { head } = found;
    if (head.site === site && head.seq === seq) return found;
    throw new SnapshotCorrupt(`it is of sequence ${head.seq} of site ${head.site}`);
  } catch (error) {
    if (error instanceof SnapshotCorrupt) throw error;
    throw new SnapshotCorrupt((error as Error).message);
  }
}

/** A whole snapshot in a layout that this release cannot read. */
class SnapshotForeign extends Error {
  readonly logicVersion: number;

  constructor({ schema, logicVersion }: SnapshotHead, maker: EngineMaker) {
    super(`layout ${schema} under rules ${logicVersion}; this release reads layout ${maker.snapshotSchema} under ${maker.logicVersion}`);
    this.logicVersion = logicVersion;
  }
}

// Snapshots of another version are no damage. Under the same rules the journal tells everything again; under others only their release can.
function goOnWithout({ site, maker, warn }: Pick<RecoveryOptions, 'site' | 'maker' | 'warn'>, foreign: SnapshotForeign): void {
  if (!decides(maker, foreign.logicVersion)) {
    throw new RecoveryRefused(
      `site ${site}: its snapshots are of another version (${foreign.message}), and what was decided under those rules cannot be replayed ` +
        'here: start the release that wrote them; no file was changed',
    );
  }
  warn(
    `site ${site} has no snapshot in the layout of this release: its journal is replayed from the beginning, and the next snapshot is in the new layout`,
  );
}

/** Whole as written, and still not to be read: of another layout. The journal knows better. */
function loadCore(site: number, maker: EngineMaker, state: Uint8Array, head: SnapshotHead): EngineCore {
  try {
    return maker.load(site, state, head.schema, head.logicVersion);
  } catch {
    throw new SnapshotForeign(head, maker);
  }
}

/** Hash of the whole state: equal states, equal hash. */
export function hashCore(core: EngineCore): string {
  const copy = new Uint8Array(core.snapshotBytes());
  return hashState(copy.subarray(0, core.copyOut(copy)));
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
  maker: EngineMaker,
  each?: (batch: ReplayedBatch) => Promise<void> | void,
): Promise<void> {
  const scratch = frameScratch();
  for await (const page of entries) {
    for (const entry of page) {
      const records = openEntry(site, at.point, entry, scratch);
      if (entry.logicVersion !== at.version || !decides(maker, entry.logicVersion)) takeVersion(site, at, entry, maker);
      if (entry.facts !== at.facts)
        throw new RecoveryRefused(`site ${site}: replay differs from what was told before sequence ${entry.firstSeq}`);
      const events = applyEntry(at.core, entry, records);
      at.facts = factsAfter(at.facts, events);
      at.point = pointAfter(entry);
      if (each) await each({ firstSeq: entry.firstSeq, lastSeq: at.point.seq, commands: records.slice(), events: events.slice() });
    }
  }
}

/** Only the rules at hand can be applied; what older ones decided is known by their snapshots alone. */
function decides(maker: EngineMaker, version: number): boolean {
  return maker.rules(version) === maker.rules(maker.logicVersion);
}

function takeVersion(site: number, at: EngineAt, entry: JournalEntry, maker: EngineMaker): void {
  const { logicVersion: version } = entry;
  const core = !decides(maker, version)
    ? undefined
    : at.version === 0
      ? maker.create(site, version)
      : maker.adapt(site, at.core, at.version, version);
  if (core) {
    Object.assign(at, { core, version });
    return;
  }
  const isNewer = maker.rules(version) > maker.rules(maker.logicVersion);
  const way = isNewer
    ? 'start that newer release'
    : 'start the former release once and stop it, so that it leaves a snapshot at the end of the journal';
  throw new RecoveryRefused(
    `site ${site}: sequence ${entry.firstSeq} was decided under version ${version}, this release has ${maker.logicVersion}: ${way}`,
  );
}

/** Events are valid until the next call. */
function applyEntry(core: EngineCore, entry: JournalEntry, records: Float64Array): Float64Array {
  core.events.length = 0;
  for (let i = 0, offset = 0; i < entry.count; i++, offset += recordLength(records, offset))
    core.apply(records, offset, entry.firstSeq + i);
  return core.events.words.subarray(0, core.events.length);
}
