// The reels: nine symbols in three rows, those on a paying line filled; while a spin is on its way they stand dimmed.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { SlotGameShown } from '../contract.ts';
import { winningLines } from '../spin-check.ts';
import { slotTexts } from './slot-texts.ts';

const ROWS = 3;

export function SlotBoard({ game, stops, isTurning }: { game: SlotGameShown; stops: readonly number[]; isTurning: boolean }) {
  const t = useText(slotTexts);
  const words = useWords();
  const paying = isTurning ? new Set<string>() : payingCells(game, stops);
  return (
    <section aria-label={t('slot.reels')} aria-busy={isTurning} className="grid grid-cols-3 gap-2 rounded-8 bg-sunken p-3 floor:gap-3">
      {Array.from({ length: ROWS * stops.length }, (_, place) => {
        const [row, reel] = [Math.floor(place / stops.length), place % stops.length];
        const symbol = game.symbols[symbolIn(game, reel, stops[reel], row)];
        return (
          <span
            key={place}
            className={cx(
              'grid h-20 place-items-center rounded-6 border-[1.5px] text-16 font-bold transition-opacity floor:h-24 floor:text-18',
              paying.has(`${row} ${reel}`) ? 'border-ink bg-ink text-on-ink' : 'border-line bg-surface',
              isTurning && 'opacity-40',
            )}
          >
            {words(symbol.name)}
          </span>
        );
      })}
    </section>
  );
}

const symbolIn = ({ reels }: SlotGameShown, reel: number, stop: number, row: number): number =>
  reels[reel][(stop + row) % reels[reel].length];

function payingCells(game: SlotGameShown, stops: readonly number[]): Set<string> {
  return new Set(winningLines(game.slotId, stops).flatMap(({ line }) => game.lines[line].map((row, reel) => `${row} ${reel}`)));
}
