// Attack cases RES-04, 08, 11, 14 and what stands beside them: damaged files and rows are found, never skipped.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { copyOut } from './database-copy.ts';
import { COPY_COLUMNS, EntryCollector } from './journal/journal-copy.ts';
import { GENESIS, type JournalEntry, frameScratch, openEntry, pointAfter } from './journal/journal-entry.ts';
import type { EngineMaker } from './engine-core.ts';
import type { JournalStore } from './journal/journal-store.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { writeEndFile } from './journal/journal-end.ts';
import { recoverSite } from './recovery.ts';
import { parseSnapshot, writeSnapshotFile } from './snapshot-file.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { type Line, openLine } from './testing/line.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';
import { tinyMaker } from './testing/tiny-engine.ts';

let db: TestDatabase;
let pool: pg.Pool;
let store: JournalStore;
let snapshots: SnapshotStore;
let dir: string;
let site = 0;
let warnings: string[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  pool = createPool(db.address, { name: 'recovery test' });
  store = openPostgresJournal(db.address);
});
beforeEach(() => {
  site++;
  warnings = [];
  dir = mkdtempSync(join(tmpdir(), 'maru-recovery-'));
  snapshots = new SnapshotStore(dir);
});
afterEach(() => rmSync(dir, { recursive: true }));
afterAll(async () => {
  await store.close();
  await pool.end();
  await db.drop();
});

function recover(maker = tinyMaker(), holder = 'two') {
  return recoverSite({ site, holder, store, snapshots, maker, warn: (text) => warnings.push(text) });
}

/** Twenty flushes with snapshots after the tenth and the fifteenth. */
async function written(): Promise<Line> {
  const line = await openLine(store, site, 'one');
  for (let i = 1; i <= 20; i++) {
    await line.add(i % 3, i);
    if (i === 10 || i === 15) saveSnapshot(line);
  }
  return line;
}

function saveSnapshot({ sequencer, core }: Line, change = {}): void {
  const { point, facts } = sequencer;
  const state = new Uint8Array(core.snapshotBytes());
  core.copyOut(state);
  const chainHash = Buffer.from(point.chainHash).toString('hex');
  const head = { site, seq: point.seq, chainHash, engineTime: point.engineTime, facts, logicVersion: 1, schema: 1, ...change };
  writeSnapshotFile(snapshots.path(site, point.seq), head, state);
}

async function entries(): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for await (const page of store.read(site, 0)) all.push(...page);
  return all;
}

function flip(bytes: Uint8Array, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[bit >> 3] ^= 1 << (bit & 7);
  return flipped;
}

/** Entries that open one after the other; stops at the first that does not. */
function wholePrefix(all: readonly JournalEntry[]): number {
  const scratch = frameScratch();
  let point = GENESIS;
  let whole = 0;
  try {
    for (const entry of all) {
      openEntry(site, point, entry, scratch);
      point = pointAfter(entry);
      whole++;
    }
  } catch {
    return whole;
  }
  return whole;
}

test('the newest snapshot and the journal after it give back the same state', async () => {
  await written();
  const found = await recover();
  expect(found).toMatchObject({ snapshotSeq: 15, replayed: 5, epoch: 2, isRebased: false });
  expect(found.core.query('total', [1])).toBe(1 + 4 + 7 + 10 + 13 + 16 + 19);
});

test('a reader that stops early, as the start does to see where a journal begins, takes nothing down with the answer it left', async () => {
  await written();
  const lost: unknown[] = [];
  const hear = (reason: unknown) => lost.push(reason);
  process.on('unhandledRejection', hear);
  const short = openPostgresJournal(db.address, { readSpan: 2 });
  for (let i = 0; i < 20; i++) for await (const page of short.read(site, 0)) if (page.length > 0) break;
  await short.close();
  await new Promise((done) => setImmediate(done));
  process.off('unhandledRejection', hear);
  expect(lost).toEqual([]);
});

test('RES-04 a stream cut at every byte yields the longest whole prefix, never half an entry', async () => {
  await written();
  const chunks: Buffer[] = [];
  const reader = new pg.Client(db.address);
  await reader.connect();
  const text = `COPY (SELECT ${COPY_COLUMNS} FROM journal WHERE site = ${site} ORDER BY first_seq) TO STDOUT (FORMAT binary)`;
  await copyOut(reader, text, (chunk) => chunks.push(Buffer.from(chunk)));
  await reader.end();
  const whole = Buffer.concat(chunks);
  const sizes = new Set<number>();
  for (let cut = 0; cut <= whole.length; cut++) {
    const collector = new EntryCollector();
    collector.push(whole.subarray(0, cut));
    expect(wholePrefix(collector.entries)).toBe(collector.entries.length);
    sizes.add(collector.entries.length);
  }
  expect(sizes.size).toBe(21);
});

