// Auto-deleveraging (rules 9.6): who closes against a bankrupt leg where there is no counterparty, and how near everybody is to it.
//
// The queue of a symbol's side is drawn up at its first use in a command and then only consumed: a whole market going down at once
// would else rank every position anew for each of its liquidations.
import * as layout from '../layout.ts';
import type { Instrument } from '../market/instrument.ts';
import { POSITION_BLOCK } from '../capacity.ts';
import { rankRatio } from '../money/rank.ts';
import { divHalfEvenBig, mulDivHalfEven, toSafe } from '../money/rounding.ts';
import { RATE_ONE, USDT_ONE } from '../money/units.ts';
import type { EngineState } from '../state.ts';
import { isHeld } from './work-queue.ts';

const { EQUITY, EXPOSURE, EX_ACCOUNT, LIVE, MAINTENANCE, OPEN_LONG, OPEN_SHORT, RISK } = layout;

export interface AdlScore {
  pnlPercent: number;
  marginRatio: number;
  leveragePnl: number;
}

/**
 * pnlPercent = max(0, uPnL) / max(1, wallet); marginRatio = MM / (wallet + uPnL), 0 when that sum is not positive; leveragePnl their
 * product, each rounded once. All at 10^-8, half-even, for reports; `one` is 1 USDT. The order itself is adlKey's.
 */
export function adlScore(unrealized: number, wallet: number, maintenance: number, one: number = USDT_ONE): AdlScore {
  const profit = Math.max(0, unrealized);
  const base = Math.max(one, wallet);
  const sum = wallet + unrealized;
  const pnlPercent = mulDivHalfEven(profit, RATE_ONE, base);
  if (sum <= 0) return { pnlPercent, marginRatio: 0, leveragePnl: 0 };
  const product = BigInt(profit) * BigInt(maintenance) * BigInt(RATE_ONE);
  const leveragePnl = toSafe(divHalfEvenBig(product, BigInt(base) * BigInt(sum)));
  return { pnlPercent, marginRatio: mulDivHalfEven(maintenance, RATE_ONE, sum), leveragePnl };
}

/** leveragePnl to sort by. Of a cross leg, `wallet` is what its scope is worth without this leg's PnL. */
export function adlKey(unrealized: number, wallet: number, maintenance: number): number {
  if (unrealized <= 0) return 0;
  return rankRatio(unrealized, wallet > USDT_ONE ? wallet : USDT_ONE) * rankRatio(maintenance, wallet + unrealized);
}

function keyOf(s: EngineState, position: number): number {
  const row = s.positionScope[position] * RISK;
  return adlKey(s.positionPnl[position], s.risk[row + EQUITY] - s.positionPnl[position], s.risk[row + MAINTENANCE]);
}

/** True where nobody takes over: the counterparty does not quote the symbol. */
export function isCounterpartyOff(i: Instrument): boolean {
  return i.spec.counterpartyCapLots === 0;
}

/** Heap of (key, slot), the most exposed winner first; ties: the lower account. */
interface Queue {
  seq: number;
  size: number;
  readonly keys: Float64Array;
  readonly slots: Int32Array;
}

const queues = new WeakMap<EngineState, Map<number, Queue>>();

/** Next counterparty for a bankrupt leg of `side` (+1 long): a slot of the other side, or -1. It stays first until its lots are gone. */
export function nextCounterparty(s: EngineState, symbol: number, side: number, bankrupt: number): number {
  const queue = queueOf(s, symbol, side);
  while (queue.size > 0) {
    const slot = queue.slots[0];
    const lots = s.positionLots[slot];
    if (lots !== 0 && lots > 0 !== side > 0 && ownerOf(s, slot) !== bankrupt && !isHeld(s, s.positionScope[slot])) return slot;
    drop(s, queue);
  }
  return -1;
}

