// /service/user-guide/{service|dnw}: chapters with their steps, each with an anchor, the questions that belong to them, and whether they helped.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { ChevronDown, Link as LinkIcon, ThumbsDown, ThumbsUp } from 'lucide-react';
import { type ContentRow, listGuides, listQuestions, rateContent } from '../board-contract.ts';
import { noticeTexts } from './notice-texts.ts';
import { RichText } from './rich-text.tsx';

const anchorOf = (row: ContentRow) => `guide-${row.id}`;

async function rate(id: number, isHelpful: boolean): Promise<void> {
  try {
    await call(rateContent, { body: { id, isHelpful } });
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'warn', stay: 'notice' });
  }
  await Promise.all([refetch(listGuides), refetch(listQuestions)]);
}

function Helpful({ row }: { row: ContentRow }) {
  const t = useText(noticeTexts);
  const isMember = useSession(isLoggedIn);
  const { count, mine } = row.helpful ?? { count: 0, mine: null };
  if (!isMember) return null;
  const button = (isYes: boolean) => (
    <Button
      size={32}
      look={mine === isYes ? 'ink' : 'line'}
      aria-pressed={mine === isYes}
      icon={isYes ? <ThumbsUp aria-hidden="true" size={14} /> : <ThumbsDown aria-hidden="true" size={14} />}
      onClick={() => void rate(row.id, isYes)}
    >
      {t(isYes ? 'guide.yes' : 'guide.no')}
    </Button>
  );
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <span className="mr-1 text-13 text-sub">{t(mine === null ? 'guide.helpful' : 'guide.thanks')}</span>
      {button(true)}
      {button(false)}
      {count > 0 && <span className="text-12 text-mute">{t('guide.helped', { count })}</span>}
    </div>
  );
}

/** Steps, numbered: the list is the server's clean one, its clothes are the guide's. */
const stepClothes =
  '[&_ol]:list-none! [&_ol]:pl-0! [&_ol]:[counter-reset:step] [&_ol>li]:relative [&_ol>li]:my-0 [&_ol>li]:border-b [&_ol>li]:border-line [&_ol>li]:py-2.5 [&_ol>li]:pl-10 [&_ol>li]:before:absolute [&_ol>li]:before:top-2.5 [&_ol>li]:before:left-0 [&_ol>li]:before:flex [&_ol>li]:before:size-6 [&_ol>li]:before:items-center [&_ol>li]:before:justify-center [&_ol>li]:before:rounded-4 [&_ol>li]:before:bg-brand-tint [&_ol>li]:before:text-12 [&_ol>li]:before:font-bold [&_ol>li]:before:text-brand [&_ol>li]:before:[counter-increment:step] [&_ol>li]:before:content-[counter(step)]';

function Chapter({ row }: { row: ContentRow }) {
  const t = useText(noticeTexts);
  return (
    <section id={anchorOf(row)} aria-labelledby={`${anchorOf(row)}-title`} className="scroll-mt-20 border-b border-line py-8">
      <h2 id={`${anchorOf(row)}-title`} className="group flex items-center gap-2 text-20 font-bold tracking-[-0.01em]">
        {row.title}
        <a
          href={`#${anchorOf(row)}`}
          aria-label={t('guide.anchor', { title: row.title })}
          className="touch text-mute opacity-0 group-hover:opacity-100 hover:text-text focus:opacity-100"
        >
          <LinkIcon aria-hidden="true" size={16} />
        </a>
      </h2>
      <RichText html={row.content ?? ''} className={stepClothes} />
      <Helpful row={row} />
    </section>
  );
}

function Questions({ category }: { category: 'TRADE' | 'DNW' }) {
  const t = useText(noticeTexts);
  const query = category === 'DNW' ? { size: '50', category } : { size: '50' };
  const { data } = useCall(listQuestions, { query });
  const rows = (data?.content ?? []).filter((row) => category === 'DNW' || row.category !== 'DNW');
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="questions" className="py-8">
      <h2 id="questions" className="text-20 font-bold tracking-[-0.01em]">
        {t('guide.questions')}
      </h2>
      <div className="mt-3 border-t border-line">
        {rows.map((row) => (
          <details key={row.id} className="group border-b border-line">
            <summary className="flex min-h-[52px] cursor-pointer list-none items-center gap-3 py-2.5 text-14 font-medium hover:text-brand">
              <span className="min-w-0 flex-1">{row.title}</span>
              <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-mute transition-transform group-open:rotate-180" />
            </summary>
            <div className="pb-4">
              <RichText html={row.content ?? ''} className="text-sub" />
              <Helpful row={row} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

function Chapters({ rows }: { rows: readonly ContentRow[] }) {
  const t = useText(noticeTexts);
  return (
    <>
      <nav aria-label={t('guide.contents')} className="flex gap-2 overflow-x-auto border-b border-line pb-4 [scrollbar-width:none]">
        {rows.map((row) => (
          <a
            key={row.id}
            href={`#${anchorOf(row)}`}
            className="touch inline-flex h-8 shrink-0 items-center rounded-full border border-line px-3 text-13 font-medium text-sub hover:bg-hover hover:text-text"
          >
            {row.title}
          </a>
        ))}
      </nav>
      {rows.map((row) => (
        <Chapter key={row.id} row={row} />
      ))}
    </>
  );
}

export function GuidePage({ kind }: { kind: 'SERVICE' | 'DNW' }) {
  const t = useText(noticeTexts);
  const { data, error, isFetching, refetch: again } = useCall(listGuides, { query: { category: kind, size: '50' } });
  return (
    <div className="max-w-[800px] px-4 py-6 laptop:px-8 laptop:py-8">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t(`guide.${kind}`)}</h1>
      <p className="mt-1 mb-5 text-14 text-sub">{t(`guide.${kind}.lead`)}</p>
      {data === undefined && error === null && <SkeletonRows hasMark={false} rows={6} rowClass="h-16" label={t('guide.loading')} />}
      {data === undefined && error !== null && (
        <FailingState title={t('guide.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching}>
          {t('notice.failed.words')}
        </FailingState>
      )}
      {data?.content.length === 0 && <EmptyState title={t('guide.empty')}>{t('guide.empty.words')}</EmptyState>}
      {data && data.content.length > 0 && <Chapters rows={data.content} />}
      <Questions category={kind === 'DNW' ? 'DNW' : 'TRADE'} />
    </div>
  );
}
