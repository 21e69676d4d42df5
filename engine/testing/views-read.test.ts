// A view reads: whatever is asked of a state, however, the state stays as it is, or a replay would not end where the engine stood.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apply } from '../apply.ts';
import { META_ACCOUNTS, META_SYMBOLS } from '../layout.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { stateHash } from '../state-hash.ts';
import { createState, type EngineState } from '../state.ts';
import { views } from '../views.ts';
import { readGolden } from './golden-journal.ts';
import { SIMULATED_CAPACITY } from './simulator.ts';

const folder = join(import.meta.dirname, 'golden');
const [newest] = readdirSync(folder)
  .map((file) => readGolden(readFileSync(join(folder, file), 'utf8')))
  .toSorted((a, b) => b.logicVersion - a.logicVersion);
const MOMENTS = 6;

/** Arguments as calls send them, and as nobody should: numbers that are there and not there, and lists of them. */
function argumentsOf(s: EngineState): unknown[][] {
  const accounts = [0, 1, 2, s.meta[META_ACCOUNTS] - 1, 1_000_000];
  const symbols = [0, s.meta[META_SYMBOLS] - 1, -1];
  const plain = accounts.flatMap((account) => symbols.map((symbol) => [account, symbol, 0, 0, 0]));
  const keys = [
    [1, 1],
    [7, 9],
  ];
  return [
    [],
    ...plain,
    ...accounts.map((account) => [account, keys, 5]),
    [accounts],
    [[0, 3, 4]],
    ...accounts.map((at) => [at, 1, 60_000, 1, 1]),
  ];
}

test('no view changes a bit of the state, at any moment of the newest golden journal', () => {
  const state = createState(SIMULATED_CAPACITY);
  const sink = new EventBuffer(256);
  const every = Math.floor(newest.records.length / MOMENTS);
  const changed: string[] = [];
  let answered = 0;
  newest.records.forEach((record, i) => {
    sink.clear();
    apply(state, record, 0, i + 1, sink);
    if ((i + 1) % every !== 0) return;
    const before = stateHash(state);
    for (const [name, view] of Object.entries(views)) {
      for (const args of argumentsOf(state)) {
        try {
          view(state, ...args);
          answered++;
        } catch {
          // What a view refuses it must leave alone as well.
        }
      }
      if (stateHash(state) !== before) changed.push(`${name} after ${i + 1}`);
    }
  });
  expect(answered).toBeGreaterThan(1_000);
  expect(changed).toEqual([]);
});
