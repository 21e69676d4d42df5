// One fact of a transaction: what it is, as it is, and a button that copies it.
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  label: string;
  children: ReactNode;
  copied?: string | undefined;
  copy: string;
}

export function FactRow({ label, children, copied, copy }: Props) {
  return (
    <div className="grid gap-x-4 gap-y-1 py-3 tablet:grid-cols-[96px_minmax(0,1fr)_auto]">
      <dt className="text-sub">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-1 leading-6">
        <div className="min-w-0">{children}</div>
        {copied !== undefined && <CopyButton text={copied} label={copy} />}
      </dd>
    </div>
  );
}
