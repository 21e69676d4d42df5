// The frame of a wallet page with something to fill in and, beside it or below, what came of it so far.
import type { ReactNode } from 'react';

export function FormAndList({
  title,
  lead,
  beside,
  form,
  listTitle,
  children,
}: {
  title: string;
  lead: string;
  /** Beside the title. */
  beside?: ReactNode;
  form: ReactNode;
  listTitle: string;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-[calc(100dvh-57px)] laptop:grid-cols-[400px_minmax(0,1fr)]">
      <section className="border-line px-4 py-6 max-laptop:border-b laptop:border-r laptop:px-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-24 font-bold tracking-[-0.02em]">{title}</h1>
          {beside}
        </div>
        <p className="mt-1 mb-5 text-14 text-sub">{lead}</p>
        {form}
      </section>
      <section aria-labelledby="wallet-list" className="min-w-0 px-4 py-6 laptop:px-8">
        <h2 id="wallet-list" className="mb-2 text-16 font-bold">
          {listTitle}
        </h2>
        {children}
      </section>
    </div>
  );
}
