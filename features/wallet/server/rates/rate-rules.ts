// When a rate may be converted at: fresh, within its bounds, and not moved by more than its site allows within an hour. Pure.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { USUAL_MOVE } from '@maru/site/contract.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RATE_ONE = 100_000_000n;
const DECIMALS = 8;
/** Minutes that a rate holds where a site says nothing: of a source, and of a hand. */
const SOURCE_AGE = 10;
const HAND_AGE = 3 * 24 * 60;

/** A rate and since when it stands. */
export interface StoodRate {
  rate: string;
  atMs: number;
}

export interface RateRules {
  /** 10⁻⁸ of the lower of two rates of one hour. */
  maxMove: number;
  /** null: it holds until it is changed. */
  maxAgeMs: number | null;
  least: string | null;
  most: string | null;
}

export const rateStates = ['OPEN', 'MOVED', 'OLD', 'RANGE'] as const;
export type RateState = (typeof rateStates)[number];
export interface RateJudgement {
  state: RateState;
  /** When MOVED ends if nothing moves further. */
  opensAtMs: number | null;
}

type Conversion = SiteConfig['conversion'];

export const moveOf = (conversion: Conversion): number => conversion?.maxMove ?? USUAL_MOVE;

/**
 * Half of what the rate may move within an hour: so much on each way keeps a round trip from gaining whatever the rate did between
 * (I14): (1 − m/2)² × (1 + m) is never above 1.
 */
export const leastSpread = (conversion: Conversion): number => Math.ceil(moveOf(conversion) / 2);
export const spreadOf = (conversion: Conversion): number => Math.max(conversion?.spread ?? 0, leastSpread(conversion));

/** The site token has no market beside the site's own word, so its rate does not age unless the site says so. */
export function rulesOf({ conversion }: SiteConfig, currency: string): RateRules {
  const usual = conversion?.source !== undefined ? SOURCE_AGE : currency === 'BKT' ? null : HAND_AGE;
  const minutes = conversion?.maxAge ?? usual;
  return {
    maxMove: moveOf(conversion),
    maxAgeMs: minutes === null ? null : minutes * MINUTE_MS,
    least: conversion?.rateLeast ?? null,
    most: conversion?.rateMost ?? null,
  };
}

/** Decimal text as an integer of 10⁻⁸. */
export function rateUnits(text: string): bigint {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole + part.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}

const isMoved = (one: bigint, other: bigint, maxMove: number): boolean => {
  const [low, high] = one < other ? [one, other] : [other, one];
  return high * RATE_ONE > low * (RATE_ONE + BigInt(maxMove));
};

/** Any two rates of the last hour, the one that stood as it began included, lie within `maxMove`, or when they will again. */
function movedUntil(stood: readonly StoodRate[], maxMove: number, nowMs: number): number | null {
  // A rate counts until an hour after the next one took its place.
  const counted = stood.filter((_, at) => at === stood.length - 1 || stood[at + 1].atMs > nowMs - HOUR_MS);
  const units = counted.map(({ rate }) => rateUnits(rate));
  let until: number | null = null;
  for (let from = 0; from < units.length - 1; from++) {
    const rest = units.slice(from);
    const [low, high] = [rest.reduce((a, b) => (a < b ? a : b)), rest.reduce((a, b) => (a > b ? a : b))];
    if (isMoved(low, high, maxMove)) until = counted[from + 1].atMs + HOUR_MS;
  }
  return until;
}

/** `stood`: oldest first, the last is in force; `confirmedMs`: when its source, or a hand, said it last. */
export function judgeRate(stood: readonly StoodRate[], confirmedMs: number, rules: RateRules, nowMs: number): RateJudgement {
  const current = rateUnits((stood.at(-1) as StoodRate).rate);
  const isBelow = rules.least !== null && current < rateUnits(rules.least);
  if (isBelow || (rules.most !== null && current > rateUnits(rules.most))) return { state: 'RANGE', opensAtMs: null };
  if (rules.maxAgeMs !== null && nowMs - confirmedMs > rules.maxAgeMs) return { state: 'OLD', opensAtMs: null };
  const until = movedUntil(stood, rules.maxMove, nowMs);
  return until === null ? { state: 'OPEN', opensAtMs: null } : { state: 'MOVED', opensAtMs: until };
}

/** What no judgement needs any more: all but the last hour and the rate that stood as it began. */
export function lastHour(stood: readonly StoodRate[], nowMs: number): StoodRate[] {
  return stood.filter((_, at) => at === stood.length - 1 || stood[at + 1].atMs > nowMs - HOUR_MS);
}
