// A made-up price whose value at any time is a pure function of seed, symbol and time: bounded, rough on every scale, calm and wild by turns.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { lastOpenMoment } from './trading-hours.ts';
import type { MarketSymbol } from './symbol-table.ts';
/** Noise of doubling periods from one second to twelve days; each is as strong as a random walk would be over its period. */
const OCTAVES = 21;
/** Periods up to a minute swell and fade with the hours: volatility that always comes back to its mean. */
const RESTLESS_OCTAVES = 7;
const MOOD_PERIOD_MS = 5_400_000;
const BASIS_PERIOD_MS = 1_200_000;

/** A whole number of 32 bits that looks random but never changes for the same three. */
export function mixed(a: number, b: number, c: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^ Math.imul(c ^ 0x165667b1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** The same as a share of one, [0, 1). */
export function share(a: number, b: number, c: number): number {
  return mixed(a, b, c) * 2 ** -32;
}

/** Smooth noise in [-1, 1] that takes a new hashed value each `period`. Remembers the cell it was in last: times mostly follow one another. */
export function smoothNoise(seed: number, octave: number, period: number): (time: number) => number {
  let cell = Number.NaN;
  let from = 0;
  let rise = 0;
  return (time) => {
    const at = time / period;
    const here = Math.floor(at);
    if (here !== cell) {
      cell = here;
      from = share(seed, octave, here) * 2 - 1;
      rise = share(seed, octave, here + 1) * 2 - 1 - from;
    }
    const x = at - here;
    return from + rise * x * x * (3 - 2 * x);
  };
}

/** The first octave whose period is not shorter than `finestMs`; the three slowest always count. */
function firstOctave(finestMs: number): number {
  let k = 0;
  for (let period = 1000; period < finestMs && k < OCTAVES - 3; period *= 2) k++;
  return k;
}

export interface SyntheticPath {
  /** Natural logarithm of price over anchor at `time`, open market or not. */
  logAt(time: number): number;
  /** As logAt without what moves faster than `finestMs`: for long candles. */
  logCoarse(time: number, finestMs: number): number;
  /** Price in ticks; outside trading hours the one of the last open moment. */
  ticksAt(time: number): number;
  /** Index in mark units (tick / 100): near the price, with a basis that wanders by a few hundredths of a percent. */
  indexAt(time: number): number;
}

export function syntheticPath(seed: number, symbol: MarketSymbol): SyntheticPath {
  const own = mixed(seed, symbol.id, 77);
  const octaves = Array.from({ length: OCTAVES }, (_, k) => ({
    strength: symbol.dayVolatility * Math.sqrt((1000 * 2 ** k) / DAY_MS) * 0.7,
    noise: smoothNoise(own, k, 1000 * 2 ** k),
  }));
  const mood = smoothNoise(own, 99, MOOD_PERIOD_MS);
  const basis = smoothNoise(own, 98, BASIS_PERIOD_MS);
  const one = symbol.anchor * 10 ** symbol.tickDecimals;

  function logCoarse(time: number, finestMs: number): number {
    let sum = 0;
    const restless = Math.exp(0.9 * mood(time));
    // Half a million times in a back-fill: a plain loop, from the first period that counts.
    for (let k = firstOctave(finestMs); k < OCTAVES; k++) {
      const { strength, noise } = octaves[k];
      sum += strength * noise(time) * (k < RESTLESS_OCTAVES ? restless : 1);
    }
    return sum;
  }
  const logAt = (time: number) => logCoarse(time, 0);
  const exactAt = (time: number) => one * Math.exp(logAt(lastOpenMoment(symbol.hours, time)));
  return {
    logAt,
    logCoarse,
    ticksAt: (time) => Math.max(2, Math.round(exactAt(time))),
    indexAt: (time) => Math.max(200, Math.round(exactAt(time) * 100 * (1 + 0.0003 * basis(time)))),
  };
}
