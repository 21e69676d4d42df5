// Compressed journal files: entries that no snapshot and no projection needs any more, kept for audit and for rebuilding.
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { syncDirectory } from '../snapshot-file.ts';
import { type JournalEntry, JournalCorrupt, type JournalPoint, frameScratch, openEntry, pointAfter } from './journal-entry.ts';
import { type JournalStore, JournalTrimmed } from './journal-store.ts';
import { DAY_MS } from '../../contract/calendar.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Seven numbers, the length of the bytes, the chain hash; then the bytes. */
const NUMBERS = 8;
const HASH_BYTES = 32;
const HEAD_BYTES = NUMBERS * 8 + HASH_BYTES;
/** Raw bytes a file holds at most, about. */
const FILE_BYTES = 32 * 2 ** 20;

export interface ArchiveFile {
  firstSeq: number;
  lastSeq: number;
  path: string;
}

export class JournalArchive {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  list(site: number): ArchiveFile[] {
    const dir = this.#siteDir(site);
    return readdirSync(dir)
      .map((name) => /^(\d{16})-(\d{16})\.journal\.zst$/.exec(name))
      .filter((match) => match !== null)
      .map((match) => ({ firstSeq: Number(match[1]), lastSeq: Number(match[2]), path: join(dir, match[0]) }))
      .sort((a, b) => a.firstSeq - b.firstSeq);
  }

  /** Entries after `afterSeq` as far as files hold them. */
  async *read(site: number, afterSeq: number): AsyncGenerator<JournalEntry[]> {
    for (const file of this.list(site).filter((f) => f.lastSeq > afterSeq)) {
      yield (await readArchiveFile(site, file)).filter((entry) => entry.firstSeq > afterSeq);
    }
  }

  /**
   * Copies entries of the journal after `from` up to `untilSeq` into files, proving the chain while writing and again while
   * reading back. Answers where the archive then ends.
   */
  async copy(site: number, store: JournalStore, from: JournalPoint, untilSeq: number): Promise<JournalPoint> {
    // Files beyond `from` are of a copy whose rows were never removed: it is done again.
    for (const file of this.list(site).filter((f) => f.lastSeq > from.seq)) rmSync(file.path);
    const scratch = frameScratch();
    let point = from;
    let start = from;
    let entries: JournalEntry[] = [];
    let bytes = 0;
    for await (const page of store.read(site, from.seq)) {
      for (const entry of page) {
        if (pointAfter(entry).seq > untilSeq) {
          await this.#write(site, start, entries);
          return point;
        }
        openEntry(site, point, entry, scratch);
        point = pointAfter(entry);
        entries.push(entry);
        bytes += entry.bytes.length;
        if (bytes < FILE_BYTES) continue;
        await this.#write(site, start, entries);
        start = point;
        entries = [];
        bytes = 0;
      }
    }
    await this.#write(site, start, entries);
    return point;
  }

  /** Removes files that ended their days; 0 days = none. */
  expire(site: number, days: number, nowMs: number): void {
    if (days === 0) return;
    for (const { path } of this.list(site)) if (nowMs - statSync(path).mtimeMs > days * DAY_MS) rmSync(path);
  }

  async #write(site: number, before: JournalPoint, entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const firstSeq = entries[0].firstSeq;
    const { seq: lastSeq } = pointAfter(entries[entries.length - 1]);
    const path = join(this.#siteDir(site), `${name(firstSeq)}-${name(lastSeq)}.journal.zst`);
    const partial = `${path}.partial`;
    const raw = Buffer.concat(entries.flatMap((entry) => [headOf(entry), entry.bytes]));
    writeFileSync(partial, await compress(raw, { params: { [constants.ZSTD_c_checksumFlag]: 1 } }), { mode: 0o600 });
    const fd = openSync(partial, 'r+');
    fsyncSync(fd);
    closeSync(fd);
    verifyChain(site, before, await readArchiveFile(site, { firstSeq, lastSeq, path: partial }));
    renameSync(partial, path);
    syncDirectory(this.#siteDir(site));
  }

  #siteDir(site: number): string {
    const dir = join(this.#dir, `site-${site}`);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  }
}

/** The whole history after a sequence: archive files first, then the table; rows that move meanwhile are followed. */
export async function* readHistory(
  store: JournalStore,
  archive: JournalArchive,
  site: number,
  afterSeq: number,
): AsyncGenerator<JournalEntry[]> {
  for (let after = afterSeq; ; ) {
    try {
      for await (const page of store.read(site, after)) {
        yield page;
        after = pointAfter(page[page.length - 1]).seq;
      }
      return;
    } catch (error) {
      if (!(error instanceof JournalTrimmed)) throw error;
      const before = after;
      for await (const page of archive.read(site, after)) {
        yield page;
        after = pointAfter(page[page.length - 1]).seq;
      }
      if (after === before) throw error;
    }
  }
}

function name(seq: number): string {
  return String(seq).padStart(16, '0');
}

function headOf(e: JournalEntry): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  [e.firstSeq, e.count, e.epoch, e.logicVersion, e.engineTime, e.facts, e.crc32, e.bytes.length].forEach((n, i) =>
    head.writeDoubleLE(n, i * 8),
  );
  head.set(e.chainHash, NUMBERS * 8);
  return head;
}

async function readArchiveFile(site: number, file: ArchiveFile): Promise<JournalEntry[]> {
  const raw = await decompress(readFileSync(file.path)).catch((error: Error) => {
    throw new JournalCorrupt(site, file.firstSeq, `archive file ${file.path} is damaged: ${error.message}`);
  });
  const entries: JournalEntry[] = [];
  for (let at = 0; at < raw.length; ) {
    const number = (i: number) => raw.readDoubleLE(at + i * 8);
    const length = at + HEAD_BYTES <= raw.length ? number(7) : Number.NaN;
    const end = at + HEAD_BYTES + length;
    if (!(Number.isSafeInteger(length) && length > 0 && end <= raw.length))
      throw new JournalCorrupt(site, file.firstSeq, `archive file ${file.path} is cut short`);
    entries.push({
      firstSeq: number(0),
      count: number(1),
      epoch: number(2),
      logicVersion: number(3),
      engineTime: number(4),
      facts: number(5),
      crc32: number(6),
      chainHash: raw.subarray(at + NUMBERS * 8, at + HEAD_BYTES),
      bytes: raw.subarray(at + HEAD_BYTES, end),
    });
    at = end;
  }
  return entries;
}

function verifyChain(site: number, before: JournalPoint, entries: readonly JournalEntry[]): void {
  const scratch = frameScratch();
  let point = before;
  for (const entry of entries) {
    openEntry(site, point, entry, scratch);
    point = pointAfter(entry);
  }
}
