// The desk of messages: writing one at the left, what was sent and how much of it was read at the right.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { DeskPage, DeskRoom, DeskRooms } from '@maru/kit/web/desk/page.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useMemo, useState } from 'react';
import { listSendings, type SendingRow } from '../admin-contract.ts';
import { messageDeskTexts } from './desk-texts.ts';
import { SendForm } from './send-form.tsx';

const pageSize = 20;

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));

function useColumns(): DeskColumn<SendingRow>[] {
  const t = useNewText(messageDeskTexts);
  return useMemo(
    () => [
      {
        key: 'title',
        head: t('msg.words.title'),
        cell: (row) => (
          <span className="flex min-w-40 flex-col leading-tight">
            <span className="line-clamp-1 font-semibold">{row.title}</span>
            <span className="line-clamp-1 text-12 text-mute">
              {t(`msg.audience.${row.audience}`)}
              {row.partner && ` · ${row.partner}`}
              {row.reason && ` · ${row.reason}`}
            </span>
          </span>
        ),
      },
      {
        key: 'progress',
        head: t('msg.col.progress'),
        isFigure: true,
        width: '120px',
        cell: (row) =>
          row.finishedAt === null ? (
            <Badge tone="brand">
              {t('msg.running')} {share(row.sent, row.total)}%
            </Badge>
          ) : (
            figure(String(row.sent))
          ),
      },
      {
        key: 'read',
        head: t('msg.col.read'),
        isFigure: true,
        width: '110px',
        cell: (row) => (
          <span>
            {figure(String(row.read))} <span className="text-mute">{share(row.read, row.sent)}%</span>
          </span>
        ),
      },
      { key: 'who', head: t('msg.col.who'), width: '92px', cell: (row) => <span className="text-sub">{row.operator.name}</span> },
      { key: 'time', head: t('msg.col.time'), isFigure: true, width: '128px', cell: (row) => <TableTime at={row.createdAt} /> },
    ],
    [t],
  );
}

function History() {
  const t = useText(messageDeskTexts);
  const columns = useColumns();
  const [page, setPage] = useState(0);
  const query = useCall(listSendings, { query: { page: String(page), size: String(pageSize) }, keepsOld: true });
  return (
    <section aria-label={t('msg.history')}>
      <h2 className="px-4 pt-5 pb-2 text-14 font-bold floor:px-6">{t('msg.history')}</h2>
      <PagedList
        query={query}
        rows={(data) => data.content}
        total={(data) => data.totalElements}
        page={page}
        size={pageSize}
        onPage={setPage}
        empty={{ title: t('msg.empty') }}
        failing={{ title: t('msg.failed'), words: t('msg.failed.words') }}
      >
        {(rows) => <DataTable<SendingRow> label={t('msg.history')} columns={columns} rows={rows} keyOf={(row) => row.id} isTall />}
      </PagedList>
    </section>
  );
}

export function MessagesPage() {
  const t = useText(messageDeskTexts);
  return (
    <DeskPage title={t('msg.title')} note={t('msg.note')}>
      <DeskRooms columns="480px minmax(0,1fr)" className="flex-1">
        <IfCan right="message.write">
          <DeskRoom>
            <SendForm />
          </DeskRoom>
        </IfCan>
        <History />
      </DeskRooms>
    </DeskPage>
  );
}
