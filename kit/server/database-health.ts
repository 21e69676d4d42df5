// What /readyz says of the database: whether it answers, and whether it takes new connections. One that was told to stop, or has none left,
// serves the open ones as ever and refuses each new one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pg from 'pg';
import type { DatabaseAddress } from './database.ts';
import type { PartHealth } from './http-health.ts';

/** A connection costs the database a process, and anybody may ask for /readyz. */
const PROBE_EVERY_MS = 1_000;
/** As long as a call of the pool would wait for one. */
const PROBE_LIMIT_MS = 5_000;
/** So long an answer waits for a probe; a later one tells the next. */
const PATIENCE_MS = 1_000;

export function databaseHealth(pool: Pool, address: DatabaseAddress): () => Promise<PartHealth> {
  const newConnection = watchNewConnections(address);
  return async () => {
    const [refused] = await Promise.all([newConnection(), pool.query('SELECT 1')]);
    if (refused === undefined) return { ok: true };
    return { ok: false, detail: `takes no new connection: ${refused}`, says: { code: 'NO_NEW_CONNECTION', figures: {} } };
  };
}

/** Answers why the newest probe got no connection; undefined: it got one. */
function watchNewConnections(address: DatabaseAddress): () => Promise<string | undefined> {
  let refused: string | undefined;
  let probe: Promise<void> | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (probe === undefined && performance.now() - endedAt >= PROBE_EVERY_MS)
      probe = knock(address).then((why) => {
        refused = why;
        probe = undefined;
        endedAt = performance.now();
      });
    if (probe !== undefined) await Promise.race([probe, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return refused;
  };
}

async function knock(address: DatabaseAddress): Promise<string | undefined> {
  const client = new pg.Client({ ...address, application_name: 'maru probe', connectionTimeoutMillis: PROBE_LIMIT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    // Not waited for: one that was refused never says good-bye.
    void client.end().catch(() => {});
  }
}
