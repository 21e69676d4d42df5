// The frame of a page: side column on the ground colour, everything else on one sheet with a rounded top-left corner.
import type { ReactNode } from 'react';
import { cx } from './classes.ts';

/** Below 1280 the side column goes (its menu is a sheet of the header) and the sheet fills the width. */
export function PageSheet({ side, children, className }: { side?: ReactNode; children: ReactNode; className?: string }) {
  return (
    <div className="flex min-h-[calc(100dvh-56px)]">
      {side && (
        <aside className="sticky top-14 hidden h-[calc(100dvh-56px)] w-[280px] shrink-0 flex-col overflow-y-auto p-4 scroll-thin wide:flex">
          {side}
        </aside>
      )}
      <main
        id="page"
        tabIndex={-1}
        className={cx(
          'min-w-0 flex-1 bg-surface outline-none laptop:rounded-tl-16 laptop:border-t laptop:border-l laptop:border-line',
          className,
        )}
      >
        {children}
      </main>
    </div>
  );
}

/** A full-width board; `joints` are vertical lines between its parts. */
export function PageBand({
  children,
  className,
  ...rest
}: {
  children: ReactNode;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}) {
  return (
    <section className={cx('border-b border-line', className)} {...rest}>
      {children}
    </section>
  );
}
