// kill -9 of the server at every step of a leaving (ADR 0049): after the next start each member is one wholly or has left wholly, money, orders, log-in, rows and mails alike.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freePort, ServerProcess } from '../../tools/crash/server-process.ts';
import { eventually } from './testing/bots.ts';
import { urlOf } from './testing/database-url.ts';
import { httpExchange } from './testing/http-exchange.ts';
import { BTC, limit, ORDER } from './testing/two-members.ts';

const password = 'a-long-passphrase';
/** What a new member of the demo gets, and gives up. */
const HELD = '10000';
const OWN = 'the test itself';
/** An operator's hold, which stands in the way. */
const HOLD = `INSERT INTO account_withdrawal_hold (site_id, member_id, reason, started_at, until)
  VALUES (1, $1, 'OPERATOR', now(), now() + interval '1 day')`;

let database: TestDatabase;
let data: string;
let port: number;
let server: ServerProcess;
/** Looks on. */
let sql: Client;
/** Each holds one thing that the server comes to wait for. */
let holders: Client[];

beforeAll(async () => {
  [database, port] = [await freshDatabase(), await freePort()];
  data = mkdtempSync(join(tmpdir(), 'maru-leaving-'));
  server = new ServerProcess(data, port, undefined, { DATABASE_URL: urlOf(database.address) });
  const own = () => new Client({ connectionString: urlOf(database.address), application_name: OWN });
  [sql, ...holders] = [own(), own(), own()];
  await Promise.all([sql, ...holders].map((client) => client.connect()));
  server.start();
  await server.ready();
  // No codes: the row changes, and the server follows within seconds.
  await sql.query(`UPDATE site_site SET config = config - 'signUp'`);
});
beforeEach(() => void waiting.splice(0));
afterAll(async () => {
  await server.kill();
  await Promise.all([sql, ...holders].map((client) => client.end()));
  await database.drop();
  rmSync(data, { recursive: true, force: true });
});

const call = async (method: string, path: string, body?: object, token?: string) =>
  httpExchange(port, method, path, body && JSON.stringify(body), { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) });

interface Leaver {
  username: string;
  member: number;
  account: number;
  token: string;
}
let members = 0;
async function member(): Promise<Leaver> {
  const serial = 1000 + ++members;
  const username = `mortal${serial}`;
  const email = `${username}@example.com`;
  const form = { username, password, name: 'Kim', nick: `n_${username}`, phone: `010-3333-${serial}`, email };
  const { body } = await eventually(
    () => call('POST', '/api/player', form),
    ({ status }) => status === 200,
  );
  const { rows } = await sql.query('SELECT id::int AS member, account_no AS account FROM account_member WHERE username = $1', [username]);
  return { username, ...rows[0], token: (await logIn(username)) ?? body.data.accessToken };
}
const logIn = async (username: string) =>
  (await call('POST', '/api/login', { username, password })).body.data?.accessToken as string | undefined;

/** Answers that the dead owe. */
const waiting: Promise<unknown>[] = [];
const leaves = ({ token }: Leaver) =>
  void waiting.push(call('POST', '/api/user/leave', { password, givesUp: HELD }, token).catch(() => undefined));
const count = async (text: string, ...values: unknown[]) => (await sql.query(`SELECT count(*)::int AS n FROM ${text}`, values)).rows[0].n;
const isTrue = (read: () => Promise<boolean>) => eventually(read, (is) => is);
const waitsFor = (table: string, of = 1) =>
  isTrue(async () => (await count('pg_locks WHERE NOT granted AND relation = $1::regclass', table)) >= of);
const hasBegun = ({ member: id }: Leaver) => isTrue(async () => (await count('account_leaving WHERE member_id = $1', id)) === 1);
const statusOf = async ({ member: id }: Leaver) =>
  (await sql.query('SELECT status FROM account_member WHERE id = $1', [id])).rows[0].status as string;
const holds = (holder: Client, lock: string) => holder.query(`BEGIN; LOCK TABLE ${lock}`);
const INTO_JOURNAL = 'journal IN SHARE MODE';
const INTO_LEAVING = 'account_leaving IN SHARE MODE';

