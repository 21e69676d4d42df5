// The five order flows of the public order book benchmark (github flash1-dev/matching-engine-benchmark), made from its description.
//
// A million orders placed behind a wandering mid, in shuffled order, each followed by its modify and its cancel: two million messages.
// Seed 23 is the published one, so that the reports' digests can be held against the published ones (published-reports.ts).
import { Mersenne } from './mersenne.ts';

export const NEW = 0;
export const CANCEL = 1;
export const MODIFY = 2;

/** Columns of messages in wire order; ids are dense and begin at 1, side 0 buys. */
export interface Workload {
  length: number;
  orders: number;
  kinds: Uint8Array;
  sides: Uint8Array;
  /** 1 = what does not fill at once is cancelled. */
  iocs: Uint8Array;
  lots: Int32Array;
  ids: Int32Array;
  prices: Int32Array;
}

export interface Scenario {
  name: string;
  volatility: number;
  swing: number;
}

export const scenarios: readonly Scenario[] = [
  { name: 'static', volatility: 0, swing: 0 },
  { name: 'normal', volatility: 0.15, swing: 0.02 },
  { name: 'swing-25', volatility: 0.5, swing: 0.25 },
  { name: 'swing-40', volatility: 0.5, swing: 0.4 },
  { name: 'flash-crash', volatility: 0.5, swing: 0.6 },
];

const TICK = 0.005;
const FIRST_MID = 167.52;
const DEEPEST = 799;
const RATE = Math.log(2) / 431;

/** Weights of the distance from the mid, summed up: a power law with a hump eight ticks out. */
function depthSums(): Float64Array {
  const sums = new Float64Array(DEEPEST + 1);
  let sum = 0;
  for (let k = 0; k <= DEEPEST; k++) {
    sum += 1 / (k + 1) ** 2.23 + 5 * Math.exp(-0.5 * (k - 8) * (k - 8));
    sums[k] = sum;
  }
  return sums;
}

function depthAt(sums: Float64Array, weight: number): number {
  let low = 0;
  let high = DEEPEST;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] < weight) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Placed {
  prices: Int32Array;
  lots: Int32Array;
  depths: Int32Array;
}

/** Buys are priced along the first half of the mid's path, sells along the second. */
function placeOrders(source: Mersenne, scenario: Scenario, count: number): Placed {
  const placed = { prices: new Int32Array(count), lots: new Int32Array(count), depths: new Int32Array(count) };
  const sums = depthSums();
  const step = scenario.volatility > 0 ? (scenario.swing / scenario.volatility) ** 2 / count : 0;
  const sigma = scenario.volatility * Math.sqrt(step);
  let mid = FIRST_MID;
  for (let i = 0; i < count; i++) {
    mid *= Math.exp(-0.5 * sigma * sigma + sigma * source.normal());
    const ticks = Math.round((Math.round(mid / TICK) * TICK) / TICK);
    const depth = depthAt(sums, source.unit() * sums[DEEPEST]);
    placed.prices[i] = Math.max(1, i < count >> 1 ? ticks - depth - 1 : ticks + depth + 1);
    placed.lots[i] = source.integer(1, 100);
    placed.depths[i] = depth;
  }
  return placed;
}

function shuffled(source: Mersenne, count: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = source.integer(0, i);
    const kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
  return order;
}

class Messages {
  readonly flow: Workload;
  constructor(orders: number) {
    const space = Math.ceil(orders * 2.3) + 8;
    this.flow = {
      length: 0,
      orders,
      kinds: new Uint8Array(space),
      sides: new Uint8Array(space),
      iocs: new Uint8Array(space),
      lots: new Int32Array(space),
      ids: new Int32Array(space),
      prices: new Int32Array(space),
    };
  }
  add(kind: number, side: number, ioc: number, lots: number, id: number, price: number): void {
    const { flow } = this;
    const at = flow.length++;
    flow.kinds[at] = kind;
    flow.sides[at] = side;
    flow.iocs[at] = ioc;
    flow.lots[at] = lots;
    flow.ids[at] = id;
    flow.prices[at] = price;
  }
}

/** Every message of an order comes before the next order's, as the description's clock has it: what it draws for times only moves on. */
export function makeWorkload(scenario: Scenario, count: number, seed = 23): Workload {
  const source = new Mersenne(seed);
  const placed = placeOrders(source, scenario, count);
  const messages = new Messages(count);
  for (const k of shuffled(source, count)) addOrder(messages, source, placed, k, k < count >> 1 ? 0 : 1);
  return messages.flow;
}

function addOrder(messages: Messages, source: Mersenne, placed: Placed, k: number, side: number): void {
  const id = k + 1;
  let price = placed.prices[k];
  const isIoc = source.unit() < 0.15;
  messages.add(NEW, side, isIoc ? 1 : 0, placed.lots[k], id, price);
  if (isIoc) return;
  const isModified = source.unit() < 0.2;
  if (isModified) {
    source.unit();
    if (source.unit() < 0.8) price += side === 0 ? 1 : -1;
    messages.add(MODIFY, side, 0, placed.lots[k] + 1, id, price);
  }
  if (source.unit() >= 0.95) return;
  source.exponential(RATE / Math.sqrt(1 + placed.depths[k]));
  messages.add(CANCEL, side, 0, placed.lots[k], id, placed.prices[k]);
  if (source.unit() < 0.02) {
    source.unit();
    messages.add(CANCEL, side, 0, placed.lots[k], id, placed.prices[k]);
  }
  if (isModified && source.unit() < 0.02) {
    source.unit();
    messages.add(MODIFY, side, 0, placed.lots[k] + 1, id, price);
  }
}
