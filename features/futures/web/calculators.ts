// The four calculators of the trade screen, each by the engine's own formulas: what they say is what an order would do.
import { tradingFee } from '@maru/engine/futures/fee.ts';
import { liquidationPrice } from '@maru/engine/futures/liquidation-price.ts';
import { initialMargin, notionalAt } from '@maru/engine/futures/margin.ts';
import { bracketLots, maxOpenLots } from '@maru/engine/futures/max-open.ts';
import { realizedPnl, returnOnEquity, targetPrice } from '@maru/engine/futures/pnl.ts';
import { maxNotionalOf } from '@maru/engine/market/tiers.ts';
import { costOf } from '@maru/engine/money/cost.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { Instrument } from './instrument.ts';

type Side = 1 | -1;

export interface ProfitAnswer {
  margin: number;
  pnl: number;
  /** Hundredths of a percent. */
  roe: number;
  /** Opening and closing, both as taker. */
  fees: number;
  net: number;
}

/** Prices in ticks, size in lots. */
export function profitOf(i: Instrument, side: Side, leverage: number, entry: number, exit: number, lots: number): ProfitAnswer | undefined {
  if (entry <= 0 || exit <= 0 || lots <= 0) return undefined;
  const cost = costOf(entry, lots, i.units.costNum);
  const pnl = realizedPnl(i.units, side, exit, lots, cost);
  const fees = tradingFee(i.units, entry, lots, i.takerFee) + tradingFee(i.units, exit, lots, i.takerFee);
  return {
    margin: initialMargin(i.units, entry, lots, leverage),
    pnl,
    roe: Number(returnOnEquity(i.units, side, exit * MARK_PER_TICK, lots, cost, leverage)),
    fees,
    net: pnl - fees,
  };
}

/** `roe` in hundredths of a percent; ticks, undefined when no price gives it. */
export function targetOf(i: Instrument, side: Side, leverage: number, entry: number, roe: number): number | undefined {
  if (entry <= 0) return undefined;
  const ticks = targetPrice(i.units, side, 1, costOf(entry, 1, i.units.costNum), leverage, roe);
  return ticks > 0 ? ticks : undefined;
}

/**
 * A lone position that `balance` (micro-USDT) stands behind: an isolated margin, or the whole wallet in cross. Ticks; 0 = none. A balance
 * that does not carry it at its own entry has its answer on the wrong side of that.
 */
export function liquidationOf(i: Instrument, side: Side, entry: number, lots: number, balance: number): number | undefined {
  if (entry <= 0 || lots <= 0 || balance <= 0) return undefined;
  const legs = [{ side, lots, entryCost: costOf(entry, lots, i.units.costNum) }];
  const mark = liquidationPrice(i.units, i.tiers, legs, balance, entry * MARK_PER_TICK);
  return side > 0 ? Math.ceil(mark / MARK_PER_TICK) : Math.floor(mark / MARK_PER_TICK);
}

export interface MostAnswer {
  lots: number;
  notional: number;
  /** The leverage's own ceiling was reached before the balance was. */
  isByBracket: boolean;
}

/** `mark` in mark units, 0 = not known: what is away from it on the wrong side opens with a loss that the balance carries too (rules 6.5). */
export function mostOf(i: Instrument, side: Side, leverage: number, entry: number, balance: number, mark: number): MostAnswer | undefined {
  if (entry <= 0 || balance <= 0) return undefined;
  const at = entry * MARK_PER_TICK;
  const byBalance = maxOpenLots(i.units, { side, price: entry, mark: mark || at, leverage, takerFee: i.takerFee, available: balance });
  const byBracket = bracketLots(i.units, maxNotionalOf(i.tiers, leverage), at);
  const lots = Math.min(byBalance, byBracket, i.maxLots);
  return { lots, notional: notionalAt(i.units, entry, lots), isByBracket: byBracket < byBalance };
}
