// The real engine without journal or thread, for tests of what reads its facts: commands in, batches of events out.
import { apply } from '@maru/engine/apply.ts';
import { type Command, type CommandFields, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { createState, type EngineState } from '@maru/engine/state.ts';
import { views } from '@maru/engine/views.ts';
import type { EventBatch } from '../engine-port.ts';

export interface EngineRun {
  readonly state: EngineState;
  /** Applies one command as of `time`; answers 0 or the rejection's number. */
  apply(account: number, symbol: number, fields: CommandFields): number;
  advance(ms: number): void;
  /** What happened since the last batch. */
  batch(): EventBatch;
  view<T>(name: string, ...args: unknown[]): T;
}

export function createEngineRun(site = 1): EngineRun {
  const state = createState('small');
  const events = new EventBuffer();
  let commands: number[] = [];
  let firstSeq = 1;
  let time = 1_700_000_000_000;
  return {
    state,
    apply(account, symbol, fields) {
      const record = encodeCommand({ time, account, symbol, keyHi: 0, keyLo: 0, body: 0, ...fields } as Command);
      commands.push(...record);
      return apply(state, record, 0, state.seq + 1, events);
    },
    advance(ms) {
      time += ms;
    },
    batch() {
      const batch = {
        site,
        firstSeq,
        lastSeq: state.seq,
        commands: Float64Array.from(commands),
        events: events.words.slice(0, events.length),
      };
      commands = [];
      firstSeq = state.seq + 1;
      events.clear();
      return batch;
    },
    view: <T>(name: string, ...args: unknown[]) => views[name](state, ...args) as T,
  };
}
