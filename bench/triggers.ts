// 100,000 armed conditional orders over 30 symbols: what a tick costs that reaches none, and what each one costs that is reached.
//
// The trigger part alone: detection and putting in line. What a fired order does then is an order like any other (bench/engine.ts).
import '@maru/kit/server/engine-flags.ts';
import { apply } from '@maru/engine/apply.ts';
import type { Capacity } from '@maru/engine/capacity.ts';
import { type Command, CommandKind, encodeCommand, OrderType } from '@maru/engine/wire/command.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { crossTriggers, workCrossing } from '@maru/engine/futures/cross-triggers.ts';
import { HouseAccount, futuresWallet } from '@maru/engine/ledger/account.ts';
import { LAST, LIVE, MARK, META_CROSSINGS, META_FIRED } from '@maru/engine/layout.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { type EngineState, createState } from '@maru/engine/state.ts';
import { seededRandom } from './order-flow.ts';
import { eachAlone, isSmoke, measure, medianOf, printBench, timeNs } from './report.ts';

const MARK_TICKS = 6_000_000;
const SYMBOLS = 30;
/** Stops lie within 2 % of the mark on prices that people like. */
const REACH = 120_000;
const STEP = 10;

interface Shape {
  name: string;
  triggers: number;
  fires: boolean;
  passes: number;
}

const triggers = isSmoke ? 3000 : 100_000;
const crowd = isSmoke ? 3000 : 10_000;
const shapes: readonly Shape[] = [
  { name: 'trigger-tick-none', triggers, fires: false, passes: isSmoke ? 7 : 60 },
  { name: 'trigger-tick-fired', triggers, fires: true, passes: isSmoke ? 7 : 30 },
  { name: 'trigger-line-longest', triggers: crowd, fires: true, passes: isSmoke ? 2 : 9 },
];

/** A site whose members wait: buy stops above and sell stops below the mark, by mark and by last. */
function armed(shape: Shape, symbols = SYMBOLS): EngineState {
  const accounts = Math.ceil(shape.triggers / (symbols * 10));
  const capacity: Capacity = {
    accounts,
    symbols: SYMBOLS,
    exposures: accounts * SYMBOLS + 64,
    positions: accounts * SYMBOLS * 2 + 2048,
    orders: shape.triggers + 4096,
    levels: shape.triggers + 4096,
    nodes: 131_072,
    requests: 16,
  };
  const s = createState(capacity);
  const e = new EventBuffer();
  const random = seededRandom(7);
  let time = 1;
  const run = (c: Partial<Command> & { kind: number }) => {
    e.clear();
    const record = encodeCommand({ time: time++, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...c } as Command);
    const code = apply(s, record, 0, s.seq + 1, e);
    if (code !== 0) throw new Error(`set-up was refused: ${code}`);
  };
  const spec = encodeInstrument({ ...instrumentOf(listedSymbols[0], { makerFee: 0, takerFee: 0 }), maxOpenInterest: 9e15 });
  const tick = { mark: MARK_TICKS * 100, index: MARK_TICKS * 100, last: MARK_TICKS * 100, valid: 1 };
  for (let symbol = 0; symbol < symbols; symbol++) {
    run({ kind: CommandKind.ListSymbol, symbol, spec });
    for (let k = 0; k < 2; k++) run({ kind: CommandKind.SetMark, symbol, ...tick });
  }
  for (let account = 0; account < accounts; account++) {
    run({ kind: CommandKind.OpenAccount, account });
    run({ kind: CommandKind.Transfer, debit: HouseAccount.External, credit: futuresWallet(account), amount: 1e12, reason: 1 });
  }
  for (let k = 0; k < shape.triggers; k++) {
    // Of a crowd in one symbol all wait above.
    const side = symbols === 1 || random() < 0.5 ? 0 : 1;
    const away = STEP * (1 + Math.floor((random() * REACH) / STEP));
    run({
      kind: CommandKind.PlaceConditional,
      account: Math.floor(k / (symbols * 10)),
      symbol: k % symbols,
      side,
      positionSide: 0,
      type: OrderType.StopLoss,
      selfTrade: 0,
      reduceOnly: false,
      closePosition: false,
      workingType: random() < 0.5 ? 0 : 1,
      priceProtect: false,
      price: 0,
      lots: 10,
      stopPrice: side === 0 ? MARK_TICKS + away : MARK_TICKS - away,
      callbackRate: 0,
      clientOrderId: '',
    });
  }
  return s;
}

