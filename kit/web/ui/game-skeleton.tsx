// A game’s page that is on its way or failing: head, panels and the ticket's column as they will stand, so that nothing jumps when they come.
import type { ReactNode } from 'react';
import { cx } from './classes.ts';
import { AfterPause, SkeletonBlock } from './skeleton.tsx';

interface GameSkeletonProps {
  label: string;
  /** Heights of the panels below the head, as classes. */
  panels: readonly string[];
  /** The ticket's column begins below the head. */
  isHeadWide?: boolean;
}

const panel = 'bg-surface laptop:rounded-8';

export function GameSkeleton({ label, panels, isHeadWide = false }: GameSkeletonProps) {
  const head = (
    <div className={cx(panel, 'flex h-12 items-center justify-between px-4')}>
      <SkeletonBlock className="h-4 w-40" />
      <SkeletonBlock className="h-6 w-20" />
    </div>
  );
  return (
    <main id="page" className="bg-bg py-1" aria-busy="true">
      <AfterPause>
        <output aria-label={label} className="flex flex-col gap-1">
          {isHeadWide && head}
          <span className="flex gap-1">
            <span className="flex min-w-0 flex-1 flex-col gap-1 max-laptop:gap-2">
              {!isHeadWide && head}
              {panels.map((height, i) => (
                <span key={i} className={cx(panel, 'flex flex-col gap-3 p-4', height)}>
                  <SkeletonBlock className="h-4 w-32" />
                  <SkeletonBlock className="flex-1" />
                </span>
              ))}
            </span>
            <span className="flex w-80 shrink-0 flex-col gap-3 rounded-8 bg-surface p-3 max-laptop:hidden">
              <SkeletonBlock className="h-28" />
              <SkeletonBlock className="h-8" />
              <SkeletonBlock className="h-13" />
              <SkeletonBlock className="h-4 w-48" />
            </span>
          </span>
        </output>
      </AfterPause>
    </main>
  );
}

/** The same page with words in place of the game: why it is not there, and the way on. */
export function GameNotice({ children }: { children: ReactNode }) {
  return (
    <main id="page" className="bg-bg py-1">
      <section className={cx(panel, 'py-16')}>{children}</section>
    </main>
  );
}
