// The lines that count, each drawn on the window it crosses: which places have to match.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { SlotGameShown } from '../contract.ts';
import { slotTexts } from './slot-texts.ts';

export const lineNames = ['middle', 'top', 'bottom', 'falling', 'rising'] as const;
const ROWS = 3;

export function PayLines({ game }: { game: SlotGameShown }) {
  const t = useText(slotTexts);
  return (
    <div className="mt-auto pt-5">
      <h3 className="text-13 font-bold">{t('slot.lines')}</h3>
      <ul className="mt-2 grid grid-cols-5 gap-2" data-testid="pay-lines">
        {game.lines.map((rows, line) => (
          <li key={lineNames[line]} className="flex flex-col items-center gap-1.5">
            <span aria-hidden="true" className="grid grid-cols-3 gap-0.5 rounded-4 bg-wood-1 p-1">
              {Array.from({ length: ROWS }, (_, row) =>
                rows.map((counted, reel) => (
                  <span
                    // oxlint-disable-next-line react/no-array-index-key -- a place on the reels
                    key={`${row} ${reel}`}
                    className={cx('size-3.5 rounded-2 hall:size-6', counted === row ? 'bg-text' : 'bg-wood-2')}
                  />
                )),
              )}
            </span>
            <span className="text-11 text-sub">{t(`slot.line.${lineNames[line]}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
