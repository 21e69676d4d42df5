// The figures of the bar under the crosshair, or of the newest one, above the candles; written straight to text nodes.
import type { PriceChart } from '@maru/kit/web/chart/price-chart.ts';
import { onSettledLayout } from '@maru/kit/web/chart/settled-layout.ts';
import { figure, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useChartPrefs } from './chart-prefs.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';

export function ChartLegend({ chart, symbol }: { chart: PriceChart; symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const language = useLanguage();
  const { interval, basis, indicators } = useChartPrefs();
  const box = useRef<HTMLDivElement>(null);
  const write = useEffectEvent(() => {
    const now = chart.legend();
    const root = box.current;
    if (!now || !root) return;
    const price = (value: number) => figure(value.toFixed(symbol.priceDecimals));
    const texts: Record<string, string> = {
      open: price(now.bar.open),
      high: price(now.bar.high),
      low: price(now.bar.low),
      close: price(now.bar.close),
      volume: shortSum(now.bar.volume.toFixed(2), language, 2),
      average0: now.averages[0] ? price(now.averages[0].value) : '',
      average1: now.averages[1] ? price(now.averages[1].value) : '',
    };
    for (const slot of root.querySelectorAll<HTMLElement>('[data-slot]')) {
      const text = texts[slot.dataset['slot'] ?? ''] ?? '';
      if (slot.textContent !== text) slot.textContent = text;
    }
  });
  useEffect(() => onSettledLayout(chart, () => write()), [chart]);
  return (
    <div
      ref={box}
      className="pointer-events-none absolute top-2 left-3 z-2 text-11 leading-[17px] text-mute [&_b]:mr-1.5 [&_b]:font-medium [&_b]:text-text"
      aria-hidden="true"
    >
      {/* A line near the top goes behind the figures. */}
      <p className="w-fit bg-surface/85">
        {basis !== 'last' && <b>{t(`market.${basis}`)}</b>}
        {t(`interval.${interval}`)} {t('chart.open')} <b data-slot="open" />
        {t('chart.high')} <b data-slot="high" />
        {t('chart.low')} <b data-slot="low" />
        {t('chart.close')} <b data-slot="close" />
      </p>
      <p className="w-fit bg-surface/85">
        {indicators.includes('MA') && (
          <>
            <span style={{ color: 'var(--ma1)' }}>{t('chart.average', { period: 7 })}</span> <b data-slot="average0" />
            <span style={{ color: 'var(--ma2)' }}>{t('chart.average', { period: 25 })}</span> <b data-slot="average1" />
          </>
        )}
        {basis === 'last' && indicators.includes('VOLUME') && (
          <>
            {t('chart.volume')} <b data-slot="volume" />
          </>
        )}
      </p>
    </div>
  );
}
