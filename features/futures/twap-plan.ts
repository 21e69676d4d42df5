// How a TWAP's quantity is spread over its time: how many slices, when each is due, how much each takes. Pure arithmetic on lots.

import { MARK_PER_TICK, type Units } from '@maru/engine/money/units.ts';

const SLICE_MS = 30_000;
/** A slice that makes up for missed ones is at most so many times a planned one. */
const CATCH_UP = 3;
/** With randomising, a slice is by up to a fifth of a planned one larger or smaller. */
const SWING = 5;

export interface TwapPlan {
  readonly lots: number;
  readonly startAt: number;
  readonly durationMs: number;
  readonly slices: number;
  /** No order of a slice is smaller or larger than these. */
  readonly minLots: number;
  readonly maxLots: number;
}

/** A slice stays an order when the price falls by so much on the way: sixths. */
const [HEADROOM, HEADROOM_OF] = [6n, 5n];

/** Lots that are worth the least notional (micro-USDT) at the mark (hundredths of a tick), with that room. */
export function lotsWorth({ costNum, costDen }: Pick<Units, 'costNum' | 'costDen'>, minNotional: number, mark: number): number {
  const cost = BigInt(minNotional) * BigInt(costDen) * BigInt(MARK_PER_TICK) * HEADROOM;
  const each = BigInt(mark) * BigInt(costNum) * HEADROOM_OF;
  return Number((cost + each - 1n) / each);
}

/** One in thirty seconds, or as many as keep each at the minimum; 0 when not even two would. */
export function sliceCount(lots: number, durationMs: number, minLots: number): number {
  const slices = Math.min(Math.floor(durationMs / SLICE_MS), Math.floor(lots / minLots));
  return slices < 2 ? 0 : slices;
}

/** When slice `no` (1 to `slices`) is due: the first at once, the others evenly; the time of the last one goes on to the end. */
export function dueAt({ startAt, durationMs, slices }: TwapPlan, no: number): number {
  return startAt + Math.floor((durationMs * (no - 1)) / slices);
}

export const endsAt = ({ startAt, durationMs }: TwapPlan): number => startAt + durationMs;

/** The newest slice due at `now`; 0 before the first. */
export function sliceAt(plan: TwapPlan, now: number): number {
  if (now < plan.startAt) return 0;
  let no = Math.min(plan.slices, Math.floor(((now - plan.startAt) * plan.slices) / plan.durationMs) + 1);
  // Floors of both sums may differ by one.
  while (no < plan.slices && dueAt(plan, no + 1) <= now) no++;
  while (no > 1 && dueAt(plan, no) > now) no--;
  return no;
}

/** What should be filled once slice `no` is through. Exact: no product passes 2^53. */
export function lotsBy({ lots, slices }: TwapPlan, no: number): number {
  const each = Math.floor(lots / slices);
  return each * no + Math.floor(((lots - each * slices) * no) / slices);
}

/**
 * What slice `no` orders when so much has filled: what is missing to the plan, at most three planned slices, and nothing too small to be
 * an order. A rest that could not be an order of its own goes with it. `swing` is between -1 and 1: 0 without randomising.
 */
export function sliceLots(plan: TwapPlan, no: number, filled: number, swing: number): number {
  const { lots, slices, minLots, maxLots } = plan;
  const rest = lots - filled;
  const planned = Math.ceil(lots / slices);
  const most = Math.min(rest, maxLots, planned * CATCH_UP);
  const missing = lotsBy(plan, no) - filled;
  const swung = no === slices ? missing : missing + Math.round((planned * swing) / SWING);
  // Behind by less than an order: later slices take it along.
  if (missing < minLots) return 0;
  const wanted = Math.min(most, Math.max(minLots, swung));
  if (wanted < minLots) return 0;
  const left = rest - wanted;
  if (left === 0 || left >= minLots) return wanted;
  return rest <= most ? rest : Math.max(minLots, rest - minLots);
}
