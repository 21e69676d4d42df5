// /dnw/transfer: between one's own wallets, or coins to another member, with the newest transfers beside it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useSearchText } from '@maru/kit/web/use-search.ts';
import { listDnw } from '../contract.ts';
import { WaySwitch } from './convert/way-switch.tsx';
import { DnwList } from './dnw-list.tsx';
import { FormAndList } from './form-and-list.tsx';
import { memberTransferTexts } from './member-transfer/member-transfer-texts.ts';
import { TransferForm } from './transfer-form.tsx';
import { useFreshDnw } from './use-fresh-dnw.ts';
import { walletTexts } from './wallet-texts.ts';

const RECENT = '10';
const MemberForm = lazyArea(() => import('./member-transfer/member-form.tsx').then((m) => m.MemberForm));

/** The withdrawal password is account's: the way to it. */
export function TransferPage({ onSetPassword }: { onSetPassword(): void }) {
  const t = useText(walletTexts);
  const w = useText(memberTransferTexts);
  const isToMember = new URLSearchParams(useSearchText()).get('to') === 'member';
  return (
    <FormAndList
      title={isToMember ? w('mt.title') : t('transfer.title')}
      lead={isToMember ? w('mt.lead') : t('transfer.lead')}
      beside={<WaySwitch at={isToMember ? 'member' : 'own'} />}
      form={isToMember ? <MemberForm onSetPassword={onSetPassword} /> : <TransferForm />}
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
