// The views of one page on the desk, as links under its head.
import { Link } from '@tanstack/react-router';
import { cx } from '../ui/classes.ts';

export interface ViewLink {
  to: string;
  words: string;
  isHere: boolean;
}

export function ViewLinks({ label, views }: { label: string; views: readonly ViewLink[] }) {
  return (
    <nav aria-label={label} className="flex h-9 gap-4 border-b border-line px-4 pointer-coarse:h-11 laptop:px-6">
      {views.map(({ to, words, isHere }) => (
        <Link
          key={to}
          to={to}
          aria-current={isHere ? 'page' : undefined}
          className={cx(
            'touch -mb-px inline-flex items-center border-b-2 text-13',
            isHere ? 'border-text font-semibold text-text' : 'border-transparent font-medium text-mute hover:text-text',
          )}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
