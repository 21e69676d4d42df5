// What /readyz says of the journal: away, or refusing what is to be written while it can still be read, as on a full disk.
import type { Pool } from 'pg';
import type { Engines } from '../engine-client.ts';
import type { PartHealth } from '../http-health.ts';

/** More than a page has left, so that the table must grow for it. */
const PROBE_BYTES = 64 * 1024;
/** Of no site. */
const NO_SITE = -1;

/**
 * A site whose last flush was refused stands ready again as soon as the journal's head can be read, and refuses the next one in turn.
 * Between two flushes only an attempt can tell: it is made when somebody asks, as long as no flush came through.
 */
export async function journalHealth(engines: Pick<Engines, 'status' | 'forgetRefusedFlushes'>, pool: Pool): Promise<PartHealth> {
  const sites = engines.status();
  const away = sites.find(({ state }) => state === 'away');
  if (away !== undefined) return { ok: false, ...(away.reason && { detail: away.reason }) };
  const refused = sites.find(({ refusedFlush }) => refusedFlush !== undefined);
  if (refused === undefined) return { ok: true };
  try {
    await tryToGrow(pool);
  } catch {
    const { site, refusedFlush } = refused;
    const says = { code: 'FLUSH_REFUSED', figures: { site } };
    return { ok: false, detail: `the last flush of site ${site} was refused: ${refusedFlush}`, says };
  }
  engines.forgetRefusedFlushes();
  return { ok: true };
}

/** Writes into the journal's own table and takes it back. */
async function tryToGrow(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO journal (site, first_seq, count, epoch, logic_version, engine_time, facts, crc32, chain_hash, bytes)
       VALUES ($1, 0, 1, 0, 0, 0, 0, 0, '', $2)`,
      [NO_SITE, Buffer.alloc(PROBE_BYTES)],
    );
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}
