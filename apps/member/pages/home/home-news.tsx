// Beside the movers: the newest notices of the site, and the event that runs now on a card of boards. Without either the panel says so.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useServerTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import type { ContentRow } from '@maru/notice/board-contract.ts';
import { categoryNames } from '@maru/notice/category-names.ts';
import { isNew, useNews } from '@maru/notice/web/news.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { paths } from '../../paths.ts';
import { homeTexts } from './home-texts.ts';

const ROWS = 5;
/** Day alone: `11.21`. */
const dayOf = (at: string) => tableMoment(at, false).split(' ')[0];

function useDayWord(): (at: string) => string {
  const t = useText(homeTexts);
  const now = useServerTime(60_000);
  const today = dayOf(new Date(now).toISOString());
  const yesterday = dayOf(new Date(now - DAY_MS).toISOString());
  return (at) => {
    const day = dayOf(at);
    return day === today ? t('home.news.today') : day === yesterday ? t('home.news.yesterday') : day;
  };
}

function NewsRow({ row, when }: { row: ContentRow; when: string }) {
  const language = useLanguage();
  const isFresh = isNew(row.createdAt);
  return (
    <li>
      <Link
        to={paths.notice}
        params={{ id: String(row.id) }}
        className="flex h-9 items-center gap-3 text-14 hover:text-brand pointer-coarse:h-11"
      >
        <Badge>{categoryNames[row.category][language]}</Badge>
        <span className={cx('min-w-0 flex-1 truncate', isFresh && 'font-semibold')}>{row.title}</span>
        {isFresh && <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-brand" />}
        <time dateTime={row.createdAt} className="w-9 shrink-0 text-right text-12 whitespace-nowrap text-mute">
          {when}
        </time>
      </Link>
    </li>
  );
}

/** A few rows of boards, two of them freshly laid. */
function LaidBoards() {
  const rows = [
    [96, 0],
    [34, 46],
    [120, 0],
    [60, 34],
    [88, 0],
  ];
  return (
    <svg aria-hidden="true" width="150" height="92" viewBox="0 0 150 92" className="absolute top-4 right-4">
      {rows.map(([width, brand], row) => (
        <g key={row}>
          <rect x={150 - width - brand} y={row * 19} width={width} height="14" rx="2" className="fill-brand" opacity={0.14} />
          {brand > 0 && (
            <rect x={150 - brand} y={row * 19} width={brand - 3} height="14" rx="2" className="fill-brand" opacity={row === 1 ? 1 : 0.6} />
          )}
        </g>
      ))}
    </svg>
  );
}

function EventCard({ row }: { row: ContentRow }) {
  const t = useText(homeTexts);
  const { startDate, endDate } = row.period ?? {};
  return (
    <Link
      to={paths.event}
      params={{ id: String(row.id) }}
      className="relative mt-3 block min-h-[116px] overflow-hidden rounded-8 bg-brand-tint px-5 py-4 hover:brightness-[0.98]"
    >
      <LaidBoards />
      <span className="relative block max-w-[62%]">
        <span className="block text-12 font-semibold text-brand">
          {startDate ? dayOf(startDate) : ''} – {endDate ? dayOf(endDate) : t('home.news.openEnd')}
        </span>
        <span className="mt-1 line-clamp-3 block tablet:line-clamp-2 text-16 leading-[22px] font-bold">{row.title}</span>
        <span className="mt-1 block truncate text-12 text-sub">{row.summary}</span>
      </span>
    </Link>
  );
}

export function HomeNews() {
  const t = useText(homeTexts);
  const dayWord = useDayWord();
  const { notices, events: promotions } = useNews();
  const { data, error } = notices;
  const events = promotions.data;
  const running = events?.content.find(({ period }) => period?.state === 'RUNNING');
  const rows = data?.content.slice(0, running ? 4 : ROWS);
  return (
    <section
      aria-labelledby="news"
      className="late-row min-w-0 border-t border-line px-4 py-5 laptop:border-t-0 laptop:border-l laptop:px-6"
    >
      <h2 id="news" className="mb-3 flex items-center justify-between text-20 font-bold tracking-[-0.02em]">
        {t('home.news')}
        <Link to={paths.notices} className="touch flex items-center gap-0.5 text-13 font-medium tracking-normal text-sub hover:text-text">
          {t('home.news.all')}
          <ChevronRight aria-hidden="true" size={14} />
        </Link>
      </h2>
      {rows === undefined && !error && <SkeletonRows hasMark={false} rows={4} rowClass="h-9" label={t('home.news.loading')} />}
      {rows === undefined && error !== null && (
        <FailingState
          isLow
          title={t('home.news.failed')}
          error={error}
          onRetry={() => void notices.refetch()}
          isRetrying={notices.isFetching}
        >
          {t('home.news.failed.words')}
        </FailingState>
      )}
      {rows?.length === 0 && !running && <p className="text-13 text-mute">{t('home.news.empty')}</p>}
      {rows && (
        <ul>
          {rows.map((row) => (
            <NewsRow key={row.id} row={row} when={dayWord(row.createdAt)} />
          ))}
        </ul>
      )}
      {running && <EventCard row={running} />}
    </section>
  );
}
