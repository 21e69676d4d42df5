// The snapshots of all sites below one directory: newest first, copied out between flushes, written off-thread, pruned.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineCore } from './engine-core.ts';
import { type SnapshotFields, type SnapshotHead, readSnapshotFile } from './snapshot-file.ts';
import { Upkeep } from './upkeep.ts';

/** Room left for growth until the next prepare(). */
const SPARE = 1.25;

export class SnapshotStore {
  readonly #dir: string;
  readonly #upkeep: Upkeep;
  #buffer = new SharedArrayBuffer(0);
  #turn: Promise<unknown> = Promise.resolve();

  constructor(dir: string, upkeep = new Upkeep()) {
    this.#dir = dir;
    this.#upkeep = upkeep;
  }

  /** Sequences of the site's snapshots, newest first. */
  list(site: number): number[] {
    return readdirSync(this.#siteDir(site))
      .filter((name) => /^\d{16}\.snapshot$/.test(name))
      .map((name) => Number.parseInt(name, 10))
      .sort((a, b) => b - a);
  }

  path(site: number, seq: number): string {
    return join(this.#siteDir(site), `${String(seq).padStart(16, '0')}.snapshot`);
  }

  /** Beside the snapshots: how far the journal was seen to go (journal/journal-end.ts). */
  endPath(site: number): string {
    return join(this.#siteDir(site), 'journal-end.json');
  }

  /** Throws SnapshotCorrupt when a byte is not as written. */
  read(site: number, seq: number): { head: SnapshotHead; state: Uint8Array } {
    return readSnapshotFile(this.path(site, seq));
  }

  /** One site at a time: they share the buffer. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => {});
    return mine;
  }

  /** Makes room for a copy of `bytes` beforehand, so that the copy itself neither allocates nor faults pages. */
  async prepare(bytes: number): Promise<void> {
    if (this.#buffer.byteLength >= bytes) return;
    const buffer = new SharedArrayBuffer(Math.ceil(bytes * SPARE));
    await this.#upkeep.run({ kind: 'warm', buffer });
    this.#buffer = buffer;
  }

  /** The only pause: copies the state out. Call between two flushes; `write` must follow before the next copy. */
  copy(core: EngineCore): number {
    if (core.snapshotBytes() > this.#buffer.byteLength) throw new Error('the snapshot buffer is too small: prepare() first');
    return core.copyOut(new Uint8Array(this.#buffer));
  }

  /** Hashes and writes what was copied, off-thread. */
  async write(fields: SnapshotFields, bytes: number): Promise<SnapshotHead> {
    const path = this.path(fields.site, fields.seq);
    return (await this.#upkeep.run({ kind: 'write', path, head: fields, buffer: this.#buffer, bytes })).head as SnapshotHead;
  }

  /** Keeps the two newest, and the newest one that reaches back to `neededSeq` (the slowest projection). */
  prune(site: number, neededSeq: number): void {
    const all = this.list(site);
    const needed = all.find((seq) => seq <= neededSeq);
    for (const seq of all.slice(2)) if (seq !== needed) rmSync(this.path(site, seq), { force: true });
  }

  #siteDir(site: number): string {
    const dir = join(this.#dir, `site-${site}`);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  }
}
