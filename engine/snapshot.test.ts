// A snapshot is the state: the same bytes from the loaded one, the same future, whatever the capacity class; foreign bytes are refused.
import { describe, expect, it } from 'vitest';
import { apply } from './apply.ts';
import { capacityClasses } from './capacity.ts';
import { EVENT_WORDS, EventKind } from './wire/event.ts';
import { EventBuffer } from './wire/event-buffer.ts';
import { Reject } from './reject.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from './snapshot.ts';
import { stateHash } from './state-hash.ts';
import { type EngineState, createState } from './state.ts';
import { SIMULATED_CAPACITY, Simulation } from './testing/simulator.ts';

function copyOf(s: EngineState): Uint8Array {
  const bytes = new Uint8Array(snapshotBytes(s));
  expect(takeSnapshot(s, bytes)).toBe(bytes.length);
  return bytes;
}

function replay(s: EngineState, records: readonly Float64Array[], firstSeq: number): EventBuffer {
  const events = new EventBuffer();
  records.forEach((record, k) => apply(s, record, 0, firstSeq + k, events));
  return events;
}

/** Where the events of the first command that the room had no place for begin; the end when there is none. */
function firstFull({ words, length }: EventBuffer): { seq: number; at: number } {
  for (let at = 0; at < length; at += EVENT_WORDS)
    if (words[at] === EventKind.CommandRejected && words[at + 6] === Reject.CAPACITY_FULL) return { seq: words[at + 1], at };
  return { seq: Number.POSITIVE_INFINITY, at: length };
}

describe('snapshot', () => {
  it.each([11, 12, 13])(
    'seed %i: loaded in the middle, and into larger classes, the rest of the journal gives the same events and state',
    (seed) => {
      const run = new Simulation(seed);
      for (let k = 0; k < 600; k++) run.step();
      const bytes = copyOf(run.state);
      const larger = { ...SIMULATED_CAPACITY, accounts: 700, exposures: 900, positions: 2048, orders: 9000, requests: 80_000 };
      const loaded = [loadSnapshot(bytes), loadSnapshot(bytes, larger)];
      for (const s of loaded) expect(stateHash(s)).toBe(stateHash(run.state));
      expect(copyOf(loaded[0])).toEqual(bytes);
      const from = run.seq + 1;
      const rest: Float64Array[] = [];
      for (let k = 0; k < 400; k++) rest.push(run.step());
      const same = replay(loaded[0], rest, from);
      expect(stateHash(loaded[0])).toBe(stateHash(run.state));
      // Where the small capacity is full the larger one goes on: they are the same up to there.
      const full = firstFull(same);
      const grown = replay(loaded[1], rest.slice(0, full.seq - from), from);
      expect(grown.words.subarray(0, grown.length)).toEqual(same.words.subarray(0, full.at));
      if (full.at === same.length) expect(stateHash(loaded[1])).toBe(stateHash(run.state));
    },
  );

  it('one changed amount changes the hash', () => {
    const s = createState('small');
    const before = stateHash(s);
    s.ledger[3] += 1;
    expect(stateHash(s)).not.toBe(before);
  });

  it('torn, foreign and newer bytes, and a class too small, are refused', () => {
    const run = new Simulation(14);
    for (let k = 0; k < 200; k++) run.step();
    const bytes = copyOf(run.state);
    const changed = (word: number, value: number) => {
      const copy = bytes.slice();
      new Float64Array(copy.buffer)[word] = value;
      return copy;
    };
    expect(() => loadSnapshot(bytes.slice(0, 100))).toThrow('shorter');
    expect(() => loadSnapshot(bytes.slice(0, bytes.length - 4096))).toThrow(RangeError);
    expect(() => loadSnapshot(changed(0, 7))).toThrow('not a snapshot');
    expect(() => loadSnapshot(changed(1, 99))).toThrow('schema 99');
    expect(() => loadSnapshot(bytes, { ...SIMULATED_CAPACITY, exposures: 2 })).toThrow(RangeError);
  });

  it('an idle site of the small class holds at most 2 MB', () => {
    const s = createState('small');
    const seen = new Set<ArrayBufferLike>();
    const collect = (o: object) => {
      for (const value of Object.values(o)) {
        if (ArrayBuffer.isView(value)) seen.add(value.buffer);
        else if (value !== null && typeof value === 'object' && !Array.isArray(value)) collect(value);
      }
    };
    collect(s);
    let bytes = 0;
    for (const buffer of seen) bytes += buffer.byteLength;
    expect(seen.size).toBeGreaterThan(30);
    expect(bytes).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(capacityClasses.medium.accounts).toBeGreaterThan(capacityClasses.small.accounts);
  });
});
