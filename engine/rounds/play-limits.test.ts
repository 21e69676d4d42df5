// A member's own limits and the days they count by: each waits for itself, and a day is as long as the site's clocks make it (ADR 0024).
import { beforeEach, describe, expect, test } from 'vitest';
import { CommandKind } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import { META_ACCOUNTS, META_REQUEST_COUNT } from '../layout.ts';
import { LIMITS, PLAY, PLAY_DAY, PLAY_DAY_END, PLAY_DAY_FIRST } from '../layout-rounds.ts';
import { loadSnapshot, SNAPSHOT_HEAD_BYTES, SNAPSHOT_SCHEMA, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { REQUEST } from '../state.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { bet, DURATION, openRounds } from '../testing/round-steps.ts';
import { beginOfDay, endOfDay } from './play-day.ts';
import { playDayView, playLimitsView } from './views.ts';
import { DAY_MS } from '../time.ts';
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Before a boundary, and before its cut-off. */
const LAST_BETS = 15_000;
let exchange: TestExchange;
beforeEach(() => {
  exchange = openRounds();
});
const asItIs = { dayLoss: -1, dayStake: -1, dayPlayMs: -1, dayOffsetMs: -1 };
const limits = (change: object) => ({ kind: CommandKind.SetPlayLimits, account: 0, symbol: -1, ...asItIs, ...change });
const site = (dayOffsetMs: number, change?: { at: number; byMs: number }) =>
  limits({ account: -1, dayOffsetMs, ...(change && { change }) });
const goTo = (time: number) => {
  exchange.time = time;
  exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
};
const pass = (ms: number) => goTo(exchange.time + ms);
const own = () => playLimitsView(exchange.state, 0);
const stake = (amount: number) =>
  exchange.refusal(exchange.send(bet({ ordinal: Math.floor(exchange.time / DURATION) + 1, stake: amount })));

describe('three limits, three waits', () => {
  test('a raised stake limit neither delays nor hastens a loss limit that waits', () => {
    exchange.accept(limits({ dayLoss: 100, dayStake: 500, dayPlayMs: 5 * MINUTE_MS }));
    const lossFrom = exchange.time + DAY_MS;
    exchange.accept(limits({ dayLoss: 200 }));
    pass(6 * HOUR_MS);
    const stakeFrom = exchange.time + DAY_MS;
    exchange.accept(limits({ dayStake: 900 }));
    expect(own()).toMatchObject({ dayLoss: 100, pendingLoss: 200, lossFrom, dayStake: 500, pendingStake: 900, stakeFrom, playFrom: 0 });
    goTo(lossFrom);
    expect(own()).toMatchObject({ dayLoss: 200, lossFrom: 0, dayStake: 500, pendingStake: 900, stakeFrom });
    // What has come to hold is the one that the next request is measured by.
    exchange.accept(limits({ dayPlayMs: 0 }));
    expect(own()).toMatchObject({ dayLoss: 200, lossFrom: 0, stakeFrom, dayPlayMs: 5 * MINUTE_MS, playFrom: exchange.time + DAY_MS });
    goTo(stakeFrom);
    expect(own()).toMatchObject({ dayLoss: 200, dayStake: 900, stakeFrom: 0, dayPlayMs: 5 * MINUTE_MS });
    pass(DAY_MS);
    expect(own()).toMatchObject({ dayLoss: 200, dayStake: 900, dayPlayMs: 0, playFrom: 0 });
  });

  test('asking for less of what is to come keeps its time, for more begins it anew, for what holds takes it back', () => {
    exchange.accept(limits({ dayStake: 300 }));
    const from = exchange.time + DAY_MS;
    exchange.accept(limits({ dayStake: 900 }));
    pass(HOUR_MS);
    exchange.accept(limits({ dayStake: 700 }));
    expect(own()).toMatchObject({ dayStake: 300, pendingStake: 700, stakeFrom: from });
    exchange.accept(limits({ dayStake: 0 }));
    expect(own()).toMatchObject({ dayStake: 300, pendingStake: 0, stakeFrom: exchange.time + DAY_MS });
    exchange.accept(limits({ dayStake: 300 }));
    expect(own()).toMatchObject({ dayStake: 300, pendingStake: 0, stakeFrom: 0 });
    pass(2 * DAY_MS);
    expect(own()).toMatchObject({ dayStake: 300 });
  });

  test('each is told with its own time, and a member’s limits carry no day of the site', () => {
    exchange.accept(limits({ dayLoss: 100 }));
    const [told] = exchange.accept(limits({ dayLoss: 0, dayStake: 50 }));
    const waits = { pendingLoss: 0, lossFrom: exchange.time + DAY_MS, stakeFrom: 0, playFrom: 0 };
    expect(told).toMatchObject({ kind: EventKind.PlayLimitsSet, dayLoss: 100, dayStake: 50, ...waits });
    expect(exchange.refusal(exchange.send(limits({ dayLoss: 5, change: { at: 1, byMs: 0 } })))).toBe('PARAM_MALFORMED');
  });
});

/** Midnight, for `zone`, as its own calendar shows it. */
const wallOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  return (at: number) => Date.parse(`${format.format(at).replace(', ', 'T')}Z`);
};

