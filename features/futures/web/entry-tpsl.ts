// TP and SL of an entry or of a position, by price, by return or by money: three ways to write one price, by the engine's formulas.
import { realizedPnl, returnOnEquity, targetPrice } from '@maru/engine/futures/pnl.ts';
import { type Cost } from '@maru/engine/money/cost.ts';
import { toSafe, divCeilBig, divFloorBig } from '@maru/engine/money/rounding.ts';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { type Instrument, withinReach } from './instrument.ts';

/** What the exit would close: a position, or the one that an entry leads to. */
export interface ExitBase {
  side: 1 | -1;
  lots: number;
  entryCost: Cost;
  leverage: number;
}
export interface ExitFigures {
  /** micro-USDT. */
  pnl: number;
  /** Hundredths of a percent. */
  roe: number;
}

export function exitFigures(i: Instrument, base: ExitBase, ticks: number): ExitFigures | undefined {
  if (ticks <= 0 || base.lots <= 0) return undefined;
  return withinReach(() => ({
    pnl: realizedPnl(i.units, base.side, ticks, base.lots, base.entryCost),
    roe: Number(returnOnEquity(i.units, base.side, ticks * MARK_PER_TICK, base.lots, base.entryCost, base.leverage)),
  }));
}

/** Ticks at which the return is `roe` hundredths of a percent; undefined when no price gives it. */
export function ticksOfRoe(i: Instrument, base: ExitBase, roe: number): number | undefined {
  if (base.lots <= 0) return undefined;
  const ticks = targetPrice(i.units, base.side, base.lots, base.entryCost, base.leverage, roe);
  return ticks > 0 ? ticks : undefined;
}

/** Ticks at which closing all realises at least `pnl` micro-USDT: (entry + s x pnl) / lots, never short of it. */
export function ticksOfPnl(i: Instrument, base: ExitBase, pnl: number): number | undefined {
  if (base.lots <= 0) return undefined;
  const value = BigInt(base.entryCost) + BigInt(base.side) * BigInt(pnl) * BigInt(i.units.costDen);
  const perTick = BigInt(base.lots) * BigInt(i.units.costNum);
  const ticks = toSafe(base.side > 0 ? divCeilBig(value, perTick) : divFloorBig(value, perTick));
  return ticks > 0 ? ticks : undefined;
}

export type ExitKind = 'takeProfit' | 'stopLoss';

/** What a leg brings when nothing says otherwise: a TP wins, an SL loses. */
const meant = (kind: ExitKind): 1 | -1 => (kind === 'takeProfit' ? 1 : -1);

/** The sign before a leg's figures. */
export const signShown = (kind: ExitKind, figures: ExitFigures | undefined): 1 | -1 =>
  !figures || figures.pnl === 0 ? meant(kind) : figures.pnl > 0 ? 1 : -1;

/** Hundredths that a return or an amount was written as: without a minus its sign is the leg's own. Undefined while it is no number. */
export function writtenHundredths(kind: ExitKind, text: string, sign: 1 | -1 = meant(kind)): number | undefined {
  const size = parseDecimal(text.replace('-', ''), 2);
  if (text === '' || size === null || size === undefined) return undefined;
  return text.startsWith('-') ? -size : sign * size;
}

/** A TP lies on the winning side of `reference`, an SL on the losing one. */
export function isOnItsSide(kind: ExitKind, side: 1 | -1, ticks: number, reference: number): boolean {
  return kind === 'takeProfit' ? side * (ticks - reference) > 0 : side * (ticks - reference) < 0;
}

/** Where an entry opens, ticks; of one that opens at once also the mark that its exits watch. Exits lie outside (rules 3.6 #12). */
export interface OpensIn {
  low: number;
  high: number;
}

/** The end of it that a leg must lie beyond. */
export const edgeOf = (kind: ExitKind, side: 1 | -1, { low, high }: OpensIn): number => ((kind === 'takeProfit') === side > 0 ? high : low);

/** Hundredths: what is won for each unit risked; undefined without both. */
export function rewardToRisk(win: ExitFigures | undefined, loss: ExitFigures | undefined): number | undefined {
  if (!win || !loss || win.pnl <= 0 || loss.pnl >= 0) return undefined;
  return Math.round((win.pnl * 100) / -loss.pnl);
}
