// Who asks the engine to settle funding: once per site and symbol, again while it cannot, never what is done already. A real engine answers.
import { apply } from '@maru/engine/apply.ts';
import { type Command, CommandKind, decodeCommand, encodeCommand, SwitchBit } from '@maru/engine/wire/command.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { createState, type EngineState } from '@maru/engine/state.ts';
import { fundingView } from '@maru/engine/view-risk.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ClosedFunding } from './funding-samples.ts';
import { FundingSchedule } from './funding-schedule.ts';

const T = 1_795_075_200_000;
const ended: ClosedFunding = { fundingTime: T, rate: 10_000, basis: 'samples', samples: 5_760 };
const sites = [
  { id: 1, symbols: ['BINANCE:BTCUSDT', 'PYTH:XAUUSD'] },
  { id: 2, symbols: ['BINANCE:BTCUSDT'] },
];
const head = { time: 0, account: -1, keyHi: 0, keyLo: 0, body: 0 };

let now: number;
let engines: Map<number, EngineState>;
let closed: Map<string, ClosedFunding>;
let asked: { site: number; command: Command }[];
let logged: string[];
let schedule: FundingSchedule;

function send(site: number, record: Float64Array): Float64Array {
  const state = engines.get(site) as EngineState;
  const events = new EventBuffer(8);
  record[1] = now;
  apply(state, record, 0, state.seq + 1, events);
  return events.words.slice(0, events.length);
}
const mark = (site: number, symbol: number, price: number, valid = 1) =>
  send(site, encodeCommand({ ...head, symbol, kind: CommandKind.SetMark, mark: price, index: price, last: price, valid }));

/** As after a start of the server: nothing is remembered, the engines stand where they stood. */
function started(): FundingSchedule {
  return new FundingSchedule({
    engine: {
      query: <R>(site: number) => Promise.resolve(fundingView(engines.get(site) as EngineState) as R),
      submit(site, record) {
        asked.push({ site, command: decodeCommand(record) });
        return Promise.resolve({ seq: 0, events: send(site, record) });
      },
    },
    sites: () => sites,
    closed: (symbol) => closed.get(symbol),
    now: () => now,
    log: (message) => logged.push(message),
  });
}

beforeEach(() => {
  now = T;
  engines = new Map();
  closed = new Map();
  asked = [];
  logged = [];
  for (const { id, symbols } of sites) {
    engines.set(id, createState('small'));
    for (const [symbol, name] of symbols.entries()) {
      const spec = encodeInstrument(instrumentOf(symbolNamed(name), { makerFee: 0, takerFee: 0 }));
      send(id, encodeCommand({ ...head, symbol, kind: CommandKind.ListSymbol, spec }));
      mark(id, symbol, 600_000);
    }
  }
  schedule = started();
});

describe('8.5 the schedule', () => {
  test('each site is asked once for each symbol whose interval ended', async () => {
    await schedule.look();
    expect(asked).toEqual([]);
    closed.set('BINANCE:BTCUSDT', ended);
    await schedule.look();
    await schedule.look();
    expect(asked.map(({ site, command }) => [site, command.kind, command.symbol])).toEqual([
      [1, CommandKind.SettleFunding, 0],
      [2, CommandKind.SettleFunding, 0],
    ]);
    expect(fundingView(engines.get(1) as EngineState)[0]).toMatchObject({ lastTime: T, lastRate: 10_000 });
  });

  test('while the mark is not confirmed it asks again, ever more seldom, and settles when it is', async () => {
    closed.set('PYTH:XAUUSD', ended);
    mark(1, 1, 600_000, 0);
    for (const second of [0, 0.5, 1, 2]) {
      now = T + second * 1000;
      await schedule.look();
    }
    expect(asked).toHaveLength(2);
    mark(1, 1, 600_000);
    for (const second of [2.5, 3, 4, 60]) {
      now = T + second * 1000;
      if (second === 3) mark(1, 1, 600_000);
      await schedule.look();
    }
    expect(asked).toHaveLength(3);
    expect(fundingView(engines.get(1) as EngineState)[1]).toMatchObject({ lastTime: T });
  });

  test('a closed market is charged nothing and not asked again', async () => {
    closed.set('PYTH:XAUUSD', ended);
    send(1, encodeCommand({ ...head, symbol: 1, kind: CommandKind.SetSwitch, bits: SwitchBit.MarketClosed }));
    for (let k = 0; k < 3; k++) {
      now += 10_000;
      await schedule.look();
    }
    expect(asked).toHaveLength(1);
    expect(fundingView(engines.get(1) as EngineState)[1]).toMatchObject({ lastTime: 0 });
  });

  test('16: what was settled before a restart is not asked again', async () => {
    closed.set('BINANCE:BTCUSDT', ended);
    await schedule.look();
    schedule = started();
    asked = [];
    await schedule.look();
    expect(asked).toEqual([]);
  });

  test('D-16: a rate of 0 for want of samples needs no price and is said once', async () => {
    closed.set('PYTH:XAUUSD', { ...ended, rate: 0, basis: 'thin', samples: 3 });
    mark(1, 1, 600_000, 0);
    await schedule.look();
    await schedule.look();
    expect(logged.filter((m) => m.startsWith('fewer than half'))).toHaveLength(1);
    expect(asked).toHaveLength(1);
    expect(fundingView(engines.get(1) as EngineState)[1]).toMatchObject({ lastTime: T, lastRate: 0 });
  });
});
