// Starts at once: one installs, the others wait; what a killed start left running is waited for, what it left lying is taken away.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

const here = new URL('.', import.meta.url).href;
let dir: string;
let lock: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'maru-lock-'));
  lock = join(dir, 'lock');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** A launcher that takes the lock, notes when it works, and works for `ms`; `step` = a child of its own works. */
function launcher(ms: number, { step = false } = {}): ChildProcess {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { spawn } from 'node:child_process';
    import { setTimeout as sleep } from 'node:timers/promises';
    const { withLock } = await import('${here}lock.mjs');
    const note = (text) => appendFileSync(${JSON.stringify(join(dir, 'notes'))}, text + '\\n');
    await withLock(async (working) => {
      note('begin');
      if (${step}) working(spawn(process.execPath, ['-e', 'setTimeout(() => {}, ${ms})'], { stdio: 'ignore' }).pid);
      if (${step}) note('step');
      await sleep(${ms});
      note('end');
    }, { path: ${JSON.stringify(lock)}, everyMs: 20 });
    note('done');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  return child;
}

const notes = () => (existsSync(join(dir, 'notes')) ? readFileSync(join(dir, 'notes'), 'utf8').trim().split('\n') : []);
const exit = async (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null ? (await once(child, 'exit'))[0] : child.exitCode;

test('four at once take turns, none beside another, and leave no lock', async () => {
  const codes = await Promise.all([1, 2, 3, 4].map(() => exit(launcher(60))));
  expect(codes).toEqual([0, 0, 0, 0]);
  const turns = notes().filter((line) => line !== 'done');
  expect(turns).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end', 'begin', 'end']);
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a start that was killed is taken over', async () => {
  const killed = launcher(60_000);
  await expect.poll(notes).toEqual(['begin']);
  killed.kill('SIGKILL');
  await exit(killed);
  expect(existsSync(lock)).toBe(true);
  expect(await exit(launcher(1))).toBe(0);
});

test('an npm that outlives its killed start is waited for', async () => {
  const killed = launcher(1500, { step: true });
  await expect.poll(notes).toEqual(['begin', 'step']);
  killed.kill('SIGKILL');
  await exit(killed);
  const next = launcher(1);
  let said = '';
  next.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await exit(next)).toBe(0);
  expect(said).toMatch(/another start is installing or building here \(process \d+\)/);
});

test('a number that another process got since is no holder; a lock left empty is none either', async () => {
  writeFileSync(lock, JSON.stringify({ pid: process.pid, born: '1' }));
  expect(await exit(launcher(1))).toBe(0);
  writeFileSync(lock, '');
  expect(await exit(launcher(1))).toBe(0);
});

test('a signal ends the step that is under way, then the set-up, with the code of the signal', async () => {
  const code = `
    const { runStep, Stopped } = await import('${here}step.mjs');
    const run = runStep(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { doing: 'waiting', onStart: (pid) => console.log(pid) });
    await run.catch((error) => { process.exitCode = error instanceof Stopped ? error.code : 1; });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const step = Number(String((await once(child.stdout, 'data'))[0]));
  child.kill('SIGTERM');
  expect(await exit(child)).toBe(143);
  await sleep(50);
  expect(() => process.kill(step, 0)).toThrow();
});
