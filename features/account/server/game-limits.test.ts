// The engine's days of a site are the days of its zone's calendar, told in time and never more often than something changes.
import { apply } from '@maru/engine/apply.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { beginOfDay, endOfDay } from '@maru/engine/rounds/play-day.ts';
import { createState } from '@maru/engine/state.ts';
import { views } from '@maru/engine/views.ts';
import { dayStart, nextDay } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { maru } from '@maru/sites/maru.ts';
import { expect, it } from 'vitest';
import { keepPlayDay } from './game-limits.ts';

const HOUR_MS = 3_600_000;

/** As much of a server as keepPlayDay meets: a clock, and a real engine that counts what it is sent. */
function serverAt(start: number) {
  const state = createState('small');
  const events = new EventBuffer();
  let [now, sent] = [start, 0];
  const engine = {
    query: async (_site: number, view: string, ...args: unknown[]) => views[view](state, ...args),
    submit: async (_site: number, record: Float64Array) => {
      record[1] = now;
      events.clear();
      sent += 1;
      apply(state, record, 0, sent, events);
      return { seq: sent, events: events.words.subarray(0, events.length) };
    },
  };
  const context = { engine, clock: { now: () => now } } as unknown as AppContext;
  const goTo = (time: number) => {
    now = time;
  };
  return { state, context, goTo, sentSoFar: () => sent };
}

it.each([
  ['Asia/Seoul', '2026-03-27T00:00:00Z', 1],
  ['Europe/Berlin', '2026-03-27T00:00:00Z', 2],
  ['Europe/Berlin', '2026-10-23T00:00:00Z', 2],
  ['Atlantic/Azores', '2026-03-27T00:00:00Z', 2],
  ['Australia/Lord_Howe', '2026-10-02T00:00:00Z', 2],
  ['Asia/Beirut', '2026-03-27T00:00:00Z', 2],
  ['Asia/Beirut', '2026-10-22T00:00:00Z', 2],
  ['Atlantic/Azores', '2026-10-23T00:00:00Z', 2],
  ['America/Havana', '2026-10-30T00:00:00Z', 2],
])('%s from %s: every hour of five days ends when its calendar says, told %i times', async (timeZone, from, told) => {
  const start = Date.parse(from);
  const { state, context, goTo, sentSoFar } = serverAt(start);
  for (let time = start; time < start + 120 * HOUR_MS; time += HOUR_MS) {
    goTo(time);
    await keepPlayDay(context, { ...maru, timeZone });
    const day = [beginOfDay(state, time), endOfDay(state, time)];
    expect([new Date(time).toISOString(), ...day]).toEqual([
      new Date(time).toISOString(),
      dayStart(timeZone, time),
      nextDay(timeZone, time),
    ]);
  }
  expect(sentSoFar()).toBe(told);
});
