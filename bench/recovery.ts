// Recovery: 1 M commands of 96 bytes in flushes of 16, first byte read to state hash; and the snapshot's pause at 100,000 accounts.
import '@maru/kit/server/engine-flags.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandHeadWord, CommandKind } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { startEmbeddedPostgres } from '@maru/kit/server/embedded-postgres.ts';
import type { EngineCore, EngineMaker } from '@maru/kit/server/engine-core.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { frameOf, GENESIS, type JournalPoint, pointAfter, sealEntry } from '@maru/kit/server/journal/journal-entry.ts';
import type { JournalStore } from '@maru/kit/server/journal/journal-store.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { migrate } from '@maru/kit/server/migrate.ts';
import { hashCore, recoverSite } from '@maru/kit/server/recovery.ts';
import { factsAfter } from '@maru/kit/server/sequencer.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import { command, limitOrder, openMarket } from './exchange/small-market.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const COMMANDS = isSmoke ? 20_000 : 1_000_000;
const FLUSH = 16;
const SITE = 1;
const PASSES = 7;
const TRADERS = 256;
const ASKED_MS = 1_000;
const ACCOUNTS = isSmoke ? 2_000 : 100_000;
const PAUSE_ASKED_MS = 10;

/** Members place and cancel; every eighth order crosses the book. */
function* commands(core: EngineCore): Generator<Float64Array> {
  yield* openMarket(TRADERS);
  const open: { account: number; orderId: number }[] = [];
  for (let n = 0; n < COMMANDS; n++) {
    const account = n % TRADERS;
    const eldest = open.length > 10_000 || n % 3 === 2 ? open.shift() : undefined;
    if (eldest) {
      yield command({ kind: CommandKind.CancelOrder, symbol: 0, ...eldest });
      continue;
    }
    yield limitOrder(account, n & 1, n % 8 === 7 ? -20 : 20 + ((n * 7919) % 2_000));
    if (core.events.words[0] === EventKind.OrderPlaced) open.push({ account, orderId: core.events.words[EventWord.OrderPlaced.orderId] });
  }
}

/** Applies each command once to seal it with true facts, and appends flush by flush. */
async function writeJournal(store: JournalStore, maker: EngineMaker): Promise<number> {
  const core = maker.create(SITE, maker.logicVersion) as EngineCore;
  const epoch = await store.takeLease(SITE, 'bench');
  let point: JournalPoint = GENESIS;
  let facts = 0;
  let batch: Float64Array[] = [];
  let told = new Float64Array(0);
  const flush = async () => {
    const { frame, records } = frameOf(batch.reduce((sum, record) => sum + record.length, 0));
    batch.reduce((at, record) => (records.set(record, at), at + record.length), 0);
    const fields = { firstSeq: point.seq + 1, count: batch.length, epoch, logicVersion: maker.logicVersion, engineTime: 1, facts };
    const entry = sealEntry(SITE, point, frame, fields);
    await store.append(SITE, entry);
    point = pointAfter(entry);
    facts = factsAfter(facts, told);
    batch = [];
    told = new Float64Array(0);
  };
  for (const record of commands(core)) {
    record[CommandHeadWord.time] = 1;
    core.events.length = 0;
    core.apply(record, 0, point.seq + batch.length + 1);
    const joined = new Float64Array(told.length + core.events.length);
    joined.set(told);
    joined.set(core.events.words.subarray(0, core.events.length), told.length);
    told = joined;
    batch.push(record);
    if (batch.length === FLUSH) await flush();
  }
  if (batch.length > 0) await flush();
  return point.seq;
}

async function benchRecovery(dir: string): Promise<void> {
  // Only the writing of the bench's own data need not wait for the disk.
  const server = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), settings: ['synchronous_commit=off'] });
  try {
    await migrate(server.address);
    const store = openPostgresJournal(server.address, { answerTimeoutMs: 60_000 });
    const maker = engineMaker('medium');
    const seq = await writeJournal(store, maker);
    const snapshots = new SnapshotStore(join(dir, 'none'));
    const times: number[] = [];
    for (let pass = 0; pass < PASSES; pass++) {
      const began = performance.now();
      const { core, point } = await recoverSite({ site: SITE, holder: 'bench', store, snapshots, maker, warn: console.error });
      hashCore(core);
      times.push(performance.now() - began);
      if (point.seq !== seq) throw new Error(`recovered to ${point.seq}, not ${seq}`);
    }
    await store.close();
    times.sort((a, b) => a - b);
    const value = medianOf(times);
    printBench({
      name: 'recovery-1m',
      value,
      unit: 'ms',
      min: (times[0] / seq) * 1e6,
      median: (value / seq) * 1e6,
      yardstick: ASKED_MS,
      ratio: value / ASKED_MS,
    });
  } finally {
    await server.stop();
  }
}

/** A site of many accounts, all funded, each with an order in the book. */
async function benchSnapshot(dir: string): Promise<void> {
  const maker = engineMaker('large');
  const core = maker.create(SITE, maker.logicVersion) as EngineCore;
  let seq = 0;
  const apply = (record: Float64Array) => {
    core.events.length = 0;
    core.apply(record, 0, ++seq);
  };
  for (const record of openMarket(ACCOUNTS)) apply(record);
  for (let account = 0; account < ACCOUNTS; account++)
    apply(limitOrder(account, account & 1, account % 16 === 15 ? -20 : 20 + ((account * 7919) % 20_000)));
  const snapshots = new SnapshotStore(join(dir, 'snapshots'));
  await snapshots.prepare(core.snapshotBytes());
  const pauses: number[] = [];
  for (let pass = 0; pass < PASSES * 3; pass++) {
    const began = performance.now();
    snapshots.copy(core);
    pauses.push(performance.now() - began);
  }
  pauses.sort((a, b) => a - b);
  const value = medianOf(pauses);
  printBench({
    name: 'snapshot-pause-100k',
    value,
    unit: 'ms',
    min: pauses[0] * 1e6,
    median: value * 1e6,
    yardstick: PAUSE_ASKED_MS,
    ratio: value / PAUSE_ASKED_MS,
  });
}

const dir = mkdtempSync(join(tmpdir(), 'maru-bench-'));
chmodSync(dir, 0o711);
try {
  await benchRecovery(dir);
  await benchSnapshot(dir);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
