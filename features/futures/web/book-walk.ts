// What an order would pay now: the visible book walked level by level, members' and counterparty's sizes alike.
import { addCost, type Cost, costOf } from '@maru/engine/money/cost.ts';

export interface WalkLevel {
  /** Ticks. */
  price: number;
  /** Lots. */
  size: number;
}
export interface Walk {
  /** Lots that the levels have, at most those asked for. */
  lots: number;
  cost: Cost;
  worst: number;
}

/** Best level first. `limit` in ticks stops the walk; undefined takes every level. */
export function walkBook(
  levels: readonly WalkLevel[],
  side: 'BUY' | 'SELL',
  lots: number,
  limit: number | undefined,
  costNum: number,
): Walk {
  let left = lots;
  let cost: Cost = 0;
  let worst = 0;
  for (const level of levels) {
    if (left === 0 || (limit !== undefined && (side === 'BUY' ? level.price > limit : level.price < limit))) break;
    const taken = Math.min(left, level.size);
    cost = addCost(cost, costOf(level.price, taken, costNum));
    left -= taken;
    worst = level.price;
  }
  return { lots: lots - left, cost, worst };
}
