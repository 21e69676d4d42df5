// A sequencer over the tiny engine and a real journal, with promises instead of tickets: what its tests hold in hand.
import { manualClock } from '../clock.ts';
import type { EngineCore } from '../engine-core.ts';
import type { JournalStore } from '../journal/journal-store.ts';
import { GENESIS } from '../journal/journal-entry.ts';
import { type AppliedBatch, Sequencer, type SequencerOptions, type SequencerState } from '../sequencer.ts';
import { addRecord, tinyMaker } from './tiny-engine.ts';

export interface Line {
  sequencer: Sequencer;
  core: EngineCore;
  clock: ReturnType<typeof manualClock>;
  batches: AppliedBatch[];
  states: SequencerState[];
  /** Resolves to the total told, rejects with the refusal's code. */
  add(account: number, amount: number, more?: Parameters<typeof addRecord>[2]): Promise<number>;
}

export async function openLine(store: JournalStore, site: number, holder: string, options: Partial<SequencerOptions> = {}): Promise<Line> {
  const waiting = new Map<number, { resolve(total: number): void; reject(error: Error): void }>();
  const core = options.core ?? (tinyMaker().create(site, 1) as EngineCore);
  const clock = manualClock(1_000);
  const batches: AppliedBatch[] = [];
  const states: SequencerState[] = [];
  const epoch = await store.takeLease(site, holder);
  const sequencer = new Sequencer({
    site,
    holder,
    store,
    core,
    clock,
    logicVersion: 1,
    start: { epoch, point: GENESIS, facts: 0 },
    retryMs: 20,
    onApplied(batch) {
      batches.push(batch);
      for (let i = 0; i < batch.replies.length; i += 4) waiting.get(batch.replies[i])?.resolve(batch.events[batch.replies[i + 2] + 6]);
    },
    onRefused(tickets, code, reason) {
      for (const ticket of tickets) waiting.get(ticket)?.reject(Object.assign(new Error(`${code}: ${reason}`), { code }));
    },
    onState: (state) => states.push(state),
    ...options,
  });
  let ticket = 0;
  const add: Line['add'] = (account, amount, more) =>
    new Promise<number>((resolve, reject) => {
      waiting.set(++ticket, { resolve, reject });
      const record = addRecord(account, amount, more);
      sequencer.submit(record, 0, record.length, ticket);
      sequencer.kick();
    });
  return { sequencer, core, clock, batches, states, add };
}