/** The trigger part of one SetMark of `symbol`, both prices moving to `ticks`. */
function cross(s: EngineState, e: EventBuffer, symbol: number, ticks: number): void {
  const live = symbol * LIVE;
  const mark = s.live[live + MARK];
  const last = s.live[live + LAST];
  s.live[live + MARK] = ticks * 100;
  s.live[live + LAST] = ticks * 100;
  crossTriggers(s, e, symbol, mark, last, s.time);
}

/** Nanoseconds a tick: thousands of them between the nearest stops, so that the clock itself does not count. */
function benchNone(s: EngineState, e: EventBuffer, passes: number): number[] {
  const ticks = 30_000;
  const results = measure(
    passes,
    () =>
      timeNs(() => {
        for (let k = 0; k < ticks; k++) cross(s, e, k % SYMBOLS, MARK_TICKS + (k & 1) * 5);
      }) / ticks,
  );
  if (s.meta[META_FIRED] !== 0) throw new Error('a tick that should fire none fired');
  return results;
}

/** Nanoseconds a fired order: each pass sweeps one fresh symbol upwards and puts all its buy stops in line. */
function benchFired(s: EngineState, e: EventBuffer, passes: number): number[] {
  let symbol = 0;
  return measure(passes, () => {
    const before = s.meta[META_FIRED];
    const ns = timeNs(() => {
      cross(s, e, symbol, MARK_TICKS + REACH + STEP);
      while (s.meta[META_CROSSINGS] !== 0) workCrossing(s, e);
    });
    symbol = (symbol + 1) % SYMBOLS;
    const fired = s.meta[META_FIRED] - before;
    return fired === 0 ? Number.POSITIVE_INFINITY : ns / fired;
  }).filter(Number.isFinite);
}

/** Milliseconds that the longest command takes while one tick's thousands are put in line: what another member may have to wait for. */
function benchLine(passes: number): void {
  const longest: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const s = armed({ name: 'line', triggers: crowd, fires: true, passes: 1 }, 1);
    const e = new EventBuffer();
    let most = timeNs(() => cross(s, e, 0, MARK_TICKS + REACH + STEP));
    while (s.meta[META_CROSSINGS] !== 0)
      most = Math.max(
        most,
        timeNs(() => void workCrossing(s, e)),
      );
    if (s.meta[META_FIRED] < crowd * 0.9) throw new Error(`only ${s.meta[META_FIRED]} of ${crowd} were put in line`);
    longest.push(most / 1e6);
  }
  longest.sort((a, b) => a - b);
  const value = longest[0];
  printBench({ name: 'trigger-line-longest', value, unit: 'ms', min: value, median: medianOf(longest), yardstick: 1, ratio: 1 / value });
}

function bench(shape: Shape): void {
  if (shape.name === 'trigger-line-longest') {
    benchLine(shape.passes);
    return;
  }
  // A server is warm: the code has seen tens of thousands of them before it counts.
  for (let k = 0; k < 3; k++) benchFired(armed({ ...shape, triggers: triggers / 5 }), new EventBuffer(), SYMBOLS);
  const s = armed(shape);
  const e = new EventBuffer();
  const results = shape.fires ? benchFired(s, e, shape.passes) : benchNone(s, e, shape.passes);
  const value = results[0];
  const unit = shape.fires ? 'ns/fired' : 'ns/tick';
  printBench({ name: shape.name, value, unit, min: value, median: medianOf(results), yardstick: 1000, ratio: 1000 / value });
}

eachAlone(shapes, bench);
