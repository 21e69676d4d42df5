// The smallest engine that can be wrong: adds word 7 to an account, tells the new total. For tests of the plumbing.
//
// Word 8 leaves slices of work to later Ticks (account -1), word 9 sets a time at which a Tick adds one to ALARM.
import { CommandKind } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS } from '@maru/engine/wire/event.ts';
import type { EngineCore, EngineMaker } from '../engine-core.ts';

const ACCOUNTS = 1024;
/** Accounts of its own: slices that wait, slices done, when the alarm rings (0 = never), how often it rang. */
export const WAITING = 1020;
export const DONE = 1021;
const ALARM_AT = 1022;
export const ALARM = 1023;
/** Amount at which the tiny engine throws, as a fault of a real one would. */
export const FAULT_AMOUNT = 666;

/** An alarm set to this is always due and never rings. */
export const STUCK = 1;

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
  const dueAt = () => (totals[WAITING] > 0 ? 0 : totals[ALARM_AT] || Number.POSITIVE_INFINITY);
  /** Answers whose total the Tick changed, -1 for none. */
  const tick = (now: number) => {
    const [from, to] = totals[WAITING] > 0 ? [WAITING, DONE] : [ALARM_AT, ALARM];
    if (dueAt() > now || totals[ALARM_AT] === STUCK) return -1;
    totals[from] = from === WAITING ? totals[WAITING] - 1 : 0;
    totals[to] += 1;
    return to;
  };
  const add = (words: Float64Array, offset: number) => {
    const account = words[offset + 2];
    totals[account] += words[offset + 7] * logicVersion;
    totals[WAITING] += words[offset + 8];
    if (words[offset + 9] > 0) totals[ALARM_AT] = words[offset + 9];
    return account;
  };
  return {
    events,
    dueAt,
    apply(words, offset, seq) {
      if (words[offset + 7] === FAULT_AMOUNT) throw new Error('the number of the beast');
      const account = words[offset + 2] === -1 ? tick(words[offset + 1]) : add(words, offset);
      if (account === -1) return;
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

/** A record that adds `amount` to `account`, and may leave slices of work and set the alarm. */
export function addRecord(account: number, amount: number, { slices = 0, alarmAt = 0 } = {}): Float64Array {
  const words = new Float64Array(12);
  words[0] = CommandKind.Tick;
  words[2] = account;
  words[7] = amount;
  words[8] = slices;
  words[9] = alarmAt;
  return words;
}
