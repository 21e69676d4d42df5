// A card of what can be used here: a name, two lines, facts, and a small working picture at its foot.
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import type { ReactNode } from 'react';

export interface ProductCardProps {
  title: string;
  lines: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  short: string;
  shortFact: string;
  instrument: ReactNode;
}

export function ProductCard({ title, lines, facts, short, shortFact, instrument }: ProductCardProps) {
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <>
        <h3 className="text-16 font-bold tracking-[-0.01em]">{title}</h3>
        <p className="text-12 text-mute">{short}</p>
        <p className="mt-2.5 text-13 font-semibold">{shortFact}</p>
      </>
    );
  }
  return (
    <>
      <h3 className="text-20 font-bold tracking-[-0.02em]">{title}</h3>
      <p className="mt-1 text-14 text-sub">{lines[0]}</p>
      <p className="text-13 text-mute">{lines[1]}</p>
      <dl className="mt-4 flex gap-6">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-mute">{label}</dt>
            <dd className="text-14 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div aria-hidden="true" className="absolute right-8 bottom-6 hidden wide:block">
        {instrument}
      </div>
    </>
  );
}

export const productCardLink =
  'relative block min-h-[112px] px-4 py-4 transition-colors hover:bg-sunken tablet:min-h-[181px] tablet:px-8 tablet:py-6';
