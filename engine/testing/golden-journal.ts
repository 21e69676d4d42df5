// Golden journals: recorded commands of a release and the fingerprint of every event they gave, so that a change of rules is noticed.
//
// A release whose rules differ raises LOGIC_VERSION and records a journal of its own; the old one stays for its own version.
import { apply } from '../apply.ts';
import { recordLength } from '../wire/command.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { hashBytes } from '../state-hash.ts';
import { createState, LOGIC_VERSION } from '../state.ts';
import { SIMULATED_CAPACITY, Simulation } from './simulator.ts';

export interface GoldenJournal {
  logicVersion: number;
  /** Fingerprint of all event words, in order. */
  events: string;
  commands: number;
  records: Float64Array[];
}

const HEADER_LINES = 1;

/** Applies records to an empty engine and fingerprints what it tells. */
export function fingerprint(records: readonly Float64Array[]): string {
  const state = createState(SIMULATED_CAPACITY);
  const sink = new EventBuffer(256);
  let rolling = '0'.repeat(16);
  records.forEach((record, i) => {
    sink.clear();
    apply(state, record, 0, i + 1, sink);
    rolling = hashOnto(rolling, sink.words.subarray(0, sink.length));
  });
  return rolling;
}

/** Hash of the hash so far and the words of one more command. */
function hashOnto(before: string, words: Float64Array): string {
  const all = new Float64Array(words.length + 2);
  all[0] = Number.parseInt(before.slice(0, 8), 16);
  all[1] = Number.parseInt(before.slice(8), 16);
  all.set(words, 2);
  return hashBytes(new Uint8Array(all.buffer), all.byteLength);
}

/** A recorded journal as text: one line of head, then one line of words per command. */
export function recordGolden(seed: number, commands: number): string {
  const run = new Simulation(seed);
  const records: Float64Array[] = [];
  while (records.length < commands) {
    records.push(run.step());
    if (run.failed) throw new Error(`seed ${seed} fails at ${records.length}: nothing to record`);
  }
  const head = `logic ${LOGIC_VERSION} commands ${commands} events ${fingerprint(records)}`;
  return `${[head, ...records.map((record) => record.join(' '))].join('\n')}\n`;
}

export function readGolden(text: string): GoldenJournal {
  const lines = text.trimEnd().split('\n');
  const head = /^logic (\d+) commands (\d+) events ([0-9a-f]{16})$/.exec(lines[0]);
  if (head === null) throw new Error('a golden journal begins with its logic version, its number of commands and their fingerprint');
  const records = lines.slice(HEADER_LINES).map((line) => Float64Array.from(line.split(' '), Number));
  for (const record of records) if (recordLength(record, 0) !== record.length) throw new Error('a record of the golden journal is cut');
  return { logicVersion: Number(head[1]), commands: Number(head[2]), events: head[3], records };
}
