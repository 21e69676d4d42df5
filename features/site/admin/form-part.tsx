// One part of the editor's form: a title, perhaps something at its right, and its fields; a line under it.
import type { ReactNode } from 'react';

export function FormPart({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col border-b border-line px-6 py-5 last:border-0">
      <div className="mb-3 flex min-h-8 items-center justify-between gap-2">
        <h2 className="text-14 font-bold">{title}</h2>
        {aside && <div className="text-12 text-mute">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
