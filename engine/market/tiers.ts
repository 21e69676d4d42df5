// Leverage brackets (rules 6.6): which tier a notional falls in, its maintenance rate and amount, and what a leverage allows.
import { RATE_ONE, USDT_ONE } from '../money/units.ts';
import type { TierRow } from '../market/symbols.ts';
import { mulDivFloor } from '../money/rounding.ts';

/** Columns of a bracket table; tier i covers floors[i] < notional <= caps[i]. Amounts in amount units, rates 10^-8. */
export interface TierTable {
  readonly floors: readonly number[];
  readonly caps: readonly number[];
  readonly maxLeverages: readonly number[];
  readonly mmrs: readonly number[];
  readonly cums: readonly number[];
}

/** Maintenance amount of the next tier: cum(n) = cum(n-1) + floor(n) x (MMR(n) - MMR(n-1)). */
export function nextCum(previousCum: number, floor: number, mmr: number, previousMmr: number): number {
  return previousCum + mulDivFloor(floor, mmr - previousMmr, RATE_ONE);
}

/** Table from printed rows; `one` is one USDT in amount units. */
export function buildTiers(rows: readonly TierRow[], one: number = USDT_ONE): TierTable {
  const floors: number[] = [];
  const caps: number[] = [];
  const cums: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    floors.push(i === 0 ? 0 : caps[i - 1]);
    caps.push(rows[i][0] * one);
    cums.push(i === 0 ? 0 : nextCum(cums[i - 1], floors[i], rows[i][2], rows[i - 1][2]));
  }
  return { floors, caps, cums, maxLeverages: rows.map((r) => r[1]), mmrs: rows.map((r) => r[2]) };
}

/** Tier index (from 0) of a notional; beyond the last cap the last tier goes on. */
export function tierOf(table: TierTable, notional: number): number {
  const last = table.caps.length - 1;
  let i = 0;
  while (i < last && notional > table.caps[i]) i++;
  return i;
}

/** Highest leverage allowed for a notional. */
export function maxLeverageOf(table: TierTable, notional: number): number {
  return table.maxLeverages[tierOf(table, notional)];
}

/** Cap of the highest tier whose max leverage is at least `leverage` (rules 5.4); 0 when no tier allows it. */
export function maxNotionalOf(table: TierTable, leverage: number): number {
  let cap = 0;
  for (let i = 0; i < table.caps.length; i++) if (table.maxLeverages[i] >= leverage) cap = table.caps[i];
  return cap;
}
