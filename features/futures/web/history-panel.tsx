// Closed orders, fills and closed positions: period, paging that keeps its filters, CSV of the whole period.
import { call } from '@maru/kit/web/api-client.ts';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { currentSite } from '@maru/kit/web/site.ts';
import { usePaging } from '@maru/kit/web/use-paging.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { PeriodSegment } from '@maru/kit/web/ui/period-segment.tsx';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { type ClosedPosition, type Fill, fundingHistory, type FundingPayment, listHistory, type Order } from '@maru/futures/contract.ts';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { fileOf, type HistoryColumn, historyColumns } from './history-columns.tsx';
import { type DetailField, detailFields, HistoryDetail } from './history-detail.tsx';
import { FilterButton, FilterFields } from './history-filter-bar.tsx';
import { fundingQuery, type HistoryFilters, type HistoryKind, historyQuery } from './history-filters.ts';
import { historyTexts } from './history-texts.ts';
import type { Instrument } from './instrument.ts';
import { WhyButton } from './why-button.tsx';
import { whyTexts } from './why-texts.ts';

const PAGE_SIZE = 20;
const CSV_PAGE = 500;
/** A file of more rows than this is no file for a spreadsheet. */
const CSV_MOST = 100_000;
/** The server pages this far; beyond it filters lead on. */
const COUNTED = 10_000;
type Row = Order | Fill | ClosedPosition | FundingPayment;

export interface HistoryPanelProps {
  kind: HistoryKind;
  filters: HistoryFilters;
  onFilters(change: Partial<HistoryFilters>): void;
  instruments: ReadonlyMap<number, Instrument>;
  isPhone?: boolean;
  /** The page shows all filters in a row and more rows. */
  isPage?: boolean;
  onShare?(closed: ClosedPosition): void;
}

export function HistoryPanel({ kind, filters, onFilters, instruments, isPhone = false, isPage = false, onShare }: HistoryPanelProps) {
  const t = useText(futuresTexts);
  const h = useText(historyTexts);
  // The start of a period moves with the clock: once a minute is enough, or every render would be another question.
  const nowMs = Math.floor(serverNow() / 60_000) * 60_000;
  const key = JSON.stringify([kind, filters]);
  const { page, setPage, asOf } = usePaging(key);
  const [opened, setOpened] = useState<Row>();
  const size = isPage ? PAGE_SIZE * 2 : PAGE_SIZE;
  const part = { page: String(page), size: String(size) };
  const isFunding = kind === 'funding';
  const records = useCall(listHistory, {
    query: asOf({ ...historyQuery(kind, filters, nowMs), ...part }),
    isOn: !isFunding,
    keepsOld: true,
  });
  const payments = useCall(fundingHistory, { query: asOf({ ...fundingQuery(filters, nowMs), ...part }), isOn: isFunding, keepsOld: true });
  const list = isFunding ? payments : records;
  useFreshHistory();
  const rows = (list.data?.content ?? []) as readonly Row[];
  const total = list.data?.totalElements ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  const columns = historyColumns(kind, t, instruments);
  const fields = detailFields(kind, t, h) as readonly DetailField[];
  const save = () => saveCsv(kind, filters, fileOf(columns, fields), h);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className={`flex min-h-9 shrink-0 flex-wrap items-center gap-2 ${isPage ? 'py-2' : 'px-3'}`}>
        <PeriodSegment span={filters} onChange={onFilters} />
        {isPage ? (
          <FilterFields kind={kind} filters={filters} onChange={onFilters} />
        ) : (
          <FilterButton kind={kind} filters={filters} onChange={onFilters} />
        )}
        <span className="ml-auto flex items-center text-12 text-mute">
          {isPage && (
            <span className="mr-3">
              {total >= COUNTED
                ? h('history.countMany')
                : h(total === 1 ? 'history.countOne' : 'history.count', { count: figure(String(total)) })}
            </span>
          )}
          <IconButton size={28} label={t('history.prev')} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ChevronLeft size={15} />
          </IconButton>
          {t('history.page', { page: page + 1, pages })}
          <IconButton size={28} label={t('history.next')} disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            <ChevronRight size={15} />
          </IconButton>
          <IconButton size={28} label={t('tab.csv')} disabled={rows.length === 0} onClick={() => void save()}>
            <Download size={15} />
          </IconButton>
        </span>
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-auto">
        {list.isPending ? (
          <div className="px-3">
            <PlankRows rows={4} rowClass="h-9" label={t('loading.list')} />
          </div>
        ) : list.isError && rows.length === 0 ? (
          <FailingState title={t('failed.list')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        ) : rows.length === 0 ? (
          <EmptyState isLow title={t('empty.history')}>
            {t('empty.historyNext')}
          </EmptyState>
        ) : isPhone ? (
          <Cards rows={rows} columns={columns} isPage={isPage} onOpen={setOpened} />
        ) : (
          <Rows rows={rows} columns={columns} kind={kind} onShare={onShare} onOpen={setOpened} />
        )}
      </div>
      {opened && (
        <HistoryDetail title={h(`history.${kind}`)} columns={columns} fields={fields} row={opened} onClose={() => setOpened(undefined)}>
          <RowWhy row={opened} />
        </HistoryDetail>
      )}
    </div>
  );
}

