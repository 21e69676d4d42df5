// The desk of inquiries: the queue at the left, the longest waiting first, and the open inquiry beside it; both live.
import { call } from '@maru/kit/web/api-client.ts';
import { csvText } from '@maru/kit/contract/csv.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { SplitView } from '@maru/kit/web/desk/detail-side.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@maru/kit/web/desk/filter-bar.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Link } from '@tanstack/react-router';
import { Download, MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';
import {
  type DeskInquiryRow,
  exportInquiries,
  type InquiryState,
  inquiryStates,
  listDeskInquiries,
  targetMinutes,
} from '../admin-contract.ts';
import { type InquiryKind, inquiryKinds } from '../contract.ts';
import { contactTexts } from '../web/contact-texts.ts';
import { contactDeskTexts } from './desk-texts.ts';
import { InquirySide } from './inquiry-side.tsx';

const pageSize = 30;
type DeskText = Text<typeof contactDeskTexts>;

function Waited({ row, t }: { row: DeskInquiryRow; t: DeskText }) {
  if (row.waitingSince === null)
    return <Badge tone={row.isClosed ? 'plain' : 'good'}>{t(row.isClosed ? 'inq.CLOSED' : 'inq.ANSWERED')}</Badge>;
  return (
    <span className="flex flex-col leading-tight">
      <span className={row.isLate ? 'font-semibold text-warn' : 'font-semibold'}>{ageWords(row.waitingSince)}</span>
      <span className={row.isLate ? 'text-12 text-warn' : 'text-12 text-mute'}>
        {row.isLate ? t('inq.late') : t('inq.target', { minutes: targetMinutes[row.kind] })}
      </span>
    </span>
  );
}

function useColumns(): DeskColumn<DeskInquiryRow>[] {
  const t = useNewText(contactDeskTexts);
  const c = useText(contactTexts);
  return useMemo(
    () => [
      { key: 'waited', head: t('inq.col.waited'), width: '104px', cell: (row) => <Waited row={row} t={t} /> },
      { key: 'kind', head: t('inq.kind'), width: '80px', cell: (row) => <span className="text-sub">{c(`contact.kind.${row.kind}`)}</span> },
      {
        key: 'member',
        namesRow: true,
        head: t('inq.col.member'),
        width: '140px',
        cell: (row) => (
          <span className="flex flex-col leading-tight">
            <span className="font-semibold">{row.member.username}</span>
            <span className="text-12 text-mute">{row.member.nick}</span>
          </span>
        ),
      },
      // Text stays text: what a member typed is never markup (CNT-04).
      { key: 'words', head: t('inq.col.words'), cell: (row) => <span className="line-clamp-1 min-w-40 break-all">{row.lastLine}</span> },
      {
        key: 'who',
        head: t('inq.col.who'),
        width: '110px',
        cell: (row) => row.claim && <Badge tone={row.claim.isMine ? 'brand' : 'plain'}>{row.claim.name}</Badge>,
      },
      { key: 'time', head: t('inq.col.time'), isFigure: true, width: '128px', cell: (row) => <TableTime at={row.createdAt} /> },
    ],
    [t, c],
  );
}

async function save(query: { state: InquiryState; kind?: InquiryKind }, t: DeskText, c: Text<typeof contactTexts>): Promise<void> {
  try {
    const lines = await call(exportInquiries, { query });
    const head = [
      t('inq.col.id'),
      t('inq.col.time'),
      t('inq.kind'),
      t('inq.state'),
      t('inq.col.member'),
      t('inq.col.nick'),
      t('inq.title'),
    ];
    const rows = lines.map((line) => [
      String(line.id),
      fileMoment(line.createdAt),
      c(`contact.kind.${line.kind}`),
      t(`inq.${line.state}`),
      line.username,
      line.nick,
      line.question,
    ]);
    downloadCsv(`${t('inq.export.name')}-${fileMoment(Date.now()).slice(0, 10)}.csv`, csvText(head, rows));
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
}

export function InquiriesPage() {
  const t = useText(contactDeskTexts);
  const c = useText(contactTexts);
  const columns = useColumns();
  const [filters, setFilters] = useUrlState({ state: 'WAITING', kind: '', q: '', page: 0, open: 0 });
  const state = (inquiryStates as readonly string[]).includes(filters.state) ? (filters.state as InquiryState) : 'WAITING';
  const kind = (inquiryKinds as readonly string[]).includes(filters.kind) ? { kind: filters.kind as InquiryKind } : {};
  const query = useCall(listDeskInquiries, {
    query: { state, ...kind, search: filters.q, page: String(filters.page), size: String(pageSize) },
    keepsOld: true,
  });
  const isNarrowed = filters.q !== '' || filters.kind !== '' || state !== 'WAITING';
  const kinds = [
    { value: '', label: t('inq.kind.ALL') },
    ...inquiryKinds.map((each) => ({ value: each as string, label: c(`contact.kind.${each}`) })),
  ];
  return (
    <DeskPage
      title={t('inq.title')}
      note={t('inq.note')}
      actions={
        <>
          <Link to={'/inquiries/canned' as never} className={buttonClass('line', 32)}>
            <MessageSquareText aria-hidden="true" size={14} />
            {t('inq.canned')}
          </Link>
          <IfCan right="contact.export">
            <Button size={32} icon={<Download aria-hidden="true" size={14} />} onClick={() => void save({ state, ...kind }, t, c)}>
              {t('inq.export')}
            </Button>
          </IfCan>
        </>
      }
    >
      <FilterBar>
        <Segment<InquiryState>
          label={t('inq.state')}
          value={state}
          onChange={(next) => setFilters({ state: next })}
          items={inquiryStates.map((value) => ({ value, label: t(`inq.${value}`) }))}
        />
        <FilterSelect label={t('inq.kind')} options={kinds} value={filters.kind} onChange={(next) => setFilters({ kind: next })} />
        <SearchBox value={filters.q} onChange={(q) => setFilters({ q })} placeholder={t('inq.search')} />
      </FilterBar>
      <SplitView
        sidePx={520}
        list={
          <PagedList
            query={query}
            rows={(data) => data.content}
            total={(data) => data.totalElements}
            page={filters.page}
            size={pageSize}
            onPage={(page) => setFilters({ page })}
            empty={isNarrowed ? { title: t('inq.none') } : { title: t('inq.empty'), words: t('inq.empty.words') }}
            failing={{ title: t('inq.failed'), words: t('inq.failed.words') }}
          >
            {(rows) => (
              <DataTable
                label={t('inq.list')}
                columns={columns}
                rows={rows}
                keyOf={(row) => row.id}
                openKey={filters.open || undefined}
                onOpen={(row) => setFilters({ open: row.id, page: filters.page })}
                isTall
              />
            )}
          </PagedList>
        }
        side={
          filters.open > 0 && (
            <InquirySide key={filters.open} id={filters.open} onClose={() => setFilters({ open: 0, page: filters.page })} />
          )
        }
      />
    </DeskPage>
  );
}
