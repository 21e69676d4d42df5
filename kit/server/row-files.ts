// Files of many rows, written behind a call: from one moment of the database through a cursor, under names that nobody guesses, gone with what made them.
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DAY_MS } from '../contract/calendar.ts';

const PAGE = 1_000;
/** Files are for fetching, not for keeping. */
export const FILE_KEPT_MS = DAY_MS;

/** What a file is written with. */
export interface RowFileWriter {
  text(text: string): Promise<unknown>;
  /** Of the same moment as all rows. */
  query<R extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<R[]>;
  /** Pages of rows; between them `goesOn` is asked, which throws to end it. */
  pages<R extends QueryResultRow>(text: string, values: readonly unknown[]): AsyncIterable<R[]>;
}

export class RowFiles {
  readonly #pool: Pool;
  readonly #folder: string;

  /** `folder` is the writer's own: what bears no name that it knows may be swept out of it. */
  constructor({ pool, config }: { pool: Pool; config: { dataDir: string } }, folder: string) {
    this.#pool = pool;
    this.#folder = join(config.dataDir, folder);
  }

  newName(ending: string): string {
    return `${randomBytes(16).toString('hex')}.${ending}`;
  }

  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  /** Answers its bytes. What fails or is ended leaves no file. */
  async write(file: string, goesOn: () => void, fill: (out: RowFileWriter) => Promise<void>): Promise<number> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      await this.#fill(await open(this.pathOf(file), 'w', 0o600), goesOn, fill);
      return (await stat(this.pathOf(file))).size;
    } catch (error) {
      await this.remove(file);
      throw error;
    }
  }

  async #fill(handle: FileHandle, goesOn: () => void, fill: (out: RowFileWriter) => Promise<void>): Promise<void> {
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query('SET LOCAL statement_timeout = 0');
      await fill(writerOf(handle, client, goesOn));
    } finally {
      await client?.query('ROLLBACK').catch(() => undefined);
      client?.release();
      await handle.close();
    }
  }

  async remove(file: string): Promise<void> {
    await rm(this.pathOf(file), { force: true });
  }

  /** What a crash left half written bears no row's name; before anything is written. */
  async sweep(known: ReadonlySet<string>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const file of await readdir(this.#folder)) if (!known.has(file)) await this.remove(file);
  }
}

function writerOf(handle: FileHandle, client: PoolClient, goesOn: () => void): RowFileWriter {
  return {
    // Not `write`: on a disk that is nearly full it takes a part, and says so to nobody.
    text: (text) => handle.appendFile(text),
    query: async <R extends QueryResultRow>(text: string, values: readonly unknown[]) => (await client.query<R>(text, [...values])).rows,
    async *pages<R extends QueryResultRow>(text: string, values: readonly unknown[]) {
      await client.query(`DECLARE file_rows NO SCROLL CURSOR FOR ${text}`, [...values]);
      for (;;) {
        goesOn();
        const { rows } = await client.query<R>(`FETCH ${PAGE} FROM file_rows`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('CLOSE file_rows');
    },
  };
}
