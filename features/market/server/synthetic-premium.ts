// A made-up premium of the mark over the index for the past of a fresh installation: a pure function of seed, symbol and time, 10^-8.
import { mixed, smoothNoise } from './synthetic-path.ts';
import type { MarketSymbol } from './symbol-table.ts';

const HOUR_MS = 3_600_000;
/** Moods of buyers last days; around them the hours wander. With these strengths most rates are the interest alone and some are not. */
const waves = [
  [60 * HOUR_MS, 70_000],
  [14 * HOUR_MS, 30_000],
  [HOUR_MS / 3, 15_000],
] as const;

export type SyntheticPremium = (time: number) => number;

export function syntheticPremium(seed: number, symbol: MarketSymbol): SyntheticPremium {
  const own = mixed(seed, symbol.id, 131);
  const noises = waves.map(([period, strength], k) => ({ strength, noise: smoothNoise(own, 200 + k, period) }));
  return (time) => Math.round(noises.reduce((sum, { strength, noise }) => sum + strength * noise(time), 0));
}
