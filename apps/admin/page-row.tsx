// What a row of the back office's table of pages says, and how its page is loaded.
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
  /** Of several brands: not in the menu of an operator of one. */
  isOfMany?: boolean;
  /** The queue whose length stands beside it in the menu. */
  waits?: string;
  page(): ReactNode;
}

const waiting = <Opening />;
/** A page that is loaded when somebody goes there. */
export const area = (load: Parameters<typeof lazyArea<object>>[0]) => {
  const Area = lazyArea(load, { waiting, isPage: true });
  return () => <Area />;
};
