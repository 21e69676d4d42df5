// Hero art `chart`: the last 24 hours as one line, its range and the last price on the axis.
import { figure, directionOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change, Figure } from '@maru/kit/web/ui/figure.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { StaleBadge } from '@maru/kit/web/ui/states.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { chart } from '@maru/market/contract.ts';
import type { useHero } from './hero-live.ts';
import { homeTexts } from './home-texts.ts';

const wide = { width: 486, height: 230, right: 66, bottom: 24, top: 14 };
/** Drawn at its own size, so that words keep theirs. */
const narrow = { ...wide, width: 358, height: 210 };

interface Scale {
  x(i: number): number;
  y(price: number): number;
  levels: number[];
}

function scaleOf(prices: readonly number[], size: typeof wide): Scale {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const span = high - low || high || 1;
  const plot = { width: size.width - size.right, height: size.height - size.bottom - size.top };
  return {
    x: (i) => (i / (prices.length - 1)) * plot.width,
    y: (price) => size.top + ((high - price) / span) * plot.height,
    levels: [0, 1, 2, 3].map((i) => high - (span * i) / 3),
  };
}

interface LineProps {
  times: readonly number[];
  prices: readonly number[];
  last: string;
  decimals: number;
  /** By the change told above it. */
  isDown: boolean;
}

function Line({ times, prices, last, decimals, isDown }: LineProps) {
  const t = useText(homeTexts);
  const all = [...prices, Number(last)];
  const size = useIsPhone() ? narrow : wide;
  const { x, y, levels } = scaleOf(all, size);
  const path = all.map((price, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(price).toFixed(1)}`).join('');
  const floor = size.height - size.bottom;
  const end = { x: x(all.length - 1), y: y(Number(last)) };
  return (
    <svg
      role="img"
      aria-label={t('home.chart')}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={cx('w-full', isDown ? 'text-fall' : 'text-rise')}
    >
      <defs>
        <linearGradient id="hero-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {levels.map((level) => (
        <g key={level}>
          <line x1="0" x2={size.width - size.right + 6} y1={y(level)} y2={y(level)} className="stroke-grid" />
          {/* The last price's tag has the place. */}
          {Math.abs(y(level) - end.y) > 16 && (
            <text x={size.width} y={y(level) + 4} textAnchor="end" className="fill-mute text-11">
              {figure(level.toFixed(Math.min(decimals, 1)))}
            </text>
          )}
        </g>
      ))}
      {[0, 0.25, 0.5, 0.75].map((share) => (
        <text key={share} x={x(Math.round(share * (prices.length - 1)))} y={size.height - 4} className="fill-mute text-11">
          {moment(times[Math.round(share * (times.length - 1))], 'minute')}
        </text>
      ))}
      <text x={end.x} y={size.height - 4} textAnchor="end" className="fill-mute text-11">
        {t('home.now')}
      </text>
      <path d={`${path}L${end.x} ${floor}L0 ${floor}Z`} fill="url(#hero-fade)" />
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <line x1="0" x2={end.x} y1={end.y} y2={end.y} stroke="currentColor" strokeDasharray="2 3" opacity="0.6" />
      <circle cx={end.x} cy={end.y} r="3.5" fill="currentColor" />
      <rect
        x={size.width - size.right + 2}
        y={end.y - 10}
        width={size.right - 2}
        height="20"
        rx="3"
        className={isDown ? 'fill-short' : 'fill-long'}
      />
      <text x={size.width - 6} y={end.y + 4} textAnchor="end" className="fill-on-solid text-11 font-semibold">
        {figure(last)}
      </text>
    </svg>
  );
}

export function HeroChart({
  base,
  symbol,
  live: { ticker, isStale, ageMs },
  decimals,
}: {
  base: string;
  symbol: string;
  live: ReturnType<typeof useHero>;
  decimals: number;
}) {
  const t = useText(homeTexts);
  const { data } = useCall(chart, { query: { symbol, interval: '15m', limit: '96' }, everyMs: 60_000 });
  return (
    <div className={cx(isStale && 'opacity-60 grayscale')}>
      <div className="flex items-center gap-2.5">
        <CoinMark base={base} size={28} />
        <div className="flex-1">
          <p className="text-12 leading-4 text-mute">{t('home.perpetual', { base })}</p>
          {ticker ? (
            <p className={cx('text-24 font-bold', directionClass(directionOf(ticker.changePercent)))}>
              <Figure value={ticker.last} isDimmed={false} />
            </p>
          ) : (
            <SkeletonBlock className="mt-1 h-6 w-36" />
          )}
        </div>
        {ticker && (
          <div className="text-right text-12 text-mute">
            <Change value={ticker.changePercent} withArrow className="text-14 font-semibold" />
            <p>{t('home.high.low', { high: figure(ticker.high), low: figure(ticker.low) })}</p>
          </div>
        )}
      </div>
      <div className="relative mt-4 min-h-[210px]">
        {/* Over the line: beside the price it would push the range to a second row of a phone. */}
        {ticker && isStale && (
          <div className="absolute top-0 left-0">
            <StaleBadge ageMs={ageMs} />
          </div>
        )}
        {data && data.length > 1 && ticker ? (
          <Line
            times={data.map(([time]) => time)}
            prices={data.map((candle) => Number(candle[4]))}
            last={ticker.last}
            decimals={decimals}
            isDown={directionOf(ticker.changePercent) < 0}
          />
        ) : (
          <SkeletonBlock className="h-[210px] w-full" />
        )}
      </div>
    </div>
  );
}
