// /dnw/withdraw: which coin goes where, what of it arrives, and how far each withdrawal is.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { BookOpen } from 'lucide-react';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useSearchText } from '@maru/kit/web/use-search.ts';
import { useState } from 'react';
import { siteCoins, type WithdrawNetwork } from '../../contract.ts';
import { startingEveryMs, useChosenNetwork } from '../coin-choice.tsx';
import { OwnWithdrawals } from './own-withdrawals.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { withdrawTexts } from './withdraw-texts.ts';

const WithdrawalDrawer = lazyArea(() => import('./withdrawal-drawer.tsx').then((m) => m.WithdrawalDrawer));

export interface WithdrawPageProps {
  /** The withdrawal password is account's: whether there is one, and the way to it. Undefined: not known yet. */
  hasPassword: boolean | undefined;
  onSetPassword(): void;
}

export function WithdrawPage(props: WithdrawPageProps) {
  const t = useText(withdrawTexts);
  const { data, error, isFetching, refetch } = useCall(siteCoins, { everyMs: (reply) => startingEveryMs(reply?.withdrawals) });
  const [opened, setOpened] = useOpened();
  return (
    <div className="min-h-[calc(100dvh-57px)]">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-6 laptop:px-8">
        <div>
          <h1 className="text-24 font-bold tracking-[-0.02em]">{t('withdraw.title')}</h1>
          <p className="mt-1 text-14 text-sub">{t('withdraw.lead')}</p>
        </div>
        <OwnLink href="/dnw/addresses" className={buttonClass('line', 40)}>
          <BookOpen aria-hidden="true" size={16} />
          {t('withdraw.addresses')}
        </OwnLink>
      </header>
      {data !== undefined ? (
        <Form {...props} networks={data.withdrawals} onSent={setOpened} />
      ) : error ? (
        <FailingState title={t('withdraw.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={5} rowClass="h-16" label={t('withdraw.title')} />
      )}
      <OwnWithdrawals onOpen={setOpened} />
      {opened !== undefined && <WithdrawalDrawer withdrawalId={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** `?withdrawal=7`: where a message leads to. */
function useOpened() {
  const search = useSearchText();
  const [at, setAt] = useState<{ search: string; opened: number | undefined }>();
  const named = new URLSearchParams(search).get('withdrawal');
  const opened = at?.search === search ? at.opened : named !== null && /^\d{1,15}$/.test(named) ? Number(named) : at?.opened;
  return [opened, (next: number | undefined) => setAt({ search, opened: next })] as const;
}

interface FormProps extends WithdrawPageProps {
  networks: readonly WithdrawNetwork[];
  onSent(withdrawalId: number): void;
}

function Form({ networks, ...rest }: FormProps) {
  const t = useText(withdrawTexts);
  const [network, choose] = useChosenNetwork(networks);
  if (network === undefined) return <EmptyState title={t('withdraw.none')}>{t('withdraw.none.words')}</EmptyState>;
  return <WithdrawForm key={network.walletType} {...rest} networks={networks} network={network} onChoose={choose} />;
}
