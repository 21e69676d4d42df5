// The smallest engine that can be wrong: adds word 7 to an account, tells the new total. For tests of the plumbing.
import { EVENT_WORDS } from '@maru/engine/event.ts';
import type { EngineCore, EngineMaker } from '../engine-core.ts';

const ACCOUNTS = 1024;
/** Amount at which the tiny engine throws, as a fault of a real one would. */
export const FAULT_AMOUNT = 666;

/** Versions are plain numbers here: each multiplies amounts by itself, so that the wrong rules show. */
export function tinyMaker(logicVersion = 1, snapshotSchema = 1): EngineMaker {
  const knows = (version: number) => version === logicVersion;
  return {
    logicVersion,
    snapshotSchema,
    rules: (version) => version,
    create: (_site, version) => (knows(version) ? tinyCore(new Float64Array(ACCOUNTS), version) : undefined),
    load: (_site, bytes, _schema, version) => tinyCore(new Float64Array(bytes.slice().buffer), version),
    larger: () => undefined,
    adapt(_site, core, from, to) {
      if (!knows(to) || from > to) return undefined;
      const bytes = new Uint8Array(core.snapshotBytes());
      core.copyOut(bytes);
      return tinyCore(new Float64Array(bytes.buffer), to);
    },
  };
}

/** Total that the tiny engine calls broken when it checks itself. */
export const BROKEN_TOTAL = 777;

function tinyCore(totals: Float64Array, logicVersion: number): EngineCore {
  const events = { words: new Float64Array(4096), length: 0 };
  return {
    events,
    apply(words, offset, seq) {
      const account = words[offset + 2];
      if (words[offset + 7] === FAULT_AMOUNT) throw new Error('the number of the beast');
      totals[account] += words[offset + 7] * logicVersion;
      if (events.length + EVENT_WORDS > events.words.length) {
        const larger = new Float64Array(events.words.length * 2);
        larger.set(events.words);
        events.words = larger;
      }
      events.words.fill(0, events.length, events.length + EVENT_WORDS);
      events.words.set([1, seq, 0, words[offset + 1], account, 0, totals[account]], events.length);
      events.length += EVENT_WORDS;
    },
    isNearlyFull: () => false,
    selfCheck: () => (totals.filter((total) => total === BROKEN_TOTAL).length > 0 ? ['a total is the broken one'] : []),
    snapshotBytes: () => totals.byteLength,
    copyOut(into) {
      into.set(new Uint8Array(totals.buffer));
      return totals.byteLength;
    },
    query: (view, [account]) => {
      if (view !== 'total') throw new Error(`no view ${view}`);
      return totals[account as number];
    },
  };
}

/** A record that adds `amount` to `account`. */
export function addRecord(account: number, amount: number): Float64Array {
  const words = new Float64Array(12);
  words[0] = 15;
  words[2] = account;
  words[7] = amount;
  return words;
}
