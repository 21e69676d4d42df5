// The spans of rounds on the chart: the running one with its sides shaded, the locked span before the next, and where it ends.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { TradeRound } from '../contract.ts';
import type { ChartScale } from './chart-scale.ts';
import { roundNumber, type Tick } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

/** A band where two words at its foot would meet: the lock's label then stands a line higher. */
const NARROW = 240;
const FOOT_LINE = 12;
const LOCK_PATH = 'M3 5.5V4a2.5 2.5 0 0 1 5 0v1.5M2 5.5h7v4.5H2z';
const FLAG_PATH = 'M2 10.5V1.5h6.5L7 4l1.5 2.5H2';

interface BandProps {
  round: TradeRound;
  scale: ChartScale;
  head: number;
  isPhone: boolean;
}

export function RunningBand({
  round,
  scale,
  ticks,
  strike,
  head,
  isPhone,
}: BandProps & { ticks: readonly Tick[]; strike: number | undefined }) {
  const t = useText(roundsTexts);
  const [start, end] = [Date.parse(round.startAt), Date.parse(round.endAt)];
  const [x1, x2] = [scale.x(start), scale.x(end)];
  const middle = strike === undefined ? undefined : scale.y(strike);
  const inside = ticks.filter(({ time }) => time >= start && time <= end);
  return (
    <g>
      {middle !== undefined && (
        <>
          <rect x={x1} y={head} width={x2 - x1} height={Math.max(0, middle - head)} fill="var(--rise)" opacity={0.06} />
          <rect x={x1} y={middle} width={x2 - x1} height={Math.max(0, scale.bottom - middle)} fill="var(--fall)" opacity={0.07} />
          <Shade ticks={inside} scale={scale} middle={middle} side="rise" />
          <Shade ticks={inside} scale={scale} middle={middle} side="fall" />
          {/* On a phone the path and the pins need the room; the two buttons say it there. */}
          {!isPhone && (
            <>
              <text x={x1 + 10} y={head + 20} fill="var(--rise)">{`↑ ${t('rounds.upWins')}`}</text>
              <text x={x1 + 10} y={scale.bottom - FOOT_LINE} fill="var(--fall)">{`↓ ${t('rounds.downWins')}`}</text>
            </>
          )}
        </>
      )}
      <line x1={x1} x2={x1} y1={0} y2={scale.bottom} stroke="var(--edge)" />
      <line x1={x2} x2={x2} y1={0} y2={scale.bottom} stroke="var(--text)" />
      <BandName x={x1 + 8} round={round} word={t('rounds.running')} edge={scale.width} />
    </g>
  );
}

/** Bets are taken within it, each at the price that it meets: no strike of its own, a lock near its end. */
export function InRoundBand({ round, scale, head, isPhone }: BandProps) {
  const t = useText(roundsTexts);
  const [x1, x2] = [scale.x(Date.parse(round.startAt)), scale.x(Date.parse(round.endAt))];
  const isOpen = scale.now < Date.parse(round.betCloseAt);
  return (
    <g>
      <rect x={x1} y={head} width={x2 - x1} height={scale.bottom - head} fill="var(--hover)" opacity={0.5} />
      <line x1={x1} x2={x1} y1={0} y2={scale.bottom} stroke="var(--edge)" />
      <LockedSpan from={Date.parse(round.betCloseAt)} to={Date.parse(round.endAt)} {...{ scale, head, isPhone }} />
      <line x1={x2} x2={x2} y1={0} y2={scale.bottom} stroke="var(--text)" />
      <EndLabel at={Date.parse(round.endAt)} scale={scale} isPhone={isPhone} />
      <BandName x={x1 + 8} round={round} word={isOpen ? t('rounds.betting') : t('rounds.locked')} edge={scale.width} />
    </g>
  );
}

/** Where the chart's edge would cut it the number stands alone. */
function BandName({ x, round, word, edge }: { x: number; round: TradeRound; word: string; edge: number }) {
  const t = useText(roundsTexts);
  const name = t('rounds.number', { n: roundNumber(round) });
  return (
    <text x={x} y={20} fill="var(--text)" fontWeight={600}>
      {name}
      {x + widthOf(`${name}${word}`) + 4 < edge && (
        <tspan fill="var(--sub)" fontWeight={400} dx={4}>
          {word}
        </tspan>
      )}
    </text>
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

export function NextEdge({ round, running, scale, head, isPhone }: BandProps & { running: TradeRound }) {
  const t = useText(roundsTexts);
  const [close, start] = [Date.parse(round.betCloseAt), Date.parse(round.startAt)];
  const isNarrow = !isPhone && scale.x(start) - scale.x(Date.parse(running.startAt)) < NARROW;
  return (
    <g>
      <LockedSpan from={close} to={start} isRaised={isNarrow} {...{ scale, head, isPhone }} />
      <EndLabel at={start} scale={scale} isPhone={isPhone} />
      <BandName
        x={scale.x(start) + 8}
        round={round}
        word={scale.now < close ? t('rounds.betting') : t('rounds.locked')}
        edge={scale.width}
      />
    </g>
  );
}

interface SpanProps {
  from: number;
  to: number;
  scale: ChartScale;
  head: number;
  isPhone: boolean;
  isRaised?: boolean;
}

function LockedSpan({ from, to, scale, head, isPhone, isRaised = false }: SpanProps) {
  const t = useText(roundsTexts);
  const [lock, edge] = [scale.x(from), scale.x(to)];
  const y = scale.bottom - FOOT_LINE - (isRaised ? 20 : 0);
  const words = isPhone ? t('rounds.locked') : `${moment(from, 'time')} ${t('rounds.locked')}`;
  return (
    <g>
      <defs>
        <pattern id="round-lock" width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1={0} y1={0} x2={0} y2={7} stroke="var(--warn)" strokeWidth={1.5} opacity={0.34} />
        </pattern>
      </defs>
      <rect x={lock} y={head} width={Math.max(0, edge - lock)} height={scale.bottom - head} fill="url(#round-lock)" />
      <line x1={lock} x2={lock} y1={0} y2={scale.bottom} stroke="var(--warn)" strokeDasharray="3 3" />
      {/* Beside its line, or not at all. */}
      {lock <= scale.width && (
        <>
          <text x={lock - 6} y={y} textAnchor="end" fill="var(--warn)">
            {words}
          </text>
          <path
            d={LOCK_PATH}
            transform={`translate(${lock - 6 - widthOf(words) - 15} ${y - 10})`}
            fill="none"
            stroke="var(--warn)"
            strokeWidth={1.2}
          />
        </>
      )}
    </g>
  );
}

function EndLabel({ at, scale, isPhone }: { at: number; scale: ChartScale; isPhone: boolean }) {
  const t = useText(roundsTexts);
  const [x, y] = [scale.x(at) + 8, scale.bottom - FOOT_LINE];
  const words = isPhone ? t('rounds.end') : `${moment(at, 'time')} ${t('rounds.end')}`;
  if (x + 14 + widthOf(words) > scale.width) return null;
  return (
    <g>
      <path d={FLAG_PATH} transform={`translate(${x} ${y - 10})`} fill="none" stroke="var(--sub)" strokeWidth={1.2} />
      <text x={x + 14} y={y} fill="var(--sub)">
        {words}
      </text>
    </g>
  );
}

/** About how wide words of 11 px are: Korean letters are square, figures and Latin ones a little over half. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letter > '\u1100' ? 10.2 : letter === ':' || letter === ' ' ? 3.2 : 6.6;
  return width;
}
