// What liquidations took of positions, from rows and from what is heard: every fee once, and none kept for good.
import { EVENT_WORDS, EventKind, LiquidationStage } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Clearances, createClearances } from './clearances.ts';

const SITE = 1;
const HOUR = 3_600_000;
let hear: (batch: EventBatch) => void;
/** The last command known to be applied, and whether the rows have come that far. */
let applied: number;
let isThere: boolean;
let rows: { id: number; fee: number }[];
let asked: number[];
let taken: Clearances;

beforeEach(() => {
  vi.useFakeTimers();
  [applied, isThere, rows, asked] = [0, true, [], []];
  taken = createClearances({
    engine: { onBatch: (listener: typeof hear) => (hear = listener), status: () => [{ site: SITE, seq: applied, ready: true }] },
    projections: { waitFor: async () => isThere },
    pool: { query: async (_text: string, [, until]: [number, number]) => (asked.push(until), { rows }) },
    log: { warn: () => {} },
  } as unknown as Parameters<typeof createClearances>[0]);
});
afterEach(() => {
  taken.stop();
  vi.useRealTimers();
});

/** A command's events: kind, then words 6 on. */
function happens(seq: number, time: number, ...records: number[][]): void {
  const events = new Float64Array(records.length * EVENT_WORDS);
  records.forEach(([kind, ...words], i) => events.set([kind, seq, i, time, 0, 0, ...words], i * EVENT_WORDS));
  hear({ site: SITE, firstSeq: seq, lastSeq: seq, commands: new Float64Array(), events });
  applied = seq;
}
const step = (positionId: number, fee: number) => [EventKind.LiquidationStep, LiquidationStage.SteppedDown, positionId, 5, 100, fee];
const closed = (positionId: number) => [EventKind.PositionClosed, positionId];
const finished = (positionId: number, fee: number) => [EventKind.LiquidationFinished, positionId, fee];

it('what was heard before the rows were read counts once, whether the rows know it or not', async () => {
  happens(7, 0, step(5, 30));
  const opening = taken.open(SITE);
  happens(8, 0, step(5, 4));
  // The rows are asked for what was up to 7 alone.
  rows = [{ id: 5, fee: 130 }];
  await opening;
  happens(9, 0, step(5, 1), step(6, 2));
  await taken.open(SITE);
  expect([asked, taken.of(SITE, 5), taken.of(SITE, 6), taken.of(SITE, 7), taken.of(2, 5)]).toEqual([[7], 135, 2, 0, 0]);
});

it('rows that are behind are asked again, and what is heard counts meanwhile', async () => {
  isThere = false;
  await taken.open(SITE);
  happens(8, 0, step(5, 4));
  expect(taken.of(SITE, 5)).toBe(4);
  [isThere, rows] = [true, [{ id: 5, fee: 34 }]];
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked, taken.of(SITE, 5)]).toEqual([[8], 34]);
});

it('the last fee of a liquidation comes after its position ended, and is known while that is told; then it is forgotten', async () => {
  await taken.open(SITE);
  happens(1, HOUR, step(5, 30), step(6, 30), closed(5), finished(5, 7), closed(8), finished(8, 9));
  expect([5, 6, 8].map((id) => taken.of(SITE, id))).toEqual([37, 30, 9]);
  happens(2, HOUR + 59_000, closed(4));
  expect([5, 6, 8].map((id) => taken.of(SITE, id))).toEqual([37, 30, 9]);
  happens(3, HOUR + 61_000, closed(6));
  expect([5, 6, 8].map((id) => taken.of(SITE, id))).toEqual([0, 30, 0]);
});

it('a position whose sale in the book saved its scope goes on, though another scope of its account ends by the same command', async () => {
  await taken.open(SITE);
  const sold = [EventKind.LiquidationStep, LiquidationStage.ClosedInBook, 5, 50, 100, 0];
  const safe = [EventKind.LiquidationStep, LiquidationStage.Safe, 5, 0, 0, 4];
  happens(1, HOUR, [EventKind.LiquidationStarted, 0], sold, safe, [EventKind.LiquidationStarted, 8], closed(8), finished(8, 0));
  happens(2, HOUR + 61_000, closed(6));
  happens(3, HOUR + 122_000, step(5, 3));
  expect(taken.of(SITE, 5)).toBe(7);
});
