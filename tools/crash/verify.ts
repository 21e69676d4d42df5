// What the journal itself says about a run: every acknowledged order once, every row once, money conserved, snapshots equal.
import { join } from 'node:path';
import pg from 'pg';
import { CommandKind, decodeCommand, recordLength } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { openDatabase } from '@maru/kit/server/database-open.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { hashCore, type ReplayedBatch } from '@maru/kit/server/recovery.ts';
import { replaySite } from '@maru/kit/server/replay-site.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import type { Acked } from './load.ts';

const Head = EventHeadWord;
const { LedgerPosted, OrderPlaced } = EventWord;

export interface Verdict {
  lost: number;
  doubled: number;
  /** Rows of orders that the projections have too many or too few. */
  rowsWrong: number;
  /** Sum of all ledger accounts; double entry keeps it 0. */
  ledgerSum: number;
  hashOk: boolean;
  snapshotsCompared: number;
  seq: number;
}

const SITE = 1;

/** Call with the server stopped. Replays site 1 from its first command; `databaseUrl`: where the rows are in a database of their own. */
export async function verify(dataDir: string, acked: readonly Acked[], databaseUrl?: string): Promise<Verdict> {
  const database = await openDatabase({ databaseUrl, dataDir });
  const store = openPostgresJournal(database.address, { connections: 1, answerTimeoutMs: 60_000 });
  try {
    const orders = new Map<string, number[]>();
    const snapshots = new SnapshotStore(join(dataDir, 'snapshots'));
    const known = new Map(snapshots.list(SITE).map((seq) => [seq, snapshots.read(SITE, seq).head.stateHash]));
    let hashOk = true;
    let snapshotsCompared = 0;
    const balances = new Map<number, number>();
    const places = { snapshotDir: join(dataDir, 'snapshots'), archiveDir: join(dataDir, 'archive') };
    const at = await replaySite(
      { site: SITE, store, maker: engineMaker('medium'), ...places },
      {
        fromBeginning: true,
        each(batch, now) {
          collectOrders(batch, orders);
          collectBalances(batch, balances);
          const expected = known.get(batch.lastSeq);
          if (expected === undefined) return;
          snapshotsCompared++;
          hashOk &&= hashCore(now.core) === expected;
        },
      },
    );
    const ledgerSum = [...balances.values()].reduce((sum, balance) => sum + balance, 0);
    const rowsWrong = await wrongRows(database.address, orders);
    return { ...judge(acked, orders), rowsWrong, ledgerSum, hashOk, snapshotsCompared, seq: at.point.seq };
  } finally {
    await store.close();
    await database.close();
  }
}

/** Client order id -> order numbers accepted under it. */
function collectOrders({ firstSeq, commands, events }: ReplayedBatch, orders: Map<string, number[]>): void {
  const names = new Map<number, string>();
  for (let at = 0, seq = firstSeq; at < commands.length; at += recordLength(commands, at), seq++) {
    if (commands[at] !== CommandKind.PlaceOrder) continue;
    const command = decodeCommand(commands, at);
    if (command.kind === CommandKind.PlaceOrder && command.clientOrderId !== '') names.set(seq, command.clientOrderId);
  }
  for (let at = 0; at < events.length; at += EVENT_WORDS) {
    const name = events[at] === EventKind.OrderPlaced ? names.get(events[at + Head.seq]) : undefined;
    if (name !== undefined) orders.set(name, [...(orders.get(name) ?? []), events[at + OrderPlaced.orderId]]);
  }
}

/** Balance after each posting, by ledger account. */
export function collectBalances({ events }: ReplayedBatch, balances: Map<number, number>): void {
  for (let at = 0; at < events.length; at += EVENT_WORDS) {
    if (events[at] !== EventKind.LedgerPosted) continue;
    balances.set(events[at + LedgerPosted.debit], events[at + LedgerPosted.debitAfter]);
    balances.set(events[at + LedgerPosted.credit], events[at + LedgerPosted.creditAfter]);
  }
}

function judge(acked: readonly Acked[], orders: ReadonlyMap<string, number[]>): { lost: number; doubled: number } {
  const lost = acked.filter(({ clientOrderId, orderId }) => !orders.get(clientOrderId)?.includes(orderId)).length;
  const doubled = [...orders.values()].filter((numbers) => numbers.length > 1).length;
  return { lost, doubled };
}

async function wrongRows(address: pg.ClientConfig, orders: ReadonlyMap<string, number[]>): Promise<number> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT client_order_id AS id, count(*)::int AS n FROM futures_order WHERE site_id = $1 AND client_order_id = ANY($2) GROUP BY 1',
      [SITE, [...orders.keys()]],
    );
    const found = new Map(rows.map((row) => [row.id as string, row.n as number]));
    return [...orders].filter(([name, numbers]) => found.get(name) !== numbers.length).length;
  } finally {
    await client.end();
  }
}
