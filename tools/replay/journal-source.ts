// What `npm run replay -- <path>` was pointed at: a data directory with its database, or journal files carried from elsewhere.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { JournalArchive } from '@maru/kit/server/journal/archive.ts';
import { GENESIS, type JournalPoint, pointAfter } from '@maru/kit/server/journal/journal-entry.ts';
import type { JournalStore } from '@maru/kit/server/journal/journal-store.ts';

export type JournalPath = { kind: 'data'; dataDir: string } | { kind: 'archive'; archiveDir: string; site?: number };

/** A directory of `site-N/*.journal.zst` files, one of those, or a data directory. Throws when it is none of them. */
export function journalPath(given: string): JournalPath {
  const path = resolve(given);
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  if (statSync(path).isFile()) {
    const site = siteOf(dirname(path));
    if (!path.endsWith('.journal.zst') || site === undefined)
      throw new Error(`${path} is no journal file: those are named site-N/FIRST-LAST.journal.zst`);
    return { kind: 'archive', archiveDir: dirname(dirname(path)), site };
  }
  if (journalFilesIn(path)) return { kind: 'archive', archiveDir: dirname(path), site: siteOf(path) };
  if (archivedSites(path).length > 0) return { kind: 'archive', archiveDir: path };
  if (readdirSync(path).length === 0) throw new Error(`${path} is empty: neither a data directory nor a journal`);
  if (existsSync(join(path, 'manifest.json'))) throw new Error(`${path} is a backup: restore it into an empty place, then replay that`);
  return { kind: 'data', dataDir: path };
}

function siteOf(dir: string): number | undefined {
  const match = /(?:^|\/)site-(\d+)$/.exec(dir.replaceAll('\\', '/'));
  return match === null ? undefined : Number(match[1]);
}

function journalFilesIn(dir: string): boolean {
  return siteOf(dir) !== undefined && readdirSync(dir).some((name) => name.endsWith('.journal.zst'));
}

/** Sites with journal files under an archive directory. */
export function archivedSites(dir: string): number[] {
  return readdirSync(dir)
    .filter((name) => /^site-\d+$/.test(name) && journalFilesIn(join(dir, name)))
    .map((name) => Number(name.slice(5)))
    .sort((a, b) => a - b);
}

/** Journal files as a store to read from; nothing can be written to it. */
export function archiveStore(archiveDir: string): JournalStore {
  const archive = new JournalArchive(archiveDir);
  const readOnly = () => Promise.reject(new Error('journal files are only read'));
  return {
    takeLease: readOnly,
    renewLease: readOnly,
    releaseLease: readOnly,
    leaseHolder: async () => undefined,
    append: readOnly,
    head: async (site) => {
      let head: JournalPoint = GENESIS;
      for await (const page of archive.read(site, 0)) {
        const last = page.at(-1);
        if (last !== undefined) head = pointAfter(last);
      }
      return head;
    },
    seen: readOnly,
    pointAt: readOnly,
    noteEnds: readOnly,
    read: (site, afterSeq) => archive.read(site, afterSeq),
    close: async () => {},
  };
}
