// /service/notice/{id}: one notice, its text as the operator laid it out.
import { Failure } from '@maru/kit/web/failure.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Plank } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { getNotice, type NoticeItem } from '../contract.ts';
import { noticeTexts } from './notice-texts.ts';
import { RichText } from './rich-text.tsx';

function Article({ notice }: { notice: NoticeItem }) {
  const t = useText(noticeTexts);
  const { category, title, content, views, createdAt, updatedAt } = notice;
  return (
    <article>
      <header className="border-b border-line pb-5">
        <Badge>{t(`notice.${category}`)}</Badge>
        <h1 className="mt-2 text-24 font-bold tracking-[-0.02em]">{title}</h1>
        <p className="mt-2 flex flex-wrap gap-x-3 text-13 text-mute">
          <time dateTime={createdAt}>{moment(createdAt, 'said')}</time>
          {updatedAt !== createdAt && <span>{t('notice.changed', { time: moment(updatedAt, 'said') })}</span>}
          <span>{t('notice.views', { count: views })}</span>
        </p>
      </header>
      <RichText html={content} className="py-4" />
    </article>
  );
}

function Loading() {
  const t = useText(noticeTexts);
  return (
    <output aria-label={t('notice.loading')} className="flex flex-col gap-4">
      <Plank className="h-5 w-12" />
      <Plank className="h-8 w-80 max-w-full" />
      <Plank className="mt-6 h-4 w-full" />
      <Plank className="h-4 w-2/3" />
    </output>
  );
}

function Missing() {
  const t = useText(noticeTexts);
  return (
    <>
      <h1 className="sr-only">{t('notice.title')}</h1>
      <EmptyState
        title={t('notice.missing')}
        actions={
          <Link to="/service/notice" className={buttonClass('line', 40)}>
            {t('notice.all')}
          </Link>
        }
      >
        {t('notice.missing.words')}
      </EmptyState>
    </>
  );
}

export function NoticePage() {
  const t = useText(noticeTexts);
  const { id } = useParams({ strict: false }) as { id: string };
  // Specification section 2: the id is digits.
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const { data, error, isFetching, refetch } = useCall(getNotice, { query: { id }, isOn: isId });
  const isMissing = !isId || (error instanceof Failure && error.status === 404);
  return (
    <div className="max-w-[800px] px-4 py-6 floor:px-8 floor:py-8">
      <Link to="/service/notice" className="touch mb-4 inline-flex items-center gap-1 text-13 text-sub hover:text-text">
        <ChevronLeft aria-hidden="true" size={16} />
        {t('notice.back')}
      </Link>
      {isMissing && <Missing />}
      {!isMissing && data === undefined && error === null && <Loading />}
      {!isMissing && data === undefined && error !== null && (
        <FailingState title={t('notice.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('notice.failed.words')}
        </FailingState>
      )}
      {data && <Article notice={data} />}
    </div>
  );
}
