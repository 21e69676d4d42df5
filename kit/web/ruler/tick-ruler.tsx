// The tick ruler: marks instead of bars, for order size, liquidation distance and margin ratio. Limits are tinted before they are reached.
import type { CSSProperties } from 'react';

export interface RulerProps {
  /** 0..1 of the ruler that is filled. */
  value: number;
  marks: number;
  height?: number;
  /** 0..1 from which unfilled marks are tinted. */
  warnFrom?: number;
  dangerFrom?: number;
  /** Tone of the filled marks; from `dangerFrom` on they are red. */
  tone?: 'text' | 'warn' | 'danger';
  className?: string;
  label?: string;
}

export type MarkTone = 'filled' | 'rest' | 'warn' | 'danger';

/** Which tone each mark has; filled wins over the tints. */
export function markTones({
  value,
  marks,
  warnFrom = 2,
  dangerFrom = 2,
}: Pick<RulerProps, 'value' | 'marks' | 'warnFrom' | 'dangerFrom'>): MarkTone[] {
  const filled = Math.round(Math.min(Math.max(value, 0), 1) * marks);
  return Array.from({ length: marks }, (_, i) => {
    const at = i / marks;
    if (i < filled) return 'filled';
    return at >= dangerFrom ? 'danger' : at >= warnFrom ? 'warn' : 'rest';
  });
}

const restColor: Record<Exclude<MarkTone, 'filled'>, string> = {
  rest: 'var(--line)',
  warn: 'color-mix(in srgb, var(--warn) 45%, transparent)',
  danger: 'color-mix(in srgb, var(--danger) 50%, transparent)',
};

export function TickRuler({ height = 12, tone = 'text', className = '', label, ...shape }: RulerProps) {
  const tones = markTones(shape);
  const { dangerFrom = 2 } = shape;
  const style: CSSProperties = { height };
  return (
    <div
      className={`flex w-full items-stretch justify-between ${className}`}
      style={style}
      {...(label
        ? { role: 'meter', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': Math.round(shape.value * 100) }
        : { 'aria-hidden': true })}
    >
      {tones.map((mark, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- marks have no identity but their place
        <i
          key={i}
          className="w-[2px] shrink-0 rounded-[1px]"
          style={{ background: mark === 'filled' ? `var(--${i / tones.length >= dangerFrom ? 'danger' : tone})` : restColor[mark] }}
        />
      ))}
    </div>
  );
}
