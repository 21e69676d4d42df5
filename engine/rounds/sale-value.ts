// What an open bet of a running price round is worth when it is sold early, by a formula that anyone can work out (rules 11; site's own fee).
//
//   value = floor( payout x chance x (1 - saleFee) )
//   z     = |price - strike| / strike / (saleVolatility x sqrt(seconds left)), cut to a tenth, at most 4
//   chance = NORMAL[10 z] between its steps for the side that is ahead, one less that for the other; 0.5 at the strike
//
// payout = floor(stake x odds) as the bet has it; saleVolatility: the standard deviation of the price in one second, 10^-8 of it.
import { floorDiv, mulDivFloor } from '../money/rounding.ts';
import { RATE_ONE } from '../money/units.ts';

/** The normal distribution at 0, 0.1, ... 4.0, in 10^-8. */
const NORMAL = [
  50_000_000, 53_982_784, 57_925_971, 61_791_142, 65_542_174, 69_146_246, 72_574_688, 75_803_635, 78_814_460, 81_593_987, 84_134_475,
  86_433_394, 88_493_033, 90_319_952, 91_924_334, 93_319_280, 94_520_071, 95_543_454, 96_406_968, 97_128_344, 97_724_987, 98_213_558,
  98_609_655, 98_927_589, 99_180_246, 99_379_033, 99_533_881, 99_653_303, 99_744_487, 99_813_419, 99_865_010, 99_903_240, 99_931_286,
  99_951_658, 99_966_307, 99_976_737, 99_984_089, 99_989_220, 99_992_765, 99_995_190, 99_996_833,
];
const STEPS = NORMAL.length - 1;
/** z is worked out in thousandths. */
const THOUSAND = 1_000;
const PER_STEP = 100;

/** The chance of a bet on `market` (0 up, 1 down), 10^-8. `leftMs` > 0. */
export function chanceOf(market: number, price: number, strike: number, leftMs: number, volatility: number): number {
  const distance = price > strike ? price - strike : strike - price;
  const ahead = normalOf(zOf(distance, strike, leftMs, volatility));
  return price >= strike === (market === 0) ? ahead : RATE_ONE - ahead;
}

function zOf(distance: number, strike: number, leftMs: number, volatility: number): number {
  // sqrt(seconds) in thousandths, then the deviation over the time left in 10^-8.
  const root = Math.floor(Math.sqrt(leftMs * THOUSAND));
  const deviation = floorDiv(volatility * root, THOUSAND);
  if (deviation === 0) return distance === 0 ? 0 : STEPS * PER_STEP;
  const moved = mulDivFloor(distance, RATE_ONE, strike);
  const z = moved >= deviation * 4 ? STEPS * PER_STEP : floorDiv(moved * THOUSAND, deviation);
  return z < STEPS * PER_STEP ? z : STEPS * PER_STEP;
}

function normalOf(z: number): number {
  const step = floorDiv(z, PER_STEP);
  if (step >= STEPS) return NORMAL[STEPS];
  return NORMAL[step] + floorDiv((NORMAL[step + 1] - NORMAL[step]) * (z - step * PER_STEP), PER_STEP);
}

/** `fee` 10^-8; rounded down twice, never in the member's favour. */
export function saleValue(payout: number, chance: number, fee: number): number {
  return mulDivFloor(mulDivFloor(payout, chance, RATE_ONE), RATE_ONE - fee, RATE_ONE);
}
