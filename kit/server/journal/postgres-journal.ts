// The journal in PostgreSQL: one row per flush, the lease epoch checked inside the same INSERT.
import type pg from 'pg';
import type { DatabaseAddress } from '../database.ts';
import { WatchedPool } from '../database-watch.ts';
import { copyOut } from '../database-copy.ts';
import { COPY_COLUMNS, EntryCollector } from './journal-copy.ts';
import { GENESIS, type JournalEntry, type JournalPoint } from './journal-entry.ts';
import { JournalRefused, type JournalStore, JournalTrimmed, JournalUnknown, type SeenByRows } from './journal-store.ts';

export interface PostgresJournalOptions {
  /** Connections at most; sites share them, one flush each at a time. */
  connections?: number;
  /** A flush without an answer for so long counts as lost. */
  answerTimeoutMs?: number;
  /** Sequences fetched at once while reading: bounded memory, and the server prepares the next while we apply. */
  readSpan?: number;
}

// FOR SHARE makes a takeover wait for a flush in flight, and a flush wait for a takeover: then it finds another epoch.
const APPEND = `INSERT INTO journal (site, first_seq, count, epoch, logic_version, engine_time, facts, crc32, chain_hash, bytes)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
WHERE EXISTS (SELECT 1 FROM engine_lease WHERE site = $1 AND epoch = $4 FOR SHARE)`;

// A lease that was taken away by hand begins above what the journal holds: the former holder stays fenced.
const TAKE = `INSERT INTO engine_lease (site, epoch, holder)
SELECT $1, 1 + coalesce((SELECT epoch FROM journal WHERE site = $1 ORDER BY first_seq DESC LIMIT 1), 0), $2
ON CONFLICT (site) DO UPDATE SET epoch = engine_lease.epoch + 1, holder = excluded.holder, taken_at = now() RETURNING epoch::float8 AS epoch`;
// Asked by holder, not by epoch: the answer to our own last renewal may have been lost too.
const RENEW = 'UPDATE engine_lease SET epoch = epoch + 1 WHERE site = $1 AND holder = $2 RETURNING epoch::float8 AS epoch';

const RELEASE = "UPDATE engine_lease SET holder = '' WHERE site = $1 AND holder = $2";
const HOLDER = 'SELECT holder FROM engine_lease WHERE site = $1';
const HEAD = `SELECT (first_seq + count - 1)::float8 AS seq, chain_hash, engine_time::float8 AS engine_time FROM journal
WHERE site = $1 ORDER BY first_seq DESC LIMIT 1`;
const SEEN = `SELECT coalesce((SELECT max(seq) FROM projection_checkpoint WHERE site = $1), 0)::float8 AS checkpoint,
  coalesce((SELECT epoch FROM engine_lease WHERE site = $1), 0)::float8 AS lease_epoch,
  coalesce((SELECT epoch FROM journal WHERE site = $1 ORDER BY first_seq DESC LIMIT 1), 0)::float8 AS last_epoch`;
const END = 'SELECT seq::float8 AS seq, chain_hash FROM journal_end WHERE site = $1';
/** A release from before that table wrote none. */
const UNKNOWN_TABLE = '42P01';
const POINT_AT = `SELECT (first_seq + count - 1)::float8 AS seq, chain_hash, engine_time::float8 AS engine_time FROM journal
WHERE site = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1`;
// One row of a site a second need not wait for the disk: it was written after what it speaks of.
const NOTE = `WITH off AS (SELECT set_config('synchronous_commit', 'off', true))
INSERT INTO journal_end (site, seq, chain_hash) SELECT site, seq, hash FROM off, unnest($1::int[], $2::bigint[], $3::bytea[]) AS n (site, seq, hash)
ON CONFLICT (site) DO UPDATE SET seq = excluded.seq, chain_hash = excluded.chain_hash WHERE journal_end.seq < excluded.seq`;
const BASE = 'SELECT seq::float8 AS seq, chain_hash, engine_time::float8 AS engine_time FROM journal_base WHERE site = $1';

export function openPostgresJournal(address: DatabaseAddress, options: PostgresJournalOptions = {}): JournalStore {
  const answerTimeoutMs = options.answerTimeoutMs ?? 2_500;
  const readSpan = options.readSpan ?? 16_384;
  const pool = new WatchedPool({
    ...address,
    application_name: 'maru journal',
    max: options.connections ?? 4,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: answerTimeoutMs,
    allowExitOnIdle: true,
  });

  return {
    takeLease: async (site, holder) => (await ask(pool, answerTimeoutMs, { text: TAKE, values: [site, holder] })).rows[0].epoch,
    renewLease: async (site, holder) => (await ask(pool, answerTimeoutMs, { text: RENEW, values: [site, holder] })).rows[0]?.epoch,
    releaseLease: async (site, holder) => void (await ask(pool, answerTimeoutMs, { text: RELEASE, values: [site, holder] })),
    leaseHolder: async (site) => (await ask(pool, answerTimeoutMs, { text: HOLDER, values: [site] })).rows[0]?.holder,
    head: (site) => readHead(pool, answerTimeoutMs, site),
    seen: (site) => readSeen(pool, answerTimeoutMs, site),
    pointAt: async (site, seq) => {
      const [row] = (await ask(pool, answerTimeoutMs, { text: POINT_AT, values: [site, seq] })).rows;
      return row === undefined || row.seq < seq ? undefined : pointOf(row);
    },
    noteEnds: async (ends) => {
      const points = [...ends.values()];
      const values = [[...ends.keys()], points.map(({ seq }) => seq), points.map(({ chainHash }) => Buffer.from(chainHash))];
      await ask(pool, answerTimeoutMs, { name: 'note ends', text: NOTE, values });
    },
    append: async (site, e) => {
      const values = [site, e.firstSeq, e.count, e.epoch, e.logicVersion, e.engineTime, e.facts, e.crc32, e.chainHash, e.bytes];
      const { rowCount } = await ask(pool, answerTimeoutMs, { name: 'append', text: APPEND, values });
      return rowCount === 1 ? 'written' : 'fenced';
    },
    read: (site, afterSeq) => readEntries(pool, readSpan, site, afterSeq),
    close: () => pool.end(),
  };
}

