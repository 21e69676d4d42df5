// A backup made under load is whole, restores to the same state, and says so; a damaged one is refused.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackupPlaces, backup, restore } from './backup.ts';
import { type Engines, openEngines } from './engine-client.ts';
import type { Migration } from './feature.ts';
import { formerSteps } from './former-steps.ts';
import { type TestDatabase, emptyDatabase, freshDatabase } from './testing/postgres.ts';
import { addRecord, tinyMaker } from './testing/tiny-engine.ts';

const parent: Migration = {
  name: '0002-parent',
  // Named so that the alphabet alone would load the child first.
  sql: 'CREATE TABLE zz_parent (id bigserial PRIMARY KEY, name text, doc jsonb, at timestamptz, raw bytea); CREATE TABLE aa_child (id int, parent bigint REFERENCES zz_parent)',
};
let db: TestDatabase;
let target: TestDatabase;
let dir: string;
let engines: Engines;
const neighbours: ChildProcess[] = [];

beforeEach(async () => {
  db = await freshDatabase([parent]);
  target = await emptyDatabase();
  dir = mkdtempSync(join(tmpdir(), 'maru-backup-'));
  engines = openEngines({
    ...from(),
    worker: new URL('./testing/tiny-engine-worker.ts', import.meta.url),
    sites: [1, 2],
    snapshotEvery: 40,
  });
  await engines.ready();
});
afterEach(async () => {
  for (const child of neighbours.splice(0)) child.kill('SIGKILL');
  await engines.stop();
  await target.drop();
  await db.drop();
  rmSync(dir, { recursive: true });
});

function places(database: TestDatabase, name: string): BackupPlaces {
  return {
    address: database.address,
    snapshotDir: join(dir, name, 'snapshots'),
    archiveDir: join(dir, name, 'archive'),
    filesDir: join(dir, name, 'files'),
    maker: tinyMaker(),
  };
}
const from = () => places(db, 'from');
const to = () => places(target, 'to');

async function ask(database: TestDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('R17 a backup under load restores into an empty place with the same rows and the same state', async () => {
  await ask(
    db,
    `INSERT INTO zz_parent (name, doc, at, raw) SELECT 'n' || i, '{"한": 1}', now(), '\\x00ff' FROM generate_series(1, 5000) i`,
  );
  await ask(db, 'INSERT INTO aa_child SELECT i, i FROM generate_series(1, 5000) i');
  for (let i = 0; i < 30; i++) await engines.submit(1 + (i % 2), addRecord(i % 5, i));
  mkdirSync(join(from().filesDir, '1'), { recursive: true });
  writeFileSync(join(from().filesDir, '1', 'file'), 'of a member');
  const until = new AbortController();
  const load = (async () => {
    while (!until.signal.aborted) await Promise.all([engines.submit(1, addRecord(1, 1)), engines.submit(2, addRecord(2, 3))]);
  })();
  const manifest = await backup(from(), join(dir, 'copy'), new Date(0));
  until.abort();
  await load;
  const proofs = await restore(to(), join(dir, 'copy'), [parent]);
  expect(proofs).toEqual(manifest.sites);
  expect(proofs.map((proof) => proof.site)).toEqual([1, 2]);
  expect(await ask(target, 'SELECT count(*) AS n, max(id) AS m FROM zz_parent')).toEqual([{ n: 5000, m: 5000 }]);
  const sample = 'SELECT name, doc, at, raw FROM zz_parent WHERE id = 77';
  expect(await ask(target, sample)).toEqual(await ask(db, sample));
  expect(readFileSync(join(to().filesDir, '1', 'file'), 'utf8')).toBe('of a member');
  // The sequence goes on where it stood.
  expect(await ask(target, "INSERT INTO zz_parent (name) VALUES ('next') RETURNING id")).toEqual([{ id: 5001 }]);
});

test('a copy beside production is nobody’s: it starts without a word to its lease, and its journal has a known end', async () => {
  for (let i = 0; i < 5; i++) await engines.submit(1, addRecord(1, 1));
  // As a backup taken while production runs finds it: held by a process that lives on this very machine.
  await ask(db, `UPDATE engine_lease SET holder = '${await liveNeighbour()}'`);
  await backup(from(), join(dir, 'copy'), new Date(0));
  await restore(to(), join(dir, 'copy'), [parent]);
  const copy = openEngines({ ...to(), worker: new URL('./testing/tiny-engine-worker.ts', import.meta.url), sites: [1, 2] });
  await copy.ready();
  expect((await copy.submit(1, addRecord(1, 1))).seq).toBe(6);
  await copy.stop();
  expect(await ask(target, 'SELECT site::int, seq::int FROM journal_end WHERE site = 1')).toEqual([{ site: 1, seq: 6 }]);
  await ask(target, 'DELETE FROM journal WHERE site = 1 AND first_seq > 3');
  const short = openEngines({ ...to(), worker: new URL('./testing/tiny-engine-worker.ts', import.meta.url), sites: [1] });
  await expect(short.ready()).rejects.toThrow(/stands at 6, the journal ends at 3/);
  await short.stop();
});

/** The name of a holder that runs for the length of the test. */
async function liveNeighbour(): Promise<string> {
  const script = `import(${JSON.stringify(new URL('./lease-holder.ts', import.meta.url).href)}).then((m) => { console.log(m.holderName()); setInterval(() => {}, 1000); });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  neighbours.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

test('a damaged table file, a changed journal and a place in use are refused', async () => {
  await engines.submit(1, addRecord(1, 5));
  const copy = join(dir, 'copy');
  await backup(from(), copy, new Date(0));
  await expect(backup(from(), copy, new Date(0))).rejects.toThrow(/holds a backup already/);
  await expect(restore({ ...to(), address: db.address }, copy, [parent])).rejects.toThrow(/not empty/);
  const file = join(copy, readdirSync(copy).find((name) => name.startsWith('journal.')) as string);
  const whole = readFileSync(file);
  const flipped = Buffer.from(whole);
  flipped[flipped.length >> 1] ^= 1;
  writeFileSync(file, flipped);
  await expect(restore(to(), copy, [parent])).rejects.toThrow();
});

test('a backup whose state differs from its proof is refused', async () => {
  await engines.submit(1, addRecord(1, 5));
  const copy = join(dir, 'copy');
  await backup(from(), copy, new Date(0));
  const path = join(copy, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"stateHash": "./, '"stateHash": "x'));
  await expect(restore(to(), copy, [parent])).rejects.toThrow(/is not the one backed up/);
});

test('a backup of before the base restores onto it; one that lacks a former step is sent to the release that has it', async () => {
  await engines.submit(1, addRecord(1, 5));
  const copy = join(dir, 'copy');
  const manifest = await backup(from(), copy, new Date(0));
  const told = (names: readonly string[]) =>
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, migrations: [...names, parent.name].sort() }));
  told([...formerSteps.keys()].slice(1));
  await expect(restore(to(), copy, [parent])).rejects.toThrow(/복원.*1개\(0000-journal부터\).*\n.*Restore it with release 0\.9/s);
  expect(await ask(target, "SELECT to_regclass('migration') AS it")).toEqual([{ it: null }]);
  told([...formerSteps.keys()]);
  expect(await restore(to(), copy, [parent])).toEqual(manifest.sites);
  expect(await ask(target, 'SELECT name FROM migration ORDER BY name')).toEqual([{ name: '0000-kit-base' }, { name: '0002-parent' }]);
});
