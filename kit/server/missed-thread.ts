// The thread that looks up what accounts missed: one replay of the site's journal for all who wait, beside everything else, and ends.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { EVENT_WORDS, EventHeadWord } from '@maru/engine/wire/event.ts';
import { engineMaker } from './engine-maker.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import type { ReplayPlaces } from './replay-command.ts';
import { replaySite } from './replay-site.ts';
import { SnapshotStore } from './snapshot-store.ts';

const Head = EventHeadWord;

export interface MissedAsk {
  account: number;
  /** Both included. */
  fromSeq: number;
  untilSeq: number;
}
export interface MissedTask {
  places: ReplayPlaces;
  site: number;
  asks: readonly MissedAsk[];
  /** Commands replayed at most. */
  reach: number;
}
/** Event records by ask; undefined when they lie too far back, or are too many to be worth telling one by one. */
export type MissedResult = { found: (Float64Array | undefined)[] } | { failed: string };

const MAX_EVENTS = 1_000;

async function run({ places, site, asks, reach }: MissedTask): Promise<MissedResult> {
  const { address, snapshotDir, archiveDir, capacity } = places;
  const snapshots = new SnapshotStore(snapshotDir).list(site);
  const startOf = (ask: MissedAsk) => snapshots.find((seq) => seq < ask.fromSeq) ?? 0;
  const near = asks.filter((ask) => ask.untilSeq - startOf(ask) <= reach);
  if (near.length === 0) return { found: asks.map(() => undefined) };
  const collectors = new Map(near.map((ask) => [ask, new Collector(ask)]));
  const byAccount = Map.groupBy(collectors.values(), ({ ask }) => ask.account);
  const store = openPostgresJournal(address, { connections: 1, answerTimeoutMs: 30_000 });
  try {
    await replaySite(
      { site, store, maker: engineMaker(capacity), snapshotDir, archiveDir },
      {
        fromSeq: Math.min(...near.map(startOf)),
        each({ events }) {
          for (let i = 0; i < events.length; i += EVENT_WORDS) {
            for (const collector of byAccount.get(events[i + Head.account]) ?? []) collector.take(events, i);
          }
        },
      },
    );
  } finally {
    await store.close();
  }
  return { found: asks.map((ask) => collectors.get(ask)?.words()) };
}

class Collector {
  readonly ask: MissedAsk;
  readonly #words: number[] = [];

  constructor(ask: MissedAsk) {
    this.ask = ask;
  }

  take(events: Float64Array, at: number): void {
    const seq = events[at + Head.seq];
    if (seq < this.ask.fromSeq || seq > this.ask.untilSeq || this.#words.length > MAX_EVENTS * EVENT_WORDS) return;
    for (let w = 0; w < EVENT_WORDS; w++) this.#words.push(events[at + w]);
  }

  words(): Float64Array | undefined {
    return this.#words.length > MAX_EVENTS * EVENT_WORDS ? undefined : Float64Array.from(this.#words);
  }
}

const task = workerData as MissedTask;
const port = parentPort as MessagePort;
port.postMessage(await run(task).catch((error: unknown): MissedResult => ({ failed: String((error as Error).stack ?? error) })));
