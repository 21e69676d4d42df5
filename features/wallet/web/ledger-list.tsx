// The newest lines of the asset history on the asset page, with the way to all of it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { NextStep } from './next-step.tsx';
import { listDnw } from '../contract.ts';
import { DnwList } from './dnw-list.tsx';
import { useFreshDnw } from './use-fresh-dnw.ts';
import { walletTexts } from './wallet-texts.ts';

const NEWEST = '10';

export function LedgerList() {
  const t = useText(walletTexts);
  const { data, error, refetch: retry, isFetching } = useCall(listDnw, { query: { size: NEWEST }, keepsOld: true });
  useFreshDnw();
  return (
    <section aria-labelledby="ledger" className="mt-8">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="ledger" className="text-20 font-bold tracking-[-0.02em]">
          {t('asset.ledger')}
        </h2>
        <Link to="/dnw_history/history_list" className="touch flex items-center gap-0.5 text-13 text-sub hover:text-text">
          {t('asset.all')}
          <ChevronRight size={14} aria-hidden="true" />
        </Link>
      </div>
      {data === undefined ? (
        error ? (
          <FailingState title={t('walletHistory.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching}>
            {t('asset.failed.words')}
          </FailingState>
        ) : (
          <SkeletonRows hasMark={false} rows={5} rowClass="h-12" label={t('asset.loading')} />
        )
      ) : data.content.length === 0 ? (
        <EmptyState title={t('asset.ledger.empty')} actions={<NextStep />}>
          {t('asset.ledger.empty.words')}
        </EmptyState>
      ) : (
        <DnwList entries={data.content} />
      )}
    </section>
  );
}
