// Small bars of the view of all brands: money in and out, what the house won or lost on a square-root axis, how much of a limit is used.
import { cx } from '@maru/kit/web/ui/classes.ts';

const wide = (share: number) => `${share > 0 ? Math.max(1, share * 100) : 0}%`;

/** Shares of the largest. */
export function FlowBars({ into, out }: { into: number; out: number }) {
  return (
    <span aria-hidden="true" className="flex flex-col gap-0.5">
      <span className="block h-1.5 rounded-r-2 bg-ink" style={{ width: wide(into) }} />
      <span className="block h-1.5 rounded-r-2 bg-edge/60" style={{ width: wide(out) }} />
    </span>
  );
}

/** Filled to the right: won. Outlined to the left: lost. No colour of rise or fall, since it is no price. */
export function HouseBar({ share }: { share: number }) {
  const length = `${Math.sqrt(Math.abs(share)) * 50}%`;
  const isLost = share < 0;
  return (
    <span aria-hidden="true" className="relative block h-2.5 w-full">
      {share !== 0 && (
        <span
          className={cx('absolute inset-y-0 rounded-2', isLost ? 'right-1/2 border border-ink' : 'left-1/2 bg-ink')}
          style={{ width: length, minWidth: 3 }}
        />
      )}
      <span className="absolute inset-y-0 left-1/2 w-px bg-line" />
    </span>
  );
}

const fullPercent = 80;

/** `use` in percent; null: no limit is set. */
export function UseBar({ use, title }: { use: number | null; title: string }) {
  const isFull = (use ?? 0) >= fullPercent;
  return (
    <span title={title} className="flex items-center justify-end gap-2">
      <span className="sr-only">{title}</span>
      {use !== null && (
        <span aria-hidden="true" className="h-1 w-14 rounded-2 bg-hover">
          <span className={cx('block h-1 rounded-2', isFull ? 'bg-warn' : 'bg-ink')} style={{ width: `${Math.min(100, use)}%` }} />
        </span>
      )}
      <span className={cx('w-10 text-right', isFull ? 'font-bold text-warn' : 'text-sub')}>{use === null ? '–' : `${use}%`}</span>
    </span>
  );
}
