// /service/notice: notices by category and words, pinned ones first.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { inputBoxClass } from '@maru/kit/web/ui/field.tsx';
import { Badge, Chip } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { CircleX, Pin, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { listNotices, noticeCategories, type NoticeCategory, type NoticeRow } from '../contract.ts';
import { noticeTexts } from './notice-texts.ts';

const pageSize = 10;
const newForMs = 3 * 86_400_000;

/** Day alone: `11.21`. */
const dayOf = (at: string) => tableMoment(at, false).slice(0, 5);

function Row({ notice }: { notice: NoticeRow }) {
  const t = useText(noticeTexts);
  const { id, category, title, isPinned, views, createdAt } = notice;
  const isNew = serverNow() - Date.parse(createdAt) < newForMs;
  return (
    <li className={isPinned ? 'border-b border-line bg-sunken px-4 floor:px-8' : 'px-4 floor:px-8'}>
      <OwnLink
        href={`/service/notice/${id}`}
        className={cx(
          'group flex min-h-[52px] items-center gap-3 py-2.5 max-tablet:flex-wrap max-tablet:gap-y-1',
          !isPinned && 'border-b border-line',
        )}
      >
        <span className="flex w-[72px] shrink-0 items-center gap-2 text-13 text-sub max-tablet:w-auto">
          {isPinned && <Pin size={14} className="text-brand" aria-label={t('notice.pinned')} />}
          {t(`notice.${category}`)}
        </span>
        <span className="flex min-w-0 flex-1 items-center gap-2 max-tablet:order-last max-tablet:basis-full">
          <span className={cx('truncate text-14 group-hover:text-brand', isPinned || isNew ? 'font-bold' : 'font-medium')}>{title}</span>
          {isNew && <Badge tone="brand">{t('notice.new')}</Badge>}
        </span>
        <time dateTime={createdAt} className="shrink-0 text-13 text-mute max-tablet:ml-auto">
          {dayOf(createdAt)}
        </time>
        <span className="w-16 shrink-0 text-right text-13 text-mute max-tablet:hidden">
          <span className="sr-only">{t('notice.views', { count: views })}</span>
          <span aria-hidden="true">{figure(String(views))}</span>
        </span>
      </OwnLink>
    </li>
  );
}

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

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll(): void }) {
  const t = useText(noticeTexts);
  return isFiltered ? (
    <EmptyState title={t('notice.none')} actions={<Button onClick={onAll}>{t('notice.all')}</Button>}>
      {t('notice.none.words')}
    </EmptyState>
  ) : (
    <EmptyState title={t('notice.empty')}>{t('notice.empty.words')}</EmptyState>
  );
}

export function NoticeListPage() {
  const t = useText(noticeTexts);
  const [category, setCategory] = useState<NoticeCategory>();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(0);
  const search = useDeferredValue(typed.trim());
  const query = { page: String(page), size: String(pageSize), category, search };
  const { data, error, isFetching, refetch } = useCall(listNotices, { query, keepsOld: true });
  const choose = (next: NoticeCategory | undefined, words: string) => {
    setCategory(next);
    setTyped(words);
    setPage(0);
  };
  return (
    <>
      <div className="px-4 pt-5 pb-4 floor:px-8 floor:pt-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-24 font-bold tracking-[-0.02em]">{t('notice.title')}</h1>
          <SearchBox value={typed} onChange={(words) => choose(category, words)} />
        </div>
        <fieldset aria-label={t('notice.filter')} className="mt-4 flex gap-2 overflow-x-auto py-0.5 [scrollbar-width:none]">
          <Chip isChosen={category === undefined} onClick={() => choose(undefined, typed)}>
            {t('notice.ALL')}
          </Chip>
          {noticeCategories.map((each) => (
            <Chip key={each} isChosen={category === each} onClick={() => choose(each, typed)}>
              {t(`notice.${each}`)}
            </Chip>
          ))}
        </fieldset>
      </div>
      {data === undefined && error === null && (
        <div className="px-4 floor:px-8">
          <PlankRows rows={8} rowClass="h-[52px]" label={t('notice.loading')} />
        </div>
      )}
      {data === undefined && error !== null && (
        <FailingState title={t('notice.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('notice.failed.words')}
        </FailingState>
      )}
      {data?.totalElements === 0 && <Nothing isFiltered={category !== undefined || search !== ''} onAll={() => choose(undefined, '')} />}
      <ul>
        {data?.content.map((notice) => (
          <Row key={notice.id} notice={notice} />
        ))}
      </ul>
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
