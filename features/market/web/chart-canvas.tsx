// The chart itself: one adapter per mount, series by symbol and interval, legend above, lines over it.
import { createPriceChart, type PriceChart } from '@maru/kit/web/chart/price-chart.ts';
import { readChartColors } from '@maru/kit/web/chart/chart-styles.ts';
import { type PriceLine, PriceLines } from '@maru/kit/web/chart/price-lines.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { siteTimeZone } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useLivePart } from '@maru/kit/web/live-store.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { AfterPause } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ChartLegend } from './chart-legend.tsx';
import { keepDrawingsOf, readDrawingsOf, useChartPrefs } from './chart-prefs.ts';
import { barSource, periods } from './chart-source.ts';
import { quoteKey, useFreshness, useReopened } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';
import '@maru/kit/web/chart/chart.css';

export interface ChartCanvasProps {
  symbol: MarketSymbol;
  lines: readonly PriceLine[];
  axisWidth: number;
  barSpace: number;
  onChart(chart: PriceChart | undefined): void;
}
type Load = 'loading' | 'ready' | 'empty' | 'failed';

export const ChartCanvas = memo(function ChartCanvas({ symbol, lines, axisWidth, barSpace, onChart }: ChartCanvasProps) {
  const t = useText(marketTexts);
  const box = useRef<HTMLDivElement>(null);
  const { chart, load, retry } = useChart(box, symbol, axisWidth, barSpace, onChart);
  return (
    <div className="relative h-full min-h-0 overflow-hidden">
      <div ref={box} className="absolute inset-0" data-testid="chart" aria-hidden="true" />
      {chart && load === 'ready' && <ChartLegend chart={chart} symbol={symbol} />}
      {chart && load === 'ready' && <LiveLines chart={chart} symbol={symbol} lines={lines} />}
      {load === 'loading' && (
        <AfterPause>
          <p role="status" className="absolute inset-0 flex items-center justify-center bg-surface text-13 text-mute">
            {t('chart.loading')}
          </p>
        </AfterPause>
      )}
      {load === 'failed' && (
        <div className="absolute inset-0 flex items-center justify-center bg-surface">
          <FailingState title={t('chart.failed')} onRetry={retry}>
            {t('chart.failedNext')}
          </FailingState>
        </div>
      )}
      {load === 'empty' && (
        <div className="absolute inset-0 flex items-center justify-center bg-surface">
          <EmptyState title={t('chart.empty')} />
        </div>
      )}
    </div>
  );
});

/** The member's lines with the last price among them: only this part follows every tick. */
function LiveLines({ chart, symbol, lines }: { chart: PriceChart; symbol: MarketSymbol; lines: readonly PriceLine[] }) {
  const fresh = useFreshness(symbol.symbol);
  const { basis } = useChartPrefs();
  const text = useLivePart(quoteKey(symbol.symbol), (quote) => quote[basis]);
  const direction = useLivePart(quoteKey(symbol.symbol), (quote) => quote.direction) ?? 0;
  const last = text === undefined ? undefined : Number(text);
  const all = useMemo<readonly PriceLine[]>(() => {
    if (last === undefined) return lines;
    const tone = fresh.state !== 'live' ? 'mute' : direction < 0 ? 'fall' : 'rise';
    return [{ id: 'last', price: last, tone, dash: 'dotted', rank: 9, filled: fresh.state === 'live' }, ...lines];
  }, [last, direction, fresh.state, lines]);
  const format = useCallback((price: number) => figure(price.toFixed(symbol.priceDecimals)), [symbol.priceDecimals]);
  return <PriceLines chart={chart} lines={all} last={last} format={format} />;
}

function useChart(box: { current: HTMLDivElement | null }, symbol: MarketSymbol, axisWidth: number, barSpace: number, onChart: (chart: PriceChart | undefined) => void) {
  const [chart, setChart] = useState<PriceChart>();
  const [load, setLoad] = useState<Load>('loading');
  const [round, setRound] = useState(0);
  const language = useLanguage();
  const theme = usePrefs((prefs) => `${prefs.theme}|${prefs.upDown}`);
  const { interval, indicators } = useChartPrefs();
  const symbolNow = useRef(symbol.symbol);
  symbolNow.current = symbol.symbol;

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const made = createPriceChart(element, {
      language,
      timeZone: siteTimeZone(),
      colors: readChartColors(element),
      axisWidth,
      onDrawings: (drawings) => keepDrawingsOf(symbolNow.current, drawings),
    });
    made.onLoad(setLoad);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    setChart(made);
    onChart(made);
    return () => {
      observer.disconnect();
      onChart(undefined);
      made.destroy();
    };
  }, [language]);
  useEffect(() => {
    if (chart && box.current) chart.restyle(readChartColors(box.current), axisWidth);
  }, [chart, theme, axisWidth]);
  useEffect(() => chart?.setBarSpace(barSpace), [chart, barSpace]);
  useEffect(() => chart?.setIndicators(indicators), [chart, indicators.join()]);
  useEffect(() => {
    if (!chart) return;
    chart.show({ symbol: symbol.pair, priceDecimals: symbol.priceDecimals, sizeDecimals: symbol.sizeDecimals, period: periods[interval], source: barSource(symbol.symbol, interval) });
    chart.restoreDrawings(readDrawingsOf(symbol.symbol));
  }, [chart, symbol.symbol, interval, round]);
  useReopened(() => setRound((n) => n + 1));
  return { chart, load, retry: () => setRound((n) => n + 1) };
}
