// What a start that fails says: both languages, the setting to change, no stack; and of two starts at once one alone goes on.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimInstance, releaseInstance } from './instance.ts';
import { tellFault } from './start-faults.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'maru-faults-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const failure = async (run: () => unknown): Promise<unknown> => {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
};
const listen = (port: number, host: string) =>
  new Promise((_, fail) => {
    const server = createServer().listen(port, host, () => server.close());
    server.on('error', fail);
  });

test('a busy port names the port and both settings', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  const told = tellFault(await failure(() => listen(port, '127.0.0.1')));
  holder.close();
  expect(told.split('\n')).toHaveLength(2);
  expect(told).toContain(`포트 ${port}을(를) 다른 프로그램이 쓰고 있습니다`);
  expect(told).toMatch(new RegExp(`port ${port} is in use .*PORT.*MARU_SECOND_PORT`));
});

test('an address that is not of this machine names HOST', async () => {
  const told = tellFault(await failure(() => listen(0, '192.0.2.1')));
  expect(told).toMatch(/^HOST=192\.0\.2\.1: 이 기계의 주소가 아닙니다/);
  expect(told).toMatch(/is no address of this machine/);
});

test('a data directory below a file names MARU_DATA', async () => {
  writeFileSync(join(dir, 'file'), '');
  const told = tellFault(await failure(() => mkdirSync(join(dir, 'file', 'data'), { recursive: true })));
  expect(told).toMatch(/MARU_DATA를 고치세요/);
  expect(told).toMatch(/mend MARU_DATA/);
});

test('a data directory that cannot be made names MARU_DATA', async () => {
  // As Node tells it on a read-only disk; here all of them can be written.
  const told = tellFault(Object.assign(new Error('mkdir'), { code: 'ENOENT', syscall: 'mkdir', path: '/maru/.maru' }));
  expect(told).toMatch(/MARU_DATA를 쓸 수 있는 폴더로 두세요/);
  expect(told).toMatch(/cannot be made: no such place, or read-only/);
});

test('a full disk is told wherever it was met', () => {
  const told = tellFault(new Error('could not write to file "pg_wal/xlogtemp.7": No space left on device'));
  expect(told).toMatch(/^디스크가 찼습니다/);
  expect(told).toMatch(/the disk is full: make room/);
});

test('a site that cannot be opened says why, without a stack', () => {
  const told = tellFault(new Error('site 1: sequence 1 was decided under version 1'));
  expect(told).toMatch(/사이트를 열 수 없습니다. site 1: sequence 1/);
  expect(told).not.toMatch(/ at /);
});

test('a fault of our own keeps its stack', () => {
  expect(tellFault(new Error('a bug'))).toMatch(/a bug\n\s+at /);
});

test('of eight starts at once on one data directory exactly one goes on', async () => {
  const here = new URL('./instance.ts', import.meta.url).href;
  const code = `
    const { claimInstance } = await import(${JSON.stringify(here)});
    try {
      await claimInstance(process.argv[1], () => {});
      console.log('mine');
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.constructor.name);
    }`;
  const starts = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code, dir], { stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const words = await Promise.all(starts.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()));
  for (const child of starts) child.kill('SIGKILL');
  expect(words.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'AlreadyRunning'), 'mine']);
});

test('a note that was left empty, by a process whose number another carries, or of another directory, is no holder', async () => {
  const other = mkdtempSync(join(tmpdir(), 'maru-faults-'));
  await claimInstance(other, () => {});
  // As a copy of a directory brings it along whose server runs.
  const copied = readFileSync(join(other, 'server.json'), 'utf8');
  rmSync(other, { recursive: true });
  for (const left of ['', JSON.stringify({ pid: process.pid, launcher: 0, born: '1', url: '' }), copied]) {
    writeFileSync(join(dir, 'server.json'), left);
    const announce = await claimInstance(dir, () => {});
    announce('http://127.0.0.1:1');
    releaseInstance(dir);
    expect(existsSync(join(dir, 'server.json'))).toBe(false);
  }
});
