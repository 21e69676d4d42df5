// The demo's inbox: what the site has sent, newest first; looks again every two seconds while it is open.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listDemoInbox, type ReceivedMail } from '../contract.ts';
import { outboxTexts } from './outbox-texts.ts';

const LOOK_MS = 2000;

function MailRow({ mail }: { mail: ReceivedMail }) {
  const t = useText(outboxTexts);
  const language = useLanguage();
  const { timeZone } = useSite();
  const time = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(mail.receivedAt));
  return (
    <li className="py-4">
      <div className="flex items-center gap-2 text-12 text-mute">
        <Badge>{t(mail.kind === 'MAIL' ? 'inbox.mail' : 'inbox.sms')}</Badge>
        <span className="min-w-0 flex-1 truncate">{t('inbox.tofrom', { from: mail.from, to: mail.to })}</span>
        <time dateTime={mail.receivedAt} className="shrink-0 tabular-nums">
          {time}
        </time>
      </div>
      {mail.subject && <p className="mt-2 text-14 font-semibold">{mail.subject}</p>}
      <p className="mt-1 text-14 whitespace-pre-line text-sub">{mail.text.trim()}</p>
    </li>
  );
}

function Mails({ to }: { to: string }) {
  const t = useText(outboxTexts);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['demo-inbox', to],
    queryFn: ({ signal }) => call(listDemoInbox, { query: to ? { to } : {}, signal, isAnonymous: true }),
    refetchInterval: LOOK_MS,
  });
  if (data === undefined && error !== null) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return <EmptyState title={t('inbox.none')} />;
    return <FailingState title={t('inbox.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data === undefined) return <SkeletonBlock className="h-24 w-full" />;
  if (data.content.length === 0) return <EmptyState title={t('inbox.empty')}>{t('inbox.empty.words')}</EmptyState>;
  return (
    <ul aria-live="polite" className="divide-y divide-line border-t border-line">
      {data.content.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </ul>
  );
}

export function InboxPage() {
  const t = useText(outboxTexts);
  const [to, setTo] = useState('');
  return (
    <PageSheet className="flex justify-center px-4 py-8 tablet:py-12">
      <div className="w-full max-w-[640px]">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('inbox.title')}</h1>
        <p className="mt-1.5 mb-6 text-14 text-sub">{t('inbox.words')}</p>
        <TextField
          label={t('inbox.to')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          maxLength={120}
          autoComplete="off"
        />
        <Mails to={to.trim()} />
      </div>
    </PageSheet>
  );
}