async function saveCsv(
  kind: HistoryKind,
  filters: HistoryFilters,
  { head, cells }: ReturnType<typeof fileOf>,
  h: Text<typeof historyTexts>,
): Promise<void> {
  const all: Row[] = [];
  const nowMs = serverNow();
  try {
    let cursor: string | undefined;
    do {
      const more = { size: String(CSV_PAGE), ...(cursor ? { cursor } : {}) };
      const part =
        kind === 'funding'
          ? await call(fundingHistory, { query: { ...fundingQuery(filters, nowMs), ...more } })
          : await call(listHistory, { query: { ...historyQuery(kind, filters, nowMs), ...more } });
      all.push(...(part.content as Row[]));
      cursor = part.next ?? undefined;
    } while (cursor !== undefined && all.length < CSV_MOST);
  } catch (thrown) {
    toast({ title: h('history.failed'), line: messageOf(thrown), kind: 'warn', stay: 'notice' });
    return;
  }
  downloadCsv(
    `${currentSite().code}-futures-${kind}-${dayOf(serverNow())}.csv`,
    csvText(
      head,
      all.map((row) => cells(row as never)),
    ),
  );
  toast({ title: h('history.saved', { count: all.length }), kind: 'done' });
}

/** A list on screen is asked again when the account moved: projections follow the engine within moments. */
function useFreshHistory(): void {
  const last = useAccount((s) => s.account.lastEventId);
  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setTimeout(() => void Promise.all([refetch(listHistory), refetch(fundingHistory)]), 400);
    return () => clearTimeout(timer);
  }, [last]);
}

/** An order's shape is open to more fields, so `in` alone cannot tell the four apart. */
const timeOf = (row: Row): string => {
  const { closedAt, time, fundingTime, updatedAt } = row as Partial<ClosedPosition & Fill & FundingPayment & Order>;
  return closedAt ?? time ?? fundingTime ?? updatedAt ?? '';
};

const keyOf = (row: Row): string =>
  'fundingId' in row
    ? `n${row.fundingId}`
    : 'tradeId' in row
      ? `f${row.tradeId}-${row.orderId}`
      : 'closedPnl' in row
        ? `p${row.futuresPositionId}-${row.closedAt}`
        : `o${row.id}`;

function Rows({
  rows,
  columns,
  kind,
  onShare,
  onOpen,
}: {
  rows: readonly Row[];
  columns: readonly HistoryColumn[];
  kind: HistoryKind;
  onShare?: ((closed: ClosedPosition) => void) | undefined;
  onOpen(row: Row): void;
}) {
  const w = useText(whyTexts);
  return (
    <table className="w-full border-collapse text-12" data-testid={`history-${kind}`}>
      <thead>
        <tr className="text-11 text-mute">
          {columns.map((column) => (
            <th
              key={column.head}
              scope="col"
              className={`sticky top-0 z-1 h-7 bg-surface px-2.5 font-normal whitespace-nowrap first:pl-3 last:pr-3 ${column.isFigure ? 'text-right' : 'text-left nth-[n+5]:pl-5'}`}
            >
              {column.head}
              {column.unit && <span className="ml-1">{column.unit}</span>}
            </th>
          ))}
          <th scope="col" className="sticky top-0 z-1 h-7 w-8 bg-surface">
            <span className="sr-only">{w('why.ask')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            onDoubleClick={() => 'closedPnl' in row && onShare?.(row)}
            className="h-8 border-b border-grid last:border-0 hover:bg-hover"
          >
            {columns.map((column) => (
              <td
                key={column.head}
                className={`px-2.5 whitespace-nowrap first:pl-3 last:pr-3 ${column.isFigure ? 'text-right' : 'nth-[n+5]:pl-5'}`}
              >
                {column.isSymbol ? <Opener onOpen={() => onOpen(row)}>{column.cell(row as never)}</Opener> : column.cell(row as never)}
              </td>
            ))}
            <td className="pr-2 text-right">
              <RowWhy row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the journal can explain of a row: fills, payments and liquidations. */
function RowWhy({ row }: { row: Row }) {
  if ('fundingId' in row) return <WhyButton query={{ fundingId: row.fundingId }} />;
  if ('tradeId' in row) return <WhyButton query={{ tradeId: String(row.tradeId), orderId: String(row.orderId) }} />;
  if ('closedPnl' in row && row.end === 'LIQUIDATED') return <WhyButton query={{ futuresPositionId: String(row.futuresPositionId) }} />;
  return null;
}

/** The name of a row opens all that is known of it. */
function Opener({ onOpen, children }: { onOpen(): void; children: ReactNode }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className="touch underline-offset-4 hover:underline">
      {children}
    </button>
  );
}

interface CardsProps {
  rows: readonly Row[];
  columns: readonly HistoryColumn[];
  isPage: boolean;
  onOpen(row: Row): void;
}

function Cards({ rows, columns, isPage, onOpen }: CardsProps) {
  const names = columns.filter((column) => column.isName);
  const facts = columns.slice(1).filter((column) => !column.isName);
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={keyOf(row)} className={`py-3 text-12 ${isPage ? '' : 'px-4'}`}>
          <p className="mb-1.5 flex items-center gap-2 text-13">
            {names.map((column) => (
              <span key={column.head}>
                {column.isSymbol ? <Opener onOpen={() => onOpen(row)}>{column.cell(row as never)}</Opener> : column.cell(row as never)}
              </span>
            ))}
            <TableTime at={timeOf(row)} className="ml-auto text-12 text-mute" />
            <RowWhy row={row} />
          </p>
          <dl className="grid grid-cols-2 gap-x-5 gap-y-1">
            {facts.map((column) => (
              <div key={column.head} className="flex items-baseline justify-between gap-2">
                <dt className="shrink-0 text-mute">
                  {column.head}
                  {column.unit === '%' && ' %'}
                </dt>
                <dd className="text-right">{column.cell(row as never)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
