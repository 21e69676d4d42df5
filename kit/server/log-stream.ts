// Where log lines go: written off the main thread's way, kept for a while where they cannot be written, and never a reason to wait or end.
//
// pino's own destination waits for room for ever when a process ends on a full disk (its flushSync tries again without end).
import { closeSync, existsSync, openSync, renameSync, statSync, write, writeSync } from 'node:fs';

/** Lines joined into one write. */
const CHUNK_BYTES = 64 * 1024;
const FLUSH_AT_BYTES = 4096;
const FLUSH_AFTER_MS = 250;
/** What waits at most while nothing can be written; lines beyond are counted and dropped. */
const KEPT_BYTES = 4 * 2 ** 20;
const MAX_FILE_BYTES = 64 * 2 ** 20;
const RETRY_MS = 500;
const RETRY_MAX_MS = 5_000;

export interface LogTarget {
  /** A file, begun anew as `.1` when it is full; undefined = standard output. */
  path?: string;
  /** Told when lines can no longer be written, and when they can again. */
  tell?(text: string): void;
}

export class LogStream {
  readonly #path: string | undefined;
  readonly #tell: (text: string) => void;
  #fd: number | undefined;
  #fileBytes = 0;
  #lines: string[] = [];
  #waiting = 0;
  #rest: Buffer | undefined;
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = RETRY_MS;
  #failingSince = 0;
  #dropped = 0;
  #droppedNow = 0;

  constructor({ path, tell = () => {} }: LogTarget = {}) {
    this.#path = path;
    this.#tell = tell;
    if (path === undefined) this.#fd = 1;
    atExit(this);
  }

  /** Lines that were lost since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#waiting + line.length > KEPT_BYTES) {
      this.#dropped += 1;
      this.#droppedNow += 1;
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    if (this.#waiting >= FLUSH_AT_BYTES && this.#failingSince === 0) this.#flush();
    else this.#flushLater(FLUSH_AFTER_MS);
  }

  #flushLater(ms: number): void {
    this.#timer ??= setTimeout(() => this.#flush(), ms).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting) return;
    const chunk = this.#next();
    if (chunk === undefined) return;
    this.#isWriting = true;
    try {
      write(this.#open(), chunk, (error, bytes) => this.#onWritten(error, bytes));
    } catch (error) {
      this.#onWritten(error as NodeJS.ErrnoException, 0);
    }
  }

  /** What a write before left over goes first: half a line is continued, not begun again. */
  #next(): Buffer | undefined {
    if (this.#rest !== undefined) return this.#rest;
    let length = 0;
    let count = 0;
    while (count < this.#lines.length && length < CHUNK_BYTES) length += this.#lines[count++].length;
    if (count === 0) return undefined;
    this.#waiting -= length;
    this.#rest = Buffer.from(this.#lines.splice(0, count).join(''));
    return this.#rest;
  }

  /** A file that somebody has taken away, or that refused, is opened again. */
  #open(): number {
    if (this.#fd === undefined) {
      this.#fd = openSync(this.#path as string, 'a', 0o600);
      this.#fileBytes = statSync(this.#path as string).size;
    }
    return this.#fd;
  }

  #close(): void {
    if (this.#path === undefined || this.#fd === undefined) return;
    try {
      closeSync(this.#fd);
    } catch {
      // It is of no more use in any case.
    }
    this.#fd = undefined;
  }

  #onWritten(error: NodeJS.ErrnoException | null, bytes: number): void {
    this.#isWriting = false;
    if (error?.code === 'EAGAIN') return this.#flushLater(FLUSH_AFTER_MS);
    if (error) return this.#fail(error);
    if (this.#failingSince > 0) this.#recover();
    const rest = (this.#rest as Buffer).subarray(bytes);
    this.#rest = rest.length > 0 ? rest : undefined;
    this.#fileBytes += bytes;
    if (this.#path !== undefined && this.#rest === undefined && this.#fileBytes >= MAX_FILE_BYTES) this.#beginAnew(this.#path);
    if (this.#rest !== undefined || this.#waiting >= FLUSH_AT_BYTES) this.#flush();
    else if (this.#waiting > 0) this.#flushLater(FLUSH_AFTER_MS);
  }

  /** A file and the one before it: a log that nobody looks after must not fill the disk. */
  #beginAnew(path: string): void {
    this.#close();
    try {
      if (existsSync(path)) renameSync(path, `${path}.1`);
    } catch {
      // Then the old one goes on.
    }
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (this.#failingSince === 0) {
      this.#failingSince = performance.now();
      this.#tell(
        `기록을 쓸 수 없습니다(${error.code}). 거래는 계속됩니다 · the log cannot be written (${error.code}); everything else goes on`,
      );
    }
    this.#close();
    this.#flushLater(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
  }

  #recover(): void {
    const seconds = Math.round((performance.now() - this.#failingSince) / 1000);
    const [lost, time] = [this.#droppedNow, new Date().toISOString()];
    this.#failingSince = 0;
    this.#droppedNow = 0;
    this.#retryMs = RETRY_MS;
    const msg = `the log could not be written for ${seconds} s, ${lost} lines are lost`;
    this.#lines.push(`${JSON.stringify({ level: 'warn', time, lost, msg })}\n`);
    this.#waiting += msg.length;
    this.#tell(`기록을 다시 씁니다(잃은 줄 ${lost}) · the log is written again (${lost} lines lost)`);
  }

  /** At the very end of the process: once, and given up at the first refusal. */
  flushSync(): void {
    try {
      for (let chunk = this.#next(); chunk !== undefined; chunk = this.#next()) {
        const left = chunk.subarray(writeSync(this.#open(), chunk));
        this.#rest = left.length > 0 ? left : undefined;
      }
    } catch {
      // A process that ends does not wait for room.
    }
  }
}

/** One listener for all streams; those that nobody holds any more go. */
const streams = new Set<WeakRef<LogStream>>();

function atExit(stream: LogStream): void {
  if (streams.size === 0) process.once('exit', () => [...streams].forEach((ref) => ref.deref()?.flushSync()));
  for (const ref of streams) if (ref.deref() === undefined) streams.delete(ref);
  streams.add(new WeakRef(stream));
}
