// Settled funding rates as bars around zero with their running sum; pointer, touch or arrow keys read one of them.
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type FundingBar, type Reach, reachOf } from './funding-figures.ts';
import { fundingTexts } from './funding-texts.ts';

export const rateText = (percent: number): string => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(4)}%`;
const HEIGHT = 100;

export function FundingChart({ bars }: { bars: readonly FundingBar[] }) {
  const t = useText(fundingTexts);
  const [at, setAt] = useState<number>();
  const last = bars.length - 1;
  const shown = bars[Math.min(at ?? last, last)];
  const rates = reachOf(bars.map((bar) => bar.rate));
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * bars.length))));
  };
  const step = (event: KeyboardEvent) => {
    const to = { ArrowLeft: (at ?? last) - 1, ArrowRight: (at ?? last) + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Readout bar={shown} />
      <div className="relative mr-16 min-h-24 flex-1">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a picture that can be read value by value */}
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
          role="img"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its values are read by arrow keys
          tabIndex={0}
          aria-label={t('funding.label', { count: last, sum: rateText(bars[last]?.sum ?? 0).slice(0, -1) })}
          data-testid="funding-chart"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(undefined)}
          onKeyDown={step}
          onBlur={() => setAt(undefined)}
          className="absolute inset-0 touch-pan-y"
        >
          <Bars bars={bars} at={at} top={rates.top} bottom={rates.bottom} />
        </div>
        <Axis {...rates} />
      </div>
      <p className="mt-1 mr-16 flex justify-between text-11 text-mute" aria-hidden="true">
        {[bars[0], bars[Math.floor(last / 2)], bars[last]].map((bar, index) => (
          <span key={index === 0 ? 'from' : index === 1 ? 'middle' : 'to'}>{bar ? tableMoment(bar.time, false) : ''}</span>
        ))}
      </p>
    </div>
  );
}

function Readout({ bar }: { bar: FundingBar | undefined }) {
  const t = useText(fundingTexts);
  if (!bar) return null;
  const direction = Math.sign(bar.rate) as -1 | 0 | 1;
  return (
    <output className="mb-2 flex h-5 flex-wrap items-center gap-x-3 overflow-hidden text-12 text-mute">
      <span className="text-sub">{tableMoment(bar.time, false)}</span>
      <b className={cx('font-semibold', directionClass(direction))}>{rateText(bar.rate)}</b>
      {bar.kind === 'settled' ? null : (
        <span className="rounded-4 bg-hover px-1 text-11">{t(bar.kind === 'estimate' ? 'funding.estimate' : 'funding.simulated')}</span>
      )}
      <span>
        <i aria-hidden="true" className="mr-1 inline-block h-0 w-3 border-t-2 border-sub align-middle" />
        {t('funding.sumLine')} <b className="font-medium text-text">{rateText(bar.sum)}</b>
      </span>
    </output>
  );
}

/** One unit of width a bar; lines keep their width however it is stretched. */
function Bars({ bars, at, top, bottom }: Pick<Reach, 'top' | 'bottom'> & { bars: readonly FundingBar[]; at: number | undefined }) {
  const y = (value: number) => ((top - value) / (top - bottom)) * HEIGHT;
  const sums = reachOf(bars.map((bar) => bar.sum));
  const sumY = (value: number) => ((sums.top - value) / (sums.top - sums.bottom)) * HEIGHT;
  const line = bars.map((bar, index) => `${index + 0.5},${sumY(bar.sum)}`).join(' ');
  return (
    <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" className="size-full" aria-hidden="true">
      {at !== undefined && <rect x={at} y={0} width={1} height={HEIGHT} className="fill-hover" />}
      <line x1={0} x2={bars.length} y1={y(0)} y2={y(0)} className="stroke-edge" vectorEffect="non-scaling-stroke" strokeWidth={1} />
      {bars.map((bar, index) => (
        <rect
          key={bar.time}
          x={index + 0.14}
          width={0.72}
          y={Math.min(y(bar.rate), y(0))}
          height={Math.max(Math.abs(y(bar.rate) - y(0)), 0.6)}
          className={bar.rate < 0 ? 'fill-fall' : 'fill-rise'}
          opacity={bar.kind === 'settled' ? 0.9 : bar.kind === 'simulated' ? 0.45 : 0.25}
        />
      ))}
      <polyline points={line} fill="none" className="stroke-sub" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Highest, zero and lowest at the right edge. */
function Axis({ high, low, top, bottom }: Reach) {
  const at = (value: number) => `${((top - value) / (top - bottom)) * 100}%`;
  const marks = [high, 0, low].filter((value, index) => index === 1 || value !== 0);
  return (
    <>
      {marks.map((value) => (
        <span
          key={value}
          aria-hidden="true"
          className="absolute left-full -translate-y-1/2 pl-2 text-11 whitespace-nowrap text-mute"
          style={{ top: at(value) }}
        >
          {rateText(value)}
        </span>
      ))}
    </>
  );
}
