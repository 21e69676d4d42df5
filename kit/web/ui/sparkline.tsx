// A small line of recent closes; its colour is that of the change told beside it, its words are for readers that cannot see it.
import { cx } from './classes.ts';

interface SparklineProps {
  /** Oldest first; only the shape is drawn, so plain numbers will do. */
  values: readonly number[];
  width: number;
  height: number;
  /** Of the figure beside it: the line's own ends lie a little off the 24 hours, and the two must not disagree. */
  direction: -1 | 0 | 1;
  className?: string;
  label?: string;
}

export function sparklinePath(values: readonly number[], width: number, height: number, pad = 1.5): string {
  if (values.length < 2) return '';
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const span = high - low;
  const step = width / (values.length - 1);
  return values
    .map((value, i) => {
      const y = span === 0 ? height / 2 : pad + ((high - value) / span) * (height - 2 * pad);
      return `${i === 0 ? 'M' : 'L'}${(i * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

export function Sparkline({ values, width, height, direction, className, label }: SparklineProps) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cx('shrink-0 overflow-visible', direction > 0 ? 'stroke-rise' : direction < 0 ? 'stroke-fall' : 'stroke-mute', className)}
    >
      <path d={sparklinePath(values, width, height)} fill="none" strokeWidth="1.25" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
