// /dnw/transfer: the transfer on a page of its own, with the newest ones beside it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { listDnw } from '../contract.ts';
import { WaySwitch } from './convert/way-switch.tsx';
import { DnwList } from './dnw-list.tsx';
import { FormAndList } from './form-and-list.tsx';
import { TransferForm } from './transfer-form.tsx';
import { useFreshDnw } from './use-fresh-dnw.ts';
import { walletTexts } from './wallet-texts.ts';

const RECENT = '10';

export function TransferPage() {
  const t = useText(walletTexts);
  return (
    <FormAndList
      title={t('transfer.title')}
      lead={t('transfer.lead')}
      beside={<WaySwitch at="transfer" />}
      form={<TransferForm />}
      listTitle={t('transfer.recent')}
    >
      <RecentTransfers />
    </FormAndList>
  );
}

function RecentTransfers() {
  const t = useText(walletTexts);
  const { data, error, isFetching, refetch } = useCall(listDnw, { query: { typeStrs: 'TI,TO,CI,CO', size: RECENT }, keepsOld: true });
  useFreshDnw();
  if (data === undefined) {
    if (error)
      return (
        <FailingState title={t('walletHistory.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('asset.failed.words')}
        </FailingState>
      );
    return <SkeletonRows hasMark={false} rows={4} rowClass="h-12" label={t('asset.loading')} />;
  }
  if (data.content.length === 0) return <EmptyState title={t('transfer.recent.none')}>{t('transfer.recent.words')}</EmptyState>;
  return <DnwList entries={data.content} />;
}
