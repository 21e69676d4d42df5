// Prices and two rounds on one time axis: the running one with its strike, the next with its strike to come (pictures/trading.md, 8).
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useEffect, useRef, useState } from 'react';
import type { TradeBet, TradeRound } from '../contract.ts';
import { type ChartScale, pathOf, scaleOf, ticksOfAxis } from './chart-scale.ts';
import { roundNumber, type Tick } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

const AXIS = 68;
const FOOT = 24;
const HEAD = 32;
/** A band where two words at its foot would meet. */
const NARROW = 240;

interface RoundChartProps {
  ticks: readonly Tick[];
  running: TradeRound | undefined;
  betting: TradeRound | undefined;
  bets: readonly TradeBet[];
  now: number;
  precision: number;
  height: number;
}

export function RoundChart(props: RoundChartProps) {
  const t = useText(roundsTexts);
  const { ticks, running, betting, bets, now, precision, height } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const strike = running?.strike == null ? undefined : Number(running.strike);
  const scale = scaleOf({ ticks, now, strike, width: width - AXIS, height: height - FOOT, head: HEAD });
  return (
    <div ref={frame} className="relative w-full overflow-hidden" style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={t('rounds.chart')} className="block text-11 tabular-nums">
          <Grid scale={scale} precision={precision} width={width} height={height} />
          {running && <RunningBand round={running} scale={scale} ticks={ticks} strike={strike} />}
          {betting && running && <NextEdge round={betting} running={running} scale={scale} />}
          <path d={pathOf(ticks, scale)} fill="none" stroke="var(--text)" strokeWidth={1.5} strokeLinejoin="round" />
          <Strike scale={scale} strike={strike} round={running} width={width} precision={precision} />
          <Last scale={scale} ticks={ticks} strike={strike} width={width} precision={precision} />
          <Pins bets={bets} running={running} betting={betting} scale={scale} strike={strike} />
        </svg>
      )}
    </div>
  );
}

function useWidth(frame: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame]);
  return width;
}

