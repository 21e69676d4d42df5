// Durable commands: 96-byte records through sequencer, journal and engine, 256 in flight, on the embedded and a server PostgreSQL.
import '@maru/kit/server/engine-flags.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandKind } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { systemClock } from '@maru/kit/server/clock.ts';
import type { DatabaseAddress } from '@maru/kit/server/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@maru/kit/server/embedded-postgres.ts';
import { type PostgresPrograms, systemPrograms } from '@maru/kit/server/embedded-postgres-binaries.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { migrate } from '@maru/kit/server/migrate.ts';
import { emptyEngine } from '@maru/kit/server/recovery.ts';
import { type AppliedBatch, Sequencer } from '@maru/kit/server/sequencer.ts';
import { command, limitOrder, openMarket } from './exchange/small-market.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const { OrderPlaced } = EventWord;

const IN_FLIGHT = 256;
const ASKED = 200_000;
const PASS_MS = isSmoke ? 200 : 1_000;
const PASSES = 7;
const ACCOUNTS = 64;
/** Word of a cancel that names its order. */
const ORDER_WORD = 7;

/** Each of the 256 clients places a resting order, then cancels it, without pause. */
async function measureOn(name: string, address: DatabaseAddress): Promise<void> {
  await migrate(address);
  const store = openPostgresJournal(address);
  const maker = engineMaker('medium');
  const site = 1;
  const epoch = await store.takeLease(site, name);
  const start = { ...emptyEngine(site, maker), epoch };
  // Made once: encoding is the gateway's work, which stands on another thread.
  const tickets = Array.from({ length: IN_FLIGHT + 1 }, (_, ticket) => ticket);
  const orders = tickets.map((ticket) => limitOrder(ticket % ACCOUNTS, ticket % 2, 100 + (ticket % 50)));
  const cancels = tickets.map((ticket) => command({ kind: CommandKind.CancelOrder, account: ticket % ACCOUNTS, symbol: 0, orderId: 0 }));
  let done = 0;
  let isOver = false;
  const send = (ticket: number, record: Float64Array) => line.submit(record, 0, record.length, ticket);
  const next = ({ events, replies }: AppliedBatch) => {
    for (let i = 0; i < replies.length; i += 4) {
      const [ticket, from] = [replies[i], replies[i + 2]];
      done++;
      if (isOver) continue;
      if (events[from] === EventKind.OrderPlaced) {
        cancels[ticket][ORDER_WORD] = events[from + OrderPlaced.orderId];
        send(ticket, cancels[ticket]);
      } else send(ticket, orders[ticket]);
    }
  };
  const onRefused = (_tickets: readonly number[], code: string, reason: string) => {
    throw new Error(`${code}: ${reason}`);
  };
  const line = new Sequencer({
    site,
    holder: name,
    store,
    core: start.core,
    clock: systemClock(),
    logicVersion: maker.logicVersion,
    start,
    onApplied: next,
    onRefused,
  });
  for (const record of openMarket(ACCOUNTS)) send(0, record);
  for (let ticket = 1; ticket <= IN_FLIGHT; ticket++) send(ticket, orders[ticket]);
  line.kick();
  const perSecond: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const [before, began] = [done, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, PASS_MS));
    perSecond.push(((done - before) / (performance.now() - began)) * 1000);
  }
  isOver = true;
  await line.drain();
  await store.close();
  const best = perSecond.toSorted((a, b) => b - a);
  const value = medianOf(best);
  printBench({ name, value, unit: 'commands/s', min: 1e6 / best[0], median: 1e6 / value, yardstick: ASKED, ratio: value / ASKED });
}

async function onOwnServer(name: string, programs?: PostgresPrograms): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'maru-bench-'));
  chmodSync(dir, 0o711);
  let server: EmbeddedPostgres | undefined;
  try {
    server = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), programs });
    await measureOn(name, server.address);
  } finally {
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

await onOwnServer('durable-embedded');
const system = systemPrograms();
if (process.env.DATABASE_URL) await measureOn('durable-server', { connectionString: process.env.DATABASE_URL });
else if (system) await onOwnServer('durable-server', system);
else console.log('durable-server needs DATABASE_URL or an installed PostgreSQL: not measured');
