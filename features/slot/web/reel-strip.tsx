// One reel: a strip of tiles behind a window of three; it runs while the answer is awaited, then rolls out and stands on its stop.
import { cx } from '@maru/kit/web/ui/classes.ts';
import { useEffect, useRef } from 'react';
import type { SlotGameShown } from '../contract.ts';
import { SymbolArt } from './symbol-art.tsx';

const ROWS = 3;
/** Tiles that still pass after the answer has come. */
const ROLL_OUT = 14;
const ROLL_OUT_MS = 520;
/** The second reel stands this much after the first, the third after the second. */
const APART_MS = 260;
const TILE_MS = 26;
export const spinEndMs = (reels: number): number => ROLL_OUT_MS + APART_MS * (reels - 1);

export interface ReelProps {
  game: SlotGameShown;
  reel: number;
  stop: number;
  /** running: nobody knows the stop yet; stopping: it is known and the reel rolls to it. */
  phase: 'still' | 'running' | 'stopping';
  /** Rows of this reel on a line that pays. */
  paying: ReadonlySet<number>;
  isCalm: boolean;
}

const shiftOf = (tiles: number, whole: number) => `translateY(${(-tiles / whole) * 100}%)`;

export function ReelStrip({ game, reel, stop, phase, paying, isCalm }: ReelProps) {
  const strip = useRef<HTMLDivElement>(null);
  const order = game.reels[reel];
  const tiles = order.length + ROLL_OUT + ROWS;
  const standing = shiftOf(stop, tiles);
  useEffect(() => {
    const element = strip.current;
    if (element === null || phase === 'still' || isCalm) return undefined;
    // Under the rolling out, until the reel's turn has come.
    const turning = element.animate([{ transform: shiftOf(order.length, tiles) }, { transform: shiftOf(0, tiles) }], {
      duration: order.length * TILE_MS,
      iterations: Infinity,
    });
    const rolling =
      phase === 'stopping' &&
      element.animate([{ transform: shiftOf(stop + ROLL_OUT, tiles) }, { transform: standing }], {
        duration: ROLL_OUT_MS,
        delay: APART_MS * reel,
        easing: 'cubic-bezier(0.15, 0.75, 0.3, 1.04)',
        fill: 'forwards',
      });
    return () => {
      turning.cancel();
      if (rolling !== false) rolling.cancel();
    };
  }, [phase, isCalm, stop, reel, order.length, tiles, standing]);
  return (
    <div className="relative aspect-[1/3] overflow-hidden rounded-6">
      <div
        ref={strip}
        className={cx('absolute inset-x-0 top-0', isCalm && phase !== 'still' && 'opacity-40')}
        style={{ transform: standing }}
      >
        {Array.from({ length: tiles }, (_, place) => {
          const row = place - stop;
          const isPaying = phase === 'still' && paying.has(row);
          return (
            <div key={place} className="aspect-square w-full p-[3%]">
              <div
                className={cx(
                  'grid size-full place-items-center rounded-6 border-2 bg-[#fbf7ec]',
                  isPaying ? 'border-brand' : 'border-[#d8cbb0]',
                  phase === 'still' && paying.size > 0 && !isPaying && 'opacity-80',
                )}
              >
                <SymbolArt code={game.symbols[order[place % order.length]].code} className="size-[74%]" />
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
