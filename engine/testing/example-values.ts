// Shared by the adapters of the worked cases: decimal texts <-> integers, brackets at scale 8, a position built fill by fill.
//
// Amounts at 8 decimals. Ticks and lots are as fine as the case's own figures; marks are a hundredth of that tick.
import { addCost, type Cost, costOf } from '../money/cost.ts';
import { formatDecimal, readDecimal } from '../money/decimal.ts';
import { MARK_PER_TICK, type Units, unitsOf } from '../money/units.ts';
import { tradingFee } from '../futures/fee.ts';
import * as pnl from '../futures/pnl.ts';
import { buildTiers, type TierTable } from '../market/tiers.ts';
import { exampleBrackets } from './worked-examples.ts';

export type Inputs = Record<string, unknown>;
export type Runner = (inputs: Inputs) => Record<string, unknown>;

export const SCALE = 8;
export const text = (inputs: Inputs, name: string) => String(inputs[name]);
export const decimalsOf = (value: string) => (value.split('.')[1] ?? '').length;

export function units(inputs: Inputs, prices: readonly string[], quantities: readonly string[]): Units {
  const most = (names: readonly string[]) => Math.max(...names.map((n) => decimalsOf(text(inputs, n))));
  return unitsOf(most(prices), most(quantities), SCALE);
}

export function whole(value: string, decimals: number): number {
  const read = readDecimal(value, decimals);
  if (typeof read === 'string') throw new Error(`${value}: ${read}`);
  return read;
}

export const ticks = (u: Units, value: string) => whole(value, u.tickDecimals);
export const marks = (u: Units, value: string) => whole(value, u.tickDecimals) * MARK_PER_TICK;
export const lots = (u: Units, value: string) => whole(value, u.lotDecimals);
export const amount = (value: string) => whole(value, SCALE);
export const rate = (value: string) => whole(value, 8);
export const shown = (value: number | bigint, decimals = SCALE) => formatDecimal(value, decimals, true);
export const sideOf = (value: unknown) => (value === 'LONG' || value === 'BUY' ? 1 : -1);
export const oneTier = (mmr: string, cum: string): TierTable => ({
  floors: [0],
  caps: [Number.MAX_SAFE_INTEGER],
  maxLeverages: [125],
  mmrs: [rate(mmr)],
  cums: [amount(cum)],
});

/** Brackets at scale 8 as far as a cap fits 2^53 there; no case reaches further. */
export function tiersOf(symbol: string, scale = SCALE): TierTable {
  const one = 10 ** scale;
  const rows = exampleBrackets[symbol].filter((r) => Number(r.cap) * one <= Number.MAX_SAFE_INTEGER);
  return buildTiers(
    rows.map((r) => [Number(r.cap), r.maxLeverage, rate(r.mmr)] as const),
    one,
  );
}

/** Bracket table as the engine keeps it, at scale 6, where every row fits. */
export const engineTiers = (symbol: string) => tiersOf(symbol, 6);

/** A position built fill by fill with the engine's own formulas. */
export interface Held {
  side: number;
  lots: number;
  cost: Cost;
  net: number;
}

export function close(u: Units, held: Held, price: number, closing: number): number {
  const released = pnl.releasedCost(u, held.side, held.cost, held.lots, closing);
  held.cost = addCost(held.cost, -released);
  held.lots -= closing;
  return pnl.realizedPnl(u, held.side, price, closing, released);
}

export function fillStep(u: Units, held: Held, side: number, size: number, price: number, feeRate: number): string[] {
  held.net -= tradingFee(u, price, size, feeRate);
  const closing = held.lots > 0 && side !== held.side ? Math.min(size, held.lots) : 0;
  if (closing > 0) held.net += close(u, held, price, closing);
  const opening = size - closing;
  if (opening > 0) {
    held.side = side;
    held.lots += opening;
    held.cost = addCost(held.cost, costOf(price, opening, u.costNum));
  }
  return [shown(held.lots, u.lotDecimals), shown(pnl.entryPrice(u, held.cost, held.lots, 8)), shown(held.net)];
}

export function leg(u: Units, i: Inputs) {
  const q = lots(u, text(i, 'qty'));
  return { side: sideOf(i.side), lots: q, entryCost: costOf(ticks(u, text(i, 'entryPrice')), q, u.costNum) };
}
