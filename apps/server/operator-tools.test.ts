// What an operator runs beside the server: replay, rebuild-projections, backup, restore, each on a real installation (R17).
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '@maru/kit/server/database-open.ts';
import { removeCluster } from '@maru/kit/server/embedded-postgres.ts';
import { until } from '@maru/kit/server/testing/stomp.ts';
import { type Acked, Load } from '../../tools/crash/load.ts';
import { seeded } from '../../tools/crash/random.ts';
import { freePort, ServerProcess } from '../../tools/crash/server-process.ts';
import { verify } from '../../tools/crash/verify.ts';
import { projections } from './projections.ts';

/** A round of half a minute and the next, on a slow machine. */
const WAITS_MS = 300_000;
let root: string;
/** What the first place was told before it stopped: its orders, one of them as it was asked, and a login. */
let acked: Acked[];
let refreshToken: string;
const password = { grant_type: 'password', username: 'demo1', password: 'demo1234' };
const kept = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.002', clientOrderId: 'kept-by-both' };
let keptOrder: number;
const tables = [...new Set(projections.flatMap((projection) => projection.tables))].sort();

/** A place where orders were traded for a moment, then stopped gracefully. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'maru-operator-'));
  chmodSync(root, 0o711);
  const server = new ServerProcess(place('first'), await freePort());
  server.start();
  await server.ready();
  const load = new Load({ url: server.url, run: 'tools', clients: 16, random: seeded(7) });
  load.start();
  await until(() => load.acked.length >= 200);
  await load.end();
  ({ acked } = load);
  const login = await call(server, '/api/login', password);
  ({ refreshToken } = login.data as { refreshToken: string });
  keptOrder = await askedOnce(server, (login.data as { accessToken: string }).accessToken);
  expect(await server.stop()).toBe(0);
});
afterAll(async () => {
  for (const name of ['first', 'second']) await removeCluster(place(name));
  rmSync(root, { recursive: true, force: true });
});

function place(name: string): string {
  return join(root, name);
}

async function call(server: ServerProcess, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, data: ((await answer.json()) as { data?: unknown }).data };
}

async function tokenBy(server: ServerProcess, body: object): Promise<string> {
  const answer = await call(server, '/api/login', body);
  expect(answer.status).toBe(200);
  return (answer.data as { accessToken: string }).accessToken;
}

/** The number of one order, asked for under one key wherever and however often. */
async function askedOnce(server: ServerProcess, token: string): Promise<number> {
  const answer = await call(server, '/api/futures/order', kept, { authorization: `Bearer ${token}`, 'idempotency-key': 'kept-by-both' });
  expect(answer).toMatchObject({ status: 200, data: { order: { id: expect.any(Number) as number } } });
  return (answer.data as { order: { id: number } }).order.id;
}

/** A bet of 10 USDT on the next half minute that takes one; answers its id. */
async function placeBet(server: ServerProcess, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const moved = await call(server, '/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '20' }, headers);
  expect(moved.status, JSON.stringify(moved.data)).toBe(200);
  const bet = async () => {
    const { betting } = (await read(server, '/api/trade/game/current?tradeOptionId=1', token)) as { betting: { tradeRoundId: number } };
    const body = { point: '10', tradeRoundId: betting.tradeRoundId, type: 'UP' };
    return ((await call(server, '/api/trade/history/betting', body, headers)).data as { tradeHistoryId?: number } | undefined)
      ?.tradeHistoryId;
  };
  // A round closes its bets between one look and the next.
  return vi.waitUntil(bet, { timeout: WAITS_MS, interval: 500 });
}

async function read(server: ServerProcess, path: string, token: string): Promise<unknown> {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data?: unknown }).data;
}

/** Won, lost or given back, with the wallet as that leaves it. */
async function betEnds(server: ServerProcess, token: string, id: number): Promise<void> {
  const ended = async () => {
    const { content } = (await read(server, '/api/trade/history/list', token)) as { content: { tradeHistoryId: number; status: number }[] };
    return content.find(({ tradeHistoryId }) => tradeHistoryId === id)?.status;
  };
  await expect.poll(ended, { timeout: WAITS_MS, interval: 500 }).toBeGreaterThan(0);
  const held = async () =>
    Number(((await read(server, '/api/wallet/my', token)) as { BINARY: { gameWaitPoint: string } }).BINARY.gameWaitPoint);
  await expect.poll(held).toBe(0);
}

