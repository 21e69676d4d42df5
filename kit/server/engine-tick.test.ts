// The real engine's own time: a countdown that runs out while the server was down is met by a Tick soon after, and then all is still.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engines, openEngines } from './engine-client.ts';
import { engineMaker } from './engine-maker.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { hashCore } from './recovery.ts';
import { replaySite } from './replay-site.ts';
import { type TestDatabase, freshDatabase } from './testing/postgres.ts';

const COUNTDOWN_MS = 1_000;

let db: TestDatabase;
let dir: string;
let engines: Engines;

beforeEach(async () => {
  db = await freshDatabase();
  dir = mkdtempSync(join(tmpdir(), 'maru-tick-'));
});
afterEach(async () => {
  await engines.stop();
  await db.drop();
  rmSync(dir, { recursive: true });
});

const places = () => ({ address: db.address, snapshotDir: join(dir, 'snapshots'), archiveDir: join(dir, 'archive') });

async function start(): Promise<void> {
  engines = openEngines({ ...places(), worker: new URL('./testing/engine-worker.ts', import.meta.url), sites: [1], capacity: 'small' });
  await engines.ready();
}

function send(command: Partial<Command> & { kind: number }): Promise<{ seq: number }> {
  const head = { time: 0, account: 0, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
  return engines.submit(1, encodeCommand({ ...head, ...command } as Command));
}

/** What the journal alone says: the state's hash, and the commands in it by kind. */
async function replayed(): Promise<{ hash: string; kinds: number[] }> {
  const store = openPostgresJournal(db.address);
  const kinds: number[] = [];
  const each = ({ commands }: { commands: Float64Array }) => void kinds.push(commands[0]);
  const { core } = await replaySite({ site: 1, store, maker: engineMaker('small'), ...places() }, { fromBeginning: true, each });
  await store.close();
  return { hash: hashCore(core), kinds };
}

test('a countdown brings one Tick when it is due, also over a crash; an idle engine brings none', async () => {
  await start();
  await send({ kind: CommandKind.OpenAccount });
  await send({ kind: CommandKind.SetCancelAfter, countdownMs: COUNTDOWN_MS });
  await engines.kill();
  await sleep(COUNTDOWN_MS);
  await start();
  await expect.poll(() => engines.status()[0].seq).toBe(3);
  await sleep(300);
  expect(engines.status()[0].seq, 'nothing follows').toBe(3);
  const { hash, kinds } = await replayed();
  expect(kinds).toEqual([CommandKind.OpenAccount, CommandKind.SetCancelAfter, CommandKind.Tick]);
  expect((await engines.snapshot(1)).stateHash).toBe(hash);
});

test('without a crash the Tick comes by its own timer, not before its time', async () => {
  await start();
  await send({ kind: CommandKind.OpenAccount });
  const began = Date.now();
  await send({ kind: CommandKind.SetCancelAfter, countdownMs: COUNTDOWN_MS });
  await expect.poll(() => engines.status()[0].seq, { interval: 20 }).toBe(3);
  expect(Date.now() - began).toBeGreaterThanOrEqual(COUNTDOWN_MS);
});