async function readSeen(pool: pg.Pool, timeoutMs: number, site: number): Promise<SeenByRows> {
  const values = [site];
  const { checkpoint, lease_epoch: leaseEpoch, last_epoch: lastEpoch } = (await ask(pool, timeoutMs, { text: SEEN, values })).rows[0];
  const ends = await ask(pool, timeoutMs, { text: END, values }).catch((error: Error) => {
    if ((error.cause as pg.DatabaseError | undefined)?.code === UNKNOWN_TABLE) return { rows: [] };
    throw error;
  });
  const [end] = ends.rows;
  return { checkpoint, leaseEpoch, lastEpoch, end: end && { seq: end.seq, chainHash: end.chain_hash } };
}

async function readHead(pool: pg.Pool, timeoutMs: number, site: number): Promise<JournalPoint> {
  for (const text of [HEAD, BASE]) {
    const { rows } = await ask(pool, timeoutMs, { text, values: [site] });
    if (rows.length === 1) return pointOf(rows[0]);
  }
  return GENESIS;
}

function pointOf(row: { seq: number; chain_hash: Uint8Array; engine_time: number }): JournalPoint {
  return { seq: row.seq, chainHash: row.chain_hash, engineTime: row.engine_time };
}

/** One statement on a connection of its own; sorts what went wrong into refused (certain) and unknown. */
async function ask(pool: pg.Pool, timeoutMs: number, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect().catch((error: Error) => {
    throw new JournalRefused(`database away: ${error.message}`, { cause: error });
  });
  try {
    const result = await inTime(client.query(query), timeoutMs);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    const { severity, message } = error as pg.DatabaseError;
    // An ERROR rolls its statement back, and says so. Anything harsher may have struck after the commit.
    if (severity === 'ERROR') throw new JournalRefused(message, { cause: error });
    throw new JournalUnknown(message, { cause: error });
  }
}

function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer for ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What the database cannot give now it may give later; only what the rows themselves say is final. */
async function* readEntries(pool: pg.Pool, span: number, site: number, afterSeq: number): AsyncGenerator<JournalEntry[]> {
  try {
    yield* readSpans(pool, span, site, afterSeq);
  } catch (error) {
    if (error instanceof JournalTrimmed) throw error;
    throw new JournalRefused((error as Error).message, { cause: error });
  }
}

async function* readSpans(pool: pg.Pool, span: number, site: number, afterSeq: number): AsyncGenerator<JournalEntry[]> {
  const { rows } = await pool.query(
    `SELECT coalesce((SELECT seq FROM journal_base WHERE site = $1), 0)::float8 AS base,
      coalesce((SELECT max(first_seq) FROM journal WHERE site = $1), 0)::float8 AS last`,
    [site],
  );
  const { base, last } = rows[0] as { base: number; last: number };
  if (afterSeq < base) throw new JournalTrimmed(site, afterSeq, base + 1);
  const client = await pool.connect();
  let isDone = false;
  try {
    let next = readOne(client, span, site, afterSeq);
    for (let after = afterSeq; after < last; after += span) {
      const entries = await next;
      if (after + span < last) {
        next = readOne(client, span, site, after + span);
        // A reader that stops early never asks for it, and its connection's end is no fault of the process.
        next.catch(() => {});
      }
      if (entries.length > 0) yield entries;
    }
    await next;
    isDone = true;
  } finally {
    // A reader that stops early leaves an answer under way: that connection is of no more use.
    client.release(!isDone);
  }
}

async function readOne(client: pg.PoolClient, span: number, site: number, after: number): Promise<JournalEntry[]> {
  const collector = new EntryCollector();
  const text = `COPY (SELECT ${COPY_COLUMNS} FROM journal WHERE site = ${whole(site)} AND first_seq > ${whole(after)}
    AND first_seq <= ${whole(after + span)} ORDER BY first_seq) TO STDOUT (FORMAT binary)`;
  await copyOut(client, text, (chunk) => collector.push(chunk));
  return collector.entries;
}

/** COPY takes no parameters. */
function whole(n: number): string {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole number: ${n}`);
  return String(n);
}
