// Files as files: under MARU_DATA, two letters a folder, whole or not at all.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.ts';

export function openDiskStore(dir: string): FileStore {
  const pathOf = (key: string) => {
    const [, site, id] = /^(\d{1,4})\/([A-Za-z0-9_-]{22})$/.exec(key) ?? [];
    if (id === undefined) throw new Error(`not a key of a file: ${key}`);
    // Ids begin with any letter of theirs; the folder's own is made of two, so that none grows long.
    return join(dir, site, id.slice(0, 2), id);
  };
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const beside = `${path}.new`;
      const file = await open(beside, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, path);
    },
    read: (key) => readFile(pathOf(key)).catch(nothingWhenMissing),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

function nothingWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
