// One mark tick: every position of the symbol valued anew, its account's equity and margins moved, every scope in danger found.
//
// Spread: 100,000 and 1,000,000 positions over 30 symbols, one symbol ticks. All in one: the same numbers in the symbol that ticks.
import '@maru/kit/server/engine-flags.ts';
import type { Capacity } from '@maru/engine/capacity.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { type Command, CommandKind, HEADER_WORDS, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { HouseAccount, futuresWallet } from '@maru/engine/ledger/account.ts';
import { apply } from '@maru/engine/apply.ts';
import { type EngineState, createState } from '@maru/engine/state.ts';
import { seededRandom } from './order-flow.ts';
import { eachAlone, isSmoke, measure, medianOf, printBench, timeNs } from './report.ts';

const MARK = 600_000_000;
/** Positions valued in all; each tick is timed by itself, so that the best ones are those that no other job interrupted. */
const VALUED = isSmoke ? 1_000_000 : 40_000_000;

interface Shape {
  name: string;
  positions: number;
  symbols: number;
  /** Microseconds a tick, or nanoseconds a position, that the issue asks for. */
  asked: number;
  unit: 'us/tick' | 'ns/position';
}

const shapes: readonly Shape[] = isSmoke
  ? [{ name: 'mark-tick-3k-spread', positions: 3000, symbols: 30, asked: 1, unit: 'us/tick' }]
  : [
      { name: 'mark-tick-100k-spread', positions: 100_000, symbols: 30, asked: 30, unit: 'us/tick' },
      { name: 'mark-tick-1m-spread', positions: 1_000_000, symbols: 30, asked: 300, unit: 'us/tick' },
      { name: 'mark-tick-100k-one', positions: 100_000, symbols: 1, asked: 4, unit: 'ns/position' },
      { name: 'mark-tick-1m-one', positions: 1_000_000, symbols: 1, asked: 4, unit: 'ns/position' },
    ];

/** A site whose accounts all hold positions, bought from the counterparty's ladder by market orders. */
function populated(shape: Shape): { s: EngineState; e: EventBuffer } {
  const accounts = Math.ceil(shape.positions / shape.symbols);
  const capacity: Capacity = {
    accounts,
    symbols: shape.symbols,
    exposures: shape.positions + 64,
    positions: (shape.positions + 2048) & ~31,
    orders: 4096,
    levels: 1024,
    nodes: 1024,
    requests: 16,
  };
  const s = createState(capacity);
  const e = new EventBuffer();
  const random = seededRandom(5);
  const run = (c: Partial<Command> & { kind: number }) => {
    e.clear();
    const code = apply(
      s,
      encodeCommand({ time: 1, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...c } as Command),
      0,
      s.seq + 1,
      e,
    );
    if (code !== 0) throw new Error(`set-up was refused: ${code}`);
  };
  const spec = {
    ...instrumentOf(listedSymbols[0], { makerFee: 0, takerFee: 0 }),
    minNotional: 0,
    counterpartyCapLots: 1e12,
    maxOpenInterest: 9e15,
  };
  const lots = 1e10;
  for (let symbol = 0; symbol < shape.symbols; symbol++) {
    run({ kind: CommandKind.ListSymbol, symbol, spec: encodeInstrument(spec) });
    run({ kind: CommandKind.SetMark, symbol, mark: MARK, index: MARK, last: MARK, valid: 1 });
    run({ kind: CommandKind.SetLadder, symbol, bids: [5_999_999, lots], asks: [6_000_001, lots] });
  }
  for (let account = 0; account < accounts; account++) {
    run({ kind: CommandKind.OpenAccount, account });
    run({
      kind: CommandKind.Transfer,
      debit: HouseAccount.External,
      credit: futuresWallet(account),
      amount: shape.symbols === 1 ? 5e9 : 1e11,
      reason: 1,
    });
    for (let symbol = 0; symbol < shape.symbols && account * shape.symbols + symbol < shape.positions; symbol++) {
      const side = random() < 0.5 ? 0 : 1;
      run({
        kind: CommandKind.PlaceOrder,
        account,
        symbol,
        side,
        positionSide: 0,
        type: 1,
        timeInForce: 1,
        selfTrade: 0,
        reduceOnly: false,
        price: 0,
        lots: 1 + Math.floor(random() * 500),
        slippage: 0,
        clientOrderId: '',
      });
    }
  }
  return { s, e };
}

function bench(shape: Shape): void {
  const { s, e } = populated(shape);
  const marks = Array.from({ length: 2 }, (_, k) =>
    encodeCommand({
      time: 1,
      account: -1,
      symbol: 0,
      keyHi: 0,
      keyLo: 0,
      body: 0,
      kind: CommandKind.SetMark,
      mark: MARK + k * 1234,
      index: MARK,
      last: MARK,
      valid: 1,
    }),
  );
  const words = new Float64Array(HEADER_WORDS);
  let seq = s.seq;
  const inSymbol = Math.ceil(shape.positions / shape.symbols);
  const ticks = Math.max(15, Math.ceil(VALUED / inSymbol));
  const results = measure(ticks, () => {
    words.set(marks[seq & 1]);
    e.clear();
    return timeNs(() => apply(s, words, 0, ++seq, e));
  });
  const scale = shape.unit === 'us/tick' ? 1 / 1000 : 1 / inSymbol;
  printBench({
    name: shape.name,
    value: results[0] * scale,
    unit: shape.unit,
    min: results[0] * scale,
    median: medianOf(results) * scale,
    yardstick: shape.asked,
    ratio: shape.asked / (results[0] * scale),
  });
}

eachAlone(shapes, bench);
