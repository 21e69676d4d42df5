// Says of a draw whether it verifies: worked out on this device from seed and public value; pressed, it shows the evidence.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CircleCheckIcon, CircleXIcon } from 'lucide-react';
import { useMemo } from 'react';
import { isRowRight } from '../../power-ball-check.ts';
import type { DrawRow } from '../../power-ball-contract.ts';
import { roundNumber } from '../round-board.ts';
import { powerBallTexts } from './power-ball-texts.ts';

interface DrawBadgeProps {
  draw: DrawRow;
  onShow(tradeRoundId: number): void;
  /** The mark alone, as in a list. */
  isSmall?: boolean;
}

export function DrawBadge({ draw, onShow, isSmall = false }: DrawBadgeProps) {
  const t = useText(powerBallTexts);
  const isRight = useMemo(() => isRowRight(draw), [draw]);
  const state = draw.balls === null ? t('road.void') : isRight ? t('check.right') : t('check.wrong');
  const Mark = isRight ? CircleCheckIcon : CircleXIcon;
  const tone = isRight ? 'text-green' : draw.balls === null ? 'text-mute' : 'text-danger';
  return (
    <button
      type="button"
      data-testid="draw-check"
      aria-label={t('check.open', { n: roundNumber(draw), state })}
      onClick={() => onShow(draw.tradeRoundId)}
      className={cx(
        'touch inline-flex shrink-0 items-center gap-1 hover:bg-hover',
        isSmall ? 'size-7 justify-center rounded-full' : 'h-[18px] rounded-4 bg-hover px-1.5 text-11 font-semibold text-sub',
      )}
    >
      <Mark size={isSmall ? 15 : 13} className={tone} aria-hidden="true" />
      {!isSmall && state}
    </button>
  );
}
