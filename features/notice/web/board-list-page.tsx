// The list of a board: by category and words, pinned ones first; rows for notices and market notes, cards for events.
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { inputBoxClass } from '@maru/kit/web/ui/field.tsx';
import { Chip } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { CircleX, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Category, ContentRow } from '../board-contract.ts';
import { categoryNames } from '../category-names.ts';
import { BoardRow, EventCard } from './board-row.tsx';
import { type ListedBoard, listedBoards } from './boards.ts';
import { noticeTexts } from './notice-texts.ts';

const pageSize = 10;

function SearchBox({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useText(noticeTexts);
  return (
    <div className={cx(inputBoxClass, 'w-full tablet:w-60')}>
      <Search aria-hidden="true" size={16} className="shrink-0 text-mute" />
      <input
        type="search"
        value={value}
        maxLength={60}
        aria-label={t('notice.search')}
        placeholder={t('notice.search')}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-16 outline-none tablet:text-14 [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <IconButton label={t('notice.search.clear')} size={28} onClick={() => onChange('')} className="-mr-1.5">
          <CircleX size={16} />
        </IconButton>
      )}
    </div>
  );
}

function Nothing({ board, isFiltered, onAll }: { board: ListedBoard; isFiltered: boolean; onAll(): void }) {
  const t = useText(noticeTexts);
  return isFiltered ? (
    <EmptyState title={t('notice.none')} actions={<Button onClick={onAll}>{t('notice.all')}</Button>}>
      {t('notice.none.words')}
    </EmptyState>
  ) : (
    <EmptyState title={t(`${board}.empty`)}>{t(`${board}.empty.words`)}</EmptyState>
  );
}

function Entries({ board, rows }: { board: ListedBoard; rows: readonly ContentRow[] }) {
  const { path } = listedBoards[board];
  if (board !== 'promotion')
    return (
      <ul>
        {rows.map((row) => (
          <BoardRow key={row.id} row={row} path={path} />
        ))}
      </ul>
    );
  return (
    <ul className="grid border-t border-line tablet:grid-cols-2 wide:grid-cols-3">
      {rows.map((row) => (
        <EventCard key={row.id} row={row} path={path} />
      ))}
    </ul>
  );
}

interface Choice {
  category: Category | undefined;
  words: string;
}

function Head({ board, choice, onChoose }: { board: ListedBoard; choice: Choice; onChoose(choice: Choice): void }) {
  const t = useText(noticeTexts);
  const chip = (category: Category | undefined, label: string) => (
    <Chip key={label} isChosen={choice.category === category} onClick={() => onChoose({ ...choice, category })}>
      {label}
    </Chip>
  );
  return (
    <div className="px-4 pt-5 pb-4 laptop:px-8 laptop:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t(`${board}.title`)}</h1>
        <SearchBox value={choice.words} onChange={(words) => onChoose({ ...choice, words })} />
      </div>
      <fieldset aria-label={t('notice.filter')} className="mt-4 flex gap-2 overflow-x-auto py-0.5 [scrollbar-width:none]">
        {chip(undefined, t('notice.ALL'))}
        {listedBoards[board].categories.map((each) => chip(each, categoryNames[each][currentLanguage()]))}
      </fieldset>
    </div>
  );
}

export function BoardListPage({ board }: { board: ListedBoard }) {
  const t = useText(noticeTexts);
  const [choice, setChoice] = useState<Choice>({ category: undefined, words: '' });
  const [page, setPage] = useState(0);
  const search = useDeferredValue(choice.words.trim());
  // Typed by the notices' own categories; each board takes its own.
  const category = choice.category as 'NOTICE' | undefined;
  const query = { page: String(page), size: String(pageSize), category, search };
  const { data, error, isFetching, refetch } = useCall(listedBoards[board].list, { query, keepsOld: true });
  const choose = (next: Choice) => {
    setChoice(next);
    setPage(0);
  };
  return (
    <>
      <Head board={board} choice={choice} onChoose={choose} />
      {data === undefined && error === null && (
        <div className="px-4 laptop:px-8">
          <SkeletonRows hasMark={false} rows={8} rowClass="h-[52px]" label={t(`${board}.loading`)} />
        </div>
      )}
      {data === undefined && error !== null && (
        <FailingState title={t(`${board}.failed`)} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('notice.failed.words')}
        </FailingState>
      )}
      {data?.totalElements === 0 && (
        <Nothing
          board={board}
          isFiltered={choice.category !== undefined || search !== ''}
          onAll={() => choose({ category: undefined, words: '' })}
        />
      )}
      {data !== undefined && data.totalElements > 0 && <Entries board={board} rows={data.content} />}
      {data !== undefined && <Pager page={page} size={pageSize} total={data.totalElements} onPage={setPage} />}
      <p className="px-4 py-6 text-13 text-mute wide:hidden">
        {t('notice.ask')}{' '}
        <OwnLink href="/support" className="touch font-semibold text-sub hover:underline">
          {t('notice.contact')}
        </OwnLink>
      </p>
    </>
  );
}
