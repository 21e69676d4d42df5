// One entry of a board: its text as the operator laid it out, files to save, and the ones before and after it.
import { Failure } from '@maru/kit/web/failure.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { AfterPause, SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useParams } from '@tanstack/react-router';
import { ChevronLeft, FileDown } from 'lucide-react';
import type { ContentItem } from '../board-contract.ts';
import { categoryNames } from '../category-names.ts';
import { PeriodLine } from './board-row.tsx';
import { type ListedBoard, listedBoards } from './boards.ts';
import { noticeTexts } from './notice-texts.ts';
import { RichText } from './rich-text.tsx';

/** Published within a minute of being written: nobody changed it. */
const sameMs = 60_000;

/** What the back office shows as its preview, too. */
export function Article({ item }: { item: Omit<ContentItem, 'previous' | 'next'> }) {
  const t = useText(noticeTexts);
  const { category, title, content, views, createdAt, updatedAt, period, files } = item;
  return (
    <article>
      <header className="border-b border-line pb-5">
        <Badge>{categoryNames[category][currentLanguage()]}</Badge>
        <h1 className="mt-2 text-24 font-bold tracking-[-0.02em]">{title}</h1>
        <p className="mt-2 flex flex-wrap gap-x-3 text-13 text-mute">
          <time dateTime={createdAt}>{moment(createdAt, 'said')}</time>
          {Date.parse(updatedAt) - Date.parse(createdAt) > sameMs && (
            <span>{t('notice.changed', { time: moment(updatedAt, 'said') })}</span>
          )}
          <span>{t('notice.views', { count: views })}</span>
        </p>
        {period && (
          <div className="mt-3">
            <PeriodLine period={period} />
          </div>
        )}
      </header>
      <RichText html={content} className="py-4" />
      {files.length > 0 && (
        <ul aria-label={t('notice.files')} className="flex flex-wrap gap-2 border-t border-line py-4">
          {files.map((file) => (
            <li key={file.id} className="max-w-full">
              <a href={`/api/file?id=${file.id}`} download={file.name} className={buttonClass('line', 40, 'max-w-full')}>
                <FileDown aria-hidden="true" size={16} className="shrink-0" />
                <span className="truncate">{file.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Neighbours({ item, path }: { item: ContentItem; path: string }) {
  const t = useText(noticeTexts);
  const line = (label: string, to: ContentItem['next']) =>
    to && (
      <OwnLink href={`${path}/${to.id}`} className="group flex min-h-12 items-center gap-4 border-b border-line py-2.5 text-14">
        <span className="w-14 shrink-0 text-13 text-mute">{label}</span>
        <span className="truncate group-hover:text-brand">{to.title}</span>
      </OwnLink>
    );
  return (
    <nav aria-label={t('notice.neighbours')} className="border-t border-line">
      {line(t('notice.next'), item.next)}
      {line(t('notice.previous'), item.previous)}
    </nav>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <AfterPause>
      <output aria-label={label} className="flex flex-col gap-4">
        <SkeletonBlock className="h-5 w-12" />
        <SkeletonBlock className="h-8 w-80 max-w-full" />
        <SkeletonBlock className="mt-6 h-4 w-full" />
        <SkeletonBlock className="h-4 w-2/3" />
      </output>
    </AfterPause>
  );
}

function Missing({ board }: { board: ListedBoard }) {
  const t = useText(noticeTexts);
  return (
    <>
      <h1 className="sr-only">{t(`${board}.title`)}</h1>
      <EmptyState
        title={t('notice.missing')}
        actions={
          <OwnLink href={listedBoards[board].path} className={buttonClass('line', 40)}>
            {t('notice.all')}
          </OwnLink>
        }
      >
        {t('notice.missing.words')}
      </EmptyState>
    </>
  );
}

export function BoardPage({ board }: { board: ListedBoard }) {
  const t = useText(noticeTexts);
  const { id } = useParams({ strict: false }) as { id: string };
  const { item, path } = listedBoards[board];
  // Specification section 2: the id is digits.
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const { data, error, isFetching, refetch } = useCall(item, { query: { id }, isOn: isId });
  const isMissing = !isId || (error instanceof Failure && error.status === 404);
  return (
    <div className="max-w-[800px] px-4 py-6 laptop:px-8 laptop:py-8">
      <OwnLink href={path} className="touch mb-4 inline-flex items-center gap-1 text-13 text-sub hover:text-text">
        <ChevronLeft aria-hidden="true" size={16} />
        {t('notice.back')}
      </OwnLink>
      {!isMissing && data === undefined && <h1 className="sr-only">{t(`${board}.title`)}</h1>}
      {isMissing && <Missing board={board} />}
      {!isMissing && data === undefined && error === null && <Loading label={t(`${board}.loading`)} />}
      {!isMissing && data === undefined && error !== null && (
        <FailingState title={t(`${board}.failed`)} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('notice.failed.words')}
        </FailingState>
      )}
      {data && (
        <>
          <Article item={data} />
          <Neighbours item={data} path={path} />
        </>
      )}
    </div>
  );
}
