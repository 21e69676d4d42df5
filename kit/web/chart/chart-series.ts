// What a chart shows: bars of one symbol and period, and where they come from.
import type { Period } from 'klinecharts';

export interface ChartBar {
  /** Open time, ms. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}
export interface BarSource {
  /** Bars older than `before` (null: the newest ones), oldest first. */
  load(before: number | null): Promise<{ bars: ChartBar[]; more: boolean }>;
  subscribe(push: (bar: ChartBar) => void): () => void;
}
export type ChartPeriod = Period;
export interface ChartSeries {
  symbol: string;
  priceDecimals: number;
  sizeDecimals: number;
  period: ChartPeriod;
  source: BarSource;
}