test('RES-04 the last entry cut at every byte is refused, everything before it opens', async () => {
  await written();
  const all = await entries();
  const last = all[all.length - 1];
  for (let cut = 0; cut < last.bytes.length; cut++) {
    expect(wholePrefix([...all.slice(0, -1), { ...last, bytes: last.bytes.subarray(0, cut) }])).toBe(19);
  }
  expect(wholePrefix(all)).toBe(20);
});

test('RES-11 a bit flipped anywhere in an entry is found: bytes, hash, and every field', async () => {
  await written();
  const all = await entries();
  const at = 11;
  const changed: JournalEntry[] = [];
  for (let bit = 0; bit < all[at].bytes.length * 8; bit++) changed.push({ ...all[at], bytes: flip(all[at].bytes, bit) });
  for (let bit = 0; bit < 256; bit++) changed.push({ ...all[at], chainHash: flip(all[at].chainHash, bit) });
  for (const field of ['firstSeq', 'count', 'epoch', 'logicVersion', 'engineTime', 'facts', 'crc32'] as const) {
    for (let bit = 0; bit < 30; bit++) changed.push({ ...all[at], [field]: (all[at][field] ^ (1 << bit)) >>> 0 });
  }
  for (const entry of changed) expect(wholePrefix(all.with(at, entry))).toBe(at);
});

test('RES-11 a flipped bit in the table stops the start and names the sequence; taken back, it starts', async () => {
  await written();
  const turn = () =>
    pool.query('UPDATE journal SET bytes = set_bit(bytes, 77, 1 - get_bit(bytes, 77)) WHERE site = $1 AND first_seq = 18', [site]);
  await turn();
  await expect(recover()).rejects.toThrow(new RegExp(`journal of site ${site} at sequence 18: checksum differs`));
  await turn();
  expect((await recover()).point.seq).toBe(20);
});

test('a missing, a doubled or an exchanged entry is found', async () => {
  await written();
  const all = await entries();
  expect(wholePrefix(all.toSpliced(7, 1))).toBe(7);
  expect(wholePrefix(all.toSpliced(7, 0, all[7]))).toBe(8);
  expect(wholePrefix(all.with(7, all[8]).with(8, all[7]))).toBe(7);
});

test('a snapshot cut at any byte, or with any bit flipped, is found; the one before and the journal take its place', async () => {
  await written();
  const path = snapshots.path(site, 15);
  const whole = readFileSync(path);
  for (let cut = 0; cut < whole.length; cut += 7) expect(() => parseSnapshot(whole.subarray(0, cut))).toThrow();
  for (let i = 0; i < 3000; i++) {
    const bit = (i * 104_729) % (whole.length * 8);
    expect(() => parseSnapshot(flip(whole, bit)), `bit ${bit}`).toThrow();
  }
  writeFileSync(path, flip(whole, 9_999));
  const found = await recover();
  expect(found).toMatchObject({ snapshotSeq: 10, replayed: 10 });
  expect(found.core.query('total', [1])).toBe(70);
  expect(warnings.join()).toMatch(/snapshot 15 .* not whole/);
});

test('without any whole snapshot the journal alone brings the site back', async () => {
  await written();
  for (const seq of [10, 15]) writeFileSync(snapshots.path(site, seq), 'nothing');
  expect(await recover()).toMatchObject({ snapshotSeq: 0, replayed: 20 });
});

