// The first band: every queue with its oldest wait against its target; what is late is wider and amber.
import { ageMs, ageWords, spanWords } from '@maru/kit/web/desk/age.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { useWaiting, type Waiting } from '../../layouts/waiting.ts';
import { useOwnPages } from '../../layouts/own-pages.ts';
import type { DeskPageRow } from '../../page-row.tsx';
import { targetMs } from '@maru/operator/queue-targets.ts';
import { todayTexts } from './today-texts.ts';

const isLate = ({ kind, since }: Waiting) => since !== null && ageMs(since) > targetMs(kind);

function Queue({ row, waiting }: { row: DeskPageRow; waiting: Waiting }) {
  const t = useText(todayTexts);
  const words = useWords();
  const late = isLate(waiting);
  return (
    <Link
      to={row.path}
      style={{ flexGrow: late ? 1.5 : 1 }}
      className={cx(
        'block min-w-40 basis-0 border-line px-4 py-4 hover:bg-hover not-last:border-r laptop:first:pl-6 max-tablet:min-w-0 max-tablet:border-b max-tablet:py-3 max-tablet:last:odd:col-span-2 max-tablet:even:border-r-0',
        late && 'bg-warn-tint hover:bg-warn-tint hover:brightness-98',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <span className="text-13 font-semibold">{words(row.title)}</span>
        {late && (
          <Badge tone="warn" icon={<Clock aria-hidden="true" size={11} />} className="bg-surface">
            {t('td.late')}
          </Badge>
        )}
      </span>
      <span className="block text-24 font-bold">{waiting.count}</span>
      <span className={cx('block text-12', late ? 'font-semibold text-warn' : 'text-sub')}>
        {waiting.since ? t('td.oldest', { age: ageWords(waiting.since) }) : t('td.calm')}
      </span>
      <span className="block text-12 text-sub">{t('td.target', { age: spanWords(targetMs(waiting.kind)) })}</span>
    </Link>
  );
}

export function WaitingBand() {
  const pages = useOwnPages();
  const waiting = useWaiting();
  const queues = pages.flatMap((row) => {
    const found = waiting.find(({ kind }) => kind === row.waits);
    return found ? [{ row, waiting: found }] : [];
  });
  if (queues.length === 0) return null;
  return (
    <div className="flex flex-wrap border-line tablet:border-b max-tablet:grid max-tablet:grid-cols-2">
      {queues.map((queue) => (
        <Queue key={queue.row.path} {...queue} />
      ))}
    </div>
  );
}
