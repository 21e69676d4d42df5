// A build of the threads runs only while every file that went into it is still the same.
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areWorkersBuilt, workerEntry } from './workers.ts';

const source = 'apps/server/workers.ts';
const present = hash('sha256', readFileSync(new URL('./workers.ts', import.meta.url)));

describe('the build of the threads', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maru-workers-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const listOf = (files: Record<string, string>): URL => {
    const path = join(folder, 'sources.json');
    writeFileSync(path, JSON.stringify(files));
    return pathToFileURL(path);
  };

  it('is taken while its sources are the same', () => {
    expect(areWorkersBuilt(listOf({ [source]: present }))).toBe(true);
  });

  it('is left when a source was changed, is gone, or nothing was built', () => {
    expect(areWorkersBuilt(listOf({ [source]: present.replace(/^./, (c) => (c === '0' ? '1' : '0')) }))).toBe(false);
    expect(areWorkersBuilt(listOf({ [source]: present, 'apps/server/gone.ts': present }))).toBe(false);
    expect(areWorkersBuilt(pathToFileURL(join(folder, 'none.json')))).toBe(false);
  });

  it('has another place than the sources', () => {
    expect(workerEntry('engine-worker', true).pathname).toMatch(/apps\/server\/dist\/engine-worker\.mjs$/);
    expect(workerEntry('engine-worker', false).pathname).toMatch(/apps\/server\/engine-worker\.ts$/);
  });
});