test('a snapshot of another place in the journal or of another site is no snapshot of this one: the one before takes its place', async () => {
  await written();
  copyFileSync(snapshots.path(site, 15), snapshots.path(site, 18));
  expect(await recover()).toMatchObject({ snapshotSeq: 15, replayed: 5 });
  expect(warnings).toEqual([
    expect.stringMatching(/^snapshot 18 of site \d+ is not whole \(it is of sequence 15 .*: using the one before$/),
  ]);
  const { head, state } = parseSnapshot(readFileSync(snapshots.path(site, 15)));
  writeSnapshotFile(snapshots.path(site, 15), { ...head, site: site + 1 }, state);
  rmSync(snapshots.path(site, 18));
  expect(await recover(tinyMaker(), 'three')).toMatchObject({ snapshotSeq: 10, replayed: 10 });
});

test('a snapshot that the disk no longer gives back is passed over like a damaged one', async () => {
  await written();
  rmSync(snapshots.path(site, 15));
  // Reading it fails, whoever asks.
  mkdirSync(snapshots.path(site, 15));
  expect(await recover()).toMatchObject({ snapshotSeq: 10, replayed: 10 });
  expect(warnings).toEqual([expect.stringMatching(/^snapshot 15 of site \d+ is not whole \(EISDIR/)]);
});

test('with every snapshot damaged and the journal before them gone, the start is refused with what to do, and nothing is changed', async () => {
  await written();
  await pool.query('DELETE FROM journal WHERE site = $1 AND first_seq <= 8', [site]);
  for (const seq of [10, 15]) writeFileSync(snapshots.path(site, seq), readFileSync(snapshots.path(site, seq)).subarray(0, 40));
  const before = await pool.query('SELECT epoch, holder FROM engine_lease WHERE site = $1', [site]);
  await expect(recover()).rejects.toThrow(
    new RegExp(`site ${site}: none of its 2 snapshots is whole, and its journal begins at 9.*npm run restore[\\s\\S]*스냅샷 2개.*백업`),
  );
  expect((await pool.query('SELECT epoch, holder FROM engine_lease WHERE site = $1', [site])).rows).toEqual(before.rows);
  expect(readdirSync(join(dir, `site-${site}`)).filter((name) => name.endsWith('.snapshot'))).toHaveLength(2);
});

test('a snapshot left half written by a crash is not looked at', async () => {
  await written();
  copyFileSync(snapshots.path(site, 15), `${snapshots.path(site, 19)}.partial`);
  expect((await recover()).snapshotSeq).toBe(15);
});

test('RES-14 a snapshot of a newer layout or newer rules is refused, and nothing is changed', async () => {
  const line = await written();
  saveSnapshot(line, { schema: 2 });
  const before = readdirSync(join(dir, `site-${site}`));
  await expect(recover()).rejects.toThrow(/written by a newer release/);
  saveSnapshot(line, { logicVersion: 2 });
  await expect(recover()).rejects.toThrow(/written by a newer release/);
  expect(readdirSync(join(dir, `site-${site}`))).toEqual(before);
  expect(await entries()).toHaveLength(20);
});

test('newer rules go on from a snapshot at the end of the journal, and refuse a tail decided under the old', async () => {
  const line = await written();
  await expect(recover(tinyMaker(2))).rejects.toThrow(/start the former release once/);
  saveSnapshot(line);
  const found = await recover(tinyMaker(2));
  expect(found).toMatchObject({ isRebased: true, version: 2, snapshotSeq: 20 });
  const next = await openLine(store, site, 'three', { core: found.core, logicVersion: 2, start: { ...found, epoch: found.epoch + 1 } });
  expect(await next.add(1, 10)).toBe(70 + 20);
  await expect(recover(tinyMaker(1))).rejects.toThrow(/start that newer release/);
});

test('snapshots of an older layout are called that: under the same rules the journal tells all again, under others its release must', async () => {
  const line = await written();
  for (const seq of [10, 15]) rmSync(snapshots.path(site, seq));
  saveSnapshot(line, { schema: 1 });
  const reads = (maker: EngineMaker): EngineMaker => ({
    ...maker,
    load(at, state, schema, version) {
      if (schema !== 2) throw new RangeError(`snapshot schema ${schema} is not known here`);
      return maker.load(at, state, schema, version);
    },
  });
  expect(await recover(reads(tinyMaker(1, 2)))).toMatchObject({ snapshotSeq: 0, replayed: 20 });
  expect(warnings.join()).toMatch(/snapshot 20 of site \d+ is of another version \(layout 1 under rules 1; this release reads layout 2/);
  expect(warnings.join()).toMatch(/replayed from the beginning, and the next snapshot is in the new layout/);
  expect(warnings.join()).not.toMatch(/not whole/);
  await expect(recover(reads(tinyMaker(2, 2)))).rejects.toThrow(/start the release that wrote them; no file was changed/);
  expect(snapshots.list(site)).toEqual([20]);
});

test('a replay that tells other facts than were told is refused', async () => {
  await written();
  const other = tinyMaker();
  const create = other.create;
  rmSync(join(dir, `site-${site}`), { recursive: true });
  const wrong = { ...other, create: (s: number, v: number) => wrongCore(create(s, v)) };
  await expect(recover(wrong)).rejects.toThrow(/differs from what was told/);
});

function wrongCore(core: ReturnType<ReturnType<typeof tinyMaker>['create']>) {
  if (!core) return core;
  const { apply } = core;
  return {
    ...core,
    apply: (words: Float64Array, offset: number, seq: number) =>
      apply(
        words.map((w, i) => (i === 7 && seq === 13 ? w + 1 : w)),
        offset,
        seq,
      ),
  };
}

test('a journal that ends before the snapshot is not gone on with', async () => {
  await written();
  await pool.query('DELETE FROM journal WHERE site = $1 AND first_seq > 12', [site]);
  await expect(recover()).rejects.toThrow(/snapshot stands at 15, the journal ends at 12/);
});

/** The last rows go, down to one above an older snapshot, and the newer snapshot with them. */
async function goesBack(): Promise<void> {
  await pool.query('DELETE FROM journal WHERE site = $1 AND first_seq > 12', [site]);
  rmSync(snapshots.path(site, 15));
}

test('a journal that lost its last rows above an older snapshot is not opened: checkpoint, row and file each tell', async () => {
  const { sequencer } = await written();
  const end = new Map([[site, sequencer.point]]);
  await goesBack();
  const refused = (by: RegExp) => expect(recover()).rejects.toThrow(new RegExp(`${by.source} stands at 20, the journal ends at 12`));
  await pool.query("INSERT INTO projection_checkpoint VALUES ('lists', $1, 20)", [site]);
  await refused(/the checkpoint of the lists/);
  await pool.query('DELETE FROM projection_checkpoint WHERE site = $1', [site]);
  await store.noteEnds(end);
  await refused(/the row in journal_end/);
  await pool.query('DELETE FROM journal_end WHERE site = $1', [site]);
  await writeEndFile(snapshots.endPath(site), sequencer.point);
  await refused(/the file .*journal-end.json/);
  const { rows } = await pool.query('SELECT epoch FROM engine_lease WHERE site = $1', [site]);
  expect(rows, 'a refusal fences nobody').toEqual([{ epoch: 1 }]);
  writeFileSync(snapshots.endPath(site), 'torn');
  expect((await recover()).point.seq, 'nothing is left that has seen more').toBe(12);
});

test('a journal that went on from an earlier state is not opened', async () => {
  const { sequencer } = await written();
  await store.noteEnds(new Map([[site, sequencer.point]]));
  await pool.query('DELETE FROM journal WHERE site = $1', [site]);
  for (const seq of [10, 15]) rmSync(snapshots.path(site, seq));
  const other = await openLine(store, site, 'other');
  for (let i = 1; i <= 25; i++) await other.add(1, 7);
  await expect(recover()).rejects.toThrow(/journal at 20 is not what the row in journal_end has seen there/);
});

test('a lease from before the last rows is not taken, one that was deleted begins above them', async () => {
  await written();
  await pool.query('UPDATE journal SET epoch = 5 WHERE site = $1 AND first_seq = 20', [site]);
  await expect(recover()).rejects.toThrow(/lease stands at epoch 1, the journal's last row was written under 5/);
  await pool.query('DELETE FROM engine_lease WHERE site = $1', [site]);
  expect(await store.takeLease(site, 'new')).toBe(6);
});

test('RES-08 a second start on this machine is refused while the first lives, and allowed when it is gone', async () => {
  await written();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const { pid } = other;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[19];
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  await store.takeLease(site, `${hostname()}|${pid}|${boot}-${stat}|abc`);
  await expect(recover()).rejects.toThrow(new RegExp(`run by process ${pid}`));
  other.kill('SIGKILL');
  await new Promise((resolve) => other.once('exit', resolve));
  expect((await recover()).point.seq).toBe(20);
});

test('RES-08 a paused first engine that wakes after the takeover writes nothing, 200 rounds', async () => {
  let line = await openLine(store, site, 'engine 0');
  for (let round = 1; round <= 200; round++) {
    await line.add(1, 1);
    const found = await recover(tinyMaker(), `engine ${round}`);
    const late = line.add(1, 1_000);
    await expect(late).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(line.sequencer.state).toBe('fenced');
    line = await openLine(store, site, `engine ${round}`, { core: found.core, start: { ...found, epoch: found.epoch + 1 } });
  }
  expect(line.core.query('total', [1])).toBe(200);
  expect(await entries()).toHaveLength(200);
});