function Grid({ scale, precision, width, height }: { scale: ChartScale; precision: number; width: number; height: number }) {
  const { prices, times } = ticksOfAxis(scale);
  return (
    <g fill="var(--mute)">
      {prices.map((price) => (
        <g key={price}>
          <line x1={0} x2={scale.width} y1={scale.y(price)} y2={scale.y(price)} stroke="var(--grid)" />
          <text x={width - 8} y={scale.y(price) + 4} textAnchor="end">
            {price.toLocaleString('en-US', { minimumFractionDigits: precision, maximumFractionDigits: precision })}
          </text>
        </g>
      ))}
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

interface BandProps {
  round: TradeRound;
  scale: ChartScale;
  ticks: readonly Tick[];
  strike: number | undefined;
}

function RunningBand({ round, scale, ticks, strike }: BandProps) {
  const t = useText(roundsTexts);
  const [start, end] = [Date.parse(round.startAt), Date.parse(round.endAt)];
  const [x1, x2] = [scale.x(start), scale.x(end)];
  const middle = strike === undefined ? undefined : scale.y(strike);
  const inside = ticks.filter(({ time }) => time >= start && time <= end);
  return (
    <g>
      {middle !== undefined && (
        <>
          <rect x={x1} y={HEAD} width={x2 - x1} height={Math.max(0, middle - HEAD)} fill="var(--rise)" opacity={0.06} />
          <rect x={x1} y={middle} width={x2 - x1} height={Math.max(0, scale.bottom - middle)} fill="var(--fall)" opacity={0.07} />
          <Shade ticks={inside} scale={scale} middle={middle} side="rise" />
          <Shade ticks={inside} scale={scale} middle={middle} side="fall" />
          <text x={x1 + 10} y={HEAD + 20} fill="var(--rise)">{`↑ ${t('rounds.upWins')}`}</text>
          <text x={x1 + 10} y={scale.bottom - 12} fill="var(--fall)">{`↓ ${t('rounds.downWins')}`}</text>
        </>
      )}
      <line x1={x1} x2={x1} y1={0} y2={scale.bottom} stroke="var(--edge)" />
      <line x1={x2} x2={x2} y1={0} y2={scale.bottom} stroke="var(--text)" />
      <text x={x1 + 8} y={20} fill="var(--text)" fontWeight={600}>
        {t('rounds.number', { n: roundNumber(round) })}
        <tspan fill="var(--sub)" fontWeight={400} dx={4}>
          {t('rounds.running')}
        </tspan>
      </text>
    </g>
  );
}

/** The area between path and strike, above it or below. */
function Shade({ ticks, scale, middle, side }: { ticks: readonly Tick[]; scale: ChartScale; middle: number; side: 'rise' | 'fall' }) {
  if (ticks.length < 2) return null;
  const clamp = (y: number) => (side === 'rise' ? Math.min(y, middle) : Math.max(y, middle));
  const points = ticks.map(({ time, price }) => `${scale.x(time).toFixed(1)},${clamp(scale.y(price)).toFixed(1)}`);
  const [first, last] = [scale.x(ticks[0].time), scale.x(ticks[ticks.length - 1].time)];
  return <polygon points={`${first},${middle} ${points.join(' ')} ${last},${middle}`} fill={`var(--${side})`} opacity={0.2} />;
}

function NextEdge({ round, running, scale }: { round: TradeRound; running: TradeRound; scale: ChartScale }) {
  const t = useText(roundsTexts);
  const [close, start] = [Date.parse(round.betCloseAt), Date.parse(round.startAt)];
  const [lock, edge] = [scale.x(close), scale.x(start)];
  return (
    <g>
      <defs>
        <pattern id="round-lock" width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1={0} y1={0} x2={0} y2={7} stroke="var(--warn)" strokeWidth={1.5} opacity={0.34} />
        </pattern>
      </defs>
      {running.tradeRoundId !== round.tradeRoundId && (
        <>
          <rect x={lock} y={HEAD} width={Math.max(0, edge - lock)} height={scale.bottom - HEAD} fill="url(#round-lock)" />
          <line x1={lock} x2={lock} y1={0} y2={scale.bottom} stroke="var(--warn)" strokeDasharray="3 3" />
          <text
            x={lock - 6}
            y={scale.bottom - (edge - scale.x(Date.parse(running.startAt)) < NARROW ? 28 : 12)}
            textAnchor="end"
            fill="var(--warn)"
          >
            {`${moment(close, 'time')} ${t('rounds.locked')}`}
          </text>
          <text x={edge + 8} y={20} fill="var(--text)" fontWeight={600}>
            {t('rounds.number', { n: roundNumber(round) })}
            <tspan fill="var(--sub)" fontWeight={400} dx={4}>
              {t('rounds.betting')}
            </tspan>
          </text>
        </>
      )}
    </g>
  );
}

interface LineProps {
  scale: ChartScale;
  strike: number | undefined;
  width: number;
  precision: number;
}

const priceOf = (price: number, precision: number) =>
  price.toLocaleString('en-US', { minimumFractionDigits: precision, maximumFractionDigits: precision });

function Strike({ scale, strike, round, width, precision }: LineProps & { round: TradeRound | undefined }) {
  if (strike === undefined || round === undefined) return null;
  const y = scale.y(strike);
  const [x1, x2] = [scale.x(Date.parse(round.startAt)), scale.x(Date.parse(round.endAt))];
  return (
    <g>
      <line x1={Math.max(0, x1)} x2={x2} y1={y} y2={y} stroke="var(--text)" strokeWidth={1.5} />
      <line x1={x2} x2={scale.width} y1={y} y2={y} stroke="var(--text)" strokeDasharray="2 3" />
      <Tag x={scale.width} y={y} width={width} fill="var(--ink)" color="var(--on-ink)" text={priceOf(strike, precision)} />
    </g>
  );
}

function Last({ scale, ticks, strike, width, precision }: LineProps & { ticks: readonly Tick[] }) {
  const last = ticks.at(-1);
  if (last === undefined) return null;
  // A trade may be stamped a moment ahead of the page's idea of the server's time.
  const [x, y] = [scale.x(Math.max(scale.now, last.time)), scale.y(last.price)];
  const color = strike === undefined ? 'var(--text)' : last.price >= strike ? 'var(--rise)' : 'var(--fall)';
  return (
    <g>
      <line x1={x} x2={scale.width} y1={y} y2={y} stroke={color} strokeDasharray="2 2" />
      <circle cx={x} cy={y} r={9} fill={color} opacity={0.25} />
      <circle cx={x} cy={y} r={4} fill={color} />
      <Tag x={scale.width} y={y} width={width} fill={color} color="var(--surface)" text={priceOf(last.price, precision)} />
    </g>
  );
}

function Tag({ x, y, width, fill, color, text }: { x: number; y: number; width: number; fill: string; color: string; text: string }) {
  return (
    <g>
      <rect x={x + 1} y={y - 9} width={width - x - 2} height={18} rx={4} fill={fill} />
      <text x={width - 8} y={y + 4} textAnchor="end" fill={color} fontWeight={600}>
        {text}
      </text>
    </g>
  );
}

interface PinsProps {
  bets: readonly TradeBet[];
  running: TradeRound | undefined;
  betting: TradeRound | undefined;
  scale: ChartScale;
  strike: number | undefined;
}

/** A bet on the running round is solid at its start, one on the next outlined behind its line. */
function Pins({ bets, running, betting, scale, strike }: PinsProps) {
  const t = useText(roundsTexts);
  const base = strike === undefined ? scale.bottom / 2 : scale.y(strike);
  const pins = [running, betting].flatMap((round) => bets.filter((bet) => bet.tradeRoundId === round?.tradeRoundId).slice(0, 4));
  return (
    <g fontWeight={700}>
      {pins.map((bet, i) => {
        const isRunning = bet.tradeRoundId === running?.tradeRoundId;
        const color = bet.type === 'UP' ? 'var(--rise)' : 'var(--fall)';
        const text = `${bet.type === 'UP' ? '↑' : '↓'} ${Number(bet.point)}`;
        const wide = text.length * 8 + 18;
        const x = scale.x(Date.parse(bet.startAt)) + (isRunning ? -wide / 2 : 8);
        const y = base + (i % 4) * 26 - 12;
        return (
          <g key={bet.tradeHistoryId} aria-label={`${t(`side.${bet.type === 'UP' ? 'UP' : 'DOWN'}`)} ${bet.point}`}>
            <rect x={x} y={y} width={wide} height={24} rx={12} fill={isRunning ? color : 'var(--surface)'} stroke={color} />
            <text x={x + wide / 2} y={y + 16} textAnchor="middle" fill={isRunning ? 'var(--surface)' : color}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
