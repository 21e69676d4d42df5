// What will happen, line by line: a label, and at the right what it comes to.
import type { ReactNode } from 'react';
import { cx } from './classes.ts';

export type SumLine = readonly [label: string, value: ReactNode];

export function SumLines({ lines, className, children }: { lines: readonly SumLine[]; className?: string; children?: ReactNode }) {
  return (
    <dl className={cx('flex flex-col gap-2 text-13', className)}>
      {lines.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-sub">{label}</dt>
          <dd className="min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
