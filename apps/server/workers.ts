// Which code a thread runs: the build of it while that is still the same as its sources, else the sources themselves.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = new URL('../../', import.meta.url);
const dist = new URL('./dist/', import.meta.url);

export type WorkerName = 'engine-worker' | 'projector-worker';

/** Where a thread's code is; a build that is missing or older than any file it was made from is not taken. */
export function workerEntry(name: WorkerName, isBuilt: boolean): URL {
  return isBuilt ? new URL(`${name}.mjs`, dist) : new URL(`./${name}.ts`, import.meta.url);
}

/** True when the build of the threads holds the present sources (vite.config.ts writes down their hashes). */
export function areWorkersBuilt(list = new URL('sources.json', dist)): boolean {
  if (!existsSync(list)) return false;
  const files = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>;
  return Object.entries(files).every(([path, was]) => {
    const file = fileURLToPath(new URL(path, repository));
    return existsSync(file) && hash('sha256', readFileSync(file)) === was;
  });
}
