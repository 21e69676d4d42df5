// What may go: journal rows that two snapshots and every projection have behind them move to archive files.
import type pg from 'pg';
import type { JournalArchive } from './journal/archive.ts';
import { GENESIS, type JournalPoint } from './journal/journal-entry.ts';
import type { JournalStore } from './journal/journal-store.ts';

export interface RetentionParts {
  pool: pg.Pool;
  store: JournalStore;
  archive: JournalArchive;
  /** Sequences of the site's snapshots, newest first. */
  snapshots: readonly number[];
  /** Fewer commands than this are not worth a file. */
  archiveMin: number;
  days: number;
  nowMs: number;
}

export interface Retained {
  /** Sequence up to which rows are in the archive. */
  archivedSeq: number;
  /** Slowest projection; the newest snapshot when there is none. */
  neededSeq: number;
}

/** Archives what may go, in this order: files written and proven, then rows removed. A crash in between repeats the copy. */
export async function retainSite(site: number, parts: RetentionParts): Promise<Retained> {
  const { pool, store, archive, snapshots } = parts;
  const { rows } = await pool.query(
    `SELECT (SELECT min(seq) FROM projection_checkpoint WHERE site = $1)::float8 AS slowest,
      b.seq::float8 AS seq, b.chain_hash, b.engine_time::float8 AS engine_time
     FROM (SELECT 1) AS one LEFT JOIN journal_base b ON b.site = $1`,
    [site],
  );
  const { slowest, seq, chain_hash, engine_time } = rows[0];
  const base: JournalPoint = seq === null ? GENESIS : { seq, chainHash: chain_hash, engineTime: engine_time };
  const neededSeq = slowest ?? snapshots[0] ?? 0;
  const untilSeq = Math.min(snapshots[1] ?? 0, neededSeq);
  archive.expire(site, parts.days, parts.nowMs);
  if (untilSeq - base.seq < parts.archiveMin) return { archivedSeq: base.seq, neededSeq };
  const end = await archive.copy(site, store, base, untilSeq);
  await trimJournal(pool, site, end);
  return { archivedSeq: end.seq, neededSeq };
}

async function trimJournal(pool: pg.Pool, site: number, end: JournalPoint): Promise<void> {
  await pool.query(
    `WITH base AS (
      INSERT INTO journal_base (site, seq, chain_hash, engine_time) VALUES ($1, $2, $3, $4)
      ON CONFLICT (site) DO UPDATE SET seq = excluded.seq, chain_hash = excluded.chain_hash, engine_time = excluded.engine_time
    )
    DELETE FROM journal WHERE site = $1 AND first_seq <= $2`,
    [site, end.seq, end.chainHash, end.engineTime],
  );
}
