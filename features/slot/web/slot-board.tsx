// The reels in their frame: three strips, the lines that pay drawn over them, and all of it in words for who cannot see it.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useMedia } from '@maru/kit/web/use-width.ts';
import type { SlotGameShown } from '../contract.ts';
import { winningLines } from '../spin-check.ts';
import { ReelStrip, type ReelProps } from './reel-strip.tsx';
import { slotTexts } from './slot-texts.ts';
import { SymbolSheet } from './symbol-art.tsx';

const ROWS = 3;
export const useIsCalm = (): boolean => useMedia('(prefers-reduced-motion: reduce)');

interface BoardProps {
  game: SlotGameShown;
  stops: readonly number[];
  phase: ReelProps['phase'];
  /** Nothing was spun yet: what stands there is no result. */
  hasResult: boolean;
}

export function SlotBoard({ game, stops, phase, hasResult }: BoardProps) {
  const t = useText(slotTexts);
  const words = useWords();
  const isCalm = useIsCalm();
  const isShown = phase === 'still' && hasResult;
  const lines = isShown ? winningLines(game.slotId, stops) : [];
  const nameAt = (row: number, reel: number) => {
    const order = game.reels[reel];
    return words(game.symbols[order[(stops[reel] + row) % order.length]].name);
  };
  return (
    <section
      aria-label={t('slot.reels')}
      aria-busy={phase !== 'still'}
      className="rounded-12 border border-wood-2 bg-wood-1 p-[3%]"
      data-testid="reels"
    >
      <SymbolSheet />
      <p className="sr-only">
        {phase === 'still' && Array.from({ length: ROWS }, (_, row) => stops.map((_stop, reel) => nameAt(row, reel)).join(' ')).join(', ')}
      </p>
      <div aria-hidden="true" className="relative grid grid-cols-3 gap-[2%] rounded-8 bg-wood-2 p-[1.5%]">
        {stops.map((stop, reel) => (
          <ReelStrip
            key={game.symbols.length + reel}
            {...{ game, reel, stop, phase, isCalm }}
            paying={new Set(lines.map(({ line }) => game.lines[line][reel]))}
          />
        ))}
        <LinesOver game={game} lines={lines.map(({ line }) => line)} />
      </div>
    </section>
  );
}

/** In a square of 3 × 3, over the tiles' middles. */
function LinesOver({ game, lines }: { game: SlotGameShown; lines: readonly number[] }) {
  if (lines.length === 0) return null;
  const at = (reel: number, row: number): [number, number] => [reel * 100 + 50, row * 100 + 50];
  return (
    <svg viewBox="0 0 300 300" preserveAspectRatio="none" className="pointer-events-none absolute inset-0 size-full animate-fade-in">
      {lines.map((line) => {
        const points = game.lines[line].map((row, reel) => at(reel, row).join(',')).join(' ');
        return (
          <g key={line} fill="none" strokeLinecap="round" strokeLinejoin="round">
            <polyline points={points} stroke="#fbf7ec" strokeWidth="9" />
            <polyline points={points} stroke="#3a4be0" strokeWidth="4.5" />
          </g>
        );
      })}
    </svg>
  );
}
