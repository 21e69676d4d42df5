// Finds, waits for and stops a postmaster by its own lock file, checking the process before trusting the number.
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Postmaster {
  pid: number;
  port: number;
  /** Socket directory, or '' when it listens on TCP alone. */
  socketDir: string;
  /** 'ready' once it accepts connections, 'stopping' from when it was told to end. */
  status: string;
}

/** Told to end: by SIGTERM it then waits for open connections, however long, and takes no new one. */
export const isStopping = ({ status }: Postmaster): boolean => status === 'stopping';

/** The postmaster running on this cluster; undefined when the lock file is absent or left over from a dead process. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, dir, , port, socketDir, , , status] = lines.map((line) => line.trim());
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0 || dir !== cluster || !isPostgresOn(number, cluster)) return undefined;
  return { pid: number, port: Number(port ?? 0), socketDir: socketDir ?? '', status: status ?? '' };
}

/** A recycled process number must not be mistaken for ours: the command line names the program and the cluster. */
function isPostgresOn(pid: number, cluster: string): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return args[0].endsWith('postgres') && args.includes(cluster) && !isZombie(pid);
  } catch {
    // No /proc (macOS): a live process named in the cluster's own lock file has to do.
    return process.platform !== 'linux' && isAlive(pid);
  }
}

function isZombie(pid: number): boolean {
  return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''));
}

/**
 * Clears the way for a start where a postmaster was killed: waits until its children are gone, then removes the lock it
 * left. PostgreSQL itself would refuse for as long as the number in the lock exists: as a zombie nobody reaps, or as
 * another process that got it.
 */
export async function clearStaleLock(cluster: string, timeoutMs = 15_000): Promise<void> {
  if (process.platform !== 'linux' || !existsSync(join(cluster, 'postmaster.pid')) || runningPostmaster(cluster)) return;
  const deadline = performance.now() + timeoutMs;
  while (processesIn(cluster).length > 0) {
    if (performance.now() > deadline) throw new Error(`processes of a killed PostgreSQL do not end: ${processesIn(cluster).join(', ')}`);
    await sleep(10);
  }
  for (const name of readdirSync(cluster)) {
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true });
  }
}

/** Every process of a cluster has its directory as working directory; zombies have none. */
function processesIn(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === cluster;
      } catch {
        return false;
      }
    })
    .map(Number);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Waits until the postmaster says it is ready; `exited` tells that it gave up. */
export async function waitUntilReady(cluster: string, exited: () => string | undefined, timeoutMs: number): Promise<Postmaster> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const found = runningPostmaster(cluster);
    if (found?.status === 'ready') return found;
    const reason = exited();
    if (reason !== undefined) throw new Error(reason);
    await sleep(5);
  }
  throw new Error(`PostgreSQL was not ready after ${timeoutMs} ms`);
}

/** Fast shutdown (SIGINT: sessions end, everything is synced); the immediate kind only when that takes over `timeoutMs`. */
export async function stopPostmaster(cluster: string, timeoutMs = 20_000): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const found = runningPostmaster(cluster);
    if (!found) return;
    signalProcess(found.pid, signal);
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      if (!runningPostmaster(cluster)) return;
      await sleep(5);
    }
  }
  throw new Error(`PostgreSQL on ${cluster} did not stop`);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
