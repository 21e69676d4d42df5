// The desk of contents: every board's entries with their state, drafts among them; an entry opens in its form.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@maru/kit/web/desk/filter-bar.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { useMemo } from 'react';
import { type ContentState, contentStates, type DeskContentRow, listDeskContents } from '../admin-contract.ts';
import { type Board, boards } from '../board-contract.ts';
import { categoryNames } from '../category-names.ts';
import { contentDeskTexts } from './desk-texts.ts';
import { StateBadge, stateOptions } from './state-badge.tsx';

const pageSize = 30;

function Shown({ row }: { row: DeskContentRow }) {
  if (row.startDate === null && row.endDate === null) return <span className="text-mute">–</span>;
  const day = (at: string | null) => (at === null ? '' : tableMoment(at, false));
  return (
    <span className="whitespace-nowrap text-sub">
      {day(row.startDate)} – {day(row.endDate)}
    </span>
  );
}

function useColumns(): DeskColumn<DeskContentRow>[] {
  const t = useNewText(contentDeskTexts);
  return useMemo(
    () => [
      { key: 'state', head: t('con.state'), width: '92px', cell: (row) => <StateBadge state={row.state} /> },
      { key: 'category', head: t('con.col.category'), width: '92px', cell: (row) => categoryNames[row.category][currentLanguage()] },
      {
        key: 'title',
        namesRow: true,
        head: t('con.col.title'),
        cell: (row) => (
          <span className="flex min-w-48 items-center gap-2">
            {row.isPinned && <Pin size={12} aria-label={t('con.pinned')} className="shrink-0 text-brand" />}
            <span className="line-clamp-1 font-semibold">{row.title}</span>
            {row.hasDraft && <Badge tone="warn">{t('con.draft')}</Badge>}
          </span>
        ),
      },
      { key: 'shown', head: t('con.col.from'), width: '190px', cell: (row) => <Shown row={row} /> },
      { key: 'order', head: t('con.col.order'), isFigure: true, width: '64px', cell: (row) => row.sortOrder },
      {
        key: 'helpful',
        head: t('con.col.helpful'),
        isFigure: true,
        width: '76px',
        cell: (row) => (row.helpful.yes + row.helpful.no > 0 ? `${row.helpful.yes} / ${row.helpful.yes + row.helpful.no}` : '–'),
      },
      { key: 'views', head: t('con.col.views'), isFigure: true, width: '76px', cell: (row) => figure(String(row.views)) },
      { key: 'who', head: t('con.col.who'), width: '104px', cell: (row) => <span className="text-sub">{row.operator?.name}</span> },
      { key: 'updated', head: t('con.col.updated'), isFigure: true, width: '128px', cell: (row) => <TableTime at={row.updatedAt} /> },
    ],
    [t],
  );
}

export function ContentsPage() {
  const t = useText(contentDeskTexts);
  const navigate = useNavigate();
  const columns = useColumns();
  const [filters, setFilters] = useUrlState({ board: 'notice', state: '', q: '', page: 0 });
  const board = (boards as readonly string[]).includes(filters.board) ? (filters.board as Board) : 'notice';
  const state = (contentStates as readonly string[]).includes(filters.state) ? { state: filters.state as ContentState } : {};
  const query = useCall(listDeskContents, {
    query: { board, ...state, search: filters.q, page: String(filters.page), size: String(pageSize) },
    keepsOld: true,
  });
  const isNarrowed = filters.q !== '' || filters.state !== '';
  return (
    <DeskPage
      title={t('con.title')}
      note={t('con.note')}
      actions={
        <IfCan right="notice.write">
          <Link to={`/contents/new-${board}` as never} className={buttonClass('brand', 32)}>
            {t('con.new')}
          </Link>
        </IfCan>
      }
    >
      <FilterBar>
        <Segment<Board>
          label={t('con.board')}
          value={board}
          onChange={(next) => setFilters({ board: next })}
          items={boards.map((value) => ({ value, label: t(`con.board.${value}`) }))}
          className="max-w-full overflow-x-auto overflow-y-hidden"
        />
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
        empty={isNarrowed ? { title: t('con.none') } : { title: t('con.empty'), words: t('con.empty.words') }}
        failing={{ title: t('con.failed'), words: t('con.failed.words') }}
      >
        {(rows) => (
          <DataTable<DeskContentRow>
            label={t(`con.board.${board}`)}
            columns={columns}
            rows={rows}
            keyOf={(row) => row.id}
            onOpen={(row) => void navigate({ to: `/contents/${row.id}` as never })}
          />
        )}
      </PagedList>
    </DeskPage>
  );
}
