// The naive engine's view of a site's room: how many orders, prices, stops and legs are held is counted from its own world, each time.
//
// Prices are kept in a tree of four bytes, so that how many nodes they take is how many different beginnings they have.
import { RESERVED_ORDERS } from '../../capacity.ts';
import { hasSlot } from '../../ledger/account.ts';
import { OrderType } from '../../wire/command.ts';
import { Reject } from '../../reject.ts';
import { inBook, type Naive, type NaiveOrder } from './model.ts';

/** One more price needs at most so many nodes. */
const NODES_A_PRICE = 4;
const LEGS_A_BLOCK = 32;

/** An order or a setting opens the account's place in the symbol; an order takes a leg there too. */
export function occupy(s: Naive, account: number, symbol: number, withLeg: boolean): void {
  s.occupancy.exposures.add(`${account}:${symbol}`);
  if (withLeg) s.occupancy.blocks.add(symbol);
}

/** As many accounts without a slot as there may be. */
export const accountCapacity = (s: Naive): number => s.occupancy.capacity.accounts * 8 + 256;

/** No place for those of these accounts that are new. */
export function ledgerFault(s: Naive, ledgers: readonly number[]): number {
  const missing = ledgers.filter((ledger) => !hasSlot(ledger) && !s.occupancy.accounts.has(ledger)).length;
  return missing > 0 && s.occupancy.accounts.size + missing > accountCapacity(s) ? Reject.CAPACITY_FULL : 0;
}

/** No place for another (account, symbol) pair. */
export function exposureFault(s: Naive, account: number, symbol: number): number {
  const { capacity, exposures } = s.occupancy;
  return !exposures.has(`${account}:${symbol}`) && exposures.size >= capacity.exposures ? Reject.CAPACITY_FULL : 0;
}

function legFault(s: Naive, account: number, symbol: number): number {
  const { capacity, blocks } = s.occupancy;
  if (!blocks.has(symbol) && (blocks.size + 1) * LEGS_A_BLOCK > capacity.positions) return Reject.CAPACITY_FULL;
  return exposureFault(s, account, symbol);
}

/** Why a new order finds no place: `more` = slots that it holds already. */
export function orderCapacityFault(s: Naive, o: NaiveOrder, more = 0): number {
  const leg = legFault(s, o.account, o.symbol);
  if (leg) return leg;
  return s.orders.length + more + RESERVED_ORDERS >= s.occupancy.capacity.orders ? Reject.CAPACITY_FULL : bookCapacityFault(s);
}

/** No room for another price in the book. */
export function bookCapacityFault(s: Naive): number {
  const { capacity } = s.occupancy;
  const levels = levelsOf(s);
  const isFull = levels.size + 1 >= capacity.levels || capacity.nodes - 1 - nodesOf(levels) < NODES_A_PRICE;
  return isFull ? Reject.CAPACITY_FULL : 0;
}

/** Why a new conditional order finds no place. */
export function waitingCapacityFault(s: Naive, o: NaiveOrder): number {
  return legFault(s, o.account, o.symbol) || toWaitFault(s);
}

/** No room for `count` more orders that wait. */
export function toWaitFault(s: Naive, count = 1): number {
  if (s.orders.length + RESERVED_ORDERS + count > s.occupancy.capacity.orders) return Reject.CAPACITY_FULL;
  return stopCapacityFault(s, count);
}

/** No room for `count` more stops; `also` = an order that holds one but is not in the list just now. */
export function stopCapacityFault(s: Naive, count: number, also?: NaiveOrder): number {
  const { capacity } = s.occupancy;
  const stops = stopsOf(s, also);
  const isFull = stops.size + count >= capacity.levels || capacity.nodes - 1 - nodesOf(stops) < NODES_A_PRICE * count;
  return isFull ? Reject.CAPACITY_FULL : 0;
}

/** Different prices of the book, as book:price. */
export const levelsOf = (s: Naive): Set<string> => new Set(s.orders.filter(inBook).map((o) => `${o.symbol}:${o.price}`));

/** Different stops that wait, as book:price; who fired or trails has none. */
export function stopsOf(s: Naive, also?: NaiveOrder): Set<string> {
  const orders = also === undefined ? s.orders : [...s.orders, also];
  const stops = new Set<string>();
  for (const o of orders) {
    const t = o.trigger;
    if (t === undefined || t.isFired || (o.type === OrderType.Trailing && t.extreme > 0n)) continue;
    const falls = (o.type === OrderType.StopLoss) === o.sign < 0n;
    stops.add(`${o.symbol}/${t.byMark}/${falls}:${t.stop}`);
  }
  return stops;
}

/** Beginnings of no, one, two and three bytes, for each book. */
export function nodesOf(prices: ReadonlySet<string>): number {
  const nodes = new Set<string>();
  for (const text of prices) {
    const [book, price] = text.split(':');
    for (const bits of [32n, 24n, 16n, 8n]) nodes.add(`${book} ${bits} ${BigInt(price) >> bits}`);
  }
  return nodes.size;
}
