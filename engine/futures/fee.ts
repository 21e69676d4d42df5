// Trading and clearance fees (rules 7.6, 9.5): ceil(price x quantity x rate), per fill.
import { type Ratio, tickRateRatio } from '../money/ratio.ts';
import { mul3DivCeil } from '../money/rounding.ts';
import type { Units } from '../money/units.ts';

/** A symbol's fee rate as the fraction that `feeOf` takes; keep it beside the symbol. */
export function feeRatio(units: Units, rate: number): Ratio {
  return tickRateRatio(units, rate);
}

/** Fee in amount units of `lots` at `price` ticks. Never below the exact fee. */
export function feeOf(price: number, lots: number, ratio: Ratio): number {
  return mul3DivCeil(price, lots, ratio.num, ratio.den);
}

/** Fee of one leg, for previews. */
export function tradingFee(units: Units, price: number, lots: number, rate: number): number {
  return feeOf(price, lots, feeRatio(units, rate));
}
