// /dnw_history/binary_list: the member's bets with the sums of each day, filters, pages, and all of it as a file.
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { currentSite, useTypeStatus } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { usePaging } from '@maru/kit/web/use-paging.ts';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { listBets } from '../contract.ts';
import { betFile } from './bet-file.ts';
import { BetFilterBar, betQuery, noBetFilters } from './bet-filters.tsx';
import { BetCards, BetTable } from './bet-history-rows.tsx';
import { useFreshBets } from './fresh-bets.ts';
import { roundsTexts } from './rounds-texts.ts';

const SIZE = 20;
/** The server counts and pages this far; beyond it filters lead on. */
const COUNTED = 10_000;

export function BinaryHistoryPage() {
  const t = useText(roundsTexts);
  const Rows = useIsPhone() ? BetCards : BetTable;
  const [filters, setFilters] = useState(noBetFilters);
  const key = JSON.stringify(filters);
  const { page, setPage, asOf } = usePaging(key);
  // The start of a period moves with the clock: once a minute is enough, or every render would be another question.
  const query = betQuery(filters, Math.floor(serverNow() / 60_000) * 60_000);
  const list = useCall(listBets, { query: asOf({ ...query, page: String(page), size: String(SIZE) }), keepsOld: true });
  useFreshBets();
  const total = list.data?.totalElements ?? 0;
  const isFiltered = key !== JSON.stringify(noBetFilters);
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 py-6 laptop:px-8" data-testid="binary-list">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('bet.history.title')}</h1>
      <p className="mt-1 mb-4 text-14 text-sub">{t('bet.history.lead')}</p>
      <div className="mb-3 flex flex-wrap items-center gap-2 border-b border-line pb-3">
        <BetFilterBar filters={filters} onChange={(change) => setFilters((was) => ({ ...was, ...change }))} />
        <span className="ml-auto flex items-center gap-3 text-12 text-mute">
          {list.data && (total >= COUNTED ? t('bet.history.countMany') : t('bet.history.count', { count: figure(String(total)) }))}
          <SaveButton query={query} isOff={total === 0} />
        </span>
      </div>
      {list.data === undefined ? (
        list.isError ? (
          <FailingState title={t('bet.failed.list')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        ) : (
          <SkeletonRows label={t('bet.history.title')} />
        )
      ) : total === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'bet.history.none' : 'bet.history.empty')}
          actions={isFiltered ? <Button onClick={() => setFilters(noBetFilters)}>{t('bet.history.showAll')}</Button> : <ToGames />}
        >
          {t(isFiltered ? 'bet.history.noneLine' : 'bet.history.emptyLine')}
        </EmptyState>
      ) : (
        <>
          <Rows bets={list.data.content} days={list.data.days} />
          <Pager page={page} size={SIZE} total={total} onPage={setPage} />
        </>
      )}
    </div>
  );
}

/** Where nothing was staked yet: the way to what would be. */
function ToGames() {
  const t = useText(roundsTexts);
  const { isBinary, isPowerBall } = useTypeStatus();
  return (
    <>
      {isBinary && (
        <OwnLink href="/trade" className={buttonClass('brand', 40)}>
          {t('bet.history.toRounds')}
        </OwnLink>
      )}
      {isPowerBall && (
        <OwnLink href="/powerball" className={buttonClass('line', 40)}>
          {t('bet.history.toDraws')}
        </OwnLink>
      )}
    </>
  );
}

function SaveButton({ query, isOff }: { query: ReturnType<typeof betQuery>; isOff: boolean }) {
  const t = useText(roundsTexts);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { text, count } = await betFile(query, t);
      downloadCsv(`${currentSite().code}-binary-${dayOf(serverNow())}.csv`, text);
      toast({ title: t('bet.history.saved', { count: figure(String(count)) }), kind: 'done' });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'warn' });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button size={32} icon={<Download size={14} />} onClick={() => void save()} isBusy={isSaving} disabled={isOff}>
      {t('bet.history.csv')}
    </Button>
  );
}
