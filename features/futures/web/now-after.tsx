// Now → after: what stands and what it leads to, side by side, the same in the ticket and in every dialog.
import { cx } from '@maru/kit/web/ui/classes.ts';

export type NowAfterRow = readonly [label: string, now: string, after: string];

export function NowAfter({ rows, size = 13 }: { rows: readonly NowAfterRow[]; size?: 12 | 13 }) {
  return (
    <dl
      className={cx('grid grid-cols-[1fr_auto_auto_auto]', size === 12 ? 'gap-y-0.5 text-12 leading-[18px]' : 'gap-y-1 text-13')}
      data-testid="now-after"
    >
      {rows.map(([label, was, becomes]) => (
        <div key={label} className="contents">
          <dt className="text-mute">{label}</dt>
          <dd className="text-right text-mute">{was}</dd>
          <dd aria-hidden="true" className="px-2 text-11 text-mute">
            →
          </dd>
          <dd className="min-w-[72px] text-right font-semibold">{becomes}</dd>
        </div>
      ))}
    </dl>
  );
}