describe('days where clocks change', () => {
  /** Forward, back, by half an hour, at midnight itself, over the date line of offsets, and never. */
  test.each([
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Asia/Beirut', '2026-03-29'],
    ['Asia/Beirut', '2026-10-25'],
    ['Atlantic/Azores', '2026-03-29'],
    ['America/Santiago', '2026-04-05'],
    ['Asia/Seoul', '2026-03-29'],
  ])('%s around %s: every half hour of four days belongs to the day its calendar shows', (zone, date) => {
    const wall = wallOf(zone);
    const noon = Date.parse(`${date}T12:00:00Z`);
    const offsetAt = (at: number) => wall(at) - at;
    const [first, last] = [noon - 3 * DAY_MS, noon + 3 * DAY_MS];
    let at = first;
    while (at < last && offsetAt(at) === offsetAt(first)) at += MINUTE_MS * 30;
    const change = at < last ? { at, byMs: offsetAt(last) - offsetAt(first) } : undefined;
    exchange.accept(site((offsetAt(first) + DAY_MS) % DAY_MS, change));
    const dateOf = (time: number) => Math.floor(wall(time) / DAY_MS);
    const lengths = new Set<number>();
    for (let time = noon - 2 * DAY_MS; time < noon + 2 * DAY_MS; time += MINUTE_MS * 30) {
      const [begin, end] = [beginOfDay(exchange.state, time), endOfDay(exchange.state, time)];
      expect([begin <= time, time < end]).toEqual([true, true]);
      expect([begin - 1, begin, time, end - 1, end].map((each) => dateOf(each) - dateOf(time))).toEqual([-1, 0, 0, 0, 1]);
      lengths.add((end - begin) / HOUR_MS);
    }
    expect([...lengths].sort()).toEqual([...new Set([24, 24 - (change?.byMs ?? 0) / HOUR_MS])].sort());
  });

  test('a day of 23 hours: play counts up to the new midnight and not a minute longer', () => {
    const midnight = Math.ceil(exchange.time / DAY_MS) * DAY_MS;
    exchange.accept(site(0, { at: midnight + 2 * HOUR_MS, byMs: HOUR_MS }));
    exchange.accept(limits({ dayPlayMs: 5 * MINUTE_MS }));
    goTo(midnight + HOUR_MS);
    expect(stake(100)).toBeUndefined();
    expect(playDayView(exchange.state)).toMatchObject({ changeByMs: HOUR_MS, nextDayAt: midnight + 23 * HOUR_MS });
    goTo(midnight + 23 * HOUR_MS - LAST_BETS);
    expect(stake(10)).toBe('OWN_TIME_LIMIT');
    pass(LAST_BETS);
    expect(stake(100)).toBeUndefined();
    goTo(midnight + 47 * HOUR_MS - LAST_BETS);
    expect(stake(10)).toBe('OWN_TIME_LIMIT');
    pass(LAST_BETS);
    expect(stake(100)).toBeUndefined();
  });

  test('a day of 25 hours has no hour of its own at its end', () => {
    const midnight = Math.ceil(exchange.time / DAY_MS) * DAY_MS;
    exchange.accept(site(0, { at: midnight + 3 * HOUR_MS, byMs: 0 - HOUR_MS }));
    exchange.accept(limits({ dayPlayMs: 5 * MINUTE_MS }));
    goTo(midnight + HOUR_MS);
    expect(stake(100)).toBeUndefined();
    goTo(midnight + 25 * HOUR_MS - LAST_BETS);
    expect(stake(10)).toBe('OWN_TIME_LIMIT');
    pass(LAST_BETS);
    expect(stake(100)).toBeUndefined();
  });

  test('a day that has begun ends as it was to, wherever the site moves its days', () => {
    exchange.accept(limits({ dayStake: 100 }));
    expect(stake(100)).toBeUndefined();
    const { nextDayAt } = playDayView(exchange.state);
    exchange.accept(site(DAY_MS - (exchange.time % DAY_MS) - MINUTE_MS));
    pass(2 * MINUTE_MS);
    expect(stake(10)).toBe('OWN_STAKE_LIMIT');
    goTo(nextDayAt);
    expect(stake(100)).toBeUndefined();
  });

  test('what was staked before a day ended is never given back to the next one, wherever the site moved its days', () => {
    const midnight = Math.ceil(exchange.time / DAY_MS) * DAY_MS;
    exchange.accept(site(0));
    goTo(midnight - 3 * MINUTE_MS);
    expect(stake(100)).toBeUndefined();
    exchange.accept(site(HOUR_MS));
    goTo(midnight);
    expect(stake(30)).toBeUndefined();
    expect(own()).toMatchObject({ stakedToday: 30 });
    // The first one is void: its settlement did not come within ten minutes.
    goTo(midnight + 9 * MINUTE_MS);
    expect(own()).toMatchObject({ waiting: 30, stakedToday: 30 });
  });

  test.each([
    ['half a change', { at: 0, byMs: HOUR_MS }],
    ['more than clocks change', { at: 1, byMs: DAY_MS }],
    ['a broken instant', { at: 1.5, byMs: 0 }],
  ])('%s is refused', (_, change) => {
    expect(exchange.refusal(exchange.send(site(0, change)))).toBe('PARAM_MALFORMED');
  });
});

