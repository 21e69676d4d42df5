// A labelled text of several lines.
import type { ComponentProps } from 'react';
import { cx } from '../ui/classes.ts';
import { Field, type FieldFrameProps } from '../ui/field.tsx';

type TextAreaProps = FieldFrameProps &
  Omit<ComponentProps<'textarea'>, 'className'> & {
    /** Signs of equal width: keys, lists of figures. */
    isCode?: boolean;
  };

export function TextArea({ label, note, under, help, error, className, isCode = false, ...input }: TextAreaProps) {
  return (
    <Field {...{ label, note, under, help, error }} {...(className ? { className } : {})}>
      {({ id, describedBy, isWrong }) => (
        <textarea
          id={id}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          rows={3}
          className={cx(
            'w-full rounded-4 border border-edge/70 bg-surface px-3 py-2 outline-none placeholder:text-mute',
            isCode ? 'font-mono text-16 tablet:text-12' : 'text-16 tablet:text-14',
            isWrong
              ? 'border-danger shadow-[inset_0_0_0_1px_var(--danger)]'
              : 'focus:border-brand focus:shadow-[inset_0_0_0_1px_var(--brand)]',
          )}
          {...input}
        />
      )}
    </Field>
  );
}
