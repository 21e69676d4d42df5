// Integers of the screens as text: amounts cut at two decimals, percents with sign, prices at tick.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { type Cost } from '@maru/engine/money/cost.ts';
import { divHalfEvenBig } from '@maru/engine/money/rounding.ts';
import { entryPrice } from '@maru/engine/futures/pnl.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Instrument, microText, priceText, quantityText } from './instrument.ts';
import { liquidationTicks } from './position-math.ts';

export const amount = (micro: number, sign = false): string => figure(microText(micro), { decimals: 2, sign });
/** Hundredths of a percent. */
export const percentOf = (hundredths: number, sign = false): string =>
  Number.isFinite(hundredths) ? `${figure(formatDecimal(hundredths, 2), { sign })}%` : '--';
/** A distance on the ticket: one decimal is enough to compare. */
/** Ten times the price is as far as any: the figure would only push its row aside. */
const FAR = 100_000;
export const distanceOf = (hundredths: number | undefined): string =>
  hundredths === undefined
    ? '--'
    : hundredths >= FAR
      ? '>1,000%'
      : `${figure((hundredths / 100).toFixed(Math.abs(hundredths) < 100 ? 2 : 1), { sign: true })}%`;
export const price = (i: Instrument, ticks: number): string => figure(priceText(i, ticks));
export const size = (i: Instrument, lots: number): string => figure(quantityText(i, lots));
/** '--' when there is none. */
export const liquidation = (i: Instrument, mark: number, side: 1 | -1): string =>
  mark === 0 ? '--' : price(i, liquidationTicks(mark, side));
/** Button line: whole prices read faster where they are large. */
export const shortPrice = (i: Instrument, ticks: number): string =>
  ticks >= 10_000 * 10 ** i.units.tickDecimals ? price(i, ticks).replace(/\.\d+$/, '') : price(i, ticks);
export const averageEntry = (i: Instrument, cost: Cost, lots: number): string =>
  figure(formatDecimal(entryPrice(i.units, cost, lots, i.units.tickDecimals), i.units.tickDecimals));
/** An average of more decimals than shown, to the nearest, as positions name theirs: `61635.2193…` → `61,635.22`. */
export function averageText(text: string, decimals: number): string {
  const [whole, fraction = ''] = text.split('.');
  const cut = 10n ** BigInt(Math.max(0, fraction.length - decimals));
  return figure(formatDecimal(divHalfEvenBig(BigInt(whole + fraction), cut), Math.min(decimals, fraction.length)), { decimals });
}
export const directionOfAmount = (micro: number): -1 | 0 | 1 => (micro > 0 ? 1 : micro < 0 ? -1 : 0);
