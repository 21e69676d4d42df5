// Prices and two rounds on one time axis: the running one with its strike, the next with its strike to come (pictures/trading.md, 8).
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useEffect, useId, useRef, useState } from 'react';
import type { TradeBet, TradeRound } from '../contract.ts';
import { besides, Last, Pins, priceOf, Strike } from './chart-marks.tsx';
import { type ChartScale, pathOf, scaleOf, ticksOfAxis } from './chart-scale.ts';
import type { Tick } from './round-board.ts';
import { InRoundBand, NextEdge, RunningBand } from './round-bands.tsx';
import { roundsTexts } from './rounds-texts.ts';

const AXIS = 68;
const FOOT = 24;
const HEAD = 32;
/** A tag covers figures of the axis that are nearer. */
const TAG_CLEAR = 14;

interface RoundChartProps {
  ticks: readonly Tick[];
  running: TradeRound | undefined;
  betting: TradeRound | undefined;
  bets: readonly TradeBet[];
  now: number;
  precision: number;
  /** How far from now the last of its rounds may end: the same at each moment, or the present would jump with each new one. */
  aheadSeconds: number;
  /** CSS length. */
  height: string;
  isPhone: boolean;
}

export function RoundChart(props: RoundChartProps) {
  const t = useText(roundsTexts);
  const { ticks, running, betting, bets, now, precision, aheadSeconds, isPhone } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame);
  // What stands later than the window's end does not run into the prices beside it.
  const inside = useId();
  const isInRound = running !== undefined && running.tradeRoundId === betting?.tradeRoundId;
  const strike = running?.strike == null ? undefined : Number(running.strike);
  const scale = scaleOf({ ticks, now, strike, width: width - AXIS, height: height - FOOT, head: HEAD, aheadSeconds });
  const last = ticks.at(-1)?.price;
  const [strikeY, lastY] = [strike, last].map((price) => (price === undefined ? undefined : scale.y(price)));
  const tags = [strikeY === undefined ? undefined : besides(strikeY, lastY), lastY].filter((y) => y !== undefined);
  return (
    <div ref={frame} className="relative w-full overflow-hidden" style={{ height: props.height }}>
      {/* Before it has its place it is narrower than its axis. */}
      {width > AXIS && (
        <svg width={width} height={height} role="img" aria-label={t('rounds.chart')} className="block text-11 tabular-nums">
          <Grid {...{ scale, precision, width, height, tags }} />
          <clipPath id={inside}>
            <rect width={scale.width} height={height} />
          </clipPath>
          <g clipPath={`url(#${inside})`}>
            {isInRound ? (
              <InRoundBand round={running} scale={scale} head={HEAD} isPhone={isPhone} />
            ) : (
              <>
                {running && <RunningBand {...{ round: running, scale, ticks, strike, head: HEAD, isPhone }} />}
                {betting && running && <NextEdge {...{ round: betting, running, scale, head: HEAD, isPhone }} />}
              </>
            )}
            <path d={pathOf(ticks, scale)} fill="none" stroke="var(--text)" strokeWidth={1.5} strokeLinejoin="round" />
          </g>
          <Strike {...{ scale, strike, last, width, precision }} round={running} />
          <Last {...{ scale, ticks, strike, width, precision }} />
          <g clipPath={`url(#${inside})`}>
            <Pins {...{ bets, running, betting, scale, strike, isPhone }} />
          </g>
        </svg>
      )}
    </div>
  );
}

function useSize(frame: React.RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(([entry]) =>
      setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) }),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame]);
  return size;
}

interface GridProps {
  scale: ChartScale;
  precision: number;
  width: number;
  height: number;
  /** Where tags stand on the price axis. */
  tags: readonly number[];
}

function Grid({ scale, precision, width, height, tags }: GridProps) {
  const { prices, times } = ticksOfAxis(scale);
  return (
    <g fill="var(--mute)">
      {prices.map((price) => {
        const y = scale.y(price);
        return (
          <g key={price}>
            <line x1={0} x2={scale.width} y1={y} y2={y} stroke="var(--grid)" />
            {tags.every((tag) => Math.abs(tag - y) > TAG_CLEAR) && (
              <text x={width - 8} y={y + 4} textAnchor="end">
                {priceOf(price, precision)}
              </text>
            )}
          </g>
        );
      })}
      {times.map((time) => (
        <text key={time} x={scale.x(time)} y={height - 8} textAnchor="middle">
          {moment(time, 'time')}
        </text>
      ))}
      <line x1={0} x2={width} y1={scale.bottom} y2={scale.bottom} stroke="var(--line)" />
      <line x1={scale.width} x2={scale.width} y1={0} y2={height} stroke="var(--line)" />
    </g>
  );
}
