// /myinfo/contact/{id}: one inquiry as a thread, read by being opened, gone on with below; an answer appears while one looks.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { queryClient, refetch } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { newMessageQueue } from '@maru/member/contract.ts';
import { countUnreadMessages, listMessages } from '@maru/message/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { countUnreadInquiries, type InquiryEntry, type InquiryThread, listInquiries, readInquiry, replyInquiry } from '../contract.ts';
import { Compose } from './compose.tsx';
import { contactTexts } from './contact-texts.ts';
import { FileView } from './file-view.tsx';

const keyOf = (id: number) => [readInquiry.name, id];

/** Opening it reads it; counts and lists that speak of it follow. */
async function open(id: number): Promise<InquiryThread> {
  const thread = await call(readInquiry, { body: { id } });
  for (const route of [countUnreadInquiries, listInquiries, countUnreadMessages, listMessages]) void refetch(route);
  return thread;
}

function Entry({ entry }: { entry: InquiryEntry }) {
  const t = useText(contactTexts);
  const isMine = entry.from === 'MEMBER';
  return (
    <li className={cx('flex flex-col gap-1.5', isMine ? 'items-end' : 'items-start')}>
      <p className="text-12 text-mute">
        <span className="font-semibold text-sub">{t(isMine ? 'contact.me' : 'contact.house')}</span>{' '}
        <time dateTime={entry.createdAt}>{moment(entry.createdAt, 'said')}</time>
      </p>
      {/* Text stays text: what was typed is never markup. */}
      <p
        className={cx(
          'max-w-[min(560px,90%)] rounded-8 px-4 py-3 text-14 whitespace-pre-wrap [overflow-wrap:anywhere]',
          isMine ? 'bg-brand-tint' : 'border border-line bg-surface',
        )}
      >
        {entry.content}
      </p>
      {entry.files.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {entry.files.map((file) => (
            <FileView key={file.id} file={file} />
          ))}
        </div>
      )}
    </li>
  );
}

function Missing() {
  const t = useText(contactTexts);
  return (
    <EmptyState
      title={t('contact.missing')}
      actions={
        <Link to="/support" className={buttonClass('line', 40)}>
          {t('contact.back')}
        </Link>
      }
    >
      {t('contact.missing.words')}
    </EmptyState>
  );
}

export function InquiryPage() {
  const t = useText(contactTexts);
  const { id: idText } = useParams({ strict: false }) as { id: string };
  const id = Number(idText);
  const isId = Number.isSafeInteger(id) && id > 0;
  const {
    data,
    error,
    isFetching,
    refetch: again,
  } = useQuery({ queryKey: keyOf(id), queryFn: () => open(id), enabled: isId, staleTime: 0 });
  useTopic(newMessageQueue, {}, () => void again());
  const isMissing = !isId || (error instanceof Failure && error.status === 404);
  return (
    <div className="max-w-[800px] px-4 py-6 laptop:px-8 laptop:py-8">
      <Link to="/support" className="touch inline-flex items-center gap-1 text-13 text-sub hover:text-text">
        <ChevronLeft aria-hidden="true" size={16} />
        {t('contact.back')}
      </Link>
      <div className="mt-2 mb-6 flex items-center gap-3">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('contact.title')}</h1>
        {data && (
          <Badge tone={data.isAnswer && !data.isClosed ? 'good' : 'plain'}>
            {t(data.isClosed ? 'contact.closed' : data.isAnswer ? 'contact.answered' : 'contact.waiting')}
          </Badge>
        )}
      </div>
      {isMissing && <Missing />}
      {!isMissing && data === undefined && error === null && (
        <SkeletonRows hasMark={false} rows={3} rowClass="h-20" label={t('contact.loading')} />
      )}
      {!isMissing && data === undefined && error !== null && (
        <FailingState title={t('contact.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching}>
          {t('contact.failed.words')}
        </FailingState>
      )}
      {data && (
        <>
          <ol className="flex flex-col gap-5" aria-live="polite">
            {data.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
          <div className="mt-8 border-t border-line pt-6">
            {data.isClosed && <p className="mb-4 text-13 text-sub">{t('contact.closed.words')}</p>}
            <Compose
              key={id}
              label={t('contact.reply')}
              placeholder={t('contact.reply.place')}
              onSend={async (question, fileIds) => {
                queryClient.setQueryData(keyOf(id), await call(replyInquiry, { body: { id, question, fileIds } }));
                await refetch(listInquiries);
              }}
            />
          </div>
        </>
      )}
    </div>
  );
}
