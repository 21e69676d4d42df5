// One entry in a board's list: a row of words, or a card with its period where the board is of events.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Pin } from 'lucide-react';
import type { ContentRow, Period } from '../board-contract.ts';
import { categoryNames } from '../category-names.ts';
import { isNew } from './news.ts';
import { noticeTexts } from './notice-texts.ts';

/** Day alone: `11.21`. */
const dayOf = (at: string) => tableMoment(at, false).split(' ')[0];

export function BoardRow({ row, path }: { row: ContentRow; path: string }) {
  const t = useText(noticeTexts);
  const { id, category, title, isPinned, views, createdAt } = row;
  const isFresh = isNew(createdAt);
  return (
    <li className={isPinned ? 'border-b border-line bg-sunken px-4 laptop:px-8' : 'px-4 laptop:px-8'}>
      <OwnLink
        href={`${path}/${id}`}
        className={cx(
          'group flex min-h-[52px] items-center gap-3 py-2.5 max-tablet:flex-wrap max-tablet:gap-y-1',
          !isPinned && 'border-b border-line',
        )}
      >
        <span className="flex w-[72px] shrink-0 items-center gap-2 text-13 text-sub max-tablet:w-auto">
          {isPinned && <Pin size={14} className="text-brand" aria-label={t('notice.pinned')} />}
          {categoryNames[category][currentLanguage()]}
        </span>
        <span className="flex min-w-0 flex-1 items-center gap-2 max-tablet:order-last max-tablet:basis-full">
          <span className={cx('truncate text-14 group-hover:text-brand', isPinned || isFresh ? 'font-bold' : 'font-medium')}>{title}</span>
          {isFresh && <Badge tone="brand">{t('notice.new')}</Badge>}
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

const stateTones = { AHEAD: 'warn', RUNNING: 'brand', ENDED: 'plain' } as const;

export function PeriodLine({ period }: { period: Period }) {
  const t = useText(noticeTexts);
  const { startDate, endDate, state } = period;
  return (
    <p className="flex flex-wrap items-center gap-2 text-13 text-sub">
      <Badge tone={stateTones[state]}>{t(`event.${state}`)}</Badge>
      <span>
        {startDate && dayOf(startDate)}
        {' – '}
        {endDate ? dayOf(endDate) : t('event.open.end')}
      </span>
    </p>
  );
}

/** Stands where an event brings no picture: boards, laid row by row. */
function LaidBoards() {
  const joints = [
    [0, 34, 62],
    [0, 18, 51, 83],
    [0, 27, 70],
    [0, 12, 44, 90],
    [0, 38, 58],
  ];
  return (
    <svg aria-hidden="true" viewBox="0 0 100 44" preserveAspectRatio="none" className="size-full">
      {joints.map((row, y) =>
        row.map((x, i) => (
          <rect
            key={x}
            x={x + 0.4}
            y={y * 9 + 0.4}
            width={(row[i + 1] ?? 100) - x - 0.8}
            height={8.2}
            rx={0.6}
            className={['fill-wood-1', 'fill-wood-2', 'fill-wood-3'][(y + i) % 3]}
          />
        )),
      )}
    </svg>
  );
}

/** Joints between the cells, no boxes: the lines are those of the page. */
export function EventCard({ row, path }: { row: ContentRow; path: string }) {
  const { id, title, summary, picture, period } = row;
  const isOver = period?.state === 'ENDED';
  return (
    <li className="border-r border-b border-line">
      <OwnLink href={`${path}/${id}`} className="group flex h-full flex-col">
        <span className={cx('block aspect-[16/7] w-full overflow-hidden border-b border-line bg-sunken', isOver && 'opacity-60 grayscale')}>
          {picture ? <img src={picture} alt="" className="size-full object-cover" /> : <LaidBoards />}
        </span>
        <span className="flex flex-1 flex-col gap-2 p-4 laptop:p-6">
          {period && <PeriodLine period={period} />}
          <span className="text-16 font-bold group-hover:text-brand">{title}</span>
          <span className="line-clamp-2 text-13 text-sub">{summary}</span>
        </span>
      </OwnLink>
    </li>
  );
}
