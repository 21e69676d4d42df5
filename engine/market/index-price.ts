// Index price from several spot sources with the guards of rules 8.1: silence, deviation, disagreement.
//
// Prices in mark units (tick / 100), times ms. Pure: the caller keeps each source's `outSince` between calls.
import { divHalfEvenBig, mulDivHalfEven, toSafe } from '../money/rounding.ts';

/** A source silent for so long has no weight. */
export const SOURCE_SILENT_MS = 10_000;
/** Further than this from the median (percent) and a source is out, until it was inside for INSIDE_MS. */
export const MAX_DEVIATION_PERCENT = 3;
export const INSIDE_MS = 300_000;

export interface IndexSource {
  price: number;
  weight: number;
  /** Time of its last news. */
  at: number;
  /** Since when it has been back inside after a deviation; 0 = in good standing; -1 = outside now. */
  insideSince: number;
}

/** 'ok': index good for everything; 'single': one source, so no liquidation; 'halt': none, or two that disagree. */
export interface IndexReading {
  index: number;
  standing: 'ok' | 'single' | 'halt';
  /** Sources as they stand now, same order. */
  sources: readonly IndexSource[];
}

export function readIndex(sources: readonly IndexSource[], now: number): IndexReading {
  const live = sources.filter((s) => isLive(s, now));
  if (live.length === 0) return { index: 0, standing: 'halt', sources };
  if (live.length === 1) return { index: live[0].price, standing: 'single', sources };
  if (live.length === 2) {
    // Of two, neither is the reference: three percent of the lower one.
    const near = within(Math.max(live[0].price, live[1].price), Math.min(live[0].price, live[1].price));
    return { index: near ? weighted(live) : 0, standing: near ? 'ok' : 'halt', sources };
  }
  const middle = median(live.map((s) => s.price));
  const after = sources.map((s) => (isLive(s, now) ? judged(s, middle, now) : s));
  const outside = after.filter((s) => isLive(s, now) && s.insideSince === -1).length;
  const trusted = after.filter((s) => isLive(s, now) && s.insideSince === 0);
  // More than one deviates: nobody knows who is right, so the median of all stands.
  const index = outside > 1 || trusted.length === 0 ? middle : weighted(trusted);
  return { index, standing: 'ok', sources: after };
}

function isLive(s: IndexSource, now: number): boolean {
  return s.price > 0 && now - s.at < SOURCE_SILENT_MS;
}

function judged(s: IndexSource, middle: number, now: number): IndexSource {
  if (!within(s.price, middle)) return { ...s, insideSince: -1 };
  if (s.insideSince === 0) return s;
  if (s.insideSince === -1) return { ...s, insideSince: now };
  return now - s.insideSince >= INSIDE_MS ? { ...s, insideSince: 0 } : s;
}

function within(price: number, reference: number): boolean {
  return Math.abs(price - reference) * 100 <= reference * MAX_DEVIATION_PERCENT;
}

function weighted(sources: readonly IndexSource[]): number {
  let sum = 0n;
  let weights = 0n;
  for (const s of sources) {
    sum += BigInt(s.price) * BigInt(s.weight);
    weights += BigInt(s.weight);
  }
  return toSafe(divHalfEvenBig(sum, weights));
}

/** Middle value; the half-even mean of the two middle ones when there is an even number. */
export function median(prices: readonly number[]): number {
  const sorted = [...prices].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : mulDivHalfEven(sorted[half - 1] + sorted[half], 1, 2);
}
