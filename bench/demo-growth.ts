// What a demo that nobody touches adds to journal and feed record in a day, and what one open position adds; from a real server.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@maru/kit/server/config.ts';
import { startServer } from '../apps/server/server.ts';
import { isSmoke, printBench } from './report.ts';

const WATCH_MS = isSmoke ? 5_000 : 60_000;
const GB = 1e9;

const dataDir = mkdtempSync(join(tmpdir(), 'maru-growth-'));
const env = { PORT: '0', MARU_SECOND_PORT: '0', MARU_DATA: dataDir, MARU_DEMO: 'on', MARU_LOG: 'error' };
const server = await startServer({ config: loadConfig(env), say: () => {} });

async function journal(): Promise<{ rows: number; bytes: number }> {
  const { rows } = await server.context.pool.query(
    'SELECT count(*)::int AS rows, coalesce(sum(pg_column_size(journal)), 0)::float8 AS bytes FROM journal',
  );
  return rows[0];
}

function recordBytes(): number {
  const folder = join(dataDir, 'feed');
  // The market's memory is written over and over: it does not grow.
  const kept = readdirSync(folder).filter((name) => name.startsWith('record-'));
  return kept.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function call(path: string, body: unknown, token?: string): Promise<{ data: { accessToken: string; order: { status: string } } }> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  return (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as never;
}

async function watch(name: string, limitGb: number): Promise<void> {
  const [before, recordBefore] = [await journal(), recordBytes()];
  await sleep(WATCH_MS);
  const [after, recordAfter] = [await journal(), recordBytes()];
  const grown = after.bytes - before.bytes + (recordAfter - recordBefore);
  const value = (grown * DAY_MS) / WATCH_MS / GB;
  printBench({
    name,
    value,
    unit: 'GB/day',
    min: value,
    median: value,
    yardstick: limitGb,
    ratio: value === 0 ? Number.POSITIVE_INFINITY : limitGb / value,
  });
  console.log(`  ${after.rows - before.rows} journal rows in ${WATCH_MS / 1000} s`);
}

try {
  // The first seconds list symbols and open accounts.
  await sleep(5_000);
  await watch('demo-growth-untouched', 1);
  const { data } = await call('/api/login', { username: 'demo1', password: 'demo1234' });
  const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' };
  const placed = await call('/api/futures/order', order, data.accessToken);
  if (placed.data?.order?.status !== 'FILLED') throw new Error(JSON.stringify(placed));
  await watch('demo-growth-one-position', 1);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
