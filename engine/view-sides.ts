// How members stand in each symbol, counted without a name: how many are long and short, and which way those with the most money lean.
import { EQUITY, EX_ACCOUNT, EXPOSURE, META_SYMBOLS, RISK } from './layout.ts';
import { symbolOfPosition } from './futures/position.ts';
import { isListed } from './market/listed.ts';
import { ceilDiv } from './money/rounding.ts';
import type { EngineState } from './state.ts';

/** Members by their net position; lots are sums of such. */
export interface Sides {
  long: number;
  short: number;
  longLots: number;
  shortLots: number;
}
export interface SymbolSides {
  symbol: number;
  all: Sides;
  /** The fifth of them, counted up, with the highest margin balance. */
  top: Sides;
}

const TOP_PART = 5;

/** Of more than `most` (1 or more) open positions every so manieth account stands for the others: the others' commands wait for this. */
export function sidesView(s: EngineState, most: number): SymbolSides[] {
  const every = Math.max(1, ceilDiv(openPositions(s), most));
  const balances = new Map<number, number>();
  const held: Map<number, number>[] = [];
  for (let slot = 0; slot < s.positionLots.length; slot++) {
    const lots = s.positionLots[slot];
    if (lots === 0) continue;
    const account = s.exposures[s.positionExposure[slot] * EXPOSURE + EX_ACCOUNT];
    if (account % every !== 0) continue;
    const scope = s.positionScope[slot];
    const isolated = scope === account ? 0 : s.risk[scope * RISK + EQUITY];
    balances.set(account, (balances.get(account) ?? s.risk[account * RISK + EQUITY]) + isolated);
    const nets = (held[symbolOfPosition(s, slot)] ??= new Map<number, number>());
    nets.set(account, (nets.get(account) ?? 0) + lots);
  }
  const sides: SymbolSides[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const nets = held[symbol];
    if (nets === undefined || !isListed(s, symbol)) continue;
    // Both legs of a hedge alike stand on neither side.
    const holders = [...nets].filter(([, net]) => net !== 0);
    const ranked = holders.sort(([a], [b]) => (balances.get(b) as number) - (balances.get(a) as number) || a - b);
    sides.push({ symbol, all: counted(ranked), top: counted(ranked.slice(0, ceilDiv(ranked.length, TOP_PART))) });
  }
  return sides;
}

function openPositions(s: EngineState): number {
  let count = 0;
  for (let slot = 0; slot < s.positionLots.length; slot++) if (s.positionLots[slot] !== 0) count++;
  return count;
}

function counted(holders: readonly (readonly [number, number])[]): Sides {
  const sides: Sides = { long: 0, short: 0, longLots: 0, shortLots: 0 };
  for (const [, net] of holders) {
    if (net > 0) {
      sides.long++;
      sides.longLots += net;
    } else {
      sides.short++;
      sides.shortLots -= net;
    }
  }
  return sides;
}
