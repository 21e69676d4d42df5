// The log: JSON lines that hide what must not be read, and cannot be forged.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog, linesLost, withoutRedaction } from './log.ts';
import { until } from './testing/stomp.ts';

test('passwords and tokens are hidden, wherever they hang; a line stays one line', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, (line) => lines.push(line));
  log.info({ password: 'p1', body: { refreshToken: 'r1' }, headers: { authorization: 'a1' }, name: 'x\r\n2026 INFO forged' }, 'tried');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/p1|r1|a1|\r|\n./);
  expect(JSON.parse(lines[0])).toMatchObject({
    level: 'info',
    password: '(hidden)',
    body: { refreshToken: '(hidden)' },
    time: expect.stringMatching(/Z$/),
  });
});

test('lines whose keys are all ours are written as they are', () => {
  const lines: string[] = [];
  withoutRedaction(createLog({ logLevel: 'info' }, (line) => lines.push(line))).info({ route: '/api/login' }, 'call');
  expect(JSON.parse(lines[0])).toMatchObject({ route: '/api/login', msg: 'call' });
});

test('a log file is the owner’s alone, and a full one makes room for the next', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'maru-log-'));
  const path = join(dir, 'deep', 'server.log');
  createLog({ logLevel: 'info', logFile: path }).info('first');
  await until(() => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, Buffer.alloc(64 * 2 ** 20, 'x'));
  const log = createLog({ logLevel: 'info', logFile: path });
  log.info('the last one of the old file');
  await until(() => statSync(`${path}.1`, { throwIfNoEntry: false }) !== undefined);
  log.info('the first one of the new');
  await until(() => existsSync(path) && readFileSync(path, 'utf8').includes('first one of the new'));
  expect(statSync(path).size).toBeLessThan(1000);
  rmSync(dir, { recursive: true });
});

/** A log whose file refuses every write as a full disk does, and what it says of itself. */
function fullLog() {
  const dir = mkdtempSync(join(tmpdir(), 'maru-log-'));
  const path = join(dir, 'server.log');
  symlinkSync('/dev/full', path);
  const told: string[] = [];
  return { dir, path, told, log: createLog({ logLevel: 'info', logFile: path }, undefined, (text) => told.push(text)) };
}

test('RES-02 what waited for room is written when there is some, and what was lost is counted and told', async () => {
  const { dir, path, told, log } = fullLog();
  log.info('waits');
  await until(() => told.length === 1);
  expect(told[0]).toMatch(/기록을 쓸 수 없습니다\(ENOSPC\).*cannot be written \(ENOSPC\)/);
  for (let i = 0; i < 50; i++) log.info({ text: 'x'.repeat(100_000) }, 'more than is kept');
  const lost = linesLost(log);
  expect(lost).toBeGreaterThan(5);
  rmSync(path);
  log.info('after');
  await until(() => told.length === 2);
  expect(told[1]).toMatch(new RegExp(`is written again \\(${lost} lines lost\\)`));
  await until(() => /could not be written for.*\n$/.test(readFileSync(path, 'utf8')));
  const lines = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0].msg).toBe('waits');
  expect(lines.find((line) => line.lost !== undefined).lost).toBe(lost);
  expect(lines.filter((line) => line.text).length + lost, 'none twice, none forgotten').toBe(50);
  rmSync(dir, { recursive: true });
});

test.each([
  ['by itself, once nothing else is to be done', 'clearInterval(work)', 0],
  ['when it is told to', 'process.exit(3)', 3],
])('RES-02 a process whose log is on a full disk ends %s', (_, end, code) => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
    const work = setInterval(() => {}, 1000);
    const tell = (text) => {
      console.log(text);
      ${end};
    };
    createLog({ logLevel: 'info', logFile: '/dev/full' }, undefined, tell).info('never written');`;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000, encoding: 'utf8' });
  expect(done).toMatchObject({ status: code, signal: null, stdout: expect.stringMatching(/ENOSPC.*\n$/) });
});
