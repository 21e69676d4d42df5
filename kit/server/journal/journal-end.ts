// How far a journal has been seen to go, kept beside it in a file and a row; before a site is opened its journal is held against that.
//
// A table whose last rows are gone still chains to its own end. Only what stands outside of it can tell (ADR 0037).
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { SnapshotStore } from '../snapshot-store.ts';
import type { JournalPoint } from './journal-entry.ts';
import type { JournalStore } from './journal-store.ts';

/** Of the row: seldom enough to cost nothing. The file is written with every flush. */
const NOTE_EVERY_MS = 1_000;
/** The file is written over in place, always as long: a seventeen-digit sequence and a hash fit. */
const FILE_BYTES = 128;

/** The journal is not the one that was written here; the message says what to do. */
export class JournalWentBack extends Error {
  readonly code = 'JOURNAL_WENT_BACK';
  constructor(site: number, ko: string, en: string) {
    super(
      `site ${site}: ${en}. Nothing was changed. Keep this database as it is, and bring the newest backup into an empty place ` +
        '(npm run restore). If acknowledged commands are lost for good and you know how many: npm run accept-journal-end\n' +
        `사이트 ${site}: ${ko}. 아무것도 바꾸지 않았습니다. 이 데이터베이스는 그대로 두고 가장 새 백업을 빈 곳에 복원하세요(npm run restore). ` +
        '확인된 주문이 사라진 것을 알고도 이어 가려면: npm run accept-journal-end',
    );
  }
}

/** One thing outside of the journal that knows how far it went. */
export interface SeenEnd {
  by: { ko: string; en: string };
  seq: number;
  /** Where the chain stood there, if it knows. */
  chainHash?: Uint8Array;
}

/** Everything that has seen the journal of a site, farthest first. Read before the journal's head, which may go on meanwhile. */
export async function seenEnds(site: number, store: JournalStore, snapshots: SnapshotStore): Promise<SeenEnd[]> {
  const rows = await store.seen(site);
  const file = readEndFile(snapshots.endPath(site));
  const ends: SeenEnd[] = [
    { by: { ko: '스냅샷', en: 'the snapshot' }, seq: snapshots.list(site)[0] ?? 0 },
    { by: { ko: '목록의 위치(projection_checkpoint)', en: 'the checkpoint of the lists' }, seq: rows.checkpoint },
    ...(rows.end ? [{ by: { ko: '표 journal_end', en: 'the row in journal_end' }, ...rows.end }] : []),
    ...(file ? [{ by: { ko: `파일 ${snapshots.endPath(site)}`, en: `the file ${snapshots.endPath(site)}` }, ...file }] : []),
  ];
  return ends.filter(({ seq }) => seq > 0).sort((a, b) => b.seq - a.seq);
}

/** Throws JournalWentBack when rows are missing at the journal's end, or others stand in their place. Writes nothing. */
export async function refuseIfBack(site: number, store: JournalStore, snapshots: SnapshotStore): Promise<void> {
  const seen = await seenEnds(site, store, snapshots);
  const { leaseEpoch, lastEpoch } = await store.seen(site);
  const head = await store.head(site);
  const [farthest] = seen;
  if (farthest !== undefined && farthest.seq > head.seq) {
    throw new JournalWentBack(
      site,
      `${farthest.seq}번까지 있었는데(${farthest.by.ko}) 저널은 ${head.seq}에서 끝납니다: 마지막 행들이 사라졌습니다`,
      `${farthest.by.en} stands at ${farthest.seq}, the journal ends at ${head.seq}: its last rows are gone`,
    );
  }
  for (const { by, seq, chainHash } of seen) {
    const there = chainHash && (await store.pointAt(site, seq));
    if (!there || (there.seq === seq && Buffer.compare(there.chainHash, chainHash) === 0)) continue;
    throw new JournalWentBack(
      site,
      `저널의 ${seq}번이 ${by.ko}이(가) 본 것과 다릅니다: 예전 상태에서 다른 행들이 이어졌습니다`,
      `the journal at ${seq} is not what ${by.en} has seen there: it went on from an earlier state`,
    );
  }
  if (leaseEpoch > 0 && leaseEpoch < lastEpoch) {
    throw new JournalWentBack(
      site,
      `engine_lease는 ${leaseEpoch}번째인데 저널의 마지막 행은 ${lastEpoch}번째입니다: 두 표가 같은 때의 것이 아닙니다`,
      `the lease stands at epoch ${leaseEpoch}, the journal's last row was written under ${lastEpoch}: the tables are not of one moment`,
    );
  }
}

