// Closed orders, fills and closed positions: period, paging that keeps its filters, CSV of the whole period.
import { call } from '@maru/kit/web/api-client.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { type ClosedPosition, type Fill, listHistory, type Order } from '@maru/futures/contract.ts';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccount } from './account-store.ts';
import { csvText, downloadCsv } from './csv.ts';
import { futuresTexts } from './futures-texts.ts';
import { type HistoryColumn, type HistoryKind, historyColumns } from './history-columns.tsx';
import type { Instrument } from './instrument.ts';

const PAGE_SIZE = 20;
const CSV_PAGE = 500;
const CSV_MOST = 20;
type Row = Order | Fill | ClosedPosition;
type Period = '1' | '7' | '30';

/** Dates of the device's calendar, which the server reads as UTC days: one day more on both ends loses nothing. */
function fromDate(days: Period): string {
  return new Date(Date.now() - (Number(days) - 1) * 86_400_000 - 43_200_000).toISOString().slice(0, 10);
}

export function HistoryPanel({
  kind,
  futuresOptionId,
  instruments,
  isPhone = false,
  onShare,
}: {
  kind: HistoryKind;
  futuresOptionId: number | undefined;
  instruments: ReadonlyMap<number, Instrument>;
  isPhone?: boolean;
  onShare(closed: ClosedPosition): void;
}) {
  const t = useText(futuresTexts);
  const [period, setPeriod] = useState<Period>('7');
  const [page, setPage] = useState(0);
  const query = {
    type: kind,
    startDate: fromDate(period),
    ...(futuresOptionId === undefined ? {} : { futuresOptionId: String(futuresOptionId) }),
  };
  const list = useCall(listHistory, { query: { ...query, page: String(page), size: String(PAGE_SIZE) }, keepsOld: true });
  useFreshHistory();
  const rows = (list.data?.content ?? []) as readonly Row[];
  const pages = Math.max(1, Math.ceil((list.data?.totalElements ?? 0) / PAGE_SIZE));
  const columns = historyColumns(kind, t, instruments);
  const save = async () => {
    const all: Row[] = [];
    for (let at = 0; at < CSV_MOST; at++) {
      const part = await call(listHistory, { query: { ...query, page: String(at), size: String(CSV_PAGE) } });
      all.push(...(part.content as Row[]));
      if (part.content.length < CSV_PAGE) break;
    }
    downloadCsv(
      `maru-${kind}-${query.startDate}.csv`,
      csvText(
        columns.map((c) => c.head),
        all.map((row) => columns.map((c) => c.text(row as never))),
      ),
    );
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 px-3">
        <Segment<Period>
          label={t('col.time')}
          value={period}
          onChange={(next) => {
            setPage(0);
            setPeriod(next);
          }}
          items={[
            { value: '1', label: t('history.day') },
            { value: '7', label: t('history.week') },
            { value: '30', label: t('history.month') },
          ]}
        />
        <span className="ml-auto flex items-center text-12 text-mute">
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
          <Cards rows={rows} columns={columns} />
        ) : (
          <Rows rows={rows} columns={columns} kind={kind} onShare={onShare} />
        )}
      </div>
    </div>
  );
}

/** A list on screen is asked again when the account moved: projections follow the engine within moments. */
function useFreshHistory(): void {
  const last = useAccount((s) => s.account.lastEventId);
  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setTimeout(() => void refetch(listHistory), 400);
    return () => clearTimeout(timer);
  }, [last]);
}

const keyOf = (row: Row): string =>
  'tradeId' in row ? `f${row.tradeId}-${row.orderId}` : 'closedPnl' in row ? `p${row.futuresPositionId}-${row.closedAt}` : `o${row.id}`;

function Rows({
  rows,
  columns,
  kind,
  onShare,
}: {
  rows: readonly Row[];
  columns: readonly HistoryColumn[];
  kind: HistoryKind;
  onShare(closed: ClosedPosition): void;
}) {
  return (
    <table className="w-full border-collapse text-12" data-testid={`history-${kind}`}>
      <thead>
        <tr className="text-11 text-mute">
          {columns.map((column) => (
            <th
              key={column.head}
              scope="col"
              className={`sticky top-0 z-1 h-7 bg-surface px-2.5 font-normal whitespace-nowrap first:pl-3 last:pr-3 ${column.isFigure ? 'text-right' : 'text-left'}`}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            onDoubleClick={() => 'closedPnl' in row && onShare(row)}
            className="h-8 border-b border-grid last:border-0 hover:bg-hover"
          >
            {columns.map((column) => (
              <td key={column.head} className={`px-2.5 whitespace-nowrap first:pl-3 last:pr-3 ${column.isFigure ? 'text-right' : ''}`}>
                {column.cell(row as never)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ rows, columns }: { rows: readonly Row[]; columns: readonly HistoryColumn[] }) {
  const timeOf = (row: Row) => ('closedAt' in row ? row.closedAt : 'time' in row ? row.time : row.updatedAt);
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={keyOf(row)} className="px-4 py-3 text-12">
          <p className="mb-1 text-mute">{tableMoment(timeOf(row))}</p>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-1">
            {columns.slice(1).map((column) => (
              <div key={column.head} className="flex justify-between gap-2">
                <dt className="text-mute">{column.head}</dt>
                <dd className="text-right">{column.cell(row as never)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