/** The process is gone, and what it had sent and the database had not done goes with it. */
async function diesAndComesBack(): Promise<void> {
  await server.kill();
  await isTrue(async () => {
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name <> $1 AND backend_type = 'client backend'`;
    return (await sql.query(end, [OWN])).rows.length === 0;
  });
  await Promise.all(waiting);
  for (const holder of holders) await holder.query('ROLLBACK');
  server.start();
  await server.ready();
}

const mailsTo = ({ username }: Leaver) =>
  sql
    .query("SELECT kind FROM outbox_message WHERE name = 'LEFT' AND recipient = $1", [`${username}@example.com`])
    .then(({ rows }) => rows.map(({ kind }) => kind));
const givenUpOf = async ({ account }: Leaver) =>
  (await sql.query('SELECT amount::float8 AS amount FROM wallet_ledger WHERE site_id = 1 AND account = $1 AND reason = 27', [account]))
    .rows;

async function expectLeft(who: Leaver): Promise<void> {
  await expect.poll(() => statusOf(who), { timeout: 60_000 }).toBe('LEFT');
  expect(await count('account_leaving WHERE member_id = $1', who.member)).toBe(0);
  expect((await sql.query('SELECT given_up FROM account_left WHERE member_id = $1', [who.member])).rows).toEqual([
    { given_up: { FUTURES: `${HELD} USDT` } },
  ]);
  expect(await count('account_login WHERE member_id = $1 AND ended_at IS NULL', who.member)).toBe(0);
  expect(await logIn(who.username)).toBeUndefined();
  expect((await call('GET', '/api/me', undefined, who.token)).status).toBe(401);
  await expect.poll(() => givenUpOf(who), { timeout: 60_000 }).toEqual([{ amount: 10_000_000_000 }]);
  expect(await mailsTo(who)).toEqual(['MAIL']);
}

/** `isHeld`: an operator's hold is what stood in the way. */
async function expectMember(who: Leaver, isHeld = false): Promise<void> {
  await expect.poll(() => count('account_leaving WHERE member_id = $1', who.member), { timeout: 60_000 }).toBe(0);
  expect(await statusOf(who)).toBe('ACTIVE');
  expect(await count('account_left WHERE member_id = $1', who.member)).toBe(0);
  const token = await logIn(who.username);
  const { data: leaving } = (await call('GET', '/api/user/leave', undefined, token)).body;
  expect(leaving).toMatchObject({ obstacles: isHeld ? [{ kind: 'RESTRICTED' }] : [], held: { total: HELD } });
  const { [BTC]: last } = (await call('GET', '/api/stock/last_price', undefined, token)).body.data;
  const price = String(Math.round(Number(last) * 0.95));
  const ordered = await call('POST', ORDER, { ...limit, price }, token);
  expect(ordered.body, JSON.stringify(ordered.body)).toMatchObject({ status: 'success' });
  expect(await givenUpOf(who)).toEqual([]);
  expect(await mailsTo(who)).toEqual([]);
}

it('dies where the row is not committed, where the engine’s flag is not durable, and with what stands in the way come meanwhile', async () => {
  const [asking, flagged, held] = [await member(), await member(), await member()];
  await holds(holders[0], INTO_JOURNAL);
  for (const who of [flagged, held]) leaves(who);
  await Promise.all([flagged, held].map(hasBegun));
  await waitsFor('journal');
  await sql.query(HOLD, [held.member]);
  await holds(holders[1], INTO_LEAVING);
  leaves(asking);
  await waitsFor('account_leaving');
  await diesAndComesBack();
  await expectLeft(flagged);
  await expectMember(asking);
  await expectMember(held, true);
});

it('dies where it is decided and no money has moved: whatever stands in the way afterwards, it goes on', async () => {
  const decided = await member();
  await holds(holders[0], 'account_person IN ACCESS EXCLUSIVE MODE');
  leaves(decided);
  await waitsFor('account_person');
  expect(await count('account_leaving WHERE member_id = $1 AND given_up IS NOT NULL', decided.member)).toBe(1);
  await sql.query(HOLD, [decided.member]);
  await diesAndComesBack();
  await expectLeft(decided);
});

it('dies where the money is given up and nothing is final, and where it is final and the member may not know', async () => {
  const [told, final] = [await member(), await member()];
  leaves(told);
  await eventually(
    () => statusOf(told),
    (status) => status === 'LEFT',
  );
  await holds(holders[0], 'account_left IN SHARE MODE');
  leaves(final);
  await waitsFor('account_left');
  await diesAndComesBack();
  await Promise.all([told, final].map(expectLeft));
});

it('dies where it is looked over and not decided, and where it is being undone', async () => {
  const [looked, undone] = [await member(), await member()];
  await holds(holders[0], INTO_JOURNAL);
  for (const who of [looked, undone]) leaves(who);
  await Promise.all([looked, undone].map(hasBegun));
  await sql.query(HOLD, [undone.member]);
  await holds(holders[1], INTO_LEAVING);
  await holders[0].query('ROLLBACK');
  await waitsFor('account_leaving', 2);
  await diesAndComesBack();
  await expectLeft(looked);
  await expectMember(undone, true);
});
