// Small marks: badges of state and side, chips to choose, counts, and the arrow that says a direction a second time.
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes.ts';

export type Tone = 'plain' | 'rise' | 'fall' | 'brand' | 'warn' | 'danger' | 'good';
const tones: Record<Tone, string> = {
  plain: 'bg-hover text-sub',
  rise: 'bg-rise-tint text-rise',
  fall: 'bg-fall-tint text-fall',
  brand: 'bg-brand-tint text-brand',
  warn: 'bg-warn-tint text-warn',
  danger: 'bg-danger-fill text-on-solid',
  good: 'bg-hover text-green',
};

export function Badge({
  tone = 'plain',
  icon,
  className,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-[18px] shrink-0 items-center gap-1 whitespace-nowrap rounded-4 px-1.5 text-11 font-semibold',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** Unread figures, capped as the specification caps them. */
export function CountBadge({ count, label, className }: { count: number; label: string; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      className={cx(
        'inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-ink px-1 text-11 leading-none font-semibold text-on-ink',
        className,
      )}
    >
      <span className="sr-only">{label}</span>
      {/* Drawn, not written: the sentence beside it says the same. */}
      <span aria-hidden="true" data-count={count > 99 ? '99+' : count} className="after:content-[attr(data-count)]" />
    </span>
  );
}

interface ChipProps extends ComponentProps<'button'> {
  isChosen: boolean;
}
/** 32 round; chosen = filled with text. */
export function Chip({ isChosen, className, type = 'button', ...rest }: ChipProps) {
  return (
    <button
      type={type}
      aria-pressed={isChosen}
      className={cx(
        'touch inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-13 font-medium transition-colors disabled:opacity-50',
        isChosen ? 'border-transparent bg-ink text-on-ink' : 'border-line bg-surface text-sub hover:bg-hover hover:text-text',
        className,
      )}
      {...rest}
    />
  );
}

/** ▲ ▼ as shapes, so that they keep their size beside figures. */
export function Arrow({ direction, size = 8 }: { direction: -1 | 0 | 1; size?: number }) {
  if (direction === 0) return null;
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 8 8" className="shrink-0 fill-current">
      <path d={direction > 0 ? 'M4 1 8 7H0z' : 'M4 7 0 1h8z'} />
    </svg>
  );
}

export const directionClass = (direction: -1 | 0 | 1): string => (direction > 0 ? 'text-rise' : direction < 0 ? 'text-fall' : 'text-sub');
