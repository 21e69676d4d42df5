// The order book alone: 10,000 resting orders, 60/30/10 add/cancel/cross, against the package nodejs-order-book in the same run.
import { OrderBooks, freeOrder, restOrder, slotOfOrder, takeOrder, orderIdOf, unrestOrder } from '@maru/engine/futures/order-book.ts';
import { OrderBook, Side } from 'nodejs-order-book';
import { ADD, CANCEL, CROSS, type OrderFlow, makeOrderFlow, takeFromBook } from './order-flow.ts';
import { isSmoke, measure, medianOf, printBench, cpuNs } from './report.ts';

const RESTING = 10_000;
const COMMANDS = isSmoke ? 50_000 : 1_000_000;
const THEIRS = isSmoke ? 5_000 : 60_000;

/** Order id of each add and each cancel, as clients would know it from the answer to their add: ids are deterministic. */
function idsOf(flow: OrderFlow): Float64Array {
  const b = new OrderBooks(65_536, 65_536, 4_096, 1);
  const byOrder = new Float64Array(flow.adds);
  const ids = new Float64Array(flow.kinds.length);
  for (let k = 0; k < flow.kinds.length; k++) {
    if (flow.kinds[k] === ADD) byOrder[flow.orders[k]] = replay(b, ids, flow, k, k + 1);
    else if (flow.kinds[k] === CANCEL) ids[k] = byOrder[flow.orders[k]];
    if (flow.kinds[k] !== ADD) replay(b, ids, flow, k, k + 1);
  }
  return ids;
}

/** Replays commands [from, to) into our book; returns the trades, or the id of a single add. */
function replay(b: OrderBooks, ids: Float64Array, flow: OrderFlow, from: number, to: number): number {
  const { kinds, sides, prices, lots } = flow;
  let trades = 0;
  for (let k = from; k < to; k++) {
    if (kinds[k] === ADD) {
      const slot = takeOrder(b, 0, sides[k], prices[k], lots[k]);
      restOrder(b, 0, slot);
      if (to === from + 1) return orderIdOf(b, slot);
    } else if (kinds[k] === CANCEL) {
      const slot = slotOfOrder(b, ids[k]);
      unrestOrder(b, 0, slot);
      freeOrder(b, slot);
    } else trades += takeFromBook(b, 0, sides[k], prices[k], lots[k]);
  }
  return trades;
}

// The package's enum is not exported, only its text.
const IOC = 'IOC' as NonNullable<Parameters<OrderBook['limit']>[0]['timeInForce']>;

function replayTheirs(book: OrderBook, flow: OrderFlow, names: readonly string[], from: number, to: number): number {
  const { kinds, sides, prices, lots } = flow;
  let trades = 0;
  for (let k = from; k < to; k++) {
    const side = sides[k] === 0 ? Side.BUY : Side.SELL;
    if (kinds[k] === CANCEL) book.cancel(names[k]);
    else if (kinds[k] === ADD) book.limit({ side, id: names[k], size: lots[k], price: prices[k] });
    else {
      const r = book.limit({ side, id: names[k], size: lots[k], price: prices[k], timeInForce: IOC });
      trades += r.done.length + (r.partial === null || r.partial.id === names[k] ? 0 : 1);
    }
  }
  return trades;
}

const flow = makeOrderFlow({ commands: COMMANDS, resting: RESTING, books: 1, accounts: 1, seed: 7 });
const names = Array.from(flow.kinds, (kind, k) => (kind === CROSS ? `x${k}` : `o${flow.orders[k]}`));
const ids = idsOf(flow);

let ourTrades = 0;
const ours = measure(9, () => {
  const b = new OrderBooks(65_536, 65_536, 4_096, 1);
  replay(b, ids, flow, 0, flow.warm);
  return cpuNs(() => {
    ourTrades = replay(b, ids, flow, flow.warm, flow.warm + COMMANDS);
  });
});
const theirs = measure(7, () => {
  const book = new OrderBook();
  replayTheirs(book, flow, names, 0, flow.warm);
  return cpuNs(() => replayTheirs(book, flow, names, flow.warm, flow.warm + THEIRS));
});

const min = ours[0] / COMMANDS;
const yardstick = theirs[0] / THEIRS;
console.log(`book: ${COMMANDS} commands, ${ourTrades} trades; nodejs-order-book ${Math.round(yardstick)} ns a command`);
printBench({
  name: 'book-alone',
  value: 1000 / min,
  unit: 'Mcmd/s',
  min,
  median: medianOf(ours) / COMMANDS,
  yardstick,
  ratio: yardstick / min,
});
