// All tables of the database as files, and back: one consistent moment, binary COPY, compressed.
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { copyIn, copyOut } from './database-copy.ts';

export interface TableCopy {
  name: string;
  columns: string[];
  rows: number;
}
export interface SequenceCopy {
  name: string;
  value: number | null;
}

/** Ordinary tables of the schema, referenced ones before those that refer to them. */
export async function tablesInOrder(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    SELECT c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      ARRAY(SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname`);
  const sorted: typeof rows = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const next = waiting.findIndex((table) => table.needs.every((need) => sorted.some((done) => done.name === need)));
    if (next < 0) throw new Error(`tables refer to each other in a circle: ${waiting.map((t) => t.name).join(', ')}`);
    sorted.push(...waiting.splice(next, 1));
  }
  return sorted.map(({ name, columns }) => ({ name, columns }));
}

export function fileOfTable(dir: string, name: string): string {
  return join(dir, `${name}.copy.zst`);
}

export async function saveTable(
  client: pg.ClientBase,
  dir: string,
  { name, columns }: { name: string; columns: string[] },
): Promise<TableCopy> {
  const { rows } = await client.query(`SELECT count(*)::float8 AS n FROM ${quoted(name)}`);
  const raw = new PassThrough({ highWaterMark: 64 * 2 ** 20 });
  const params = { [constants.ZSTD_c_checksumFlag]: 1 };
  const written = pipeline(raw, createZstdCompress({ params }), createWriteStream(fileOfTable(dir, name), { mode: 0o600 }));
  const stream = (client as unknown as { connection: { stream: NodeJS.ReadableStream } }).connection.stream;
  raw.on('drain', () => stream.resume());
  // A chunk is a row: joined, or every one would cost a turn of the compressor. A slow disk pauses the server's stream.
  const joined = new ChunkJoiner((block) => raw.write(block) || stream.pause());
  await copyOut(client, `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT (FORMAT binary)`, (chunk) => joined.add(chunk));
  joined.flush();
  raw.end();
  await written;
  return { name, columns, rows: rows[0].n };
}

const BLOCK_BYTES = 256 * 1024;

/** Copies chunks (whose memory the driver reuses) into blocks worth handing on. */
class ChunkJoiner {
  readonly #emit: (block: Buffer) => unknown;
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;

  constructor(emit: (block: Buffer) => unknown) {
    this.#emit = emit;
  }

  add(chunk: Buffer): void {
    if (this.#used + chunk.length > BLOCK_BYTES) this.flush();
    if (chunk.length > BLOCK_BYTES) this.#emit(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#block, this.#used);
  }

  flush(): void {
    if (this.#used === 0) return;
    this.#emit(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#used = 0;
  }
}

export async function loadTable(client: pg.ClientBase, dir: string, { name, columns, rows }: TableCopy): Promise<void> {
  const text = `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN (FORMAT binary)`;
  await pipeline(createReadStream(fileOfTable(dir, name)), createZstdDecompress(), (source) =>
    copyIn(client, text, source as AsyncIterable<Uint8Array>),
  );
  const found = await client.query(`SELECT count(*)::float8 AS n FROM ${quoted(name)}`);
  if (found.rows[0].n !== rows) throw new Error(`table ${name}: ${found.rows[0].n} rows instead of ${rows}`);
}

export async function readSequences(client: pg.ClientBase): Promise<SequenceCopy[]> {
  const { rows } = await client.query(
    'SELECT sequencename::text AS name, last_value::float8 AS value FROM pg_sequences WHERE schemaname = current_schema()',
  );
  return rows;
}

export async function setSequences(client: pg.ClientBase, sequences: readonly SequenceCopy[]): Promise<void> {
  for (const { name, value } of sequences) if (value !== null) await client.query('SELECT setval($1::regclass, $2)', [quoted(name), value]);
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
