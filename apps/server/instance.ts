// One server per data directory: remembers the running one, stops what a killed npm left behind, refuses a second.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Instance {
  pid: number;
  /** Launcher that started it; gone = orphan. 0 = started by hand or by a service manager. */
  launcher: number;
  /** Kernel start time of the process, so that a reused pid is not mistaken for it. */
  born: string;
  url: string;
}

export class AlreadyRunning extends Error {
  readonly instance: { pid: number; url: string };
  constructor(instance: Instance) {
    super(
      `Maru already runs for this data directory: ${instance.url || 'starting'}, process ${instance.pid}. Stop it with: kill ${instance.pid}`,
    );
    this.instance = instance;
  }
}

const fileOf = (dataDir: string) => join(dataDir, 'server.json');
const STOP_WITHIN_MS = 15_000;

/** Takes the data directory for this process. Throws AlreadyRunning when a healthy server holds it. */
export async function claimInstance(dataDir: string, say: (line: string) => void): Promise<(url: string) => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const before = readInstance(dataDir);
  if (before && before.pid !== process.pid && isSame(before)) {
    if (!isOrphan(before)) throw new AlreadyRunning(before);
    say(`stopping the server that its npm left behind (process ${before.pid})`);
    await end(before);
  }
  const own: Instance = { pid: process.pid, launcher: process.connected ? process.ppid : 0, born: bornOf(process.pid), url: '' };
  const write = () => writeFileSync(fileOf(dataDir), JSON.stringify(own), { mode: 0o600 });
  write();
  return (url) => {
    own.url = url;
    write();
  };
}

/** Forgets this process at its end. */
export function releaseInstance(dataDir: string): void {
  if (readInstance(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

function readInstance(dataDir: string): Instance | undefined {
  if (!existsSync(fileOf(dataDir))) return undefined;
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Instance;
  } catch {
    return undefined;
  }
}

function isSame(instance: Instance): boolean {
  return isAlive(instance.pid) && bornOf(instance.pid) === instance.born;
}

function isOrphan(instance: Instance): boolean {
  return instance.launcher !== 0 && !isAlive(instance.launcher);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A zombie has ended and only waits for its parent.
  return !/^State:\s+Z/m.test(procText(pid, 'status'));
}

/** Field 22 of /proc/<pid>/stat; '' where there is no /proc. */
function bornOf(pid: number): string {
  const text = procText(pid, 'stat');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function procText(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

async function end(instance: Instance): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    process.kill(instance.pid, signal);
    const until = Date.now() + STOP_WITHIN_MS;
    while (Date.now() < until) {
      if (!isSame(instance)) return;
      await sleep(50);
    }
  }
}
