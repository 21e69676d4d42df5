// The entry point of the market's screens: panels that a trade page is laid out with, and the values they live on.
export { BookPanel, BookStepSelect } from './book-panel.tsx';
export { ChartCanvas } from './chart-canvas.tsx';
export { ChartPanel, DepthChart, FundingPanel } from './chart-panel.tsx';
export { IndicatorMenu, IntervalButtons } from './chart-toolbar.tsx';
export { usePanesBelow } from './chart-prefs.ts';
export { depthKey, followQuote, quoteKey, useFeedStanding, useFreshness, useMarketFeed } from './market-feed.ts';
export type { Freshness } from './feed-freshness.ts';
export type { MarketSymbol } from './market-symbol.ts';
export { type BarSize, SymbolBar } from './symbol-bar.tsx';
export { TradesPanel } from './trades-panel.tsx';
