// The embedded database: a real PostgreSQL of our own on a local socket, with a random password and fsync on.
//
// A kill -9 of the server leaves its postmaster running; the next start adopts it. One whose server lives is nobody's to adopt: a second
// server is refused, a tool uses it as it is. It runs in its own session, so Ctrl-C reaches only us and we stop it last.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  closeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from './database.ts';
import { type PostgresPrograms, findPostgresPrograms, majorVersion, runnablePrograms } from './embedded-postgres-binaries.ts';
import { keepUp } from './embedded-postgres-watch.ts';
import { OperatorFault } from './operator-fault.ts';
import { noteRunning, runningOn } from './embedded-postgres-holder.ts';
import { type ClusterNote, clusterOf, isCluster, readNote, writeNote } from './embedded-postgres-note.ts';
import { type ClusterOwner, clusterOwner, isReachableFor, reachableHome } from './embedded-postgres-owner.ts';
import {
  clearStaleLock,
  isStopping,
  type Postmaster,
  runningPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './embedded-postgres-process.ts';

export interface EmbeddedPostgres {
  /** How to connect; plain data that travels to workers. */
  address: DatabaseAddress;
  /** Where the cluster's files are. */
  cluster: string;
  pid: number;
  /** True when a running postmaster of an earlier process was taken over. */
  adopted: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** MARU_DATA, absolute. */
  dataDir: string;
  /** One short sentence per step that takes time. */
  onProgress?(text: string): void;
  /** A server's: starts the database again when it ends by itself (killed, out of memory), and is the only one on it. */
  isKeptUp?: boolean;
  /** Extra `name=value` settings; tests use them. */
  settings?: readonly string[];
  /** Other programs than the package's or the system's newest; benches use them. */
  programs?: PostgresPrograms;
}

const USER = 'maru';
const SOCKET_PATH_MAX_BYTES = 107;
const SOCKET_PORT = 5432;
const START_TIMEOUT_MS = 60_000;
const LOG_MAX_BYTES = 16 * 2 ** 20;

const SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'password_encryption=scram-sha-256',
  'shared_buffers=64MB',
  'max_connections=100',
  'max_wal_size=2GB',
  'checkpoint_timeout=10min',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
];

/** Starts, adopts or first creates the cluster of this data directory. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const say = options.onProgress ?? (() => {});
  // Passable but not listable: the cluster's user must get through to its own directory; every secret is mode 600.
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = realpathSync(options.dataDir);
  const owner = clusterOwner();
  const home = isReachableFor(owner, dataDir) ? dataDir : reachableHome(dataDir);
  if (home !== dataDir) makePassable(home);
  const found = options.programs ?? findPostgresPrograms();
  const copyRoot = owner === undefined || SHELL_PLAIN.test(home) ? home : reachableHome(dataDir);
  if (copyRoot !== dataDir) makePassable(copyRoot);
  const programs = runnablePrograms(found, (path) => isReachableFor(owner, path), copyRoot, say);
  const note = await ensureCluster(dataDir, home, programs, owner, say);
  const start = async (port?: number) => {
    await clearStaleLock(note.cluster);
    return startPostmaster(note.cluster, programs, owner, options.settings ?? [], port);
  };
  const server = runningOn(dataDir);
  if (server !== undefined && options.isKeptUp)
    throw new OperatorFault(
      `${dataDir}에서 마루가 이미 돌고 있습니다(프로세스 ${server}). 먼저 끄세요.`,
      `Maru runs on ${dataDir} already (process ${server}): stop that one first.`,
    );
  if (server !== undefined) return beside(note, server, say);
  const running = runningPostmaster(note.cluster);
  let handle = running && (await adopt(note, running, say));
  if (!handle) {
    say('starting the database');
    handle = handleOf(note, await start(), false);
  }
  if (!options.isKeptUp) return handle;
  const { port } = handle.address;
  const leave = noteRunning(dataDir);
  const stop = keepUp(note.cluster, () => start(port), handle.stop, say);
  return { ...handle, stop: () => stop().finally(leave) };
}

/** A live server's: used and left as it is, and never stopped, however long it takes to answer. */
async function beside(note: ClusterNote, server: number, say: (text: string) => void): Promise<EmbeddedPostgres> {
  say(`Maru is running here (process ${server}): its database is used as it is`);
  const found = handleOf(note, await waitUntilReady(note.cluster, () => undefined, START_TIMEOUT_MS), true);
  await answer(found.address);
  return { ...found, stop: async () => {} };
}

/** A place of our own below /var/lib; said twice, since root's umask may take away what mkdir asks for. */
function makePassable(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}

/** initdb asks a shell for its neighbour's version, and quotes in the programs' own path break that command. */
const SHELL_PLAIN = /^[^"'`$\\]*$/;

/** Stops the cluster of a data directory and removes it wherever it is; for tests and tools that end an installation. */
export async function removeCluster(dataDir: string): Promise<void> {
  const cluster = clusterOf(dataDir);
  if (cluster === undefined) return;
  await stopPostmaster(cluster);
  const home = dirname(cluster);
  rmSync(home === dataDir ? cluster : home, { recursive: true, force: true });
  rmSync(reachableHome(realpathSync(dataDir)), { recursive: true, force: true });
}

/** A postmaster that still starts or recovers is awaited; one that does not come up is stopped for a fresh start. */
async function adopt(note: ClusterNote, running: Postmaster, say: (text: string) => void): Promise<EmbeddedPostgres | undefined> {
  say(`the database of an earlier run is still up (process ${running.pid}): taking it over`);
  try {
    const stopping = () => (isStopping(runningPostmaster(note.cluster) ?? running) ? 'it was told to stop' : undefined);
    const found = handleOf(note, await waitUntilReady(note.cluster, stopping, 10_000), true);
    await answer(found.address);
    return found;
  } catch {
    say('it does not answer: stopping it');
    await stopPostmaster(note.cluster);
    return undefined;
  }
}

/** Ready by its own note, it may still be dying of a kill a moment ago. */
async function answer(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => {});
  }
}

