// A transaction's hash that leads to an explorer: another site's in a tab of its own, a demo's page in this one.
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import type { ReactNode } from 'react';

const LOOK = 'underline underline-offset-2';

export function TxLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <>{children}</>;
  if (href.startsWith('/'))
    return (
      <OwnLink href={href} className={LOOK}>
        {children}
      </OwnLink>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={LOOK}>
      {children}
    </a>
  );
}
