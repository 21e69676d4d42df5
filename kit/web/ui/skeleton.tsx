// Skeletons: what is being loaded stands as boards in its final place, and an empty list lacks one board.
import { type ReactNode, useEffect, useState } from 'react';
import { cx } from './classes.ts';

/** One board; give it the width and height of what will stand there. */
export function SkeletonBlock({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-skeleton rounded-3 bg-wood-1', className)} />;
}

/** Shows its children only when loading takes longer than 300 ms; until then the place stays empty but keeps its size. */
export function AfterPause({ pauseMs = 300, children }: { pauseMs?: number; children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), pauseMs);
    return () => clearTimeout(timer);
  }, [pauseMs]);
  return <div className={isDue ? 'contents' : 'invisible contents [&_*]:invisible'}>{children}</div>;
}

const widths = ['w-24', 'w-16', 'w-20', 'w-12', 'w-28', 'w-14'];

interface SkeletonRowsProps {
  rows?: number;
  rowClass?: string;
  label: string;
  /** Rows that begin with a round mark. */
  hasMark?: boolean;
}

/** Rows of a list that is on its way: mark, two lines, two figures. */
export function SkeletonRows({ rows = 5, rowClass = 'h-14', label, hasMark = true }: SkeletonRowsProps) {
  return (
    <AfterPause>
      <output aria-label={label} className="block divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={cx('flex items-center gap-3', rowClass)}>
            {hasMark && <SkeletonBlock className="size-7 rounded-full" />}
            <div className="flex flex-1 flex-col gap-2">
              <SkeletonBlock className={cx('h-3', widths[row % 6])} />
              <SkeletonBlock className={cx('h-2', widths[(row + 3) % 6])} />
            </div>
            <SkeletonBlock className={cx('h-3', widths[(row + 1) % 6])} />
            <SkeletonBlock className={cx('h-3', widths[(row + 2) % 6])} />
          </div>
        ))}
      </output>
    </AfterPause>
  );
}

/** Four laid rows with one board missing. */
export function EmptyArt() {
  return (
    <svg aria-hidden="true" viewBox="0 0 132 62" className="h-[62px] w-[132px]">
      <g className="fill-wood-1">
        <rect x="0" y="0" width="74" height="12" rx="2" />
        <rect x="78" y="0" width="54" height="12" rx="2" />
        <rect x="0" y="16" width="33" height="12" rx="2" />
        <rect x="72" y="16" width="60" height="12" rx="2" />
        <rect x="0" y="32" width="88" height="12" rx="2" />
        <rect x="92" y="32" width="40" height="12" rx="2" />
        <rect x="0" y="48" width="50" height="12" rx="2" />
        <rect x="54" y="48" width="78" height="12" rx="2" />
      </g>
      <rect x="37.5" y="16.5" width="30" height="11" rx="2" className="fill-none stroke-edge" strokeDasharray="3 2.5" />
    </svg>
  );
}
