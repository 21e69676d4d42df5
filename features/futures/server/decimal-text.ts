// Engine integers as the wire's decimal strings: fixed decimals for what is exact, trimmed ones for averages.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteSymbol } from './site-symbols.ts';

/** Averages are reported with this many decimals, half-even (rules 1.2). */
export const REPORT_DECIMALS = 8;

/** A safe integer of 10^-decimals; plain string work, as an order's reply writes eight of them. */
export function fixedText(units: number, decimals: number): string {
  if (decimals === 0) return String(units);
  const negative = units < 0;
  const digits = String(negative ? -units : units).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${negative ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

export function amountText(micro: number): string {
  return fixedText(micro, USDT_DECIMALS);
}

export function priceText(symbol: SiteSymbol, ticks: number): string {
  return fixedText(ticks, symbol.units.tickDecimals);
}

export function quantityText(symbol: SiteSymbol, lots: number): string {
  return fixedText(lots, symbol.units.lotDecimals);
}

/** A mark or index, two decimals finer than the tick. */
export function markText(symbol: SiteSymbol, mark: number): string {
  return fixedText(mark, symbol.units.tickDecimals + 2);
}

/** Hundredths of a percent: 1234 -> '12.34'. */
export function percentText(hundredths: number | bigint): string {
  return fixedText(Number(hundredths), 2);
}

/** An average at REPORT_DECIMALS, trimmed down to the symbol's own decimals; 0 -> '0'. */
export function averageText(symbol: SiteSymbol, value: bigint): string {
  if (value === 0n) return '0';
  const text = formatDecimal(value, REPORT_DECIMALS);
  let end = text.length;
  const least = end - (REPORT_DECIMALS - symbol.units.tickDecimals);
  while (end > least && text.charCodeAt(end - 1) === 48) end--;
  return text.endsWith('.', end) ? text.slice(0, end - 1) : text.slice(0, end);
}

let lastMs = Number.NaN;
let lastIso = '';
/** Remembers the last one: an order, its fills and its neighbours share their millisecond. */
export function isoText(ms: number): string {
  if (ms !== lastMs) {
    lastIso = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastIso;
}
