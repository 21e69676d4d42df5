// The field of the trade screen: label left, figure right, unit; 40 high, 48 on phones; what is wrong stands below it.
import { AmountInput, type AmountInputProps } from '@maru/kit/web/inputs/amount-input.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface TradeFieldProps extends Omit<AmountInputProps, 'className' | 'id'> {
  label: ReactNode;
  unit?: ReactNode;
  end?: ReactNode;
  error?: string | undefined;
  note?: string | undefined;
  isPhone?: boolean;
}

export function TradeField({ label, unit, end, error, note, isPhone = false, ...input }: TradeFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <div
        className={cx(
          'flex items-center gap-2 rounded-4 border bg-field px-3 focus-within:border-text focus-within:shadow-[inset_0_0_0_1px_var(--text)]',
          isPhone ? 'h-12' : 'h-10',
          error ? 'border-danger shadow-[inset_0_0_0_1px_var(--danger)]' : 'border-line',
        )}
      >
        <label htmlFor={id} className="shrink-0 text-12 whitespace-nowrap text-mute">
          {label}
        </label>
        <AmountInput
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || note ? `${id}-note` : undefined}
          className={cx(
            'h-full min-w-0 flex-1 bg-transparent text-right font-semibold outline-none placeholder:font-normal disabled:text-mute',
            isPhone ? 'text-16' : 'text-16 laptop:text-14',
          )}
          {...input}
        />
        {unit && <span className="shrink-0 text-12 text-mute">{unit}</span>}
        {end}
      </div>
      {(error || note) && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={cx('mt-1 flex items-start gap-1 text-12 leading-4', error ? 'text-danger' : 'text-mute')}
        >
          {error && <CircleAlert size={12} aria-hidden="true" className="mt-0.5 shrink-0" />}
          {error ?? note}
        </p>
      )}
    </div>
  );
}
