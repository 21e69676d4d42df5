// The server's time under a machine's clock that leaps (ADR 0048): it neither goes back nor stands still nor jumps with it.
import { expect, test } from 'vitest';
import { OperatorFault } from './operator-fault.ts';
import { clockOf, createServerTime } from './server-time.ts';
import { DAY_MS } from '../contract/calendar.ts';

const START = Date.UTC(2026, 10, 23, 12);
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, DAY_MS];

/** A machine whose clocks the test moves; `floor` as createServerTime takes it. */
function machineAt({
  floor = 0,
  isAheadAccepted = false,
  wall = START,
}: {
  floor?: number;
  isAheadAccepted?: boolean;
  wall?: number;
} = {}) {
  let [steady, asleep, ahead] = [5_000, 0, 0];
  const told: string[] = [];
  const machine = { wall: () => wall + steady - 5_000 + asleep + ahead, steady: () => steady, awakeAndAsleep: () => steady + asleep };
  const time = createServerTime({ floor, isAheadAccepted, machine, tell: (word) => told.push(word) });
  return {
    time,
    told,
    steady: machine.steady,
    /** The wall's hands alone. */
    leap: (ms: number) => (ahead += ms),
    sleep: (ms: number) => (asleep += ms),
    /** Looks as the server does, and answers what passed by its time, while it never went back. */
    pass(ms: number): number {
      const from = time.now();
      let last = from;
      for (let done = 0; done < ms; done += 100) {
        steady += 100;
        time.look();
        expect(time.now()).toBeGreaterThanOrEqual(last);
        last = time.now();
      }
      return last - from;
    },
    off: () => time.now() - machine.wall(),
  };
}

test('what a time server corrects is followed: ahead at once, back by going slower, never standing', () => {
  const m = machineAt();
  m.leap(1_500);
  m.time.look();
  expect(m.off()).toBe(0);
  m.leap(-1_500);
  expect(m.pass(10 * SECOND)).toBe(9 * SECOND);
  m.pass(5 * SECOND);
  expect(m.off()).toBe(0);
  expect(m.told).toEqual([]);
});

test.each([
  ['an hour ahead', HOUR + MINUTE],
  ['a day ahead', DAY],
  ['an hour back', -HOUR - MINUTE],
  ['a day back', -DAY],
])('a leap of %s is not followed while the server runs; put right, nothing has happened', (_, by) => {
  const m = machineAt();
  m.leap(by);
  expect(m.pass(30 * MINUTE)).toBe(30 * MINUTE);
  expect(m.told).toEqual(['leapt']);
  expect(m.time.state()).toEqual({ kind: 'leapt', off: by, isFollowedLater: false });
  m.leap(-by);
  m.pass(SECOND);
  expect(m.told).toEqual(['leapt', 'right']);
  expect([m.off(), m.time.state()]).toEqual([0, { kind: 'right' }]);
});

test('a leap of minutes that is put right within ten minutes is not followed; one that stays is', () => {
  const m = machineAt();
  m.leap(20 * MINUTE);
  expect(m.pass(9 * MINUTE)).toBe(9 * MINUTE);
  m.leap(-20 * MINUTE);
  m.pass(SECOND);
  m.leap(20 * MINUTE);
  m.pass(9 * MINUTE);
  expect(m.told).toEqual(['leapt', 'right', 'leapt']);
  m.pass(2 * MINUTE);
  expect(m.told.at(-1)).toBe('followed');
  expect(m.off()).toBe(0);
});

test('set back by minutes and believed, time goes a tenth slower until the wall has caught up', () => {
  const m = machineAt();
  m.leap(-3 * MINUTE);
  expect(m.pass(10 * MINUTE)).toBe(10 * MINUTE);
  m.pass(SECOND);
  expect(m.told).toEqual(['leapt', 'slower']);
  expect(m.pass(10 * MINUTE)).toBe(9 * MINUTE);
  expect(m.time.state().kind).toBe('waiting');
  m.pass(21 * MINUTE);
  expect(m.told).toEqual(['leapt', 'slower', 'right']);
  expect(m.off()).toBe(0);
});

test('a clock that leaps again while it is waited for is a leap of its own', () => {
  const m = machineAt();
  m.leap(-3 * MINUTE);
  m.pass(11 * MINUTE);
  m.leap(-DAY);
  expect(m.pass(MINUTE)).toBe(MINUTE);
  expect(m.told).toEqual(['leapt', 'slower', 'leapt']);
});

test('a machine that slept is followed at once, for however long', () => {
  const m = machineAt();
  m.sleep(9 * HOUR);
  m.pass(SECOND);
  expect([m.told, m.off()]).toEqual([['slept'], 0]);
  // Sleep counts once: the next leap is none.
  m.leap(9 * HOUR);
  m.pass(SECOND);
  expect(m.told).toEqual(['slept', 'leapt']);
});

test('after a restart time begins above what the run before has seen, and waits for the clock', () => {
  const m = machineAt({ floor: START + 2 * MINUTE });
  expect(m.time.now()).toBe(START + 2 * MINUTE + 1);
  expect(m.told).toEqual(['slower']);
  expect(m.pass(10 * MINUTE)).toBe(9 * MINUTE);
});

test('a clock more than an hour before what is recorded refuses the start, unless the operator says that it is right', () => {
  const far = { floor: START + DAY };
  expect(() => machineAt(far)).toThrow(OperatorFault);
  expect(() => machineAt(far)).toThrow(/이 기계의 시계는 2026-11-23T12:00:00.000Z.*\n.*already recorded up to 2026-11-24T12:00:00.000Z/);
  const m = machineAt({ ...far, isAheadAccepted: true });
  expect(m.time.now()).toBe(START + DAY + 1);
  expect(m.pass(10 * MINUTE)).toBe(9 * MINUTE);
  expect(m.time.state().kind).toBe('waiting');
});

test('every thread reads the same time', () => {
  const m = machineAt();
  const other = clockOf(m.time.cell, m.steady);
  m.leap(1_200);
  m.pass(SECOND);
  expect(other.now()).toBe(m.time.now());
});
