// The real server on a machine whose clock is set ahead and back, while it runs and over kills (ADR 0048, R3): sessions, time of the
// engine and its journal go on as if nothing had happened, the operator is told, and a start far behind what is recorded is refused.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { freePort, ServerProcess } from '../../tools/crash/server-process.ts';
import { urlOf } from './testing/database-url.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** A start of the whole server: on a slow machine more than other tests may take. */
const STARTS = 900_000;
let db: TestDatabase;
let pool: pg.Pool;
let dir: string;
let server: ServerProcess;

const setClock = (aheadMs: number) => writeFileSync(join(dir, 'clock'), String(aheadMs));

beforeAll(async () => {
  db = await freshDatabase();
  pool = new pg.Pool(db.address);
  dir = mkdtempSync(join(tmpdir(), 'maru-clock-'));
  setClock(0);
  server = new ServerProcess(join(dir, 'data'), await freePort(), undefined, {
    DATABASE_URL: urlOf(db.address),
    NODE_OPTIONS: `--import=${new URL('./testing/set-clock.ts', import.meta.url)}`,
    MARU_TEST_CLOCK: join(dir, 'clock'),
  });
  server.start();
  await server.ready();
}, STARTS);
afterAll(async () => {
  await server.kill();
  await pool.end();
  await db.drop();
  rmSync(dir, { recursive: true, force: true });
});

const post = (path: string, body: object, token?: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
async function logIn(): Promise<string> {
  const answer = await post('/api/login', { grant_type: 'password', username: 'demo1', password: 'demo1234' });
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
}
const read = async <T>(path: string): Promise<T> => (await (await fetch(server.url + path)).json()) as T;
const serverTime = async () => (await read<{ serverTime: number }>('/fapi/v1/time')).serverTime;
const clockSays = async () => (await read<{ data: { parts: Record<string, { detail?: string }> } }>('/readyz')).data.parts.clock.detail;
const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.002' };
/** Of a flush that an order brings about. */
async function engineTime(token: string): Promise<number> {
  // A market that has just begun refuses for a moment.
  const answer = async () => (await post('/api/futures/order', order, token)).text();
  await expect.poll(answer, { interval: 500 }).toContain('"status":"success"');
  return Number((await pool.query('SELECT max(engine_time) AS at FROM journal')).rows[0].at);
}
const meStatus = async (token: string) => (await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;

/** The front and the engine both go on from there, and stay within the hour that it really is. */
async function timeGoesOn(token: string, from: number): Promise<void> {
  const real = Date.now();
  const [front, engine] = [await serverTime(), await engineTime(token)];
  expect(front).toBeGreaterThanOrEqual(from);
  expect(engine).toBeGreaterThanOrEqual(from);
  await expect.poll(serverTime).toBeGreaterThan(front + SECOND);
  const later = await engineTime(token);
  expect(later).toBeGreaterThan(engine + SECOND / 2);
  expect(Math.abs((await serverTime()) - real)).toBeLessThan(HOUR);
  expect(Math.abs(later - real)).toBeLessThan(HOUR);
}

test(
  'a day ahead and back while it runs: no token ends, no time is lost or passed over, and health says so',
  async () => {
    const token = await logIn();
    expect(await meStatus(token)).toBe(200);
    const before = await serverTime();
    setClock(25 * HOUR);
    await expect.poll(clockSays).toMatch(/ahead of the server's time: not followed/);
    expect(await meStatus(token)).toBe(200);
    await timeGoesOn(token, before);
    setClock(-25 * HOUR);
    await expect.poll(clockSays).toMatch(/behind the server's time: not followed/);
    expect(await meStatus(token)).toBe(200);
    await timeGoesOn(token, before);
  },
  STARTS,
);

test(
  'started half an hour back after a kill, time goes on above what was recorded, slower until the clock has caught up',
  async () => {
    setClock(0);
    await expect.poll(clockSays).toBeUndefined();
    const before = await engineTime(await logIn());
    await server.kill();
    setClock(-30 * MINUTE);
    server.start();
    await server.ready();
    expect(await clockSays()).toMatch(/time goes slower until it has caught up/);
    await timeGoesOn(await logIn(), before);
    const { rows } = await pool.query(
      'SELECT count(*) AS back FROM (SELECT engine_time - lag(engine_time) OVER (PARTITION BY site ORDER BY first_seq) AS step FROM journal) AS s WHERE step < 0',
    );
    expect(Number(rows[0].back)).toBe(0);
  },
  STARTS,
);

test(
  'started two hours before what is recorded it refuses, in both languages, and nothing is changed',
  async () => {
    await server.kill();
    const lease = await pool.query('SELECT epoch FROM engine_lease ORDER BY site');
    setClock(-2 * HOUR);
    server.start();
    await expect(server.ready()).rejects.toThrow(/시계를 바로 맞춘 뒤 다시 시작하세요.*[\s\S]*set the clock right and start again/);
    expect((await pool.query('SELECT epoch FROM engine_lease ORDER BY site')).rows).toEqual(lease.rows);
  },
  STARTS,
);
