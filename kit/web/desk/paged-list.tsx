// A list of the server's, page by page: its table, the count, the page buttons, and what stands there when nothing does.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Pager } from '../ui/pager.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Loaded } from './loaded.tsx';
import { deskTexts } from './texts.ts';

interface PagedListProps<Data, Row> {
  query: UseQueryResult<Data, Error>;
  rows(data: Data): readonly Row[];
  total(data: Data): number;
  /** From 0. */
  page: number;
  size: number;
  onPage(page: number): void;
  empty?: { title: string; words?: string; actions?: ReactNode };
  failing?: { title: string; words?: string };
  children(rows: readonly Row[]): ReactNode;
}

export function PagedList<Data, Row>({ query, rows, total, page, size, onPage, empty, failing, children }: PagedListProps<Data, Row>) {
  const t = useText(deskTexts);
  return (
    <Loaded query={query} rows={Math.min(size, 10)} {...failing}>
      {(data) => {
        const shown = rows(data);
        if (shown.length === 0)
          return (
            <EmptyState title={empty?.title ?? t('desk.empty')} actions={empty?.actions}>
              {empty?.words}
            </EmptyState>
          );
        return (
          <div aria-busy={query.isPlaceholderData || undefined} className={query.isPlaceholderData ? 'opacity-60' : undefined}>
            {children(shown)}
            <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 laptop:px-6">
              <span className="text-12 text-mute">{t('desk.rows', { total: total(data) })}</span>
              <Pager page={page} size={size} total={total(data)} onPage={onPage} />
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}
