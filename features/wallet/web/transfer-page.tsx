// /dnw/transfer: the transfer on a page of its own, with the newest ones beside it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { listDnw } from '../contract.ts';
import { DnwList } from './dnw-list.tsx';
import { TransferForm } from './transfer-form.tsx';
import { useFreshDnw } from './use-fresh-dnw.ts';
import { walletTexts } from './wallet-texts.ts';

const RECENT = '10';

export function TransferPage() {
  const t = useText(walletTexts);
  return (
    <div className="grid min-h-[calc(100dvh-57px)] floor:grid-cols-[400px_minmax(0,1fr)]">
      <section className="border-line px-4 py-6 max-floor:border-b floor:border-r floor:px-8">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('transfer.title')}</h1>
        <p className="mt-1 mb-5 text-14 text-sub">{t('transfer.lead')}</p>
        <TransferForm />
      </section>
      <section aria-labelledby="recent-transfers" className="min-w-0 px-4 py-6 floor:px-8">
        <h2 id="recent-transfers" className="mb-2 text-16 font-bold">
          {t('transfer.recent')}
        </h2>
        <RecentTransfers />
      </section>
    </div>
  );
}

function RecentTransfers() {
  const t = useText(walletTexts);
  const { data, error, isFetching, refetch } = useCall(listDnw, { query: { typeStrs: 'TI,TO', size: RECENT }, keepsOld: true });
  useFreshDnw();
  if (data === undefined) {
    if (error) return <FailingState title={t('asset.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
    return <PlankRows rows={4} rowClass="h-12" label={t('asset.loading')} />;
  }
  if (data.content.length === 0) return <EmptyState title={t('transfer.recent.none')}>{t('transfer.recent.words')}</EmptyState>;
  return <DnwList entries={data.content} />;
}
