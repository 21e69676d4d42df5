// The back office's pages as rows: address, right, place in the menu and what stands there. A feature adds its rows here.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import type { LucideIcon } from 'lucide-react';

import type { ReactNode } from 'react';
import { Opening } from './pages/opening.tsx';

export type NavGroup = 'waiting' | 'work' | 'site' | 'office';

export interface DeskPageRow {
  /** Under /admin. */
  path: string;
  title: { ko: string; en: string };
  /** Seen by those who hold it at the chosen site; everyone when absent. */
  right?: string;
  /** Its place in the menu; pages without are reached from others. */
  nav?: { group: NavGroup | 'top'; icon: LucideIcon };
  /** The queue whose length stands beside it in the menu. */
  waits?: string;
  page(): ReactNode;
}

const waiting = <Opening />;
const area = (load: Parameters<typeof lazyArea<object>>[0]) => {
  const Area = lazyArea(load, { waiting });
  return () => <Area />;
};

export const pageTable: readonly DeskPageRow[] = [
  {
    path: '/security',
    title: { ko: '내 보안', en: 'My security' },
    page: area(() => import('@maru/operator/admin/security-page.tsx').then((m) => m.SecurityPage)),
  },
];
