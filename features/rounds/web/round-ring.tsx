// The countdown of a round: sixty marks in a ring, the locked part tinted, seconds until betting closes in the middle.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { LockIcon } from 'lucide-react';
import type { TradeRound } from '../contract.ts';
import { roundsTexts } from './rounds-texts.ts';

const MARKS = 60;

interface RingProps {
  round: TradeRound | undefined;
  now: number;
  size: 112 | 76;
  /** A result is being awaited: the marks run round. */
  isSettling?: boolean;
}

export function RoundRing({ round, now, size, isSettling = false }: RingProps) {
  const t = useText(roundsTexts);
  const { left, share, locked, isLocked } = shapeOf(round, now);
  const middle = size / 2;
  const outer = middle - 2;
  return (
    <div
      className="relative shrink-0"
      style={{ width: size, height: size }}
      role="timer"
      aria-label={round === undefined ? t('rounds.untold') : t('rounds.ring', { s: left })}
    >
      <svg width={size} height={size} aria-hidden="true" className={isSettling ? 'animate-spin motion-reduce:animate-none' : ''}>
        {Array.from({ length: MARKS }, (_, i) => {
          const at = i / MARKS;
          const inner = outer - (i % 15 === 0 ? 9 : 7);
          const angle = at * 2 * Math.PI;
          const [sin, cos] = [Math.sin(angle), -Math.cos(angle)];
          const isLeft = at >= 1 - share;
          const color =
            !isLeft || round === undefined ? 'var(--line)' : at >= 1 - locked || isUrgent(left, isLocked) ? 'var(--warn)' : 'var(--text)';
          return (
            // oxlint-disable-next-line react/no-array-index-key -- marks have no identity but their place
            <line
              key={i}
              x1={middle + sin * inner}
              y1={middle + cos * inner}
              x2={middle + sin * outer}
              y2={middle + cos * outer}
              stroke={color}
              strokeWidth={2}
              strokeLinecap="round"
            />
          );
        })}
      </svg>
      <div className="absolute inset-0 flex flex-col items-center justify-center">
        {isLocked ? (
          <LockIcon size={size === 112 ? 28 : 20} className="text-warn" aria-hidden="true" />
        ) : (
          <span
            className={cx(
              size === 112 ? 'text-[36px]' : 'text-20',
              'font-bold leading-none tabular-nums',
              round === undefined ? 'text-mute' : isUrgent(left, isLocked) && 'animate-pulse text-warn',
            )}
          >
            {round === undefined ? '–' : left}
          </span>
        )}
        {round !== undefined && (size === 112 || !isLocked) && (
          <span className={cx('text-11 text-mute', size === 112 ? 'mt-1.5' : 'mt-0.5')}>
            {isLocked ? t('rounds.locked') : t(size === 112 ? 'rounds.untilClose' : 'rounds.toClose')}
          </span>
        )}
      </div>
    </div>
  );
}

const isUrgent = (left: number, isLocked: boolean) => !isLocked && left <= 3;

/** Seconds left, the part of the whole that is left, and the part of it when bets are closed. */
function shapeOf(round: TradeRound | undefined, now: number) {
  if (round === undefined) return { left: 0, share: 1, locked: 0, isLocked: false };
  const [open, close, start] = [round.betOpenAt, round.betCloseAt, round.startAt].map((at) => Date.parse(at));
  const end = Math.max(start, close);
  const whole = Math.max(1, end - open);
  return {
    left: Math.max(0, Math.ceil((close - now) / 1000)),
    share: Math.min(1, Math.max(0, (end - now) / whole)),
    locked: (end - close) / whole,
    isLocked: now >= close,
  };
}
