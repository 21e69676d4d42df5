// The countdown of the round that takes bets: sixty marks in a ring, the closed part tinted, minutes and seconds in the middle.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { LockIcon } from 'lucide-react';
import type { TradeRound } from '../../contract.ts';
import { roundNumber } from '../round-board.ts';
import { powerBallTexts } from './power-ball-texts.ts';

const MARKS = 60;
const SIZE = 112;

export function DrawRing({ round, now }: { round: TradeRound; now: number }) {
  const t = useText(powerBallTexts);
  const [open, close, end] = [round.betOpenAt, round.betCloseAt, round.endAt].map((at) => Date.parse(at));
  const left = Math.max(0, Math.ceil((close - now) / 1000));
  const share = Math.min(1, Math.max(0, (end - now) / (end - open)));
  const closed = (end - close) / (end - open);
  const isClosed = now >= close;
  const n = roundNumber(round);
  return (
    <div className="flex items-center gap-4">
      <div className="relative shrink-0" style={{ width: SIZE, height: SIZE }} role="timer" aria-label={t('ring.label', { s: left })}>
        <Marks share={share} closed={closed} isUrgent={!isClosed && left <= 3} />
        <div className="absolute inset-0 flex flex-col items-center justify-center">
          {isClosed ? (
            <LockIcon size={26} className="text-warn" aria-hidden="true" />
          ) : (
            <b className="text-32 leading-none font-bold">{clock(left)}</b>
          )}
          <span className="mt-1.5 text-11 text-mute">{t(isClosed ? 'ring.locked' : 'ring.close')}</span>
        </div>
      </div>
      <div className="min-w-0 text-12 text-sub">
        <p className="text-14 font-bold text-text">{t(isClosed ? 'ring.closed' : 'ring.open', { n })}</p>
        <p className="mt-1">{t('ring.draw', { at: moment(round.endAt, 'time') })}</p>
        <p>{t('ring.closeAt', { at: moment(round.betCloseAt, 'time') })}</p>
      </div>
    </div>
  );
}

/** 132 -> 2:12 */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function Marks({ share, closed, isUrgent }: { share: number; closed: number; isUrgent: boolean }) {
  const middle = SIZE / 2;
  const outer = middle - 2;
  return (
    <svg width={SIZE} height={SIZE} aria-hidden="true">
      {Array.from({ length: MARKS }, (_, i) => {
        const at = i / MARKS;
        const inner = outer - (i % 15 === 0 ? 9 : 7);
        const [sin, cos] = [Math.sin(at * 2 * Math.PI), -Math.cos(at * 2 * Math.PI)];
        const color = at < 1 - share ? 'var(--line)' : at >= 1 - closed || isUrgent ? 'var(--warn)' : 'var(--text)';
        const ends = { x1: middle + sin * inner, y1: middle + cos * inner, x2: middle + sin * outer, y2: middle + cos * outer };
        // oxlint-disable-next-line react/no-array-index-key -- marks have no identity but their place
        return <line key={i} {...ends} stroke={color} strokeWidth={2} strokeLinecap="round" />;
      })}
    </svg>
  );
}
