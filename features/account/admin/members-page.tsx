// The list of members: found by the start of a name, an id or the end of a phone number, narrowed, sorted, and exported with a reason.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { call, type CallOptions } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { ExportFile } from '@maru/kit/web/desk/export-file.tsx';
import { FilterBar, SearchBox } from '@maru/kit/web/desk/filter-bar.tsx';
import { ListFilters, type Looks, useListColumns } from '@maru/kit/web/desk/list-columns.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { MoreRows } from '@maru/kit/web/desk/more-rows.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { fileMoment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useInfiniteQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DeskMember, EXPORT_ROWS, exportMembers, listMembers } from '../admin-contract.ts';
import { memberColumns, memberListFilters } from '../member-list-contract.ts';
import { BulkBar } from './bulk-bar.tsx';
import { bulkTexts } from './bulk-texts.ts';
import { memberTexts } from './desk-texts.ts';
import { COUNTED, type MemberChoice, useMemberChoice } from './member-choice.ts';
import { MemberJobsLink, MemberJobStrip } from './member-job-rows.tsx';
import { partnerCell, StatusBadges } from './status-badges.tsx';

const SIZE = '100';
const noFilters = { q: '', status: '', seen: '', joined: '', position: '', sort: 'joined', isUp: false };
export type MemberQuery = Pick<
  NonNullable<CallOptions<typeof listMembers>['query']>,
  'q' | 'status' | 'seen' | 'startDate' | 'hasPosition'
>;
type Filters = { [Key in keyof typeof noFilters]: Key extends 'isUp' ? boolean : string };

/** What list, export and acts on many are asked with; empty choices ask nothing. */
function filterQuery({ q, status, seen, joined, position }: Filters): MemberQuery {
  const since = joined === '' ? undefined : fileMoment(serverNow() - (Number(joined) - 1) * DAY_MS).slice(0, 10);
  return {
    ...(q && { q }),
    ...(status && { status: status as 'ACTIVE' }),
    ...(seen && { seen: seen as '1' }),
    ...(since && { startDate: since }),
    ...(position && { hasPosition: 'true' as const }),
  };
}

export function MembersPage() {
  const t = useNewText(memberTexts);
  const tBulk = useText(bulkTexts);
  const looks = useMemo(() => looksOf(t), [t]);
  const plainColumns = useListColumns(memberColumns, looks, shown);
  const navigate = useNavigate();
  const [filters, setFilters] = useUrlState(noFilters);
  const query = { ...filterQuery(filters), sort: filters.sort as 'joined', size: SIZE, ...(filters.isUp && { isUp: 'true' as const }) };
  const list = useInfiniteQuery({
    queryKey: [listMembers.name, query],
    queryFn: ({ pageParam, signal }) => call(listMembers, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ content }) => content) ?? [], [list.data]);
  const mayAct = useCan('member.write');
  const total = list.data?.pages[0]?.total ?? 0;
  const choice = useMemberChoice(filterQuery(filters), rows, total);
  const columns = [...(mayAct ? [chooseColumn(tBulk, choice)] : []), ...plainColumns];
  return (
    <DeskPage
      title={t('md.title')}
      note={list.data && (total >= COUNTED ? t('md.countMany') : t('md.count', { n: total, count: figure(String(total)) }))}
      actions={
        <>
          {mayAct && <MemberJobsLink />}
          <MembersExport filters={filters} isOff={total === 0} />
        </>
      }
    >
      <FilterRow filters={filters} onChange={setFilters} />
      {mayAct && <MemberJobStrip />}
      {mayAct && <BulkBar chosen={choice.chosen} found={choice.found} onClear={choice.clear} />}
      <Loaded query={list as unknown as UseQueryResult<unknown, Error>} title={t('md.failed')} rows={12}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={t('md.empty')}>{t('md.empty.words')}</EmptyState>
          ) : (
            <>
              <DataTable
                label={t('md.list')}
                columns={columns}
                rows={rows}
                keyOf={(row) => row.id}
                onOpen={(row) => void navigate({ to: `/members/${row.id}` })}
                sort={{ key: filters.sort, isDown: !filters.isUp }}
                onSort={({ key, isDown }) => setFilters({ sort: key, isUp: !isDown })}
              />
              <MoreRows list={list} />
            </>
          )
        }
      </Loaded>
    </DeskPage>
  );
}

/** Phone numbers and e-mails: each search for one is counted, so none goes out while one still types. */
const isPersonal = (text: string) => text.includes('@') || /^\+?\d[\d\s().-]{3,}$/.test(text);

function FilterRow({ filters, onChange }: { filters: Filters; onChange(change: Partial<Filters>): void }) {
  const t = useText(memberTexts);
  return (
    <FilterBar>
      <SearchBox
        value={filters.q}
        onChange={(q) => onChange({ q })}
        placeholder={t('md.search')}
        className="w-[26rem]"
        deliberate={{ is: isPersonal, words: t('md.search.enter') }}
      />
      <ListFilters filters={memberListFilters} values={filters} onChange={onChange} />
    </FilterBar>
  );
}

/** A miss by a few pixels chooses too and does not open the row: 44 px of label around the box, which stays what is hit. */
const feltAround = 'relative [&>span]:z-1 [&>label]:absolute [&>label]:-inset-[15px]';

const chooseColumn = (t: Text<typeof bulkTexts>, { has, choose, chooseShown, shown }: MemberChoice): DeskColumn<DeskMember> => ({
  key: 'choose',
  head: '',
  headCell: () => (
    <Checkbox look="ink" isOn={shown} onChange={chooseShown} className={feltAround}>
      <span className="sr-only">{t('mb.choose.all')}</span>
    </Checkbox>
  ),
  width: '44px',
  cell: (row) => (
    <Checkbox look="ink" isOn={has(row.id)} onChange={(isOn) => choose(row, isOn)} className={feltAround}>
      <span className="sr-only">{t('mb.choose', { name: row.nick })}</span>
    </Checkbox>
  ),
});

const shown = ['id', 'nick', 'username', 'name', 'phone', 'status', 'partner', 'joined', 'seen'];

const looksOf = (t: Text<typeof memberTexts>): Looks<DeskMember> => ({
  id: { width: '90px', cell: (row) => <span className="text-mute">{row.id}</span> },
  nick: { namesRow: true, isServerSorted: true, cell: (row) => <b className="font-semibold whitespace-nowrap">{row.nick}</b> },
  username: { isServerSorted: true },
  name: (row) => <span className="whitespace-nowrap">{row.name}</span>,
  phone: (row) => <span className="whitespace-nowrap">{row.phone}</span>,
  status: (row) => <StatusBadges member={row} />,
  partner: partnerCell,
  joined: { width: '130px', isServerSorted: true },
  seen: {
    width: '130px',
    isServerSorted: true,
    cell: (row) => (row.seenAt === null ? <span className="text-mute">{t('md.never')}</span> : <TableTime at={row.seenAt} />),
  },
});

function MembersExport({ filters, isOff }: { filters: Filters; isOff: boolean }) {
  const t = useText(memberTexts);
  const onExport = async (reason: string) => {
    const file = await call(exportMembers, { body: { ...filterQuery(filters), reason } });
    downloadCsv(file.name, file.csv);
    toast({ title: t('md.export.done', { count: file.rows }), kind: 'done' });
  };
  return (
    <ExportFile
      right="member.export"
      label={t('md.export')}
      title={t('md.export.title')}
      description={t('md.export.words', { limit: figure(String(EXPORT_ROWS)) })}
      confirm={t('md.export.do')}
      {...{ isOff, onExport }}
    />
  );
}
