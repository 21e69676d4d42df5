// /dnw_history/history_list: everything that moved in the member's wallets, by wallet, kind and time, with a file of it.
import { call } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { memberFile } from '@maru/kit/web/member-list.tsx';
import { dayOf } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { currentSite } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { usePaging } from '@maru/kit/web/use-paging.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { OffBecause } from '@maru/kit/web/ui/off-because.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { PeriodSegment } from '@maru/kit/web/ui/period-segment.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { DNW_COUNTED, type DnwEntry, listDnw, type WalletType } from '../contract.ts';
import { DnwList, dnwColumns } from './dnw-list.tsx';
import { type DnwFilters, dnwQuery, groupNames, noFilters, type TypeGroup } from './history-filters.ts';
import { useAssets, walletsIn } from './live-wallets.ts';
import { NextStep } from './next-step.tsx';
import { useFreshDnw } from './use-fresh-dnw.ts';
import { walletName } from './wallet-name.ts';
import { walletTexts } from './wallet-texts.ts';

const PAGE_SIZE = 30;
const CSV_PAGE = 100;
/** A file of more rows than this is no file for a spreadsheet. */
const CSV_MOST = 100_000;

export function HistoryPage() {
  const t = useText(walletTexts);
  const [filters, setFilters] = useState(noFilters);
  const key = JSON.stringify(filters);
  const { page, setPage, asOf } = usePaging(key);
  // The start of a period moves with the clock: once a minute is enough, or every render would be another question.
  const nowMs = Math.floor(serverNow() / 60_000) * 60_000;
  const query = dnwQuery(filters, nowMs);
  const list = useCall(listDnw, { query: asOf({ ...query, page: String(page), size: String(PAGE_SIZE) }), keepsOld: true });
  useFreshDnw();
  const total = list.data?.totalElements ?? 0;
  const change = (next: Partial<DnwFilters>) => setFilters((was) => ({ ...was, ...next }));
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 py-6 laptop:px-8" data-testid="history-list">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('walletHistory.title')}</h1>
      <p className="mt-1 mb-4 text-14 text-sub">{t('walletHistory.lead')}</p>
      <div className="flex flex-wrap items-center gap-2 border-b border-line pb-3">
        <PeriodSegment span={filters} onChange={change} />
        <Choices filters={filters} onChange={change} />
        <span className="ml-auto flex items-center gap-3 text-12 text-mute">
          {list.data && (total >= DNW_COUNTED ? t('walletHistory.countMany') : t('walletHistory.count', { count: figure(String(total)) }))}
          <SaveButton filters={filters} off={total > 0 ? undefined : list.data ? 'csvNone' : list.isError ? 'failed' : 'loading'} />
        </span>
      </div>
      {list.data === undefined ? (
        list.isError ? (
          <FailingState
            title={t('walletHistory.failed')}
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          >
            {t('asset.failed.words')}
          </FailingState>
        ) : (
          <SkeletonRows hasMark={false} rows={8} rowClass="h-12" label={t('asset.loading')} />
        )
      ) : total === 0 ? (
        <Nothing isFiltered={key !== JSON.stringify(noFilters)} onAll={() => setFilters(noFilters)} />
      ) : (
        <>
          <DnwList entries={list.data.content} />
          <Pager page={page} size={PAGE_SIZE} total={total} onPage={setPage} />
        </>
      )}
    </div>
  );
}

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll(): void }) {
  const t = useText(walletTexts);
  if (!isFiltered)
    return (
      <EmptyState title={t('walletHistory.empty')} actions={<NextStep />}>
        {t('walletHistory.empty.words')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('walletHistory.none')} actions={<Button onClick={onAll}>{t('walletHistory.none.all')}</Button>}>
      {t('walletHistory.none.words')}
    </EmptyState>
  );
}

const choiceClass = 'touch flex h-7 items-center gap-1 rounded-6 border border-line px-2 text-12 text-sub hover:bg-hover';

function Choices({ filters, onChange }: { filters: DnwFilters; onChange(next: Partial<DnwFilters>): void }) {
  const t = useText(walletTexts);
  const { wallets } = useAssets();
  return (
    <>
      <Select<WalletType | 'ALL'>
        label={t('walletHistory.wallet')}
        value={filters.wallet}
        onChange={(wallet) => onChange({ wallet })}
        className={choiceClass}
        options={[
          { value: 'ALL', label: t('walletHistory.wallet.all') },
          ...walletsIn(wallets ?? {}).map(({ type }) => ({ value: type, label: walletName(t, type) })),
        ]}
      />
      <Select<TypeGroup | 'ALL'>
        label={t('walletHistory.type')}
        value={filters.group}
        onChange={(group) => onChange({ group })}
        className={choiceClass}
        options={[
          { value: 'ALL', label: t('walletHistory.type.all') },
          ...groupNames.map((value) => ({ value, label: t(`walletHistory.group.${value}`) })),
        ]}
      />
    </>
  );
}

/** `off`: why there is nothing to save. */
function SaveButton({ filters, off }: { filters: DnwFilters; off: 'csvNone' | 'failed' | 'loading' | undefined }) {
  const t = useText(walletTexts);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveCsv(t, filters);
    setBusy(false);
  };
  return (
    <OffBecause reason={off && t(off === 'loading' ? 'asset.loading' : `walletHistory.${off}`)}>
      <Button size={32} icon={<Download size={14} />} isBusy={isBusy} onClick={() => void save()}>
        {t('walletHistory.csv')}
      </Button>
    </OffBecause>
  );
}

/** All of the period, not the page alone. */
async function saveCsv(t: Text<typeof walletTexts>, filters: DnwFilters): Promise<void> {
  const all: DnwEntry[] = [];
  const query = dnwQuery(filters, serverNow());
  try {
    let cursor: string | null | undefined;
    do {
      const part = await call(listDnw, { query: { ...query, size: String(CSV_PAGE), ...(cursor ? { cursor } : {}) } });
      all.push(...part.content);
      cursor = part.next;
    } while (cursor !== null && all.length < CSV_MOST);
  } catch (thrown) {
    toast({ title: t('walletHistory.csvFailed'), line: messageOf(thrown), kind: 'warn', stay: 'notice' });
    return;
  }
  downloadCsv(`${currentSite().code}-wallet-${dayOf(serverNow())}.csv`, memberFile(dnwColumns(t), all));
  toast({ title: t('walletHistory.csvDone', { count: all.length }), kind: 'done' });
}
