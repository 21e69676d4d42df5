// Shows its children to operators who hold a right at the chosen site.
import type { ReactNode } from 'react';
import { useCan } from './desk-site.ts';

export function IfCan({ right, children }: { right: string; children: ReactNode }) {
  return useCan(right) ? children : null;
}
