// One numbered part of a page of coins: what it asks at the left, where one answers at the right.
import type { ReactNode } from 'react';

export function PagePart({ number, title, words, children }: { number: number; title: string; words?: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-3 px-4 py-6 laptop:grid-cols-[92px_minmax(0,1fr)] laptop:px-8">
      <div>
        <p className="num text-12 text-mute max-laptop:hidden">{number}</p>
        <h2 className="text-14 font-bold">{title}</h2>
        {words !== undefined && <p className="mt-1 text-12 text-sub max-laptop:hidden">{words}</p>}
      </div>
      {children}
    </section>
  );
}
