// Intervals, indicators and what the chart follows: as many buttons as the width carries, the rest in a menu.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import { type Interval, intervals } from '@maru/market/contract.ts';
import { Maximize, SquareFunction } from 'lucide-react';
import type { ReactNode } from 'react';
import { chartBases, type ChartBasis, useChartPrefs } from './chart-prefs.ts';
import { marketTexts } from './market-texts.ts';
import type { BarSize } from './symbol-bar.tsx';

const shown: Record<BarSize, readonly Interval[]> = {
  hall: ['1m', '5m', '15m', '1h', '4h', '1d', '1w'],
  desktop: ['1m', '5m', '15m', '1h', '1d'],
  wide: ['1m', '5m', '15m', '1h'],
  laptop: ['1m', '5m', '15m', '1h'],
  phone: [],
};

export function IntervalButtons({ size }: { size: BarSize }) {
  const t = useText(marketTexts);
  const { interval, setInterval } = useChartPrefs();
  const buttons = shown[size];
  const inMenu = !buttons.includes(interval);
  return (
    <fieldset aria-label={t('chart.intervals')} className="flex shrink-0 items-center">
      {buttons.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === interval}
          onClick={() => setInterval(name)}
          className={`h-7 rounded-6 px-2 text-13 whitespace-nowrap hover:text-text ${name === interval ? 'bg-hover font-semibold text-text' : 'text-mute'}`}
        >
          {t(`interval.${name}`)}
        </button>
      ))}
      <Select<Interval>
        label={t('chart.more')}
        value={interval}
        onChange={setInterval}
        options={intervals.map((value) => ({ value, label: t(`interval.${value}`) }))}
        className={
          size === 'phone'
            ? 'touch flex h-8 items-center gap-2 rounded-6 bg-field px-3 text-13 font-semibold'
            : `flex h-7 items-center gap-1 rounded-6 px-1.5 text-13 hover:text-text ${inMenu ? 'bg-hover font-semibold text-text' : 'text-mute [&>span:first-child]:hidden'}`
        }
      />
    </fieldset>
  );
}

const waiting = <div aria-busy="true" className="h-[276px] w-56" />;
const IndicatorList = lazyArea(() => import('./indicator-list.tsx').then((m) => m.IndicatorList), { waiting });
const preload = { onPointerEnter: IndicatorList.preload, onFocus: IndicatorList.preload };

export function IndicatorMenu({ isPhone = false }: { isPhone?: boolean }) {
  const t = useText(marketTexts);
  return (
    <Popover
      align="end"
      trigger={
        isPhone ? (
          <button
            type="button"
            aria-label={t('chart.indicators')}
            {...preload}
            className="touch flex size-8 items-center justify-center rounded-6 bg-field"
          >
            <SquareFunction size={16} />
          </button>
        ) : (
          <button
            type="button"
            {...preload}
            className="flex h-7 items-center gap-1.5 rounded-6 px-2 text-13 text-sub hover:bg-hover hover:text-text"
          >
            <SquareFunction size={15} aria-hidden="true" />
            {t('chart.indicators')}
          </button>
        )
      }
    >
      <IndicatorList />
    </Popover>
  );
}

export function ChartAside({ size, isFull, onFull, children }: { size: BarSize; isFull: boolean; onFull(): void; children?: ReactNode }) {
  const t = useText(marketTexts);
  const { basis, setBasis } = useChartPrefs();
  return (
    <>
      <IndicatorMenu />
      {size !== 'laptop' && (
        <Select<ChartBasis>
          label={t('chart.lineSource')}
          value={basis}
          onChange={setBasis}
          options={chartBases.map((value) => ({ value, label: t(`market.${value}`) }))}
          className="flex h-7 items-center gap-1 rounded-6 px-1.5 text-13 text-sub hover:bg-hover"
        />
      )}
      {children}
      <IconButton size={28} label={t(isFull ? 'chart.small' : 'chart.full')} aria-pressed={isFull} onClick={onFull}>
        <Maximize size={15} />
      </IconButton>
    </>
  );
}