function run(tool: string, dataDir: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const path = fileURLToPath(new URL(`../../tools/${tool}.ts`, import.meta.url));
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, MARU_DATA: dataDir, MARU_CAPACITY: 'medium' };
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}

/** Rows of every projected table, as one fingerprint each, and how many there are. */
async function rowsOf(name: string): Promise<Record<string, { rows: number; print: string }>> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: place(name) });
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    const found: Record<string, { rows: number; print: string }> = {};
    for (const table of tables) {
      const { rows } = await client.query(
        `SELECT count(*) AS rows, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS print FROM ${table} t`,
      );
      found[table] = rows[0];
    }
    return found;
  } finally {
    await client.end();
    await database.close();
  }
}

test('replay runs the whole journal and meets the snapshot', async () => {
  const { code, output } = await run('replay', place('first'));
  expect(output).toMatch(/replay site=1 seq=\d+ .*snapshots_equal=1 hash=[0-9a-f]{64}/);
  expect(code).toBe(0);
  // The same by its path, stopped at a command, with an account as it stood there.
  const stopped = await run('replay', place('elsewhere'), place('first'), '--until', '40', '--account', '0');
  expect(stopped.output).toMatch(/replay site=1 seq=40 .*\naccount 0 .*crossWallet=/);
  expect(stopped.code).toBe(0);
});

test('rebuild-projections writes the very same rows again', async () => {
  const before = await rowsOf('first');
  expect(Object.values(before).some(({ rows }) => rows > 20)).toBe(true);
  const { code, output } = await run('rebuild-projections', place('first'));
  expect(output).toMatch(/rebuild site=1 seq=\d+/);
  expect(code).toBe(0);
  expect(await rowsOf('first')).toEqual(before);
});

