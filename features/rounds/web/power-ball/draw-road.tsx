// A road of draws: letters in ink and outline, a column for each streak. No side colour: these are not prices.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { DrawRow } from '../../power-ball-contract.ts';
import { roundNumber } from '../round-board.ts';
import { type RoadCell, roadOf } from './draw-facts.ts';
import { powerBallTexts } from './power-ball-texts.ts';

const ROWS = 5;

interface DrawRoadProps {
  title: string;
  counts: string | undefined;
  /** Oldest first. */
  draws: readonly DrawRow[];
  columns: number;
  /** parity: odd in ink. half: under in ink. */
  kind: 'parity' | 'half';
  onShow(tradeRoundId: number): void;
}

export function DrawRoad({ title, counts, draws, columns, kind, onShow }: DrawRoadProps) {
  const road = roadOf(draws, ROWS, (signs) => (kind === 'parity' ? signs.isPowerOdd : !signs.isSumOver)).slice(-columns);
  return (
    <section aria-label={title}>
      <p className="mb-1.5 flex items-baseline justify-between gap-3 text-12 font-semibold">
        {title}
        <span className="font-normal text-mute tabular-nums">{counts}</span>
      </p>
      <div className="flex gap-[3px]">
        {Array.from({ length: columns }, (_, x) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column has no identity but its place
          <div key={x} className="flex flex-col gap-[2px]">
            {Array.from({ length: ROWS }, (_, y) => (
              // oxlint-disable-next-line react/no-array-index-key -- nor has a cell
              <Cell key={y} cell={road[x]?.[y]} kind={kind} onShow={onShow} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function Cell({ cell, kind, onShow }: { cell: RoadCell | undefined; kind: DrawRoadProps['kind']; onShow(tradeRoundId: number): void }) {
  const t = useText(powerBallTexts);
  if (cell === undefined)
    return (
      <span className="flex size-5 items-center justify-center" aria-hidden="true">
        <i className="size-[3px] rounded-full bg-line" />
      </span>
    );
  const { draw, isFirst } = cell;
  const word = kind === 'parity' ? (isFirst ? 'odd' : 'even') : isFirst ? 'under' : 'over';
  return (
    <button
      type="button"
      aria-label={t('road.cell', { n: roundNumber(draw), word: isFirst === undefined ? t('road.void') : t(`road.${word}`) })}
      onClick={() => onShow(draw.tradeRoundId)}
      className={cx(
        'flex size-5 items-center justify-center rounded-3 border text-11 leading-none font-semibold',
        isFirst === undefined ? 'border-line text-mute' : isFirst ? 'border-ink bg-ink text-on-ink' : 'border-edge text-text',
      )}
    >
      {isFirst === undefined ? '×' : t(`road.${word}.short`)}
    </button>
  );
}
