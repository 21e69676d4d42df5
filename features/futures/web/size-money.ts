// How many lots money buys, and what lots are worth: as the value of an order or as the margin that it binds.
import { initialMargin, notionalAt } from '@maru/engine/futures/margin.ts';
import { bracketLots } from '@maru/engine/futures/max-open.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { type Instrument, withinReach } from './instrument.ts';

/** Lots that money (micro-USDT) opens, rounded down: never worth more than was written. */
export function lotsOfMoney(i: Instrument, unit: 'quote' | 'margin', money: number, price: number, leverage: number): number {
  if (money <= 0 || price <= 0) return 0;
  const space = unit === 'margin' ? Math.min(money * leverage, Number.MAX_SAFE_INTEGER) : money;
  return withinReach(() => bracketLots(i.units, space, price * MARK_PER_TICK)) ?? 0;
}

/** micro-USDT of a size. */
export function moneyOfLots(i: Instrument, unit: 'quote' | 'margin', lots: number, price: number, leverage: number): number {
  if (lots <= 0 || price <= 0) return 0;
  return withinReach(() => (unit === 'margin' ? initialMargin(i.units, price, lots, leverage) : notionalAt(i.units, price, lots))) ?? 0;
}