test('operator: the first one gets a link, and the audit log that says so is whole', async () => {
  const made = await run('operator', place('first'), 'create', 'first-owner', '--name', '첫 운영자');
  expect(made.output).toMatch(/^http:\/\/localhost:\d+\/admin\/setup#[\w-]{43}$/m);
  expect((await run('operator', place('first'), 'audit')).output).toMatch(/audit rows=1 whole head=1 hash=[0-9a-f]{64}/);
});

test('operator: the machine vouches for a person, and opens what addresses shut', async () => {
  expect((await run('operator', place('first'), 'confirm', 'first-owner')).output).toContain('operator first-owner confirmed');
  expect((await run('operator', place('first'), 'anywhere')).output).toContain('operator all may come from any address');
  expect((await run('operator', place('first'), 'confirm', 'nobody-there')).output).toContain('there is no such operator');
});

test('backup and restore: an empty place ends with the same rows and the same state; a place in use is refused', async () => {
  const copy = place('copy');
  expect((await run('backup', place('first'), copy)).output).toMatch(/backup site=1 seq=\d+ hash=[0-9a-f]{64}/);
  const { code, output } = await run('restore', place('second'), copy);
  expect(output).toMatch(/restore site=1 seq=\d+ state=[0-9a-f]{64} hash=ok/);
  expect(code).toBe(0);
  expect(await rowsOf('second')).toEqual(await rowsOf('first'));
  // Each backup says in its installation how it went, and in its copy that it was made.
  const done = { state: 'DONE', hasBytes: true, fault: null };
  expect(await backupsOf('second')).toEqual([{ ...done, hasBytes: null }]);
  expect((await run('backup', place('first'), copy)).code).toBe(1);
  expect(await backupsOf('first')).toEqual([done, { state: 'FAILED', hasBytes: null, fault: `${copy} holds a backup already` }]);
  const again = await run('restore', place('second'), copy);
  expect(again.code).toBe(1);
  expect(again.output).toMatch(/empty/);
});

test('the restored place trades on beside the first and settles a bet: logins and keys of before stand, and rows, ledger and replay agree after a kill', async () => {
  const production = new ServerProcess(place('first'), await freePort());
  const server = new ServerProcess(place('second'), await freePort());
  production.start();
  server.start();
  await Promise.all([production.ready(), server.ready()]);
  expect(await askedOnce(server, await tokenBy(server, { grant_type: 'refresh_token', refreshToken }))).toBe(keptOrder);
  const load = new Load({ url: server.url, run: 'restored', clients: 4, random: seeded(8) });
  load.start();
  await until(() => load.acked.length >= 20);
  await server.kill();
  server.start();
  await server.ready();
  const token = await tokenBy(server, password);
  const bet = await placeBet(server, token);
  const before = load.acked.length;
  await until(() => load.acked.length >= before + 10);
  await load.end();
  expect(load.contradictions).toEqual([]);
  expect(await askedOnce(server, token)).toBe(keptOrder);
  await betEnds(server, token, bet);
  expect(await Promise.all([server.stop(), production.stop()])).toEqual([0, 0]);
  const verdict = await verify(place('second'), [...acked, ...load.acked, { clientOrderId: kept.clientOrderId, orderId: keptOrder }]);
  expect(verdict).toMatchObject({ lost: 0, doubled: 0, rowsWrong: 0, ledgerSum: 0, hashOk: true });
  expect(await verify(place('first'), acked)).toMatchObject({ lost: 0, doubled: 0, rowsWrong: 0, ledgerSum: 0, hashOk: true });
}, 600_000);

test('a place whose journal lost its last rows is refused, and goes on only where the operator names the end', async () => {
  const before = await endOf('second');
  await changeJournal(
    'second',
    `DELETE FROM journal WHERE site = 1 AND first_seq > (SELECT max(first_seq) FROM journal WHERE site = 1) - 8`,
  );
  const end = await endOf('second');
  expect(end).toBeLessThan(before);
  const server = new ServerProcess(place('second'), await freePort());
  server.start();
  await expect(server.ready()).rejects.toThrow(new RegExp(`the snapshot stands at ${before}, the journal ends at ${end}`));
  expect(server.output).toMatch(/마지막 행들이 사라졌습니다/);
  expect(server.output, 'no stack').not.toMatch(/\n\s+at /);
  const shown = await run('accept-journal-end', place('second'));
  expect(shown.output).toMatch(new RegExp(`site=1 journal_end=${end} seen: the snapshot: ${before}`));
  const wrong = await run('accept-journal-end', place('second'), '--site', '1', '--end', String(before));
  expect(wrong.output).toMatch(new RegExp(`confirm it with --end ${end}`));
  expect(wrong.code).toBe(1);
  expect((await run('accept-journal-end', place('second'), '--site', '1', '--end', String(end))).code).toBe(0);
  server.start();
  await expect(server.ready(), 'the lists still know more').rejects.toThrow(/the checkpoint of the lists stands at/);
  expect((await run('rebuild-projections', place('second'))).code).toBe(0);
  server.start();
  await server.ready();
  const load = new Load({ url: server.url, run: 'accepted', clients: 4, random: seeded(9) });
  load.start();
  await until(() => load.acked.length >= 10);
  await load.end();
  expect(await server.stop()).toBe(0);
});

async function changeJournal(name: string, sql: string): Promise<unknown[]> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: place(name) });
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
    await database.close();
  }
}

const backupsOf = (name: string): Promise<unknown[]> =>
  changeJournal(name, 'SELECT state, bytes > 1000 AS "hasBytes", fault FROM backup_run ORDER BY id');

async function endOf(name: string): Promise<number> {
  const rows = await changeJournal(name, 'SELECT max(first_seq + count - 1)::int AS seq FROM journal WHERE site = 1');
  return (rows[0] as { seq: number }).seq;
}

test.each(['backup', 'rebuild-projections', 'replay'])('%s on a place without an installation says so and makes none', async (tool) => {
  const { code, output } = await run(tool, place('nowhere'));
  expect(code).toBe(1);
  expect(output).toMatch(/마루의 데이터가 없습니다/);
  expect(output).toMatch(/there is no installation in/);
  expect(existsSync(place('nowhere'))).toBe(false);
});

test('restore from something that is no backup says so and makes nothing', async () => {
  const { code, output } = await run('restore', place('nowhere'), root);
  expect(code).toBe(1);
  expect(output).toMatch(/which backup\?/);
  expect(existsSync(place('nowhere'))).toBe(false);
});
