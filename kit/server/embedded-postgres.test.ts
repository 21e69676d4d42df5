// The embedded database in the places and after the deaths that an operator meets.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
import { OperatorFault } from './operator-fault.ts';
import { runningPostmaster } from './embedded-postgres-process.ts';
import { reachableHome } from './embedded-postgres-owner.ts';

const roots: string[] = [];
const started: EmbeddedPostgres[] = [];

function place(mode: number, ...parts: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'maru-embedded-'));
  roots.push(root);
  mkdirSync(join(root, ...parts), { recursive: true, mode: 0o711 });
  chmodSync(root, mode);
  return join(root, ...parts);
}

async function start(dataDir: string, options: Omit<EmbeddedPostgresOptions, 'dataDir'> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...options });
  started.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, sql: string, change: pg.ClientConfig = {}): Promise<Record<string, unknown>> {
  const client = new pg.Client({ ...server.address, ...change });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const server of started.splice(0)) {
    await server.stop();
    if (server.cluster.startsWith('/var/lib/')) rmSync(join(server.cluster, '..'), { recursive: true, force: true });
  }
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

test('listens on a socket of its own, asks for the password and syncs', async () => {
  const dataDir = place(0o711, 'data');
  const server = await start(dataDir);
  expect(server.address.host).toBe(server.cluster);
  expect(
    await ask(
      server,
      "SELECT current_setting('listen_addresses') l, current_setting('fsync') f, current_setting('unix_socket_directories') s",
    ),
  ).toMatchObject({ l: '', f: 'on' });
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  await expect(ask(server, 'SELECT 1', { password: 'wrong' })).rejects.toThrow(/password authentication failed/);
});

test('a path with spaces and quotes works, and the second start finds what the first wrote', async () => {
  const dataDir = place(0o711, 'my "maru" data');
  const first = await start(dataDir);
  await ask(first, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  expect(runningPostmaster(first.cluster)).toBeUndefined();
  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
  expect(await ask(second, 'SELECT n FROM kept')).toEqual({ n: 7 });
});

test('a postmaster orphaned by kill -9 of its starter is adopted, not doubled', async () => {
  const dataDir = place(0o711, 'data');
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    process.kill(process.pid, 'SIGKILL');`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'pipe' })).toThrow();
  const server = await start(dataDir);
  expect(server.adopted).toBe(true);
  expect(await ask(server, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

test('a database whose server lives is used as it is by a tool, and refused to a second server; of a killed one it is adopted', async () => {
  const dataDir = place(0o711, 'data');
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, isKeptUp: true });
    console.log('up');
    setInterval(() => {}, 1000);`;
  const maru = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(maru.stdout, 'data');
  const told: string[] = [];
  const tool = await start(dataDir, { onProgress: (text) => told.push(text) });
  expect(told).toEqual([`Maru is running here (process ${maru.pid}): its database is used as it is`]);
  await tool.stop();
  expect(await ask(tool, 'SELECT 1 AS one')).toEqual({ one: 1 });
  await expect(start(dataDir, { isKeptUp: true })).rejects.toThrow(`(process ${maru.pid})`);
  expect(await ask(tool, 'SELECT 1 AS one')).toEqual({ one: 1 });
  maru.kill('SIGKILL');
  await once(maru, 'exit');
  const next = await start(dataDir, { isKeptUp: true });
  expect(next.adopted).toBe(true);
  expect(existsSync(join(dataDir, 'running'))).toBe(true);
  await next.stop();
  expect(existsSync(join(dataDir, 'running'))).toBe(false);
});

test('a copied directory has a database of its own: the one it was copied from is neither asked nor written to nor stopped', async () => {
  const dataDir = place(0o711, 'data');
  const before = await start(dataDir);
  await ask(before, 'CREATE TABLE kept AS SELECT 7 AS n');
  await before.stop();
  const copy = `${dataDir}-copy`;
  execFileSync('cp', ['-a', dataDir, copy]);
  const original = await start(dataDir, { isKeptUp: true });
  // Copied while its server ran, a directory brings along who runs the other one.
  copyFileSync(join(dataDir, 'running'), join(copy, 'running'));
  const other = await start(copy, { isKeptUp: true });
  expect(other).toMatchObject({ adopted: false, cluster: join(copy, 'postgres') });
  await ask(other, 'UPDATE kept SET n = 8 RETURNING n');
  expect(await ask(original, 'SELECT n FROM kept')).toEqual({ n: 7 });
  await other.stop();
  expect(runningPostmaster(original.cluster)?.pid).toBe(original.pid);
  await original.stop();
  renameSync(copy, `${copy}-moved`);
  const moved = await start(`${copy}-moved`);
  expect(await ask(moved, 'SELECT n FROM kept')).toEqual({ n: 8 });
});

test('a copied directory whose database lives elsewhere is refused, and says how it is copied', async () => {
  const dataDir = place(0o700, 'data');
  const original = await start(dataDir);
  const copy = `${dataDir}-copy`;
  mkdirSync(copy);
  copyFileSync(join(dataDir, 'postgres.json'), join(copy, 'postgres.json'));
  await expect(start(copy)).rejects.toThrow(OperatorFault);
  await expect(start(copy)).rejects.toThrow(new RegExp(`the database ${original.cluster} is that one's.*npm run restore`));
  expect(runningPostmaster(original.cluster)?.pid).toBe(original.pid);
});

test('the lock file of a dead postmaster whose number another process carries is not believed', async () => {
  const dataDir = place(0o711, 'data');
  const first = await start(dataDir);
  process.kill(first.pid, 'SIGKILL');
  while (runningPostmaster(first.cluster)) await new Promise((r) => setTimeout(r, 10));
  const lock = join(first.cluster, 'postmaster.pid');
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(String(first.pid), String(process.pid)));
  expect(runningPostmaster(first.cluster)).toBeUndefined();
  // Process 1 lives for ever and is not our parent: PostgreSQL alone would refuse to start.
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(String(process.pid), '1'));
  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
});

