// One place, its states: boards after 300 ms while it loads, what is safe and a retry when it fails, its contents when they are there.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { FailingState } from '../ui/states.tsx';
import { deskTexts } from './texts.ts';

interface LoadedProps<Data> {
  query: UseQueryResult<Data, Error>;
  /** Of what could not be loaded. */
  title?: string;
  /** What is safe meanwhile. */
  words?: string;
  rows?: number;
  children(data: Data): ReactNode;
}

export function Loaded<Data>({ query, title, words, rows = 6, children }: LoadedProps<Data>) {
  const t = useText(deskTexts);
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <FailingState
        title={title ?? t('desk.failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {words}
      </FailingState>
    );
  }
  return <LoadingRows rows={rows} />;
}

/** Rows that are on their way, or the part of the page that asks for them. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  const t = useText(deskTexts);
  return (
    <div className="px-4 laptop:px-6">
      <SkeletonRows rows={rows} rowClass="h-9" label={t('desk.loading')} />
    </div>
  );
}
