// Snapshots that former releases wrote, as files: converted, they are what the journal makes from its beginning under the present rules.
//
// Each was written by a checkout of its release out of that release's golden journal: rules 11 (before transfers to
// members), 10 (before quotes), 9 (before coin custody)
// and 8 (before assets) after half of it, rules 6 (an older layout) at its end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { apply } from '../apply.ts';
import { selfCheck } from '../self-check.ts';
import { loadSnapshot, SNAPSHOT_SCHEMA, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { stateHash } from '../state-hash.ts';
import { createState, type EngineState, LOGIC_VERSION } from '../state.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { readGolden } from './golden-journal.ts';
import { SIMULATED_CAPACITY } from './simulator.ts';

const read = (...names: string[]) => readFileSync(join(import.meta.dirname, ...names));
const snapshot = (rules: number) => Uint8Array.from(gunzipSync(read('former', `rules-${rules}.snapshot.gz`)));
/** Schema and rules that wrote it, and how far it was. */
const headOf = (bytes: Uint8Array) => [...new Float64Array(bytes.buffer, 0, 4)].slice(1);

function bytesOf(s: EngineState): Uint8Array {
  const bytes = new Uint8Array(snapshotBytes(s));
  takeSnapshot(s, bytes);
  return bytes;
}

function goOn(s: EngineState, records: readonly Float64Array[]): Float64Array {
  const events = new EventBuffer(256);
  for (const record of records) apply(s, record, 0, s.seq + 1, events);
  return events.words.slice(0, events.length);
}

/** With the fingerprint that its own release gave it. */
const formers = [
  { rules: 8, journal: 'release-0.8.txt', written: 'cb1e79376a5587e0', before: 'the ledger had assets' },
  { rules: 9, journal: 'release-0.9.txt', written: 'cf14db98715629fa', before: 'the ledger had coin custody' },
  { rules: 10, journal: 'release-0.10.txt', written: 'ddaec3f5539cf5af', before: 'conversions had quotes' },
  { rules: 11, journal: 'release-0.11.txt', written: 'ed56e79b2ead81f9', before: 'members could transfer to one another' },
];

describe.each(formers)('a snapshot of rules $rules, from before $before', ({ rules, journal, written: WRITTEN }) => {
  const { records } = readGolden(read('golden', journal).toString());
  const half = records.length / 2;

  it('is one: written by those rules, with nothing of the present ones in it', () => {
    expect(headOf(snapshot(rules))).toEqual([SNAPSHOT_SCHEMA, rules, half]);
    expect(LOGIC_VERSION).toBeGreaterThan(rules);
  });

  it('converted, has the hash of the journal replayed from its beginning, and goes on to the same events and state', () => {
    const converted = loadSnapshot(snapshot(rules));
    const replayed = createState(SIMULATED_CAPACITY);
    goOn(replayed, records.slice(0, half));
    expect([stateHash(converted), stateHash(replayed)]).toEqual([WRITTEN, WRITTEN]);
    expect(headOf(bytesOf(converted))).toEqual([SNAPSHOT_SCHEMA, LOGIC_VERSION, half]);
    const rest = records.slice(half);
    expect(goOn(converted, rest)).toEqual(goOn(replayed, rest));
    expect(stateHash(converted)).toBe(stateHash(replayed));
    expect(stateHash(converted)).not.toBe(WRITTEN);
    expect(selfCheck(converted)).toEqual([]);
  });

  it('holds the money that it held: one altered balance is another hash, and no longer sums to nothing', () => {
    const altered = loadSnapshot(snapshot(rules));
    altered.ledger[3] += 1;
    expect(stateHash(altered)).not.toBe(WRITTEN);
    expect(selfCheck(altered)).toEqual([expect.stringContaining('I1')]);
  });
});

it('a snapshot of rules 6, of an older layout, is converted once: written anew and loaded it stays what it is, and adds up', () => {
  const [schema, rules] = headOf(snapshot(6));
  expect([schema < SNAPSHOT_SCHEMA, rules]).toEqual([true, 6]);
  const converted = loadSnapshot(snapshot(6));
  const again = loadSnapshot(bytesOf(converted));
  expect(stateHash(again)).toBe(stateHash(converted));
  expect(headOf(bytesOf(again)).slice(0, 2)).toEqual([SNAPSHOT_SCHEMA, LOGIC_VERSION]);
  expect(selfCheck(converted)).toEqual([]);
});
