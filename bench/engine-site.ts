// A site as benches of the engine alone make it: symbols, funded accounts, and an order flow as command records.
import { apply } from '@maru/engine/apply.ts';
import type { Capacity } from '@maru/engine/capacity.ts';
import {
  type Command,
  CommandHeadWord,
  CommandKind,
  CommandWord,
  HEADER_WORDS,
  OrderType,
  TimeInForce,
  encodeCommand,
  packOrderFlags,
} from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { HouseAccount, futuresWallet } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { type EngineState, createState } from '@maru/engine/state.ts';
import { ADD, CANCEL, CROSS, type OrderFlow } from './order-flow.ts';

const CommandHead = CommandHeadWord;
const { PlaceOrder } = CommandWord;
const { OrderFilled, OrderPlaced } = EventWord;

const MARK = 600_000_000;
/** Events are handed over and the buffer cleared once per this many commands, as a flush does. */
export const FLUSH = 256;

export interface Shape {
  name: string;
  books: number;
  accounts: number;
  resting: number;
  capacity: Capacity;
  /** Commands a second that the issue asks for. */
  asked: number;
}

const small = { levels: 65_536, nodes: 32_768, orders: 131_072, requests: 1024 };
export const shapes: readonly Shape[] = [
  {
    name: 'engine-1-book',
    books: 1,
    accounts: 1000,
    resting: 10_000,
    asked: 5_000_000,
    capacity: { accounts: 1024, symbols: 1, exposures: 2048, positions: 2048, ...small },
  },
  {
    name: 'engine-200-books',
    books: 200,
    accounts: 20_000,
    resting: 10_000,
    asked: 2_500_000,
    capacity: { accounts: 20_480, symbols: 200, exposures: 786_432, positions: 786_432, ...small },
  },
];

/** A command record as the gateway makes it. */
export function record(c: Partial<Command> & { kind: number }): Float64Array {
  return encodeCommand({ time: 1, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...c } as Command);
}

/** Records of the flow; cancels get their order id from a first run, as clients get it from the answer to their add. */
export function recordsOf(flow: OrderFlow, shape: Shape): Float64Array {
  const n = flow.kinds.length;
  const words = new Float64Array(n * HEADER_WORDS);
  const owners = new Int32Array(flow.adds);
  const flags = (side: number, tif: number) =>
    packOrderFlags({ side, positionSide: 0, type: OrderType.Limit, timeInForce: tif, selfTrade: 0, reduceOnly: false });
  for (let k = 0; k < n; k++) {
    const at = k * HEADER_WORDS;
    const kind = flow.kinds[k];
    words[at] = kind === CANCEL ? CommandKind.CancelOrder : CommandKind.PlaceOrder;
    words[at + CommandHead.time] = 1;
    words[at + CommandHead.account] = kind === CANCEL ? owners[flow.orders[k]] : flow.accounts[k];
    words[at + CommandHead.symbol] = flow.books[k];
    if (kind === ADD) owners[flow.orders[k]] = flow.accounts[k];
    if (kind === CANCEL) continue;
    words[at + PlaceOrder.price] = flow.prices[k];
    words[at + PlaceOrder.lots] = flow.lots[k];
    words[at + PlaceOrder.flags] = flags(flow.sides[k], kind === CROSS ? TimeInForce.IOC : TimeInForce.GTC);
  }
  const s = prepared(shape);
  const e = new EventBuffer();
  const ids = new Float64Array(flow.adds);
  for (let k = 0; k < n; k++) {
    if (flow.kinds[k] === CANCEL) words[k * HEADER_WORDS + 7] = ids[flow.orders[k]];
    e.clear();
    apply(s, words, k * HEADER_WORDS, s.seq + 1, e);
    if (flow.kinds[k] === ADD && e.words[0] === EventKind.OrderPlaced) ids[flow.orders[k]] = e.words[OrderPlaced.orderId];
  }
  return words;
}

/** A site with its symbols listed and marked, and every account funded. */
export function prepared(shape: Shape): EngineState {
  const s = createState(shape.capacity);
  const e = new EventBuffer();
  const run = (words: Float64Array) => {
    e.clear();
    if (apply(s, words, 0, s.seq + 1, e) !== 0) throw new Error('set-up was refused');
  };
  const spec = encodeInstrument({ ...instrumentOf(listedSymbols[0], { makerFee: 20_000, takerFee: 40_000 }), minNotional: 0 });
  for (let symbol = 0; symbol < shape.books; symbol++) {
    run(record({ kind: CommandKind.ListSymbol, symbol, spec }));
    run(record({ kind: CommandKind.SetMark, symbol, mark: MARK, index: MARK, last: MARK, valid: 1 }));
  }
  for (let account = 0; account < shape.accounts; account++) {
    run(record({ kind: CommandKind.OpenAccount, account }));
    run(
      record({
        kind: CommandKind.Transfer,
        account,
        debit: HouseAccount.External,
        credit: futuresWallet(account),
        amount: 2e11,
        reason: 1,
      }),
    );
  }
  return s;
}

export function run(s: EngineState, e: EventBuffer, words: Float64Array, from: number, to: number): number {
  let refused = 0;
  e.clear();
  let seq = s.seq;
  for (let k = from; k < to; k++) if (apply(s, words, k * HEADER_WORDS, ++seq, e) !== 0) refused++;
  return refused;
}

// Taker fills; reading the batch is part of what a flush costs.
export function countFills(e: EventBuffer): number {
  let fills = 0;
  for (let at = 0; at < e.length; at += EVENT_WORDS)
    if (e.words[at] === EventKind.OrderFilled && e.words[at + OrderFilled.role] === 0) fills++;
  return fills;
}
