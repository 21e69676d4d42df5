// RES-12: the database crashes in the middle of flushes (as it does by itself when a sync fails) and recovers from its own log.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, removeCluster, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { openLine } from './testing/line.ts';

const ROUNDS = 3;

let dir: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'maru-dbcrash-'));
  chmodSync(dir, 0o711);
  // A server of its own: this one is killed.
  server = await startEmbeddedPostgres({ dataDir: join(dir, 'data') });
  await migrate(server.address);
});
afterAll(async () => {
  await removeCluster(join(dir, 'data'));
  rmSync(dir, { recursive: true, force: true });
});

async function ask<T>(sql: string): Promise<T[]> {
  const client = new pg.Client(server.address);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

test('RES-12 a backend dies mid-flush, three times: nothing acknowledged is lost, memory equals the journal', async () => {
  const store = openPostgresJournal(server.address);
  const line = await openLine(store, 1, 'one');
  let acked = 0;
  const until = new AbortController();
  const clients = Array.from({ length: 32 }, async () => {
    while (!until.signal.aborted) {
      await line.add(1, 1).then(
        () => acked++,
        () => sleep(5),
      );
    }
  });
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(150);
    const [{ pid }] = await ask<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE application_name = 'maru journal' LIMIT 1");
    const before = acked;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => acked).toBeGreaterThan(before + 50);
  }
  until.abort();
  await Promise.all(clients);
  const [{ written }] = await ask<{ written: number }>('SELECT sum(count)::int AS written FROM journal');
  expect(line.sequencer.seq).toBe(written);
  expect(line.core.query('total', [1])).toBe(written);
  // A lost answer may have been written: never the other way round.
  expect(written).toBeGreaterThanOrEqual(acked);
  expect(line.states.filter((state) => state === 'away').length).toBeGreaterThanOrEqual(ROUNDS);
  await store.close();
});
