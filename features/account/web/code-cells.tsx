// Six digits as six cells over one real input, so that pasting, autofill and readers meet an ordinary field.
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';

export const CODE_LENGTH = 6;

interface CodeCellsProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** The sixth digit was written. */
  onWhole(code: string): void;
  error?: string | undefined;
  help?: ReactNode;
  /** Right of the cells: time left, sending again. */
  end?: ReactNode;
  isOff?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function CodeCells({ label, value, onChange, onWhole, error, help, end, isOff = false, ref }: CodeCellsProps) {
  const id = useId();
  const [hasFocus, setFocus] = useState(false);
  const take = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, CODE_LENGTH);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === CODE_LENGTH) onWhole(digits);
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-13 font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="relative flex min-w-0 flex-[0_1_352px] gap-2">
          {Array.from({ length: CODE_LENGTH }, (_, at) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- the place is the cell
              key={at}
              aria-hidden="true"
              className={cx(
                'flex h-[52px] min-w-0 max-w-[52px] flex-1 items-center justify-center rounded-4 border bg-surface text-20 font-bold tabular-nums',
                error ? 'border-danger' : 'border-edge/70',
                isOff && 'bg-field text-mute',
                hasFocus && at === Math.min(value.length, CODE_LENGTH - 1) && 'border-brand shadow-[inset_0_0_0_1px_var(--brand)]',
              )}
            >
              {value[at]}
            </span>
          ))}
          <input
            id={id}
            ref={ref}
            value={value}
            disabled={isOff}
            onChange={(event) => take(event.currentTarget.value)}
            onFocus={() => setFocus(true)}
            onBlur={() => setFocus(false)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-message`}
            className="absolute inset-0 size-full cursor-text text-16 opacity-0"
          />
        </div>
        {end}
      </div>
      <div
        id={`${id}-message`}
        aria-live="polite"
        className={cx('flex min-h-[30px] items-start gap-1.5 pt-1.5 pb-2.5 text-12', error ? 'text-danger' : 'text-mute')}
      >
        {error && <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0" />}
        <span>{error ?? help}</span>
      </div>
    </div>
  );
}
