// The order book under the five public workloads of two million messages, against nodejs-order-book in the same run; the worst counts.
//
// Every report of the whole run is held against the published digests, and those of a shorter run, by seeds nobody published, against
// a plain second book. A figure counts only where both agree.
import { OrderBook, Side } from 'nodejs-order-book';
import '@maru/kit/server/engine-flags.ts';
import { cpuNs, eachAlone, isSmoke, measure, medianOf, printBench } from './report.ts';
import { OurBook, replayOurs } from './workload/our-book.ts';
import { PlainBook } from './workload/plain-book.ts';
import { CANCEL, MODIFY, type Scenario, type Workload, makeWorkload, scenarios } from './workload/public-workload.ts';
import { Reports, digestOf, publishedDigests } from './workload/reports.ts';

const ORDERS = isSmoke ? 20_000 : 1_000_000;
const THEIRS = isSmoke ? 5_000 : 60_000;
const PLAIN_ORDERS = isSmoke ? 2_000 : 20_000;

function digestOfOurs(flow: Workload): string {
  const reports = new Reports(2 ** Math.ceil(Math.log2(flow.length * 2)));
  replayOurs(new OurBook(flow.orders), flow, reports, 0, flow.length);
  return digestOf(reports);
}

function digestOfPlain(flow: Workload): string {
  const reports = new Reports(2 ** Math.ceil(Math.log2(flow.length * 2)));
  new PlainBook(reports).replay(flow);
  return digestOf(reports);
}

/** Throws where a report differs; says whether the published digest could be asked. */
function prove(scenario: Scenario, flow: Workload): string {
  for (const seed of [1, 2, 3]) {
    const short = makeWorkload(scenario, PLAIN_ORDERS, seed);
    if (digestOfOurs(short) !== digestOfPlain(short)) throw new Error(`${scenario.name}, seed ${seed}: the plain book answers otherwise`);
  }
  if (isSmoke) return 'as the plain book';
  if (digestOfOurs(flow) !== publishedDigests[scenario.name]) throw new Error(`${scenario.name}: not the published reports`);
  return 'as published, and as the plain book';
}

function replayTheirs(book: OrderBook, flow: Workload, to: number): void {
  const { kinds, sides, iocs, lots, ids, prices } = flow;
  const ioc = 'IOC' as NonNullable<Parameters<OrderBook['limit']>[0]['timeInForce']>;
  for (let k = 0; k < to; k++) {
    const id = String(ids[k]);
    const isGone = kinds[k] !== CANCEL && kinds[k] !== MODIFY ? false : book.cancel(id) === undefined;
    if (kinds[k] === CANCEL || isGone) continue;
    const order = { id, side: sides[k] === 0 ? Side.BUY : Side.SELL, size: lots[k], price: prices[k] };
    book.limit(iocs[k] === 1 ? { ...order, timeInForce: ioc } : order);
  }
}

function bench(scenario: Scenario): void {
  const flow = makeWorkload(scenario, ORDERS);
  const proof = prove(scenario, flow);
  const reports = new Reports();
  const ours = measure(11, () => {
    const book = new OurBook(flow.orders);
    return cpuNs(() => replayOurs(book, flow, reports, 0, flow.length));
  });
  const theirs = measure(7, () => {
    const book = new OrderBook();
    return cpuNs(() => replayTheirs(book, flow, THEIRS));
  });
  const min = ours[0] / flow.length;
  const yardstick = theirs[0] / THEIRS;
  console.log(`${scenario.name}: ${flow.length} messages, reports ${proof}`);
  printBench({
    name: `book-${scenario.name}`,
    value: 1000 / min,
    unit: 'Mmsg/s',
    min,
    median: medianOf(ours) / flow.length,
    yardstick,
    ratio: yardstick / min,
  });
}

eachAlone(scenarios, bench);
