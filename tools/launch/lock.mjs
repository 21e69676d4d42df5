// One start at a time installs and builds in a checkout; the others wait, and so does the next one for what a killed start left running.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeat, root, say } from './host.mjs';
import { bornOf, isSame } from './process.mjs';

const WAIT_MINUTES = 10;
/** A lock is created and then filled: one that stays empty was left by a start that was killed between the two. */
const EMPTY_MS = 2000;

/** Holder: `{ pid, born, step? }`; `step` is the npm or vite that works for it and may outlive it. */
export async function withLock(work, { path = join(root, '.maru-install-lock'), everyMs = 1000 } = {}) {
  const own = { pid: process.pid, born: bornOf(process.pid) };
  await take(path, own, everyMs);
  try {
    return await work((pid) => writeFileSync(path, JSON.stringify({ ...own, step: { pid, born: bornOf(pid) } })));
  } finally {
    rmSync(path, { force: true });
  }
}

async function take(path, own, everyMs) {
  const before = performance.now();
  let emptySince;
  let stop;
  for (;;) {
    if (create(path, own)) return stop?.();
    const text = read(path);
    const holder = parse(text);
    emptySince = holder === undefined ? (emptySince ?? performance.now()) : undefined;
    const busy = holder === undefined ? performance.now() - emptySince < EMPTY_MS : whoWorks(holder);
    if (!busy) {
      setAside(path, text);
      continue;
    }
    if (performance.now() - before > WAIT_MINUTES * 60_000)
      throw new Error(`another start of this checkout has been installing for ${WAIT_MINUTES} minutes; stop it first.`);
    if (stop === undefined && busy !== true) {
      say(`다른 시작이 설치 중이라 기다립니다 · another start is installing or building here (process ${busy}); waiting for it`);
      stop = heartbeat(() => `still waiting (${Math.round((performance.now() - before) / 1000)} s)`);
    }
    await sleep(everyMs);
  }
}

function create(path, own) {
  try {
    writeFileSync(path, JSON.stringify(own), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Error(
      `이 폴더에 쓸 수 없습니다 · cannot write to ${root} (${error.code}): give this user the right to write there, or copy the checkout elsewhere.`,
    );
  }
}

/** Takes away just the lock that was read: a new one that came meanwhile is put back. */
function setAside(path, text) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) === text) rmSync(aside, { recursive: true, force: true });
  else renameSync(aside, path);
}

function whoWorks(holder) {
  if (isSame(holder)) return holder.pid;
  return holder.step && isSame(holder.step) ? holder.step.pid : false;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parse(text) {
  try {
    const holder = JSON.parse(text);
    return Number.isInteger(holder?.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}
