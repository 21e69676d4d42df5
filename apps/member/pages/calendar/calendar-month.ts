// A month of the calendar as rows of weeks, and what its days come to. Pure: sums in the currency's smallest unit.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { dayText, monthDays, weekdayOf } from '@maru/kit/contract/calendar.ts';
import { pointDecimals } from '@maru/kit/contract/point-decimals.ts';

export interface DayResult {
  day: string;
  /** As the server wrote it. */
  profit: string;
  /** In the currency's smallest unit. */
  units: number;
}

export interface MonthSum {
  units: number;
  won: number;
  lost: number;
  best: DayResult | undefined;
  worst: DayResult | undefined;
}

/** `2026-11` → its days by weeks from Sunday; null before the first and after the last. */
export function weeksOf(month: string): (string | null)[][] {
  const { first, end } = monthDays(month);
  const sunday = first - ((weekdayOf(first) + 1) % 7);
  const cells = Array.from({ length: Math.ceil((end - sunday) / 7) * 7 }, (_, i) => {
    const day = sunday + i;
    return day < first || day >= end ? null : dayText(day);
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export const unitsOf = (text: string, currency: string): number => {
  const units = parseDecimal(text.replace(/^-/, ''), pointDecimals(currency)) ?? 0;
  return text.startsWith('-') ? -units : units;
};

export function sumOf(days: readonly DayResult[]): MonthSum {
  const sum: MonthSum = { units: 0, won: 0, lost: 0, best: undefined, worst: undefined };
  for (const day of days) {
    sum.units += day.units;
    if (day.units > 0) sum.won++;
    if (day.units < 0) sum.lost++;
    if (day.units > (sum.best?.units ?? 0)) sum.best = day;
    if (day.units < (sum.worst?.units ?? 0)) sum.worst = day;
  }
  return sum;
}

/** How deep a day is tinted: 6 to 26 percent, the month's largest result deepest. */
export function tintOf(units: number, largest: number): number {
  if (units === 0 || largest === 0) return 0;
  return 6 + Math.round((Math.abs(units) / largest) * 20);
}
