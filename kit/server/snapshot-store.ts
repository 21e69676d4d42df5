// The snapshots of all sites below one directory: newest first, written off-thread, the old ones removed.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EngineCore } from './engine-core.ts';
import { type SnapshotHead, readSnapshotFile } from './snapshot-file.ts';
import type { WarmRequest, WriteAnswer, WriteRequest } from './snapshot-writer.ts';

export type SnapshotFields = Omit<SnapshotHead, 'stateBytes' | 'stateHash'>;

export class SnapshotStore {
  readonly #dir: string;
  #writer: Worker | undefined;
  #waiting = new Map<number, (answer: WriteAnswer) => void>();
  #lastId = 0;
  #buffer = new SharedArrayBuffer(0);

  constructor(dir: string) {
    this.#dir = dir;
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

  /** Throws SnapshotCorrupt when a byte is not as written. */
  read(site: number, seq: number): { head: SnapshotHead; state: Uint8Array } {
    return readSnapshotFile(this.path(site, seq));
  }

  /** Makes room for a copy of `bytes` beforehand, so that the copy itself never allocates nor faults pages. */
  async prepare(bytes: number): Promise<void> {
    if (this.#buffer.byteLength >= bytes) return;
    const buffer = new SharedArrayBuffer(Math.ceil(bytes * 1.25));
    await this.#ask((id) => ({ id, warm: buffer }));
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
    const answer = await this.#ask((id) => ({ id, path, head: fields, buffer: this.#buffer, bytes }));
    return answer.head as SnapshotHead;
  }

  /** Keeps the two newest, and the newest one that reaches back to `neededSeq` (the slowest projection). */
  prune(site: number, neededSeq: number): void {
    const all = this.list(site);
    const needed = all.find((seq) => seq <= neededSeq);
    for (const seq of all.slice(2)) if (seq !== needed) rmSync(this.path(site, seq), { force: true });
  }

  async close(): Promise<void> {
    await this.#writer?.terminate();
    this.#writer = undefined;
  }

  #siteDir(site: number): string {
    const dir = join(this.#dir, `site-${site}`);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  async #ask(request: (id: number) => WriteRequest | WarmRequest): Promise<WriteAnswer> {
    const writer = (this.#writer ??= this.#startWriter());
    const id = ++this.#lastId;
    const answer = await new Promise<WriteAnswer>((resolve) => {
      this.#waiting.set(id, resolve);
      writer.ref();
      writer.postMessage(request(id));
    });
    if (this.#waiting.size === 0) writer.unref();
    if (answer.error !== undefined) throw new Error(`snapshot not written: ${answer.error}`);
    return answer;
  }

  #startWriter(): Worker {
    const writer = new Worker(new URL('./snapshot-writer.ts', import.meta.url));
    const settle = (answer: WriteAnswer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    };
    writer.on('message', settle);
    writer.on('error', (error) => {
      this.#writer = undefined;
      for (const id of [...this.#waiting.keys()]) settle({ id, error: error.message });
    });
    return writer;
  }
}
