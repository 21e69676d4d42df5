// A beacon that takes its time holds up its own draw and nothing else.
import { CommandKind } from '@maru/engine/wire/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type { Boundaries } from './boundaries.ts';
import type { Draws } from './draws.ts';
import type { LiveRound, OpenRounds } from './open-rounds.ts';
import { emptyRound } from './present-round.ts';
import type { PublicValues } from './public-values.ts';
import { SettleDriver } from './settle-driver.ts';

const NOW = 1_800_000_000_000;
const SITE = 1;
const site = {
  id: SITE,
  code: 'test',
  timeZone: 'Asia/Seoul',
  symbols: ['BINANCE:BTCUSDT'],
  rounds: { options: [{ code: 'P1' }, { code: 'R.5', symbol: 'BINANCE:BTCUSDT' }] },
};

afterEach(() => {
  vi.useRealTimers();
});

it('what was refused is tried again in two seconds, though the clock stands or was set back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let tries = 0;
  const round: LiveRound = { ...emptyRound(1, 5), startAt: NOW - 60_000, endAt: NOW - 50, closesAt: NOW - 65_000 };
  const context = {
    sites: { byId: () => site },
    engine: {
      submit: async () => {
        tries++;
        return { events: new Float64Array(0) };
      },
    },
  } as unknown as AppContext;
  const rounds = { unsettled: () => [{ site: SITE, round }] } as unknown as OpenRounds;
  const boundaries = { last: NOW, find: async () => undefined } as unknown as Boundaries;
  const driver = new SettleDriver(context, rounds, boundaries, {} as Draws, {} as PublicValues);
  for (const [passed, now, expected] of [
    [0, NOW, 1],
    [1_999, NOW + 1_999, 1],
    [1, NOW, 2],
    [2_000, NOW - 30_000, 3],
  ]) {
    vi.advanceTimersByTime(passed);
    await driver.look(now);
    expect(tries).toBe(expected);
  }
});

it('a price round is settled while a draw waits for a beacon that hangs; the draw is asked for once, and waited for at the end', async () => {
  const sent: number[] = [];
  const asked: ((value: undefined) => void)[] = [];
  const round = (option: number): LiveRound => ({
    ...emptyRound(option, 5),
    startAt: NOW - 60_000,
    endAt: NOW - 50,
    closesAt: NOW - 5_000,
  });
  const rounds = { unsettled: () => [0, 1].map((option) => ({ site: SITE, round: open[option] })) } as unknown as OpenRounds;
  const open = [round(0), round(1)];
  const context = {
    sites: { byId: () => site },
    pool: { query: async () => ({ rows: [] }) },
    engine: {
      submit: async (_site: number, record: Float64Array) => {
        sent.push(record[0]);
        return { events: new Float64Array(0) };
      },
    },
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as AppContext;
  const boundaries = { last: NOW, find: async () => undefined } as unknown as Boundaries;
  const values = { of: () => new Promise((resolve) => asked.push(resolve)) } as unknown as PublicValues;
  const driver = new SettleDriver(context, rounds, boundaries, {} as Draws, values);
  await driver.look(NOW);
  await driver.look(NOW + 50);
  await expect.poll(() => asked.length).toBe(1);
  expect(sent).toEqual([CommandKind.SettleRound]);
  let isStopped = false;
  const stopping = driver.stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  asked[0](undefined);
  await stopping;
});
