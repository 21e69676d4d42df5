// A list as lines of text: one item a line, read when one types, empty lines left out.
import { Field } from '@maru/kit/web/ui/field.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { type ReactNode, useState } from 'react';

interface LinesFieldProps {
  label: string;
  help?: ReactNode;
  error?: ReactNode;
  lines: readonly string[];
  rows?: number;
  onChange(lines: string[]): void;
}

export function LinesField({ label, help, error, lines, rows = 3, onChange }: LinesFieldProps) {
  const [text, setText] = useState(lines.join('\n'));
  return (
    <Field label={label} help={help} error={error}>
      {({ id, describedBy, isWrong }) => (
        <textarea
          id={id}
          rows={rows}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange(
              event.target.value
                .split('\n')
                .map((line) => line.trim())
                .filter(Boolean),
            );
          }}
          className={cx('w-full rounded-4 border bg-surface px-3 py-2 font-mono text-13', isWrong ? 'border-danger' : 'border-edge/70')}
        />
      )}
    </Field>
  );
}
