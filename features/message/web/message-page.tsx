// /myinfo/message: a member's messages by day, chosen by kind or unread, read and deleted in place.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { moment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Chip } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import { countUnreadMessages, deleteMessage, listMessages, type MessageRow as Message, readAllMessages, readMessage } from '../contract.ts';
import { MessageRow } from './message-row.tsx';
import { messageTexts } from './message-texts.ts';

const pageSize = 20;
const kindChips = ['WALLET', 'TRADE', 'SECURITY'] as const;
type Choice = 'ALL' | 'UNREAD' | (typeof kindChips)[number];

const queryOf = (choice: Choice, page: number) => ({
  page: String(page),
  size: String(pageSize),
  ...(choice === 'UNREAD' ? { isReadStrs: 'false' } : choice === 'ALL' ? {} : { kind: choice }),
});

/** Badge, list and counts follow what was done. */
async function change(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'warn', stay: 'notice' });
  }
  await Promise.all([refetch(listMessages), refetch(countUnreadMessages)]);
}

function dayOf(at: string, t: Text<typeof messageTexts>): string {
  const day = moment(at, 'day');
  if (day === moment(serverNow(), 'day')) return t('message.today');
  return day === moment(serverNow() - DAY_MS, 'day') ? t('message.yesterday') : day;
}

function Days({ messages }: { messages: readonly Message[] }) {
  const t = useText(messageTexts);
  const days = new Map<string, Message[]>();
  for (const message of messages) {
    const day = dayOf(message.createdAt, t);
    days.set(day, [...(days.get(day) ?? []), message]);
  }
  return [...days].map(([day, rows]) => (
    <section key={day} aria-label={day}>
      <h2 className="px-4 pt-5 pb-1 text-12 text-mute laptop:px-8">{day}</h2>
      <ul>
        {rows.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            onRead={() => void change(call(readMessage, { body: { id: message.id } }))}
            onDelete={() => void change(call(deleteMessage, { body: { id: message.id } }))}
          />
        ))}
      </ul>
    </section>
  ));
}

function Head({ choice, onChoose, unread }: { choice: Choice; onChoose(choice: Choice): void; unread: number }) {
  const t = useText(messageTexts);
  const chip = (value: Choice, label: string, count = 0) => (
    <Chip key={value} isChosen={choice === value} onClick={() => onChoose(value)}>
      {label}
      {count > 0 && <span className={choice === value ? 'font-semibold' : 'font-semibold text-brand'}>{count > 99 ? '99+' : count}</span>}
    </Chip>
  );
  return (
    <div className="border-b border-line px-4 pt-5 pb-3 laptop:px-8 laptop:pt-8">
      {/* On a phone the choices need the whole line: what reads all stands beside the title. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-4">
        <h1 className="text-24 font-bold tracking-[-0.02em] tablet:col-span-2">{t('message.title')}</h1>
        <fieldset
          aria-label={t('message.filter')}
          className="flex min-w-0 gap-2 overflow-x-auto py-0.5 [scrollbar-width:none] max-tablet:col-span-2 max-tablet:row-start-2"
        >
          {chip('ALL', t('message.all'))}
          {chip('UNREAD', t('message.unread'), unread)}
          {kindChips.map((kind) => chip(kind, t(`message.kind.${kind}`)))}
        </fieldset>
        {unread > 0 && (
          <Button look="quiet" size={32} className="px-2" onClick={() => void change(call(readAllMessages))}>
            {t('message.read.all')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll(): void }) {
  const t = useText(messageTexts);
  return isFiltered ? (
    <EmptyState title={t('message.empty.filtered')} actions={<Button onClick={onAll}>{t('message.empty.show')}</Button>} />
  ) : (
    <EmptyState
      title={t('message.empty')}
      actions={
        <OwnLink href="/support" className={buttonClass('line', 40)}>
          {t('message.inquiry')}
        </OwnLink>
      }
    >
      {t('message.empty.words')}
    </EmptyState>
  );
}

export function MessagePage() {
  const t = useText(messageTexts);
  const [choice, setChoice] = useState<Choice>('ALL');
  const [page, setPage] = useState(0);
  const { data, error, isFetching, refetch: again } = useCall(listMessages, { query: queryOf(choice, page), keepsOld: true });
  const unread = useCall(listMessages, { query: { resultType: 'Count', isReadStrs: 'false' } }).data?.totalElements ?? 0;
  const choose = (next: Choice) => {
    setChoice(next);
    setPage(0);
  };
  return (
    <>
      <Head choice={choice} onChoose={choose} unread={unread} />
      {data === undefined && error === null && (
        <div className="px-4 laptop:px-8">
          <SkeletonRows rows={6} rowClass="h-[88px]" label={t('message.loading')} />
        </div>
      )}
      {data === undefined && error !== null && (
        <FailingState title={t('message.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching}>
          {t('message.failed.words')}
        </FailingState>
      )}
      {data?.totalElements === 0 && <Nothing isFiltered={choice !== 'ALL'} onAll={() => choose('ALL')} />}
      {data !== undefined && data.totalElements > 0 && (
        <>
          <Days messages={data.content} />
          <Pager page={page} size={pageSize} total={data.totalElements} onPage={setPage} />
          <p className="py-6 text-center text-12 text-mute">{t('message.kept')}</p>
        </>
      )}
    </>
  );
}
