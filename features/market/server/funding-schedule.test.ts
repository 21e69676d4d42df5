// Who asks the engine to settle funding: once per site and symbol, again while it cannot, never what is done already.
import { CommandKind, decodeCommand, type Command } from '@maru/engine/command.ts';
import { EventBuffer, emitRejected } from '@maru/engine/event-buffer.ts';
import { Reject } from '@maru/engine/reject.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ClosedFunding } from './funding-samples.ts';
import { FundingSchedule } from './funding-schedule.ts';

const T = 1_795_075_200_000;
const ended: ClosedFunding = { fundingTime: T, rate: 10_000, basis: 'samples', samples: 5_760 };
const world = {
  now: T,
  closed: new Map<string, ClosedFunding>(),
  /** Reject code of the next answers, 0 = accepted. */
  answers: [] as number[],
  lastTime: 0,
  sent: [] as { site: number; command: Command }[],
  logged: [] as string[],
};
let schedule: FundingSchedule;

/** The engine port as far as funding uses it, over a scripted engine: what it is asked is what is tested. */
function opened(): FundingSchedule {
  return new FundingSchedule({
    engine: {
      query: <R>() => Promise.resolve([{ symbol: 0, lastTime: world.lastTime, lastRate: 0, running: false }] as R),
      submit(site, record) {
        world.sent.push({ site, command: decodeCommand(record) });
        const events = new EventBuffer(4);
        const code = world.answers.shift() ?? 0;
        if (code !== 0) emitRejected(events, -1, 0, code, 0, 0);
        return Promise.resolve({ seq: world.sent.length, events: events.words.slice(0, events.length) });
      },
    },
    sites: () => [
      { id: 1, symbols: ['BINANCE:BTCUSDT', 'PYTH:XAUUSD'] },
      { id: 2, symbols: ['BINANCE:BTCUSDT'] },
    ],
    closed: (symbol) => world.closed.get(symbol),
    now: () => world.now,
    log: (message) => world.logged.push(message),
  });
}

beforeEach(() => {
  Object.assign(world, { now: T, closed: new Map(), answers: [], lastTime: 0, sent: [], logged: [] });
  schedule = opened();
});

describe('8.5 the schedule', () => {
  test('each site is asked once for each symbol whose interval ended', async () => {
    await schedule.look();
    expect(world.sent).toEqual([]);
    world.closed.set('BINANCE:BTCUSDT', ended);
    await schedule.look();
    await schedule.look();
    expect(world.sent.map(({ site, command }) => [site, command.kind, command.symbol])).toEqual([
      [1, CommandKind.SettleFunding, 0],
      [2, CommandKind.SettleFunding, 0],
    ]);
    expect(world.sent[0].command).toMatchObject({ rate: 10_000, fundingTime: T });
  });

  test('while the mark is not confirmed it asks again, ever more seldom', async () => {
    world.closed.set('PYTH:XAUUSD', ended);
    world.answers = [Reject.MARK_NOT_CONFIRMED, Reject.MARK_NOT_CONFIRMED];
    for (const second of [0, 0.5, 1, 2, 3, 4, 60]) {
      world.now = T + second * 1000;
      await schedule.look();
    }
    expect(world.sent).toHaveLength(3);
  });

  test('a closed market is charged nothing and not asked again', async () => {
    world.closed.set('PYTH:XAUUSD', ended);
    world.answers = [Reject.MARKET_CLOSED];
    for (let k = 0; k < 3; k++) {
      world.now += 10_000;
      await schedule.look();
    }
    expect(world.sent).toHaveLength(1);
  });

  test('16: what was settled before a restart is not asked again', async () => {
    world.lastTime = T;
    world.closed.set('BINANCE:BTCUSDT', ended);
    await schedule.look();
    expect(world.sent).toEqual([]);
  });

  test('D-16: a rate of 0 for want of samples is said once', async () => {
    world.closed.set('PYTH:XAUUSD', { ...ended, rate: 0, basis: 'thin', samples: 3 });
    await schedule.look();
    await schedule.look();
    expect(world.logged.filter((m) => m.startsWith('fewer than half'))).toHaveLength(1);
    expect(world.sent).toHaveLength(1);
  });
});