/** Undefined when there is none, or it cannot be read: the others still tell. */
function readEndFile(path: string): { seq: number; chainHash: Uint8Array } | undefined {
  try {
    const { seq, chainHash } = JSON.parse(readFileSync(path, 'utf8')) as { seq: number; chainHash: string };
    return Number.isSafeInteger(seq) ? { seq, chainHash: Buffer.from(chainHash, 'hex') } : undefined;
  } catch {
    return undefined;
  }
}

/** Never ahead of the journal: without a sync, what a power cut loses is only the note. */
export async function writeEndFile(path: string, { seq, chainHash }: Pick<JournalPoint, 'seq' | 'chainHash'>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, endText({ seq, chainHash }), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

const endText = ({ seq, chainHash }: Pick<JournalPoint, 'seq' | 'chainHash'>): string =>
  JSON.stringify({ seq, chainHash: Buffer.from(chainHash).toString('hex') }).padEnd(FILE_BYTES);

/** The same file while a site runs: one small write into the page cache a flush, before the flush is told. It outlives the process. */
class EndFile {
  readonly #path: string;
  #fd: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** A disk that refuses hides nothing that was written before; the next flush tries again. */
  write(point: JournalPoint): void {
    try {
      this.#fd ??= openSync(this.#path, constants.O_WRONLY | constants.O_CREAT, 0o600);
      writeSync(this.#fd, endText(point), 0, 'latin1');
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

/** Notes the ends of all sites of a thread: in their files with every flush, as rows once a second while they move. */
export class EndNotes {
  readonly #store: Pick<JournalStore, 'noteEnds'>;
  readonly #snapshots: SnapshotStore;
  readonly #files = new Map<number, EndFile>();
  #moved = new Map<number, JournalPoint>();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<JournalStore, 'noteEnds'>, snapshots: SnapshotStore) {
    this.#store = store;
    this.#snapshots = snapshots;
  }

  /** A durable end of a site's journal; call before anyone is told what was decided there. */
  note(site: number, point: JournalPoint): void {
    let file = this.#files.get(site);
    if (file === undefined) this.#files.set(site, (file = new EndFile(this.#snapshots.endPath(site))));
    file.write(point);
    this.#moved.set(site, point);
    this.#timer ??= setTimeout(() => void this.flush(), NOTE_EVERY_MS).unref();
  }

  /** Writes the rows that moved. One that cannot be written stays behind, which hides nothing that it has told before. */
  flush(): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const moved = this.#moved;
    this.#moved = new Map();
    if (moved.size > 0) this.#turn = this.#turn.then(() => this.#store.noteEnds(moved).catch(() => {}));
    return this.#turn;
  }

  /** At the end, when nothing is flushed any more. */
  async close(): Promise<void> {
    await this.flush();
    for (const file of this.#files.values()) file.close();
  }
}

/**
 * What has seen the journal begins anew where it now ends: row and file stand at its head.
 * For a restored installation, and for one whose operator goes on without what was lost.
 */
export async function resetEnds(
  client: pg.ClientBase,
  store: JournalStore,
  snapshots: SnapshotStore,
  sites: readonly number[],
): Promise<void> {
  const heads = new Map<number, JournalPoint>();
  for (const site of sites) heads.set(site, await store.head(site));
  for (const [site, head] of heads) await writeEndFile(snapshots.endPath(site), head);
  // A backup of a release from before this table.
  const { rows } = await client.query("SELECT to_regclass('journal_end') IS NOT NULL AS known");
  if (!rows[0].known) return;
  await client.query('DELETE FROM journal_end WHERE site = ANY($1)', [sites]);
  await store.noteEnds(heads);
}