test('a killed postmaster and its children are waited for, and what was committed is there', async () => {
  const dataDir = place(0o711, 'data');
  const first = await start(dataDir);
  await ask(first, 'CREATE TABLE kept AS SELECT 7 AS n');
  const busy = ask(first, 'SELECT pg_sleep(20)').catch(() => 'cut');
  process.kill(first.pid, 'SIGKILL');
  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
  expect(await ask(second, 'SELECT n FROM kept')).toEqual({ n: 7 });
  expect(await busy).toBe('cut');
});

test('a path too long for a socket falls back to loopback TCP', async () => {
  const server = await start(place(0o711, 'd'.repeat(60), 'e'.repeat(60)));
  expect(server.address.host).toBe('127.0.0.1');
  expect(await ask(server, "SELECT current_setting('listen_addresses') l")).toEqual({ l: '127.0.0.1' });
});

test('below a directory of mode 700 the cluster lives where its user can reach it', async () => {
  const dataDir = place(0o700, 'data');
  const server = await start(dataDir);
  // Only root hands the cluster to another user; anybody else passes through his own directory.
  const home = process.getuid?.() === 0 ? reachableHome(dataDir) : dataDir;
  expect(server.cluster).toBe(join(home, 'postgres'));
  expect(existsSync(join(dataDir, 'postgres'))).toBe(home === dataDir);
  expect(await ask(server, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

test('under a umask that shuts others out the database starts all the same', async () => {
  const dataDir = place(0o700, 'data');
  const before = process.umask(0o077);
  try {
    const server = await start(dataDir);
    expect(await ask(server, 'SELECT 1 AS one')).toEqual({ one: 1 });
  } finally {
    process.umask(before);
  }
});

test.each([
  ['a socket', 'data'],
  ['loopback TCP', `${'deep-'.repeat(15)}/${'deeper-'.repeat(8)}`],
])(
  'one that is kept up comes back by itself at the same address after kill -9: %s',
  async (_name, path) => {
    const dataDir = place(0o711, path);
    const server = await startEmbeddedPostgres({ dataDir, isKeptUp: true });
    started.push(server);
    await ask(server, 'CREATE TABLE kept AS SELECT 7 AS n');
    process.kill(server.pid, 'SIGKILL');
    await expect.poll(() => ask(server, 'SELECT n FROM kept').catch(() => undefined)).toEqual({ n: 7 });
    expect(runningPostmaster(server.cluster)?.pid).not.toBe(server.pid);
    await server.stop();
    expect(runningPostmaster(server.cluster)).toBeUndefined();
  },
  40_000,
);

test('told to stop by SIGTERM while connections stand open it is ended and started again, and says so: kept up, or found so by the next start', async () => {
  const dataDir = place(0o711, 'data');
  const told: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, isKeptUp: true, onProgress: (text) => told.push(text) });
  started.push(server);
  await ask(server, 'CREATE TABLE kept AS SELECT 7 AS n');
  const held = new pg.Client(server.address);
  held.on('error', () => {});
  const cut = new Promise<void>((resolve) => held.once('end', resolve));
  await held.connect();
  process.kill(server.pid, 'SIGTERM');
  // PostgreSQL alone would wait for this connection as long as it lives.
  await cut;
  await expect.poll(() => ask(server, 'SELECT n FROM kept').catch(() => undefined), { timeout: 10_000 }).toEqual({ n: 7 });
  const { pid } = runningPostmaster(server.cluster) as { pid: number };
  expect(pid).not.toBe(server.pid);
  await expect
    .poll(() => told.slice(-2))
    .toEqual([
      `the database was told to stop (process ${server.pid}) and takes no new connections: ending it and starting it again`,
      'the database is up again',
    ]);
  await server.stop();

  const orphan = await start(dataDir);
  const open = new pg.Client(orphan.address);
  open.on('error', () => {});
  await open.connect();
  process.kill(orphan.pid, 'SIGTERM');
  const began = performance.now();
  const next = await start(dataDir);
  expect(next.adopted).toBe(false);
  expect(performance.now() - began, 'not after waiting for it to become ready').toBeLessThan(8_000);
  expect(await ask(next, 'SELECT n FROM kept')).toEqual({ n: 7 });
}, 40_000);
