// The server's time, one for all its threads: it goes on with the machine's steady clock and follows the clock on the wall, but no leap of it.
//
// A clock that is set by hand, by a battery that died or by a time server's first answer must not end a day of limits, pass over rounds
// or stand still for as long as it was set back (ADR 0048).
import { uptime } from 'node:os';
import type { Clock } from './clock.ts';
import { OperatorFault } from './operator-fault.ts';

/** What the machine says, ms. */
export interface MachineClocks {
  /** Since 1970; may be set at any moment. */
  wall(): number;
  /** Since some moment, never set; stands still while the machine sleeps. */
  steady(): number;
  /** As `steady`, sleep included. */
  awakeAndAsleep(): number;
}

const steadyMs = () => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds * 1e-6;
};

export const machineClocks: MachineClocks = { wall: () => Date.now(), steady: steadyMs, awakeAndAsleep: () => uptime() * 1000 };

/** Differences up to this are followed at once: what a time server corrects, and a busy machine's reading of two clocks. */
export const FOLLOWED_MS = 2_000;
/** A larger one is followed after it stood for so long; until then somebody may put the clock right. */
export const BELIEVED_AFTER_MS = 10 * 60_000;
/** One beyond this is not followed while the server runs, nor opened with where the clock stands before what is written. */
export const NEVER_FOLLOWED_MS = 60 * 60_000;
/** Set back, time goes on slower by this part until the wall has caught up: it never stands and never goes back. */
const SLOWER_BY = 0.1;
const SLEPT_MS = 1_000;

/** `off`: ms that the machine's clock stands ahead of the server's time (behind: negative). */
export type ClockState =
  | { kind: 'right' }
  | { kind: 'leapt'; off: number; isFollowedLater: boolean }
  /** Set back and believed: time goes slower. */
  | { kind: 'waiting'; off: number };

export type ClockWord = 'leapt' | 'followed' | 'slower' | 'right' | 'slept';

export interface ServerTime extends Clock {
  /** For `clockOf` in other threads. */
  readonly cell: SharedArrayBuffer;
  /** Compares with the machine's clock; call ten times a second. */
  look(): void;
  state(): ClockState;
}

/** Time of another thread's ServerTime. */
export function clockOf(cell: SharedArrayBuffer, steady = steadyMs): Clock {
  const offset = new Float64Array(cell);
  let last = 0;
  return {
    now() {
      const t = Math.floor(steady() + offset[0]);
      if (t > last) last = t;
      return last;
    },
  };
}

export interface ServerTimeParts {
  /** ms that a run before is known to have seen; time begins above it. */
  floor: number;
  /** The machine's clock is right although it stands before the floor. */
  isAheadAccepted?: boolean;
  tell?(word: ClockWord, off: number): void;
  machine?: MachineClocks;
}

/** Throws OperatorFault where the machine's clock stands more than an hour before the floor: it is wrong now, or was wrong then. */
export function createServerTime(parts: ServerTimeParts): ServerTime {
  const { floor, isAheadAccepted = false, tell = () => {}, machine = machineClocks } = parts;
  if (!isAheadAccepted) refuseEarly(floor, machine.wall());
  const cell = new SharedArrayBuffer(8);
  const offset = new Float64Array(cell);
  let at = machine.steady();
  let slept = machine.awakeAndAsleep() - at;
  offset[0] = Math.max(machine.wall(), floor + 1) - at;
  const { now } = clockOf(cell, machine.steady);
  let leap: { off: number; since: number } | undefined;
  /** How far the machine's clock is behind while it is waited for. */
  let waiting: number | undefined;
  const behind = machine.wall() - (at + offset[0]);
  // What a run before has seen is no leap of this one: it is waited for from the beginning.
  if (behind < -FOLLOWED_MS) wait(behind);

  function look(): void {
    const passed = machine.steady() - at;
    at += passed;
    const off = machine.wall() - (at + offset[0]);
    if (Math.abs(off) <= FOLLOWED_MS) return settle(off, passed);
    if (waiting !== undefined && Math.abs(off - waiting) <= FOLLOWED_MS) return slowDown(off, passed);
    waiting = undefined;
    if (isSleep(off)) return follow('slept', off);
    if (leap === undefined || Math.abs(off - leap.off) > FOLLOWED_MS) {
      leap = { off, since: at };
      tell('leapt', off);
    } else if (Math.abs(off) <= NEVER_FOLLOWED_MS && at - leap.since >= BELIEVED_AFTER_MS) {
      if (off > 0) follow('followed', off);
      else wait(off);
    }
  }

  /** As good as right: what is ahead is followed at once. */
  function settle(off: number, passed: number): void {
    if (leap !== undefined || waiting !== undefined) tell('right', off);
    leap = undefined;
    waiting = undefined;
    if (off >= 0) offset[0] += off;
    // The wall tells whole ms: what is less than one ahead of them is what it rounded away.
    else if (off <= -1) slowDown(off, passed);
  }

  function wait(off: number): void {
    leap = undefined;
    waiting = off;
    tell('slower', off);
  }

  function slowDown(off: number, passed: number): void {
    const back = Math.min(-off, passed * SLOWER_BY);
    offset[0] -= back;
    if (waiting !== undefined) waiting = off + back;
  }

  function follow(word: ClockWord, off: number): void {
    leap = undefined;
    offset[0] += off;
    tell(word, off);
  }

  /** Whether the machine slept for just as long as its clock went ahead. */
  function isSleep(off: number): boolean {
    const asleep = machine.awakeAndAsleep() - at - slept;
    if (asleep < SLEPT_MS || Math.abs(off - asleep) > FOLLOWED_MS) return false;
    slept += asleep;
    return true;
  }

  return {
    cell,
    look,
    now,
    state() {
      const off = machine.wall() - (machine.steady() + offset[0]);
      if (leap !== undefined) return { kind: 'leapt', off, isFollowedLater: Math.abs(off) <= NEVER_FOLLOWED_MS };
      return waiting === undefined ? { kind: 'right' } : { kind: 'waiting', off };
    },
  };
}

function refuseEarly(floor: number, wall: number): void {
  if (floor - wall <= NEVER_FOLLOWED_MS) return;
  const [clock, seen] = [new Date(wall).toISOString(), new Date(floor).toISOString()];
  throw new OperatorFault(
    `이 기계의 시계는 ${clock}인데 이 설치는 이미 ${seen}까지 기록했습니다. 시계를 바로 맞춘 뒤 다시 시작하세요. 시계가 맞고 예전에 앞서 있었다면 MARU_CLOCK_AHEAD=accept로 시작하세요: ` +
      '서버 시각은 기록된 곳부터 이어지고, 시계가 따라올 때까지 조금 느리게 갑니다.',
    `this machine's clock says ${clock}, and this installation has already recorded up to ${seen}: set the clock right and start again. If the ` +
      'clock is right now and was ahead then, start with MARU_CLOCK_AHEAD=accept: time goes on from what is recorded, a little slower ' +
      'until the clock has caught up.',
  );
}
