// Liquidation price (rules 9.2): where equity meets maintenance margin, solved bracket by bracket, exact until it is shown.
//
// For display and for ordering work only: the engine liquidates by the test of rules 9.1. One leg, or the two legs of a hedge
// that share one cross balance. Equity minus maintenance margin is concave in the price, so there is at most one root where it
// rises (lower: longs) and one where it falls (upper: shorts).
import { type Cost } from '../money/cost.ts';
import { divCeilBig, divFloorBig, divHalfEvenBig } from '../money/rounding.ts';
import { MARK_PER_TICK, MAX_PRICE_TICKS, RATE_ONE, type Units } from '../money/units.ts';
import type { TierTable } from '../market/tiers.ts';

export interface Leg {
  /** +1 long, -1 short. */
  side: number;
  lots: number;
  entryCost: Cost;
}

/** A price in ticks as a fraction, den > 0. */
export interface ExactPrice {
  num: bigint;
  den: bigint;
  /** Bracket of the root's own notional, from 0, of the first leg. */
  tier: number;
}

export interface LiquidationRoots {
  lower: ExactPrice | null;
  upper: ExactPrice | null;
}

const ONE = BigInt(RATE_ONE);

/**
 * `balance` in amount units: the wallet that backs the legs (isolatedWallet, or crossWalletBalance less maintenance margin plus
 * unrealized PnL of all other cross positions). Pending order margin and closing fees are no part of it.
 */
export function liquidationRoots(units: Units, tiers: TierTable, legs: readonly Leg[], balance: number): LiquidationRoots {
  const den = BigInt(units.costDen);
  const sizes = legs.map((leg) => BigInt(leg.lots) * BigInt(units.costNum));
  const tier = legs.map(() => 0);
  const last = tiers.caps.length - 1;
  const roots: LiquidationRoots = { lower: null, upper: null };
  let fromNum = 0n;
  let fromDen = 1n;
  for (;;) {
    // End of this segment: the nearest cap / size of a leg; none beyond the last bracket.
    let next = -1;
    for (let i = 0; i < legs.length; i++) {
      if (tier[i] === last) continue;
      if (next < 0 || BigInt(tiers.caps[tier[i]]) * sizes[next] < BigInt(tiers.caps[tier[next]]) * sizes[i]) next = i;
    }
    const untilNum = next < 0 ? 0n : BigInt(tiers.caps[tier[next]]) * den;
    const untilDen = next < 0 ? 0n : sizes[next];
    const root = segmentRoot(units, tiers, legs, tier, balance);
    if (root !== null && root.num * fromDen > fromNum * root.den && (next < 0 || root.num * untilDen <= untilNum * root.den)) {
      if (root.rising) roots.lower = root;
      else roots.upper = root;
    }
    if (next < 0) return roots;
    tier[next]++;
    fromNum = untilNum;
    fromDen = untilDen;
  }
}

// Equity - maintenance = constant + price x slope inside one segment; the printed formula of rules 9.2 is its root.
function segmentRoot(units: Units, tiers: TierTable, legs: readonly Leg[], tier: readonly number[], balance: number) {
  let constant = BigInt(balance) * BigInt(units.costDen);
  let slope = 0n;
  for (let i = 0; i < legs.length; i++) {
    const leg = legs[i];
    constant += BigInt(tiers.cums[tier[i]]) * BigInt(units.costDen) - BigInt(leg.side) * BigInt(leg.entryCost);
    slope += BigInt(leg.lots) * BigInt(units.costNum) * (BigInt(leg.side) * ONE - BigInt(tiers.mmrs[tier[i]]));
  }
  if (slope === 0n) return null;
  const rising = slope > 0n;
  const num = (rising ? -constant : constant) * ONE;
  return { num, den: rising ? slope : -slope, tier: tier[0], rising };
}

/** Half-even with `decimals`, as reported by the API; 0n when there is no root. */
export function shownPrice(units: Units, root: ExactPrice | null, decimals: number): bigint {
  if (root === null) return 0n;
  return divHalfEvenBig(root.num * 10n ** BigInt(decimals), root.den * 10n ** BigInt(units.tickDecimals));
}

/** At tick, never shown later than it acts: a long's (lower) up, a short's (upper) down; 0 = none, or beyond any price of the book. */
export function priceAtTick(root: ExactPrice | null, side: number): number {
  return rounded(root, side, 1n);
}

/** In mark units (tick / 100), same direction; 0 = none. */
export function priceAtMark(root: ExactPrice | null, side: number): number {
  return rounded(root, side, BigInt(MARK_PER_TICK));
}

function rounded(root: ExactPrice | null, side: number, perTick: bigint): number {
  if (root === null) return 0;
  const price = side > 0 ? divCeilBig(root.num * perTick, root.den) : divFloorBig(root.num * perTick, root.den);
  return price > BigInt(MAX_PRICE_TICKS) * perTick ? 0 : Number(price);
}

/**
 * The one liquidation price to show for a scope at the present mark, in mark units: the root of a single leg, or the nearer of a
 * hedge's two; 0 = none ("--").
 */
export function liquidationPrice(units: Units, tiers: TierTable, legs: readonly Leg[], balance: number, mark: number): number {
  const roots = liquidationRoots(units, tiers, legs, balance);
  const lower = priceAtMark(roots.lower, 1);
  const upper = priceAtMark(roots.upper, -1);
  if (lower === 0 || upper === 0) return Math.max(lower, upper);
  return Math.abs(mark - lower) <= Math.abs(upper - mark) ? lower : upper;
}
