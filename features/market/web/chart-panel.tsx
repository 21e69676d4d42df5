// The chart's panel: tabs for chart, depth, funding and what the page adds; toolbar, tool rail, the chart.
import type { PriceChart } from '@maru/kit/web/chart/price-chart.ts';
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { memo, type ReactNode, useState } from 'react';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartAside, IntervalButtons } from './chart-toolbar.tsx';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';
import type { BarSize } from './symbol-bar.tsx';

export interface ChartPanelProps {
  symbol: MarketSymbol;
  size: BarSize;
  lines: readonly PriceLine[];
  /** Contents of the info tab. */
  info: ReactNode;
  isFull: boolean;
  onFull(): void;
  /** The page's own buttons, at the end of the toolbar. */
  tools?: ReactNode;
  /** Over the chart, bottom left: the toasts' place stays free otherwise. */
  children?: ReactNode;
}
const waiting = <div aria-busy="true" className="min-h-0 flex-1" />;
export const DepthChart = lazyArea(() => import('./depth-chart.tsx').then((m) => m.DepthChart), { waiting });
export const FundingPanel = lazyArea(() => import('./funding-panel.tsx').then((m) => m.FundingPanel), { waiting });
/** Nobody draws before there is something to draw on. */
const Rail = lazyArea(() => import('./chart-rail.tsx').then((m) => m.ChartRail), {
  waiting: <div className="w-9 shrink-0 border-r border-grid" />,
  isQuiet: true,
});
/** What lies behind the other tabs comes while a pointer is over the panel. */
const preload = () => {
  DepthChart.preload();
  FundingPanel.preload();
};
/** The lines move four times a second; the tools beside them do not. */
const Toolbar = memo(function Toolbar({ size, isFull, onFull, tools }: Pick<ChartPanelProps, 'size' | 'isFull' | 'onFull' | 'tools'>) {
  return (
    <>
      <IntervalButtons size={size} />
      <span className="mx-1 h-4 w-px bg-line" />
      <ChartAside size={size} isFull={isFull} onFull={onFull}>
        {tools}
      </ChartAside>
    </>
  );
});
type Tab = 'chart' | 'depth' | 'funding' | 'info';
const tabs: readonly Tab[] = ['chart', 'depth', 'funding', 'info'];

export function ChartPanel({ symbol, size, lines, info, isFull, onFull, tools, children }: ChartPanelProps) {
  const t = useText(marketTexts);
  const [tab, setTab] = useState<Tab>('chart');
  const [chart, setChart] = useState<PriceChart>();
  const hasRail = size === 'hall' || size === 'desktop';
  return (
    <section className="relative flex h-full min-h-0 min-w-0 flex-col overflow-hidden rounded-8 bg-surface" onPointerEnter={preload}>
      <Tabs<Tab>
        className="flex min-h-0 flex-1 flex-col"
        label={t('chart.chart')}
        value={tab}
        onChange={setTab}
        items={tabs.map((value) => ({ value, label: t(`chart.${value}`) }))}
        aside={tab === 'chart' && <Toolbar {...{ size, isFull, onFull, tools }} />}
      >
        <TabPanel value={tab} className="flex min-h-0 flex-1 flex-col">
          {/* Behind another tab it keeps its size and with it its scroll and zoom. */}
          <div className={tab === 'chart' ? 'flex min-h-0 flex-1' : 'invisible absolute inset-x-0 top-[37px] bottom-0 flex'}>
            {hasRail && <Rail chart={chart} />}
            <div className="min-w-0 flex-1">
              <ChartCanvas symbol={symbol} lines={lines} axisWidth={72} barSpace={size === 'hall' ? 8 : 7} onChart={setChart} />
            </div>
          </div>
          {tab === 'depth' && <DepthChart symbol={symbol} />}
          {tab === 'funding' && <FundingPanel symbol={symbol} />}
          {tab === 'info' && <div className="scroll-thin min-h-0 flex-1 overflow-y-auto p-4">{info}</div>}
        </TabPanel>
      </Tabs>
      {children}
    </section>
  );
}
