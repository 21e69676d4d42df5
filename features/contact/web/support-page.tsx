// /support: asking the house, and what was asked before.
import { call } from '@maru/kit/web/api-client.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge, Chip } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import {
  countUnreadInquiries,
  createInquiry,
  type InquiryKind,
  inquiryKinds,
  type InquiryRow,
  listInquiries,
  readAllInquiries,
} from '../contract.ts';
import { Compose } from './compose.tsx';
import { contactTexts } from './contact-texts.ts';

const pageSize = 10;

function State({ inquiry }: { inquiry: InquiryRow }) {
  const t = useText(contactTexts);
  if (inquiry.isClosed) return <Badge>{t('contact.closed')}</Badge>;
  if (!inquiry.isAnswer) return <Badge>{t('contact.waiting')}</Badge>;
  return inquiry.isRead ? <Badge tone="good">{t('contact.answered')}</Badge> : <Badge tone="brand">{t('contact.new')}</Badge>;
}

function Row({ inquiry }: { inquiry: InquiryRow }) {
  return (
    <li className="border-b border-line">
      <OwnLink href={`/myinfo/contact/${inquiry.id}`} className="flex min-h-14 items-center gap-3 py-3 hover:text-brand">
        <span className={`min-w-0 flex-1 truncate text-14 ${inquiry.isAnswer && !inquiry.isRead ? 'font-bold' : 'font-medium'}`}>
          {inquiry.question}
        </span>
        <State inquiry={inquiry} />
        <time dateTime={inquiry.updatedAt} className="shrink-0 text-13 text-mute">
          {tableMoment(inquiry.updatedAt, false)}
        </time>
      </OwnLink>
    </li>
  );
}

async function readAll(): Promise<void> {
  await call(readAllInquiries).catch(() => undefined);
  await Promise.all([refetch(listInquiries), refetch(countUnreadInquiries)]);
}

function Mine() {
  const t = useText(contactTexts);
  const [page, setPage] = useState(0);
  const query = { page: String(page), size: String(pageSize) };
  const { data, error, isFetching, refetch: again } = useCall(listInquiries, { query, keepsOld: true });
  const hasUnread = data?.content.some((inquiry) => inquiry.isAnswer && !inquiry.isRead) ?? false;
  return (
    <section aria-labelledby="my-inquiries" className="mt-10">
      <div className="flex items-center justify-between border-b border-line pb-2">
        <h2 id="my-inquiries" className="text-16 font-bold">
          {t('contact.mine')}
        </h2>
        {hasUnread && (
          <Button look="quiet" size={32} onClick={() => void readAll()}>
            {t('contact.read.all')}
          </Button>
        )}
      </div>
      {data === undefined && error === null && <SkeletonRows hasMark={false} rows={3} label={t('contact.loading')} />}
      {data === undefined && error !== null && (
        <FailingState title={t('contact.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching}>
          {t('contact.failed.words')}
        </FailingState>
      )}
      {data?.totalElements === 0 && <EmptyState title={t('contact.empty')}>{t('contact.empty.words')}</EmptyState>}
      <ul>
        {data?.content.map((inquiry) => (
          <Row key={inquiry.id} inquiry={inquiry} />
        ))}
      </ul>
      {data !== undefined && <Pager page={page} size={pageSize} total={data.totalElements} onPage={setPage} />}
    </section>
  );
}

export function SupportPage() {
  const t = useText(contactTexts);
  const [kind, setKind] = useState<InquiryKind>('OTHER');
  return (
    <div className="max-w-[800px] px-4 py-6 laptop:px-8 laptop:py-8">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('contact.title')}</h1>
      <p className="mt-1 mb-6 text-14 text-sub">{t('contact.lead')}</p>
      <fieldset aria-label={t('contact.kind')} className="mb-4 flex flex-wrap gap-2">
        {inquiryKinds.map((each) => (
          <Chip key={each} isChosen={kind === each} onClick={() => setKind(each)}>
            {t(`contact.kind.${each}`)}
          </Chip>
        ))}
      </fieldset>
      <Compose
        label={t('contact.question')}
        placeholder={t('contact.question.place')}
        onSend={async (question, fileIds) => {
          await call(createInquiry, { body: { kind, question, fileIds } });
          toast({ title: t('contact.sent'), kind: 'done' });
          await refetch(listInquiries);
        }}
      />
      <Mine />
    </div>
  );
}
