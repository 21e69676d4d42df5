// A labelled input with help, error and a place at its end; the frame that text and number inputs share.
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './classes.ts';

export interface FieldFrameProps {
  label: ReactNode;
  /** Small words beside the label. */
  note?: ReactNode;
  /** Between the input and its words: a meter, a bar. */
  under?: ReactNode;
  /** Under the input while nothing is wrong. */
  help?: ReactNode;
  /** Words of what is wrong and the way out; turns the edge red. */
  error?: ReactNode;
  className?: string;
}

export const inputBoxClass =
  'flex h-11 w-full items-center gap-2 rounded-4 border border-edge/70 bg-surface px-3 transition-colors focus-within:border-brand focus-within:shadow-[inset_0_0_0_1px_var(--brand)] has-[input:disabled]:border-line has-[input:disabled]:bg-field has-[input:read-only]:bg-field';
const errorBoxClass =
  'border-danger shadow-[inset_0_0_0_1px_var(--danger)] focus-within:border-danger focus-within:shadow-[inset_0_0_0_1px_var(--danger)]';
export const bareInputClass =
  'h-full w-full min-w-0 flex-1 bg-transparent text-16 text-text outline-none placeholder:text-mute disabled:text-sub tablet:text-14';

export interface FieldParts {
  id: string;
  describedBy: string | undefined;
  isWrong: boolean;
  boxClass: string;
}

/** Draws label and message; the input itself comes from the render function with its ids. */
export function Field({
  label,
  note,
  under,
  help,
  error,
  className,
  children,
}: FieldFrameProps & { children: (parts: FieldParts) => ReactNode }) {
  const id = useId();
  const messageId = `${id}-message`;
  const isWrong = Boolean(error);
  return (
    <div className={cx('flex flex-col', className)}>
      <div className="mb-1.5 flex items-baseline gap-2">
        <label htmlFor={id} className="text-13 font-semibold text-text">
          {label}
        </label>
        {note && <span className="text-12 text-mute">{note}</span>}
      </div>
      {children({ id, describedBy: error || help ? messageId : undefined, isWrong, boxClass: cx(inputBoxClass, isWrong && errorBoxClass) })}
      {under}
      {/* Always there, so that a new message is announced and nothing below jumps by its margin. */}
      <div id={messageId} aria-live="polite" className={cx('min-h-[30px] pt-1.5 pb-2.5 text-12', isWrong ? 'text-danger' : 'text-mute')}>
        {isWrong ? (
          <span className="flex items-start gap-1.5">
            <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0" />
            <span>{error}</span>
          </span>
        ) : (
          help
        )}
      </div>
    </div>
  );
}

export interface TextFieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, 'className'> {
  /** Icon or button inside, at the end. */
  end?: ReactNode;
}

/** A plain text field; restricted ones are `RestrictedField`. */
export function TextField({ label, note, under, help, error, className, end, ...input }: TextFieldProps) {
  return (
    <Field label={label} note={note} under={under} help={help} error={error} {...(className ? { className } : {})}>
      {({ id, describedBy, isWrong, boxClass }) => (
        <div className={boxClass}>
          <input id={id} aria-describedby={describedBy} aria-invalid={isWrong || undefined} className={bareInputClass} {...input} />
          {end}
        </div>
      )}
    </Field>
  );
}
