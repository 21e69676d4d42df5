// One entry opened by its number: while it loads, fails or is not there the page has its head and the way back all the same.
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { Failure } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contentDeskTexts } from './desk-texts.ts';

interface OpenedEntryProps<Entry> {
  query: UseQueryResult<Entry, Error>;
  title: string;
  /** The list it is opened from. */
  list: string;
  children(entry: Entry): ReactNode;
}

export function OpenedEntry<Entry>({ query, title, list, children }: OpenedEntryProps<Entry>) {
  const t = useText(contentDeskTexts);
  if (query.data !== undefined) return children(query.data);
  const isGone = query.error instanceof Failure && query.error.status === 404;
  const back = (
    <Link to={list as never} className={buttonClass('line', 32)}>
      {t('con.back')}
    </Link>
  );
  return (
    <DeskPage title={title} actions={back}>
      <Loaded query={query} title={t(isGone ? 'con.gone' : 'con.failed.one')} words={t('con.failed.words')} rows={8}>
        {() => null}
      </Loaded>
    </DeskPage>
  );
}
