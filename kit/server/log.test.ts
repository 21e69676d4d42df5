// The log: JSON lines that hide what must not be read, and cannot be forged.
import { type EventEmitter, once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLog, withoutRedaction } from './log.ts';
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

test('RES-02 a log that cannot be written ends nothing, and goes on when it can', async () => {
  // Every write to it fails as on a full disk.
  const log = createLog({ logLevel: 'info', logFile: '/dev/full' });
  for (let i = 0; i < 200; i++) log.info({ i, text: 'x'.repeat(100) }, 'full');
  await new Promise((done) => setTimeout(done, 600));
  log.info('still here');
  await new Promise((done) => setTimeout(done, 300));
});

test('RES-02 what waited for room is written when there is some', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'maru-log-'));
  const path = join(dir, 'server.log');
  symlinkSync('/dev/full', path);
  const log = createLog({ logLevel: 'info', logFile: path });
  const file = (log as unknown as Record<symbol, EventEmitter & { reopen(): void }>)[pino.symbols.streamSym];
  log.info('waits');
  // Written in vain, and no write is under way: of one that fails while it is asked to, the file forgets that it was to be opened anew.
  await once(file, 'error');
  rmSync(path);
  file.reopen();
  await until(() => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0 && readFileSync(path, 'utf8').includes('waits'));
  rmSync(dir, { recursive: true });
});
