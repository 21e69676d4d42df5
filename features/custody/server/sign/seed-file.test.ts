// The seed file: made once, opened by its passphrase alone, a changed byte refuses it.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSeed, SeedRefused } from './seed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'maru-seed-'));
const path = join(folder, 'seed');
const first = { isFirst: true };
afterAll(() => rmSync(folder, { recursive: true }));

it('is made at the first start and the same at the next, readable by its owner alone', () => {
  const made = openSeed(path, 'correct horse', first);
  expect(made).toHaveLength(64);
  expect(openSeed(path, 'correct horse', first)).toEqual(made);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path).includes(made)).toBe(false);
});

it('another passphrase, a changed byte and another file are refused, and nothing is made anew', () => {
  const before = readFileSync(path);
  expect(() => openSeed(path, 'correct horsf', first)).toThrow(SeedRefused);
  for (const at of [12, 30, 50, before.length - 1]) {
    const changed = Buffer.from(before);
    changed[at] ^= 1;
    writeFileSync(path, changed);
    expect(() => openSeed(path, 'correct horse', first)).toThrow(SeedRefused);
  }
  writeFileSync(path, 'not a seed');
  expect(() => openSeed(path, 'correct horse', first)).toThrow(SeedRefused);
  writeFileSync(path, before);
  expect(openSeed(path, 'correct horse', first)).toHaveLength(64);
});

it('is not made anew once keys were given out', () => {
  const gone = join(folder, 'gone');
  expect(() => openSeed(gone, 'correct horse', { isFirst: false })).toThrow('put the file back');
  expect(existsSync(gone)).toBe(false);
});
