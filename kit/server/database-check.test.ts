// A DATABASE_URL that cannot work is told in words, in both languages, naming the setting; a good one passes.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseAddress } from './database.ts';
import { checkDatabase, judge } from './database-check.ts';
import { OperatorFault } from './operator-fault.ts';
import { emptyDatabase, type TestDatabase } from './testing/postgres.ts';

let database: TestDatabase;
const role = `maru_plain_${process.pid}`;
beforeAll(async () => {
  database = await emptyDatabase();
  await ask(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
});
afterAll(async () => {
  await ask(`DROP ROLE ${role}`);
  await database.drop();
});

async function ask(sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The same server with something else in its address. */
function but(change: { user?: string; password?: string; database?: string; host?: string; port?: number }): DatabaseAddress {
  const { user, password, host, port, database: name } = new pg.Client(database.address);
  return { user, password: password as string, host, port, database: name, ...change };
}

test('a server with the right to build in it passes; what it does not promise to keep is named', async () => {
  const rows = await ask("SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name");
  const warnings = await checkDatabase(database.address);
  expect(warnings).toEqual(rows.map(({ name }) => expect.stringContaining(`${name}=off`)));
});

test.each([
  ['a wrong password', () => but({ password: 'no' }), /비밀번호/, /wrong user name or password/],
  ['no such database', () => but({ database: 'none_of_that_name' }), /그런 데이터베이스가 없습니다/, /no such database/],
  ['nothing at that port', () => but({ host: '127.0.0.1', port: 1 }), /응답하는 서버가 없습니다/, /no server answers/],
  ['no such host', () => but({ host: 'no-such-host.invalid' }), /호스트 이름/, /host/],
  ['a user without rights', () => but({ user: role, password: 'plain' }), /표를 만들 수 없습니다/, /may not create tables/],
])('%s', async (_name, address, ko, en) => {
  const fault = await checkDatabase(address()).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(OperatorFault);
  const [first, second] = (fault as Error).message.split('\n');
  expect(first).toMatch(/^DATABASE_URL: /);
  expect(first).toMatch(ko);
  expect(second).toMatch(en);
});

const good = {
  version: '15.4',
  number: 150_004,
  standby: false,
  encoding: 'UTF8',
  database: 'maru',
  schema: 'public',
  may_create: true,
  unsafe: [],
};

test.each([
  ['too old', { version: '14.9', number: 140_009 }, /PostgreSQL 14\.9 is too old: 15 or newer/],
  ['a standby', { standby: true }, /read-only standby/],
  ['another encoding', { encoding: 'SQL_ASCII' }, /ENCODING 'UTF8'/],
  ['no schema on the search path', { schema: null, may_create: null }, /may not create tables/],
])('%s is refused', (_name, change, words) => {
  expect(() => judge(good)).not.toThrow();
  expect(() => judge({ ...good, ...change })).toThrow(words);
});