function handleOf(note: ClusterNote, postmaster: Postmaster, adopted: boolean): EmbeddedPostgres {
  const host = postmaster.socketDir === '' ? '127.0.0.1' : postmaster.socketDir;
  return {
    address: { host, port: postmaster.port, user: USER, password: note.password, database: 'postgres' },
    cluster: note.cluster,
    pid: postmaster.pid,
    adopted,
    stop: () => stopPostmaster(note.cluster),
  };
}

async function ensureCluster(
  dataDir: string,
  home: string,
  programs: PostgresPrograms,
  owner: ClusterOwner | undefined,
  say: (text: string) => void,
): Promise<ClusterNote> {
  const noted = readNote(dataDir);
  if (noted !== undefined) {
    if (!isCluster(noted.cluster))
      throw new Error(
        `${dataDir} notes the database ${noted.cluster}, which is not there: restore it, or remove postgres.json to begin anew.`,
      );
    writeNote(dataDir, noted);
    return noted;
  }
  const cluster = join(home, 'postgres');
  if (existsSync(cluster)) {
    // No note: either its creation was cut short, or the data directory was emptied by hand. Never reuse, never delete.
    await stopPostmaster(cluster);
    renameSync(cluster, `${cluster}.aside-${Date.now()}`);
  }
  say('creating the database (once)');
  const note = { cluster, password: randomBytes(24).toString('base64url') };
  await initdb(note, programs, owner);
  // The note is written last: it says that the cluster is complete.
  writeNote(dataDir, note);
  return note;
}

async function initdb(note: ClusterNote, programs: PostgresPrograms, owner: ClusterOwner | undefined): Promise<void> {
  const passwordFile = `${note.cluster}.pw`;
  mkdirSync(note.cluster, { mode: 0o700 });
  writeFileSync(passwordFile, `${note.password}\n`, { mode: 0o600 });
  giveTo(owner, note.cluster, passwordFile);
  try {
    // The builtin locale of version 18 needs nothing of the host's locales; older servers take C.
    const args = [
      '-D',
      note.cluster,
      '-U',
      USER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-instructions',
    ];
    const run = launch(programs.initdb, args, note.cluster, owner, 'pipe');
    let output = '';
    run.stdout?.on('data', (chunk) => (output += chunk));
    run.stderr?.on('data', (chunk) => (output += chunk));
    const code = await new Promise((resolve, reject) => run.once('error', reject).once('close', resolve));
    if (code !== 0) throw new Error(`initdb failed:\n${output}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function startPostmaster(
  cluster: string,
  programs: PostgresPrograms,
  owner: ClusterOwner | undefined,
  extra: readonly string[],
  port?: number,
): Promise<Postmaster> {
  const logPath = join(cluster, 'server.log');
  const logFd = openLog(logPath);
  giveTo(owner, logPath);
  // The three io workers of version 18 only take turns on a small machine; older ones do not know the setting.
  const io = majorVersion(programs) >= 18 ? ['io_method=sync'] : [];
  const settings = [...SETTINGS, ...io, ...extra, ...(await listenSettings(cluster, port))];
  const run = launch(programs.postgres, ['-D', cluster, ...settings.flatMap((s) => ['-c', s])], cluster, owner, logFd);
  closeSync(logFd);
  let gone: string | undefined;
  run.once('error', (error) => (gone = error.message));
  run.once('exit', (code) => (gone = `code ${code}`));
  const reason = () =>
    gone === undefined ? undefined : `PostgreSQL ended at once (${gone}):\n${readFileSync(logPath, 'utf8').slice(-2000)}`;
  const postmaster = await waitUntilReady(cluster, reason, START_TIMEOUT_MS);
  run.unref();
  return postmaster;
}

/** A socket inside the cluster (mode 700); when its path is too long for the kernel, loopback TCP on a free port, or the one it had. */
async function listenSettings(cluster: string, port?: number): Promise<string[]> {
  const fits = Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_MAX_BYTES;
  if (fits && process.platform !== 'win32') {
    return ['listen_addresses=', `port=${SOCKET_PORT}`, `unix_socket_directories="${cluster.replaceAll('"', '""')}"`];
  }
  return ['listen_addresses=127.0.0.1', `port=${port ?? (await freePort())}`, 'unix_socket_directories='];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function openLog(path: string): number {
  const isBig = existsSync(path) && statSync(path).size > LOG_MAX_BYTES;
  const fd = openSync(path, isBig ? 'w' : 'a', 0o600);
  chmodSync(path, 0o600);
  return fd;
}

function giveTo(owner: ClusterOwner | undefined, ...paths: string[]): void {
  if (owner) for (const path of paths) chownSync(path, owner.uid, owner.gid);
}

function launch(program: string, args: string[], cwd: string, owner: ClusterOwner | undefined, output: number | 'pipe') {
  return spawn(program, args, {
    cwd,
    detached: true,
    stdio: ['ignore', output, output],
    // LC_ALL=C keeps messages readable and needs no locale of the host; nothing of our own environment leaks in.
    env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
    ...(owner ? { uid: owner.uid, gid: owner.gid } : {}),
  });
}
