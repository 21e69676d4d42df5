// Balls of a draw: drawn ones ringed, the power ball filled, those to come dashed with a lock.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { LockIcon } from 'lucide-react';
import { powerBallTexts } from './power-ball-texts.ts';

type BallSize = 48 | 40 | 26;
const sizes: Readonly<Record<BallSize, string>> = {
  48: 'size-12 text-18 font-bold border-[1.5px]',
  40: 'size-10 text-16 font-bold border-[1.5px]',
  26: 'size-[26px] text-12 font-semibold border',
};

interface BallsProps {
  /** Five and the power ball; undefined: none is known yet. */
  balls: readonly number[] | undefined;
  size: BallSize;
  /** So many of the six are to be seen. */
  shown?: number;
}

/** Five in rising order, the power ball last: as results are read. They were drawn in the order that the evidence tells. */
export const inOrder = (balls: readonly number[]): readonly number[] => [...balls.slice(0, 5).sort((a, b) => a - b), balls[5]];

const places = [0, 1, 2, 3, 4, 5] as const;

/** Read as one line: `3번, 9번, … 파워볼 6`. */
export function Balls({ balls, size, shown = 6 }: BallsProps) {
  const t = useText(powerBallTexts);
  const words = places.map((place) =>
    balls === undefined || place >= shown
      ? t('tray.sealed')
      : place === 5
        ? t('tray.power', { n: balls[5] })
        : t('tray.ball', { n: balls[place] }),
  );
  return (
    <p className={cx('relative flex items-center', size === 26 ? 'gap-[3px]' : size === 40 ? 'gap-1.5' : 'gap-2')}>
      <span className="sr-only">{words.join(', ')}</span>
      {places.map((place) => (
        <span key={place} className="contents">
          {place === 5 && (
            <span aria-hidden="true" className={cx('text-mute', size === 26 ? 'w-4 text-center text-12' : 'w-2.5 text-center')}>
              +
            </span>
          )}
          <Ball number={balls === undefined || place >= shown ? undefined : balls[place]} isPower={place === 5} size={size} />
        </span>
      ))}
    </p>
  );
}

function Ball({ number, isPower, size }: { number: number | undefined; isPower: boolean; size: BallSize }) {
  const look =
    number === undefined
      ? 'border-dashed border-edge bg-sunken text-mute'
      : isPower
        ? 'border-ink bg-ink text-on-ink'
        : 'border-text bg-surface';
  return (
    <span
      aria-hidden="true"
      className={cx('grid shrink-0 place-items-center rounded-full', sizes[size], look, number !== undefined && 'animate-fade-in')}
    >
      {number ?? <LockIcon size={size === 26 ? 12 : 18} />}
    </span>
  );
}