test('a snapshot of the rules before there were own limits: days that ran go on, and nobody has a limit', () => {
  expect(stake(100)).toBeUndefined();
  const { play } = exchange.state.rounds;
  // What stood there then were other words.
  play.fill(7, PLAY_DAY_END, PLAY);
  const loaded = loadSnapshot(ofRules6(exchange));
  expect([...loaded.rounds.play.subarray(PLAY_DAY, PLAY_DAY_FIRST + 1)]).toEqual([play[PLAY_DAY], 100, 0, play[PLAY_DAY] + DAY_MS, 0]);
  expect(loaded.rounds.play[PLAY + PLAY_DAY_END]).toBe(0);
  expect(playLimitsView(loaded, 0)).toMatchObject({ dayLoss: 0, dayStake: 0, dayPlayMs: 0, stakedToday: 100 });
  const unreleased = ofRules6(exchange);
  new Float64Array(unreleased.buffer)[2] = 7;
  expect(() => loadSnapshot(unreleased)).toThrow('schema 3 of rules 7');
});

/** The present snapshot without its last section, the limits: schema 3, as release 0.6 wrote it. */
function ofRules6({ state }: TestExchange): Uint8Array {
  const bytes = new Uint8Array(snapshotBytes(state));
  const end = takeSnapshot(state, bytes) - state.meta.byteLength - state.meta[META_REQUEST_COUNT] * REQUEST * 8;
  const words = state.meta[META_ACCOUNTS] * LIMITS;
  const head = new Float64Array(bytes.buffer, 0, SNAPSHOT_HEAD_BYTES / 8);
  expect([head[1], head[head.findLastIndex((size) => size !== 0)]]).toEqual([SNAPSHOT_SCHEMA, words]);
  head[head.findLastIndex((size) => size !== 0)] = 0;
  head.set([3, 6], 1);
  const old = new Uint8Array(bytes.length - words * 8);
  old.set(bytes.subarray(0, end - words * 8));
  old.set(bytes.subarray(end), end - words * 8);
  return old;
}
