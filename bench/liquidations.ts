// A whole market going down at once: 10,000 members liquidated at one mark, in slices, with others' orders between them.
//
// With the counterparty on, the book and the counterparty take the positions; with it off, deleveraging closes them against 10,000 winners. Judged: time
// of all the commands together, and the longest of them, which is what another member's order may have to wait for.
import '@maru/kit/server/engine-flags.ts';
import { apply } from '@maru/engine/apply.ts';
import type { Capacity } from '@maru/engine/capacity.ts';
import { type Command, CommandKind, encodeCommand, OrderType, Side, TimeInForce } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { HouseAccount, futuresWallet } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { selfCheck } from '@maru/engine/self-check.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '@maru/engine/snapshot.ts';
import { createState, type EngineState } from '@maru/engine/state.ts';
import { isWorkWaiting } from '@maru/engine/work.ts';
import { eachAlone, isSmoke, medianOf, printBench, timeNs } from './report.ts';

const MARK = 6_000_000;
const DOWN = 5_930_000;
const LOTS = 20;
const TOTAL_MS = 200;
const LONGEST_MS = 5;

interface Shape {
  name: string;
  members: number;
  house: boolean;
}
const shapes: readonly Shape[] = isSmoke
  ? [{ name: 'liquidations-300', members: 300, house: true }]
  : [
      { name: 'liquidations-10k', members: 10_000, house: true },
      { name: 'liquidations-10k-adl', members: 10_000, house: false },
    ];

const head = { time: 1, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
const tick = encodeCommand({ ...head, symbol: -1, kind: CommandKind.Tick });
const markOf = (ticks: number) =>
  encodeCommand({ ...head, kind: CommandKind.SetMark, mark: ticks * 100, index: ticks * 100, last: ticks * 100, valid: 1 });

/** Members 0 to n - 1 long at 100x with an order of their own resting, the same number short at 5x against them. */
function populated({ members, house }: Shape): EngineState {
  const capacity: Capacity = {
    accounts: 2 * members + 1,
    symbols: 1,
    exposures: 2 * members + 64,
    positions: (2 * members + 2048) & ~31,
    orders: members + 4096,
    levels: 4096,
    nodes: 1024,
    requests: 16,
  };
  const s = createState(capacity);
  const e = new EventBuffer();
  const run = (c: Partial<Command> & { kind: number }) => {
    e.clear();
    const code = apply(s, encodeCommand({ ...head, ...c } as Command), 0, s.seq + 1, e);
    if (code !== 0) throw new Error(`set-up was refused: ${code}`);
  };
  const spec = { ...instrumentOf(listedSymbols[0], { makerFee: 0, takerFee: 0 }), maxOpenInterest: 0 };
  run({ kind: CommandKind.ListSymbol, spec: encodeInstrument(house ? spec : { ...spec, counterpartyCapLots: 0 }) });
  apply(s, markOf(MARK), 0, s.seq + 1, e);
  const order = (account: number, side: number, price: number, timeInForce: number) =>
    run({
      kind: CommandKind.PlaceOrder,
      account,
      side,
      positionSide: 0,
      type: OrderType.Limit,
      timeInForce,
      selfTrade: 0,
      reduceOnly: false,
      price,
      lots: LOTS,
      slippage: 0,
      clientOrderId: '',
    });
  for (let account = 0; account < 2 * members; account++) {
    const amount = account < members ? 16_000_000 : 400_000_000;
    run({ kind: CommandKind.OpenAccount, account, symbol: -1 });
    run({ kind: CommandKind.Transfer, symbol: -1, debit: HouseAccount.External, credit: futuresWallet(account), amount, reason: 1 });
    run({ kind: CommandKind.SetLeverage, account, leverage: account < members ? 100 : 5 });
  }
  for (let account = 0; account < members; account++) {
    order(account + members, Side.Sell, MARK, TimeInForce.GTX);
    order(account, Side.Buy, MARK, TimeInForce.IOC);
    order(account, Side.Sell, MARK + 50_000 + (account & 255), TimeInForce.GTC);
  }
  if (house) run({ kind: CommandKind.SetLadder, bids: [DOWN - 100, members * 4, DOWN - 200, members * 40], asks: [DOWN + 100, 1] });
  return s;
}

/** Nanoseconds of each command of one collapse: the mark, then Ticks. The same commands in every pass. */
function collapse(bytes: Uint8Array, capacity: Capacity, { members }: Shape): number[] {
  const s = loadSnapshot(bytes, capacity);
  const e = new EventBuffer(8192);
  const times: number[] = [];
  let done = 0;
  for (let record = markOf(DOWN); ; record = tick) {
    e.clear();
    times.push(timeNs(() => apply(s, record, 0, s.seq + 1, e)));
    for (let at = 0; at < e.length; at += EVENT_WORDS) if (e.words[at] === EventKind.LiquidationFinished) done++;
    if (!isWorkWaiting(s)) break;
  }
  const broken = selfCheck(s);
  if (done !== members || broken.length > 0) throw new Error(`${done} of ${members} liquidated: ${broken.join('; ')}`);
  return times;
}

function bench(shape: Shape): void {
  const s = populated(shape);
  const bytes = new Uint8Array(snapshotBytes(s));
  takeSnapshot(s, bytes);
  const passes = Array.from({ length: isSmoke ? 3 : 25 }, () => collapse(bytes, s.capacity, shape));
  // Each command over all passes: what interrupted one of them is not its own cost.
  const commands = passes[0].map((_, k) => passes.map((times) => times[k]).sort((a, b) => a - b));
  const best = commands.map((times) => times[0] * 1e-6);
  const median = commands.map((times) => medianOf(times) * 1e-6);
  const sum = (all: readonly number[]) => all.reduce((total, ms) => total + ms, 0);
  print(`${shape.name}-total`, sum(best), sum(median), TOTAL_MS);
  print(`${shape.name}-longest`, Math.max(...best), Math.max(...median), LONGEST_MS);
}

function print(name: string, min: number, median: number, yardstick: number): void {
  printBench({ name, value: min, unit: 'ms', min, median, yardstick, ratio: yardstick / min });
}

eachAlone(shapes, bench);
