// The frame of a back-office page: a head band with title and actions, then full-width bands whose panels are divided by joints.
import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../ui/classes.ts';
import { useKeptFocus } from '../ui/kept-focus.ts';

interface DeskPageProps {
  title: ReactNode;
  /** Beside the title: how many, since when. */
  note?: ReactNode;
  /** Before the title: a mark, a picture. */
  lead?: ReactNode;
  badges?: ReactNode;
  /** Under the title. */
  line?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function DeskPage({ title, note, lead, badges, line, actions, children }: DeskPageProps) {
  const panel = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={panel} className="flex min-h-[calc(100dvh-49px)] flex-col">
      <header className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 laptop:px-6">
        {lead}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-20 font-bold tracking-[-0.02em]">{title}</h1>
            {badges}
            {note && <span className="text-13 text-mute">{note}</span>}
          </div>
          {line && <div className="text-13 text-mute">{line}</div>}
        </div>
        {actions && <div className="ml-auto flex max-w-full flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A full-width board with a line under it. */
export function DeskBand({ children, className }: { children: ReactNode; className?: string }) {
  return <section className={cx('border-b border-line px-4 py-4 laptop:px-6', className)}>{children}</section>;
}

/** Panels side by side from 1280, one under the other below; `columns` as CSS writes them. */
export function DeskPanels({ columns, children, className }: { columns: string; children: ReactNode; className?: string }) {
  return (
    <div
      style={{ '--columns': columns } as CSSProperties}
      className={cx(
        'grid border-b border-line max-wide:divide-y wide:grid-cols-(--columns) wide:divide-x divide-line *:min-w-0',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** A titled part of a band. */
export function DeskPanel({
  title,
  aside,
  children,
  className,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <section className={cx('px-4 py-5 laptop:px-6', className)}>
      {(title || aside) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-14 font-bold">{title}</h2>
          {aside && <div className="flex items-center gap-3 text-12 text-mute">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

export interface Fact {
  label: ReactNode;
  value: ReactNode;
}

/** Label and value lines, values at the right. */
export function Facts({ items, className }: { items: readonly Fact[]; className?: string }) {
  return (
    <dl className={cx('flex flex-col gap-1.5', className)}>
      {items.map(({ label, value }, i) => (
        <div key={i} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-13 text-sub">{label}</dt>
          <dd className="min-w-0 text-right text-13 font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface KeyFigure {
  label: ReactNode;
  value: ReactNode;
  unit?: ReactNode;
  /** What is not in it. */
  note?: ReactNode;
}

/** A row of figures with joints between them. */
export function KeyFigures({ items }: { items: readonly KeyFigure[] }) {
  return (
    <dl className="grid grid-cols-2 border-b border-line tablet:grid-cols-3 wide:auto-cols-fr wide:grid-flow-col wide:grid-cols-none">
      {items.map(({ label, value, unit, note }, i) => (
        <div key={i} className="border-line px-4 py-3 not-last:border-r laptop:px-6">
          <dt className="text-12 text-mute">{label}</dt>
          <dd className="text-16 font-bold">
            {value}
            {unit && <span className="ml-1 text-13 font-normal text-mute">{unit}</span>}
          </dd>
          {note && <dd className="text-12 text-mute">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
