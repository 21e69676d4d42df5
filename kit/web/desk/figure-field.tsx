// The one figure that a back-office dialog asks for: a label, a decimal keyboard, what is wrong with it.
import { Field } from '../ui/field.tsx';

interface FigureFieldProps {
  label: string;
  value: string;
  /** What holds while the field is empty. */
  placeholder?: string;
  error: string | undefined;
  onChange(text: string): void;
}

export function FigureField({ label, value, placeholder, error, onChange }: FigureFieldProps) {
  return (
    <div className="mb-4">
      <Field label={label} error={error}>
        {({ id, describedBy }) => (
          <input
            id={id}
            aria-describedby={describedBy}
            inputMode="decimal"
            value={value}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-full rounded-4 border border-edge/70 bg-surface px-3 text-16 tabular-nums outline-none focus:border-brand tablet:h-10 tablet:text-14"
          />
        )}
      </Field>
    </div>
  );
}
