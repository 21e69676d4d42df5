// A record waits for its signed prices also where the round is settled while others' prices are asked for.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeEvidence } from './evidence-store.ts';
import { roundsMigrations } from './migrations.ts';

const SITE = 7;
const SYMBOL = 'PYTH:EURUSD';
const NOW = Date.UTC(2026, 0, 7, 3);
const amounts = { minStake: '1', maxStake: '1', maxRoundStake: '1', maxSideExposure: '1' };
const options = ['B1', 'B5'].map((code) => ({ code, symbol: SYMBOL, ...amounts }));
const site = {
  id: SITE,
  code: 'test',
  timeZone: 'Asia/Seoul',
  symbols: [SYMBOL],
  binaryCurrency: 'USDT',
  rounds: { options },
} as unknown as SiteConfig;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase(roundsMigrations);
  pool = createPool(database.address, { name: 'test', max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** As the projection writes a round that is void and had no bet left. */
async function settled(option: number, ordinal: number, seq: number): Promise<void> {
  await pool.query(
    `INSERT INTO rounds_round (site_id, option, ordinal, opened_seq, opened_ms, status, result, reason, paid, settled_seq, settled_ms)
     VALUES (${SITE}, $1, $2, 1, 1, 3, 3, 1, 0, $3, ${NOW})`,
    [option, ordinal, seq],
  );
  await pool.query(`INSERT INTO rounds_waiting VALUES (${SITE}, $1, $2, $3, ${NOW})`, [option, ordinal, seq]);
}

it('one that came meanwhile is written no sooner than one that was there', async () => {
  let now = NOW + 1_000;
  let asked = 0;
  const source = {
    has: () => true,
    firstFrom: async () => {
      if (asked++ === 0) await settled(1, 50, 20);
      return undefined;
    },
  };
  const services = { find: () => source, use: () => ({ ticker: () => undefined }) };
  const context = { pool, clock: { now: () => now }, services, log: console } as unknown as AppContext;
  await settled(0, 100, 10);
  expect(await writeEvidence(context, site)).toEqual({ written: [], isStuck: true });
  expect(asked).toBe(2);
  // Nothing came within thirty seconds: both go without.
  now = NOW + 30_001;
  const { written, isStuck } = await writeEvidence(context, site);
  expect([written, isStuck]).toEqual([
    [
      { option: 0, ordinal: 100 },
      { option: 1, ordinal: 50 },
    ],
    false,
  ]);
});
