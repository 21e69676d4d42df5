// Closed orders, fills, funding, closed positions and liquidations: period, paging that keeps its filters, CSV of the whole period.
import { call } from '@maru/kit/web/api-client.ts';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { lateRows } from '@maru/kit/web/late-rows.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { currentSite } from '@maru/kit/web/site.ts';
import { type Paging, usePaging } from '@maru/kit/web/use-paging.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { OffBecause } from '@maru/kit/web/ui/off-because.tsx';
import { PeriodSegment } from '@maru/kit/web/ui/period-segment.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { type ClosedPosition, fundingHistory, liquidationHistory, listHistory } from '@maru/futures/contract.ts';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccount } from './account-store.ts';
import { openedTexts } from './opened-texts.ts';
import { fileOf, historyColumns } from './history-columns.tsx';
import { type DetailField, detailFields, HistoryDetail } from './history-detail.tsx';
import { FilterButton, FilterFields } from './history-filter-bar.tsx';
import { type HistoryFilters, type HistoryKind, historyQuery, riskQuery } from './history-filters.ts';
import { Cards, type Row, Rows, RowWhy } from './history-rows.tsx';
import { historyTexts } from './history-texts.ts';
import type { Instrument } from './instrument.ts';
import { askWhy } from './why.ts';

const PAGE_SIZE = 20;
const CSV_PAGE = 500;
/** A file of more rows than this is no file for a spreadsheet. */
const CSV_MOST = 100_000;
/** The server pages this far; beyond it filters lead on. */
const COUNTED = 10_000;

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
  const t = useText(openedTexts);
  const h = useText(historyTexts);
  const key = JSON.stringify([kind, filters]);
  const paging = usePaging(key);
  const { page, setPage } = paging;
  const [opened, setOpened] = useState<Row>();
  const size = isPage ? PAGE_SIZE * 2 : PAGE_SIZE;
  const list = useHistory(kind, filters, paging, size);
  useFreshHistory();
  const rows = (list.data?.content ?? []) as readonly Row[];
  const days = list.data?.days ?? [];
  const open = (row: Row) => ('liquidationId' in row ? askWhy({ liquidationId: row.liquidationId }) : setOpened(row));
  const total = list.data?.totalElements ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  const columns = historyColumns(kind, t, h, instruments);
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
          {isPage && list.data !== undefined && (
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
          <OffBecause
            reason={rows.length > 0 ? undefined : list.data ? h('history.csvNone') : t(list.isError ? 'failed.list' : 'loading.list')}
          >
            <IconButton size={28} label={t('tab.csv')} onClick={() => void save()}>
              <Download size={15} />
            </IconButton>
          </OffBecause>
        </span>
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-auto">
        {list.isPending ? (
          <div className="px-3">
            <SkeletonRows rows={4} rowClass="h-9" label={t('loading.list')} />
          </div>
        ) : list.isError && rows.length === 0 ? (
          <FailingState title={t('failed.list')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        ) : rows.length === 0 ? (
          <EmptyState isLow title={t('empty.history')}>
            {t('empty.historyNext')}
          </EmptyState>
        ) : isPhone ? (
          <Cards {...{ rows, days, columns, kind, isPage }} onOpen={open} />
        ) : (
          <Rows {...{ rows, days, columns, kind, onShare }} onOpen={open} />
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

/** Funding and liquidations are calls of their own. */
function useHistory(kind: HistoryKind, filters: HistoryFilters, { page, asOf }: Paging, size: number) {
  // The start of a period moves with the clock: once a minute is enough, or every render would be another question.
  const nowMs = Math.floor(serverNow() / 60_000) * 60_000;
  const ask = { keepsOld: true };
  const part = { page: String(page), size: String(size), withDays: 'true' as const };
  const isRecord = kind !== 'funding' && kind !== 'liquidation';
  const records = useCall(listHistory, { query: asOf({ ...historyQuery(kind, filters, nowMs), ...part }), isOn: isRecord, ...ask });
  const risk = asOf({ ...riskQuery(kind, filters, nowMs), ...part });
  const payments = useCall(fundingHistory, { query: risk, isOn: kind === 'funding', ...ask });
  const steps = useCall(liquidationHistory, { query: risk, isOn: kind === 'liquidation', ...ask });
  return isRecord ? records : kind === 'funding' ? payments : steps;
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
          ? await call(fundingHistory, { query: { ...riskQuery(kind, filters, nowMs), ...more } })
          : kind === 'liquidation'
            ? await call(liquidationHistory, { query: { ...riskQuery(kind, filters, nowMs), ...more } })
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

/** A list on screen is asked again when the account moved. */
function useFreshHistory(): void {
  const [rows] = useState(lateRows);
  const last = useAccount((s) => s.account.lastEventId);
  useEffect(() => {
    if (last !== undefined)
      rows.told(() => void Promise.all([listHistory, fundingHistory, liquidationHistory].map((route) => refetch(route))));
  }, [last, rows]);
  useEffect(() => rows.stop, [rows]);
}
