// One server per data directory: remembers the running one, stops what a killed npm left behind, refuses a second.
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Instance {
  pid: number;
  /** Launcher that started it; gone = orphan. 0 = started by hand or by a service manager. */
  launcher: number;
  /** Kernel start time of the process, so that a reused pid is not mistaken for it. */
  born: string;
  url: string;
  /** The data directory itself: a copy of it brings a note along that is about the other one. Absent in notes of former releases. */
  place?: string;
}

export class AlreadyRunning extends Error {
  readonly instance: { pid: number; url: string };
  constructor(instance: Instance) {
    const { pid, url } = instance;
    super(
      `이 데이터 폴더로 마루가 이미 실행 중입니다: ${url || '시작하는 중'}, 프로세스 ${pid}. 멈추려면: kill ${pid}\n` +
        `Maru already runs for this data directory: ${url || 'starting'}, process ${pid}. Stop it with: kill ${pid}`,
    );
    this.instance = instance;
  }
}

const fileOf = (dataDir: string) => join(dataDir, 'server.json');
const STOP_WITHIN_MS = 15_000;
/** A note is created and then filled: one that stays empty was left by a start that was killed between the two. */
const EMPTY_MS = 2_000;

/** Takes the data directory for this process. Throws AlreadyRunning when a healthy server holds it. */
export async function claimInstance(dataDir: string, say: (line: string) => void): Promise<(url: string) => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const place = realpathSync(dataDir);
  const own: Instance = { pid: process.pid, launcher: process.connected ? process.ppid : 0, born: bornOf(process.pid), url: '', place };
  const until = performance.now() + EMPTY_MS;
  while (!create(dataDir, own)) {
    const text = readText(dataDir);
    const before = parse(text);
    if (before === undefined && performance.now() < until) {
      await sleep(20);
      continue;
    }
    if (before && (before.place ?? place) === place && isSame(before)) {
      if (!isOrphan(before)) throw new AlreadyRunning(before);
      say(`stopping the server that its npm left behind (process ${before.pid})`);
      await end(before);
    }
    setAside(dataDir, text);
  }
  return (url) => {
    own.url = url;
    writeFileSync(`${fileOf(dataDir)}.new`, JSON.stringify(own), { mode: 0o600 });
    renameSync(`${fileOf(dataDir)}.new`, fileOf(dataDir));
  };
}

/** False when another start was first, be it by a moment. */
function create(dataDir: string, own: Instance): boolean {
  try {
    writeFileSync(fileOf(dataDir), JSON.stringify(own), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes away just the note that was read: a new one that came meanwhile is put back. */
function setAside(dataDir: string, text: string): void {
  const aside = `${fileOf(dataDir)}.${process.pid}`;
  try {
    renameSync(fileOf(dataDir), aside);
  } catch {
    return;
  }
  if (readFileSync(aside, 'utf8') === text) rmSync(aside, { force: true });
  else renameSync(aside, fileOf(dataDir));
}

/** Forgets this process at its end. */
export function releaseInstance(dataDir: string): void {
  if (parse(readText(dataDir))?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

function readText(dataDir: string): string {
  try {
    return readFileSync(fileOf(dataDir), 'utf8');
  } catch {
    return '';
  }
}

function parse(text: string): Instance | undefined {
  try {
    const found = JSON.parse(text) as Instance | null;
    return Number.isInteger(found?.pid) ? (found as Instance) : undefined;
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
    const until = performance.now() + STOP_WITHIN_MS;
    while (performance.now() < until) {
      if (!isSame(instance)) return;
      await sleep(50);
    }
  }
}