function queueOf(s: EngineState, symbol: number, side: number): Queue {
  let all = queues.get(s);
  if (all === undefined) queues.set(s, (all = new Map()));
  const id = symbol * 2 + (side > 0 ? 0 : 1);
  let queue = all.get(id);
  if (queue !== undefined && queue.seq === s.seq) return queue;
  queue ??= { seq: 0, size: 0, keys: new Float64Array(s.capacity.positions), slots: new Int32Array(s.capacity.positions) };
  all.set(id, queue);
  drawUp(s, queue, symbol, side);
  return queue;
}

function drawUp(s: EngineState, queue: Queue, symbol: number, side: number): void {
  const { keys, slots } = queue;
  let size = 0;
  for (let block = s.symbolBlocks[symbol] - 1; block >= 0; block = s.blockNext[block] - 1) {
    const first = block * POSITION_BLOCK;
    for (let slot = first; slot < first + POSITION_BLOCK; slot++) {
      const lots = s.positionLots[slot];
      if (lots === 0 || lots > 0 === side > 0) continue;
      slots[size] = slot;
      keys[size++] = keyOf(s, slot);
    }
  }
  queue.seq = s.seq;
  queue.size = size;
  for (let at = (size >> 1) - 1; at >= 0; at--) sink(s, queue, at);
}

function drop(s: EngineState, queue: Queue): void {
  const last = --queue.size;
  queue.slots[0] = queue.slots[last];
  queue.keys[0] = queue.keys[last];
  sink(s, queue, 0);
}

function sink(s: EngineState, queue: Queue, from: number): void {
  const { keys, slots, size } = queue;
  const key = keys[from];
  const slot = slots[from];
  let at = from;
  for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && isBefore(s, keys[child + 1], slots[child + 1], keys[child], slots[child])) child++;
    if (!isBefore(s, keys[child], slots[child], key, slot)) break;
    keys[at] = keys[child];
    slots[at] = slots[child];
    at = child;
  }
  keys[at] = key;
  slots[at] = slot;
}

function isBefore(s: EngineState, key: number, slot: number, otherKey: number, other: number): boolean {
  return key === otherKey ? ownerOf(s, slot) < ownerOf(s, other) : key > otherKey;
}

// A slot that closed since has no owner; it is dropped when it comes up.
function ownerOf(s: EngineState, slot: number): number {
  const exposure = s.positionExposure[slot];
  return exposure < 0 ? -1 : s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
}

function forEachHeld(s: EngineState, symbol: number, see: (slot: number) => void): void {
  for (let block = s.symbolBlocks[symbol] - 1; block >= 0; block = s.blockNext[block] - 1) {
    const first = block * POSITION_BLOCK;
    for (let slot = first; slot < first + POSITION_BLOCK; slot++) if (s.positionLots[slot] !== 0) see(slot);
  }
}

/** Bars of the queue light, 1 (last to be closed) to 5 (first), by rank / users; 0 without a position or a chance of ADL. */
export function adlLight(s: EngineState, position: number): number {
  const lots = s.positionLots[position];
  const symbol = s.blockSymbol[position >> 5];
  if (lots === 0 || s.live[symbol * LIVE + OPEN_LONG] === 0 || s.live[symbol * LIVE + OPEN_SHORT] === 0) return 0;
  const key = keyOf(s, position);
  let users = 0;
  let before = 0;
  forEachHeld(s, symbol, (slot) => {
    if (s.positionLots[slot] > 0 !== lots > 0) return;
    users++;
    const other = keyOf(s, slot);
    if (other > key || (other === key && slot !== position && ownerOf(s, slot) < ownerOf(s, position))) before++;
  });
  return lightOf(before, users);
}

/** 5 for the first fifth of the queue down to 1 for the last; `before` positions are closed earlier. */
export function lightOf(before: number, users: number): number {
  let light = 5;
  while (light > 1 && before * 5 >= users * (6 - light)) light--;
  return light;
}
