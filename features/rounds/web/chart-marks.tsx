// Marks on the round chart: the strike, the newest price, and the member's bets as pins.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { TradeBet, TradeRound } from '../contract.ts';
import type { ChartScale } from './chart-scale.ts';
import { isPracticeBet } from './play.ts';
import type { Tick } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

/** Tags keep as much between their middles; the displaced one gets a leader to its price (pictures/trading.md, 7). */
const TAG_GAP = 22;
const PINS = 4;

interface LineProps {
  scale: ChartScale;
  strike: number | undefined;
  width: number;
  precision: number;
}

export const priceOf = (price: number, precision: number) =>
  price.toLocaleString('en-US', { minimumFractionDigits: precision, maximumFractionDigits: precision });

export function Strike({
  scale,
  strike,
  last,
  round,
  width,
  precision,
}: LineProps & { round: TradeRound | undefined; last: number | undefined }) {
  if (strike === undefined || round === undefined) return null;
  const y = scale.y(strike);
  const [x1, x2] = [scale.x(Date.parse(round.startAt)), scale.x(Date.parse(round.endAt))];
  return (
    <g>
      <line x1={Math.max(0, x1)} x2={x2} y1={y} y2={y} stroke="var(--text)" strokeWidth={1.5} />
      <line x1={x2} x2={scale.width} y1={y} y2={y} stroke="var(--text)" strokeDasharray="2 3" />
      <Tag
        scale={scale}
        y={y}
        shownAt={besides(y, last === undefined ? undefined : scale.y(last))}
        width={width}
        fill="var(--ink)"
        color="var(--on-ink)"
        text={priceOf(strike, precision)}
      />
    </g>
  );
}

/** Where the strike's tag stands: it makes room for the newest price's. */
export function besides(y: number, other: number | undefined): number {
  if (other === undefined || Math.abs(y - other) >= TAG_GAP) return y;
  return y >= other ? other + TAG_GAP : other - TAG_GAP;
}

export function Last({ scale, ticks, strike, width, precision }: LineProps & { ticks: readonly Tick[] }) {
  const last = ticks.at(-1);
  if (last === undefined) return null;
  // A trade may be stamped a moment ahead of the page's idea of the server's time.
  const [x, y] = [scale.x(Math.max(scale.now, last.time)), scale.y(last.price)];
  const isEven = strike === undefined || last.price === strike;
  const color = isEven ? 'var(--ink)' : last.price > strike ? 'var(--rise)' : 'var(--fall)';
  return (
    <g>
      <line x1={x} x2={scale.width} y1={y} y2={y} stroke={color} strokeDasharray="2 2" />
      <circle cx={x} cy={y} r={9} fill={color} opacity={0.25} />
      <circle cx={x} cy={y} r={4} fill={color} />
      <Tag scale={scale} y={y} shownAt={y} width={width} fill={color} color="var(--surface)" text={priceOf(last.price, precision)} />
    </g>
  );
}

interface TagProps {
  scale: ChartScale;
  /** Where its price is, and where it stands. */
  y: number;
  shownAt: number;
  width: number;
  fill: string;
  color: string;
  text: string;
}

function Tag({ scale, y, shownAt, width, fill, color, text }: TagProps) {
  const x = scale.width;
  return (
    <g>
      {shownAt !== y && <path d={`M${x - 4} ${y}L${x + 2} ${shownAt}`} stroke={fill} />}
      <rect x={x + 1} y={shownAt - 9} width={width - x - 2} height={18} rx={4} fill={fill} />
      <text x={width - 8} y={shownAt + 4} textAnchor="end" fill={color} fontWeight={600}>
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
  isPhone: boolean;
}

interface Pin {
  /** The newest of those it stands for. */
  bet: TradeBet;
  point: number;
  count: number;
}

/** What was put on a round: one pin a side with the sum, for they share strike and end; within a round each has a strike of its own. */
export function pinsOf(bets: readonly TradeBet[], round: TradeRound | undefined, isInRound: boolean): Pin[] {
  const own = bets.filter((bet) => bet.tradeRoundId === round?.tradeRoundId);
  if (isInRound) return own.slice(0, PINS).map((bet) => ({ bet, point: Number(bet.point), count: 1 }));
  return [...new Set(own.map(({ type }) => type))].map((side) => {
    const same = own.filter(({ type }) => type === side);
    return { bet: same[0], point: same.reduce((sum, { point }) => sum + Number(point), 0), count: same.length };
  });
}

/** A bet on the running round is solid at its start, or where it was placed within it; one on the next is outlined behind its line. */
export function Pins({ bets, running, betting, scale, strike, isPhone }: PinsProps) {
  const t = useText(roundsTexts);
  const isInRound = running !== undefined && running.tradeRoundId === betting?.tradeRoundId;
  const base = strike === undefined ? scale.bottom / 2 : scale.y(strike);
  // Away from the nearer edge.
  const step = base > scale.bottom / 2 ? -26 : 26;
  const rounds = isInRound ? [running] : [running, betting];
  const pins = rounds.flatMap((round) => pinsOf(bets, round, isInRound).map((pin, place) => ({ ...pin, place })));
  return (
    <g fontWeight={700}>
      {pins.map(({ bet, point, count, place }) => {
        const isRunning = bet.tradeRoundId === running?.tradeRoundId;
        const side = bet.type === 'UP' ? 'UP' : 'DOWN';
        const wait = isRunning || isPhone ? '' : ` · ${t('rounds.strikeLater')}`;
        const mark = isPracticeBet(bet) ? `${t('practice.name')} ` : '';
        const many = count === 1 ? '' : ` · ${t('rounds.pinCount', { count })}`;
        const text = `${mark}${side === 'UP' ? '↑' : '↓'} ${point.toLocaleString('en-US')}${many}${wait}`;
        const wide = text.length * 7.5 + 18 + (wait === '' ? 0 : 14) + (mark === '' ? 0 : 10) + (many === '' ? 0 : 4);
        const at = scale.x(Date.parse(isInRound ? bet.betAt : bet.startAt));
        const middle = isInRound && bet.strike !== null ? scale.y(Number(bet.strike)) : base + place * step;
        // A round later than the window's end keeps its pin in sight.
        const x = Math.min(at + (isRunning ? -wide / 2 : 8), scale.width - wide - 4);
        const color = side === 'UP' ? 'var(--rise)' : 'var(--fall)';
        return (
          <g key={bet.tradeHistoryId} aria-label={`${t(`side.${side}`)} ${point}`}>
            {isInRound && <line x1={at} x2={scale.width} y1={middle} y2={middle} stroke={color} strokeDasharray="2 3" />}
            <rect x={x} y={middle - 12} width={wide} height={24} rx={12} fill={isRunning ? color : 'var(--surface)'} stroke={color} />
            <text x={x + wide / 2} y={middle + 4} textAnchor="middle" fill={isRunning ? 'var(--surface)' : color}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
