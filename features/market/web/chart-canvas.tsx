// The chart itself: one adapter per mount, series by symbol and interval, legend above, lines over it.
import type { Drawing } from '@maru/kit/web/chart/chart-drawings.ts';
import type { WrittenNote } from '@maru/kit/web/chart/drawing-toolbox.ts';
import type { LoadState } from '@maru/kit/web/chart/chart-feed.ts';
import type { createPriceChart, PriceChart } from '@maru/kit/web/chart/price-chart.ts';
import { readChartColors } from '@maru/kit/web/chart/chart-styles.ts';
import { type PriceLine, PriceLines } from '@maru/kit/web/chart/price-lines.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { siteTimeZone } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea, loadArea } from '@maru/kit/web/lazy-area.tsx';
import { useLivePart } from '@maru/kit/web/live-store.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { AfterPause } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { memo, type MouseEvent, type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { AlertPlace } from './alerts/alert-button.tsx';
import { useAlertLines } from './alerts/alert-lines.ts';
import { askForAlert } from './alerts/alert-store.ts';
import { ChartLegend } from './chart-legend.tsx';
import { drawerOf, keepDrawingsOf, readDrawingsOf, useChartPrefs } from './chart-prefs.ts';
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

export const ChartCanvas = memo(function ChartCanvas(props: ChartCanvasProps) {
  const t = useText(marketTexts);
  const { symbol, lines } = props;
  const [written, write] = useState<{ on: string; note: WrittenNote }>();
  const note = written?.on === symbol.symbol ? written.note : undefined;
  const { box, chart, load, retry } = useChart(props, (asked) => write({ on: symbol.symbol, note: asked }));
  return (
    <div className="relative h-full min-h-0 overflow-hidden">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the bell beside the symbol does the same by keys */}
      <section
        ref={box}
        aria-label={t('chart.chart')}
        className="absolute inset-0 isolate"
        data-keys="chart"
        data-testid="chart"
        onContextMenu={(event) => chart && askAtPointer(event, chart, symbol)}
      />
      <AlertPlace />
      {/* On a phone the lines' chips need the room. */}
      {chart && load === 'ready' && props.axisWidth > 70 && <ChartLegend chart={chart} symbol={symbol} />}
      {chart && load === 'ready' && <LiveLines chart={chart} symbol={symbol} lines={lines} />}
      {chart && note && <NoteEditor key={note.id} chart={chart} note={note} close={() => write(undefined)} />}
      {load === 'loading' && (
        <AfterPause>
          <output className="absolute inset-0 flex items-center justify-center bg-surface text-13 text-mute">{t('chart.loading')}</output>
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

/** A right click or a long press on the candles: an alert at that price. */
function askAtPointer(event: MouseEvent<HTMLElement>, chart: PriceChart, symbol: MarketSymbol): void {
  if (!isLoggedIn(useSession.getState())) return;
  const box = event.currentTarget.getBoundingClientRect();
  const plot = chart.plot();
  const price = chart.yToPrice(event.clientY - box.top);
  if (!plot || event.clientX - box.left > plot.width || event.clientY - box.top > plot.height || price === undefined || price <= 0) return;
  event.preventDefault();
  askForAlert({ symbol, price: price.toFixed(symbol.priceDecimals) });
}

/** The member's lines with the last price among them: only this part follows every tick. */
function LiveLines({ chart, symbol, lines }: { chart: PriceChart; symbol: MarketSymbol; lines: readonly PriceLine[] }) {
  const fresh = useFreshness(symbol.symbol);
  const { basis } = useChartPrefs();
  const text = useLivePart(quoteKey(symbol.symbol), (quote) => quote[basis]);
  const direction = useLivePart(quoteKey(symbol.symbol), (quote) => quote.direction) ?? 0;
  const last = text === undefined ? undefined : Number(text);
  const alerts = useAlertLines(symbol);
  const all = useMemo<readonly PriceLine[]>(() => {
    if (last === undefined) return [...lines, ...alerts];
    const tone = fresh.state !== 'live' ? 'mute' : direction < 0 ? 'fall' : 'rise';
    return [{ id: 'last', price: last, tone, dash: 'dotted', rank: 9, filled: fresh.state === 'live' }, ...lines, ...alerts];
  }, [last, direction, fresh.state, lines, alerts]);
  const format = useCallback((price: number) => figure(price.toFixed(symbol.priceDecimals)), [symbol.priceDecimals]);
  return <PriceLines chart={chart} lines={all} last={last} format={format} />;
}

const NoteEditor = lazyArea(() => import('@maru/kit/web/chart/note-editor.tsx').then((m) => m.NoteEditor), {
  // The next note that is begun asks for it again.
  onFail: () => undefined,
});

/** The library is the largest part of the screen and shared by all that show candles: its own chunk, loaded beside the rest. */
const chartLibrary = () => import('@maru/kit/web/chart/price-chart.ts');

interface ChartState {
  box: RefObject<HTMLDivElement | null>;
  chart: PriceChart | undefined;
  load: LoadState;
  retry(): void;
}

function useChart({ symbol, axisWidth, barSpace, onChart }: ChartCanvasProps, onNote: (note: WrittenNote) => void): ChartState {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<PriceChart>();
  const [load, setLoad] = useState<LoadState>('loading');
  const [round, setRound] = useState(0);
  const look = usePrefs((prefs) => `${prefs.theme}|${prefs.upDown}|${prefs.language}`);
  const { interval, basis, indicators, colors } = useChartPrefs();
  const shownIndicators = `${indicators.join()} ${JSON.stringify(colors)}`;

  const drawer = useSession(drawerOf);
  const keep = useEffectEvent((drawings: readonly Drawing[]) => keepDrawingsOf(symbol.symbol, drawings));
  const ask = useEffectEvent(onNote);
  const make = useEffectEvent((create: typeof createPriceChart, element: HTMLElement) =>
    create(element, {
      timeZone: siteTimeZone(),
      colors: readChartColors(element),
      axisWidth,
      onDrawings: (drawings) => keep(drawings),
      onNote: (note) => ask(note),
    }),
  );
  const tell = useEffectEvent(onChart);
  const show = (made: PriceChart) => {
    made.show({
      symbol: symbol.pair,
      priceDecimals: symbol.priceDecimals,
      sizeDecimals: symbol.sizeDecimals,
      period: periods[interval],
      source: barSource(symbol.symbol, interval, basis),
    });
  };
  const draw = (made: PriceChart) => made.restoreDrawings(readDrawingsOf(symbol.symbol));
  const dress = (made: PriceChart) => {
    if (box.current) made.restyle(readChartColors(box.current), axisWidth);
    made.setBarSpace(barSpace, axisWidth > 70 ? 64 : 20);
    made.setIndicators(indicators, colors);
  };
  useEffect(() => {
    let made: PriceChart | undefined;
    let isGone = false;
    // Without a size there is nothing to lay out.
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) made?.resize();
    });
    const open = async () => {
      try {
        const { createPriceChart: create } = await loadArea(chartLibrary);
        const element = box.current;
        if (isGone || !element) return;
        made = make(create, element);
        made.onLoad(setLoad);
        observer.observe(element);
        setChart(made);
        tell(made);
      } catch {
        setLoad('failed');
      }
    };
    void open();
    return () => {
      isGone = true;
      observer.disconnect();
      tell(undefined);
      made?.destroy();
    };
  }, []);
  useDependent(chart, dress, `${look}|${axisWidth}|${barSpace}|${shownIndicators}`);
  useDependent(chart, show, `${symbol.symbol}|${interval}|${basis}|${round}`);
  // Figures stand at their times whatever bars come: what is being drawn or written is not taken away by a new line.
  useDependent(chart, draw, `${symbol.symbol}|${drawer}`);
  const retry = () => setRound((n) => n + 1);
  useReopened(retry);
  return { box, chart, load, retry };
}

/** Does the work anew whenever the chart or what the work depends on is another. */
function useDependent(chart: PriceChart | undefined, work: (chart: PriceChart) => void, key: string): void {
  const done = useRef<{ chart: PriceChart; key: string }>(undefined);
  useEffect(() => {
    if (!chart || (done.current?.chart === chart && done.current.key === key)) return;
    done.current = { chart, key };
    work(chart);
  });
}
