// The desk of popups: what stands open at a start, what is drafted, and what was sent in real time.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@maru/kit/web/desk/filter-bar.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ContentState, contentStates, type DeskPopupRow, listDeskPopups } from '../admin-contract.ts';
import { contentDeskTexts } from './desk-texts.ts';
import { StateBadge, stateOptions } from './state-badge.tsx';

const pageSize = 30;

function useColumns(): DeskColumn<DeskPopupRow>[] {
  const t = useNewText(contentDeskTexts);
  return useMemo(
    () => [
      { key: 'state', head: t('con.state'), width: '92px', cell: (row) => <StateBadge state={row.state} /> },
      {
        key: 'type',
        head: t('con.col.type'),
        width: '100px',
        cell: (row) => t(row.isRealtime ? 'pop.type.live' : row.type === 1 ? 'pop.type.1' : 'pop.type.2'),
      },
      {
        key: 'title',
        namesRow: true,
        head: t('con.col.title'),
        cell: (row) => (
          <span className="flex min-w-48 items-center gap-2">
            <span className="line-clamp-1 font-semibold">{row.title}</span>
            {row.hasDraft && <Badge tone="warn">{t('con.draft')}</Badge>}
          </span>
        ),
      },
      { key: 'order', head: t('con.col.order'), isFigure: true, width: '64px', cell: (row) => row.sortOrder },
      { key: 'sent', head: t('con.col.sent'), isFigure: true, width: '128px', cell: (row) => row.sentAt && <TableTime at={row.sentAt} /> },
      { key: 'who', head: t('con.col.who'), width: '104px', cell: (row) => <span className="text-sub">{row.operator?.name}</span> },
      { key: 'updated', head: t('con.col.updated'), isFigure: true, width: '128px', cell: (row) => <TableTime at={row.updatedAt} /> },
    ],
    [t],
  );
}

export function PopupsPage() {
  const t = useText(contentDeskTexts);
  const navigate = useNavigate();
  const columns = useColumns();
  const [filters, setFilters] = useUrlState({ state: '', q: '', page: 0 });
  const state = (contentStates as readonly string[]).includes(filters.state) ? { state: filters.state as ContentState } : {};
  const query = useCall(listDeskPopups, {
    query: { ...state, search: filters.q, page: String(filters.page), size: String(pageSize) },
    keepsOld: true,
  });
  return (
    <DeskPage
      title={t('pop.title')}
      note={t('pop.note')}
      actions={
        <IfCan right="popup.write">
          <Link to={'/popups/new' as never} className={buttonClass('brand', 32)}>
            {t('pop.new')}
          </Link>
        </IfCan>
      }
    >
      <FilterBar>
        <FilterSelect
          label={t('con.state')}
          options={stateOptions(t('con.state.ALL'), (one) => t(`con.state.${one}`))}
          value={filters.state}
          onChange={(next) => setFilters({ state: next })}
        />
        <SearchBox value={filters.q} onChange={(q) => setFilters({ q })} placeholder={t('con.search')} />
      </FilterBar>
      <PagedList
        query={query}
        rows={(data) => data.content}
        total={(data) => data.totalElements}
        page={filters.page}
        size={pageSize}
        onPage={(page) => setFilters({ page })}
        empty={filters.q || filters.state ? { title: t('con.none') } : { title: t('pop.empty'), words: t('pop.empty.words') }}
        failing={{ title: t('con.failed'), words: t('con.failed.words') }}
      >
        {(rows) => (
          <DataTable<DeskPopupRow>
            label={t('pop.title')}
            columns={columns}
            rows={rows}
            keyOf={(row) => row.id}
            onOpen={(row) => void navigate({ to: `/popups/${row.id}` as never })}
          />
        )}
      </PagedList>
    </DeskPage>
  );
}
