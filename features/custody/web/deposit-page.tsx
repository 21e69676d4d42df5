// /dnw/deposit: what is arriving first, then which coin, where to, and on which terms.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { History, SearchCheck } from 'lucide-react';
import { type DepositNetwork, siteCoins } from '../contract.ts';
import { AddressBox } from './address-box.tsx';
import { Arriving } from './arriving.tsx';
import { CoinChoice, startingEveryMs, useChosenNetwork } from './coin-choice.tsx';
import { depositTexts } from './deposit-texts.ts';
import { useDeposits } from './live-deposits.ts';
import { networkTexts, tagOf } from './network-texts.ts';
import { PagePart } from './page-part.tsx';
import { RecentDeposits } from './recent-deposits.tsx';
import { TermsBox } from './terms-box.tsx';
import { TestCoins } from './test-coins.tsx';

export function DepositPage() {
  const t = useText(depositTexts);
  const { data, error, isFetching, refetch } = useCall(siteCoins, { everyMs: (reply) => startingEveryMs(reply?.deposits) });
  return (
    <div className="flex min-h-[calc(100dvh-57px)] flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-6 laptop:px-8">
        <div>
          <h1 className="text-24 font-bold tracking-[-0.02em]">{t('deposit.title')}</h1>
          <p className="mt-1 text-14 text-sub">{t('deposit.lead')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <OwnLink href="/dnw/deposit/claim" className={buttonClass('line', 40)}>
            <SearchCheck aria-hidden="true" size={16} />
            {t('deposit.claim')}
          </OwnLink>
          <OwnLink href="/dnw_history/history_list" className={buttonClass('line', 40)}>
            <History aria-hidden="true" size={16} />
            {t('deposit.history')}
          </OwnLink>
        </div>
      </header>
      {data !== undefined ? (
        <Networks networks={data.deposits} isDemo={data.isDemo} />
      ) : error ? (
        <FailingState title={t('deposit.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={5} rowClass="h-16" label={t('deposit.title')} />
      )}
    </div>
  );
}

function Networks({ networks, isDemo }: { networks: readonly DepositNetwork[]; isDemo: boolean }) {
  const t = useText(depositTexts);
  const n = useText(networkTexts);
  const asked = useDeposits();
  const [network, choose] = useChosenNetwork(networks);
  if (network === undefined) return <EmptyState title={t('deposit.none')}>{t('deposit.none.words')}</EmptyState>;
  return (
    <>
      <Arriving deposits={asked.data?.content ?? []} />
      <div className="grid grow laptop:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0 divide-y divide-line">
          <PagePart number={1} title={t('deposit.what')}>
            <CoinChoice
              networks={networks}
              network={network}
              onChoose={choose}
              coinsLabel={t('deposit.what')}
              networksLabel={t('deposit.where')}
              saysMemo
              Line={NetworkLine}
            />
          </PagePart>
          <PagePart
            number={2}
            title={t('deposit.where')}
            words={
              network.state === 'PAUSED'
                ? undefined
                : network.hasMemo
                  ? t('deposit.where.memo', { tag: n(`network.tag.${tagOf(network.chain)}`) })
                  : t('deposit.where.words')
            }
          >
            <AddressBox key={network.walletType} network={network} />
          </PagePart>
          <PagePart number={3} title={t('deposit.rules')}>
            <TermsBox network={network} />
          </PagePart>
        </div>
        <aside className="flex flex-col gap-6 border-line px-4 py-6 max-laptop:border-t laptop:border-l laptop:px-6">
          {isDemo && network.state !== 'PAUSED' && <TestCoins network={network} />}
          <RecentDeposits asked={asked} networks={networks} />
        </aside>
      </div>
    </>
  );
}

function NetworkLine({ network: { state, creditAfter } }: { network: DepositNetwork }) {
  const t = useText(depositTexts);
  return state === 'OPEN' ? t('deposit.network.blocks', { blocks: creditAfter }) : t(`deposit.${state}`);
}
