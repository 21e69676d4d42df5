// The figures of the bar under the crosshair, or of the newest one, above the candles, a line for each indicator over them; written straight to the page.
import type { PriceChart } from '@maru/kit/web/chart/price-chart.ts';
import { onSettledLayout } from '@maru/kit/web/chart/settled-layout.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useChartPrefs } from './chart-prefs.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';

type Over = NonNullable<ReturnType<PriceChart['legend']>>['over'][number];

export function ChartLegend({ chart, symbol }: { chart: PriceChart; symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const { interval, basis } = useChartPrefs();
  const box = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const write = useEffectEvent(() => {
    const now = chart.legend();
    const root = box.current;
    if (!now || !root || !rows.current) return;
    const price = (value: number) => figure(value.toFixed(symbol.priceDecimals));
    const { open, high, low, close } = now.bar;
    const texts: Record<string, string> = { open: price(open), high: price(high), low: price(low), close: price(close) };
    for (const slot of root.querySelectorAll<HTMLElement>('[data-slot]')) setText(slot, texts[slot.dataset['slot'] ?? ''] ?? '');
    writeRows(rows.current, now.over);
  });
  useEffect(() => onSettledLayout(chart, () => write()), [chart]);
  return (
    <div
      ref={box}
      className="pointer-events-none absolute top-2 left-3 z-2 text-11 leading-[17px] text-mute [&_b]:mr-1.5 [&_b]:font-medium [&_b]:text-text"
      aria-hidden="true"
      data-testid="chart-legend"
    >
      {/* A line near the top goes behind the figures. */}
      <p className="w-fit bg-surface/85">
        {basis !== 'last' && <b>{t(`market.${basis}`)}</b>}
        {t(`interval.${interval}`)} {t('chart.open')} <b data-slot="open" />
        {t('chart.high')} <b data-slot="high" />
        {t('chart.low')} <b data-slot="low" />
        {t('chart.close')} <b data-slot="close" />
      </p>
      <div ref={rows} />
    </div>
  );
}

function setText(slot: HTMLElement, text: string): void {
  if (slot.textContent !== text) slot.textContent = text;
}

/** As many rows and figures as there are: made once, then only their texts change. */
function writeRows(root: HTMLElement, over: readonly Over[]): void {
  const shape = over.map(({ id, name, parts }) => `${id}|${name}|${parts.map(({ title, color }) => title + color).join()}`).join(';');
  if (root.dataset['shape'] !== shape) {
    root.dataset['shape'] = shape;
    root.replaceChildren(...over.map(rowOf));
  }
  const slots = root.querySelectorAll<HTMLElement>('b');
  const values = over.flatMap(({ parts }) => parts.map(({ value }) => value));
  slots.forEach((slot, at) => setText(slot, values[at] ?? ''));
}

function rowOf({ name, parts }: Over): HTMLElement {
  const row = document.createElement('p');
  row.className = 'w-fit bg-surface/85';
  row.append(`${name} `);
  for (const { title, color } of parts) {
    const word = document.createElement('span');
    word.style.color = color;
    word.textContent = title ? `${title} ` : '';
    const value = document.createElement('b');
    value.style.color = color;
    row.append(word, value);
  }
  return row;
}
