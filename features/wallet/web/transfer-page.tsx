// /dnw/transfer: between one's own wallets, or coins to another member, with the newest transfers beside it.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useSearchText } from '@maru/kit/web/use-search.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
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

type Way = 'own' | 'member';

/** The withdrawal password is account's: the way to it. */
export function TransferPage({ onSetPassword }: { onSetPassword(): void }) {
  const t = useText(walletTexts);
  const w = useText(memberTransferTexts);
  const isNamed = new URLSearchParams(useSearchText()).get('to') === 'member';
  const [way, setWay] = useState<Way>(isNamed ? 'member' : 'own');
  const form = (
    <>
      <Segment
        isFull
        className="mb-5"
        label={w('mt.ways')}
        value={way}
        onChange={setWay}
        items={(['own', 'member'] as const).map((one) => ({ value: one, label: w(`mt.way.${one}`) }))}
      />
      {way === 'own' ? <TransferForm /> : <MemberForm onSetPassword={onSetPassword} />}
    </>
  );
  return (
    <FormAndList
      title={way === 'own' ? t('transfer.title') : w('mt.title')}
      lead={way === 'own' ? t('transfer.lead') : w('mt.lead')}
      beside={<WaySwitch at="transfer" />}
      form={form}
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
