// A release whose rules are newer is started behind one that was killed: told before the database is changed, so that the way back is open.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFormerRelease } from './former-release.ts';
import { migrate } from './migrate.ts';
import { OperatorFault } from './operator-fault.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';

let db: TestDatabase;
const dir = mkdtempSync(join(tmpdir(), 'maru-former-'));
/** Rules are the tens of a version. */
const release = (logicVersion: number) => ({ logicVersion, rules: (version: number) => Math.floor(version / 10) });
const check = (version: number) => checkFormerRelease(db.address, dir, release(version));

beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(async () => {
  await db.drop();
  rmSync(dir, { recursive: true, force: true });
});

async function run(sql: string): Promise<void> {
  const client = new pg.Client(db.address);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test('commands behind the last snapshot under older rules are told before any migration', async () => {
  // A database of nobody yet.
  await check(20);
  await migrate(db.address);
  await check(20);
  await run(`INSERT INTO engine_lease (site, epoch, holder) VALUES (1, 1, 'a'), (2, 1, 'a');
    INSERT INTO journal VALUES (1, 1, 40, 1, 10, 0, 0, 0, '', ''), (1, 41, 2, 1, 11, 0, 0, 0, '', '')`);
  await expect(check(20)).rejects.toThrow(OperatorFault);
  await expect(check(20)).rejects.toThrow(/사이트 1: .*\(42\).*\nsite 1: .*\(42\)/s);
  // Under the same rules the journal itself tells all, whatever room the site has.
  await check(12);
  mkdirSync(join(dir, 'site-1'), { recursive: true });
  writeFileSync(join(dir, 'site-1', `${'41'.padStart(16, '0')}.snapshot`), '');
  await expect(check(20)).rejects.toThrow(OperatorFault);
  writeFileSync(join(dir, 'site-1', `${'42'.padStart(16, '0')}.snapshot`), '');
  await check(20);
});
