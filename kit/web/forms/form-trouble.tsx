// A refusal that belongs to no field, at the form's end.
import { CircleAlert } from 'lucide-react';
import { cx } from '../ui/classes.ts';

export function FormTrouble({ words, className }: { words: string | undefined; className?: string }) {
  return words === undefined ? null : (
    <p role="alert" className={cx('flex items-start gap-1.5 text-13 text-danger', className)}>
      <CircleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      {words}
    </p>
  );
}
