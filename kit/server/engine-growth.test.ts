// A site that fills its class of capacity moves into the next by itself, and every way back to its state knows from where on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventKind } from '@maru/engine/wire/event.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engines, openEngines } from './engine-client.ts';
import { engineMaker } from './engine-maker.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { hashCore } from './recovery.ts';
import { replaySite } from './replay-site.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';

let db: TestDatabase;
let dir: string;
let engines: Engines;

beforeEach(async () => {
  db = await freshDatabase();
  dir = mkdtempSync(join(tmpdir(), 'maru-growth-'));
});
afterEach(async () => {
  await engines.stop();
  await db.drop();
  rmSync(dir, { recursive: true });
});

function places() {
  return { address: db.address, snapshotDir: join(dir, 'snapshots'), archiveDir: join(dir, 'archive') };
}

async function start(): Promise<void> {
  engines = openEngines({ ...places(), worker: new URL('./testing/engine-worker.ts', import.meta.url), sites: [1], capacity: 'small' });
  await engines.ready();
}

function openAccount(account: number): Float64Array {
  return encodeCommand({ kind: CommandKind.OpenAccount, time: 0, account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as Command);
}

test('request keys that would be forgotten before their day is over make room too', async () => {
  await start();
  const keyed = (n: number) => {
    const record = openAccount(n);
    record[4] = 1;
    record[5] = n + 1;
    record[6] = 7;
    return record;
  };
  // The small class remembers 1,024 keys; its other pools stay under three quarters.
  const first = await engines.submit(1, keyed(0));
  expect(first.events[0]).toBe(EventKind.AccountOpened);
  for (let sent = 0; sent < 1_500; sent += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const record = encodeCommand({
          kind: CommandKind.CancelAll,
          time: 0,
          account: 0,
          symbol: -1,
          keyHi: 2,
          keyLo: sent + i + 1,
          body: 7,
        } as Command);
        return engines.submit(1, record);
      }),
    );
  }
  const again = await engines.submit(1, keyed(0));
  expect(again.events[0]).toBe(EventKind.RequestRepeated);
});

test('accounts beyond the small class open without a refusal; crash, replay and snapshot agree on the state', async () => {
  await start();
  for (let first = 0; first < 700; first += 50) {
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => engines.submit(1, openAccount(first + i))));
    for (const { events } of replies) expect(events[0], `accounts from ${first}`).toBe(EventKind.AccountOpened);
  }
  await engines.kill();
  await start();
  expect(engines.status()[0].recovered).toMatchObject({ replayed: 700 });
  const { stateHash, seq } = await engines.snapshot(1);
  expect(seq).toBe(700);
  const store = openPostgresJournal(db.address);
  const maker = engineMaker('small');
  const at = await replaySite({ ...places(), site: 1, store, maker }, { fromBeginning: true });
  await store.close();
  expect(hashCore(at.core)).toBe(stateHash);
  expect(at.version).toBe(maker.logicVersion + 1);
  // The next start keeps the room although the setting still says small.
  await engines.stop();
  await start();
  const { events } = await engines.submit(1, openAccount(700));
  expect(events[0]).toBe(EventKind.AccountOpened);
});
