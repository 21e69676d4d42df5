// /dnw/deposit: what is arriving first, then which coin, where to, and on which terms.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { type ReactNode, useState } from 'react';
import { type DepositNetwork, siteCoins } from '../contract.ts';
import { AddressBox } from './address-box.tsx';
import { Arriving } from './arriving.tsx';
import { depositTexts } from './deposit-texts.ts';
import { RecentDeposits } from './recent-deposits.tsx';
import { TermsBox } from './terms-box.tsx';
import { TestCoins } from './test-coins.tsx';

/** While a network starts it is asked for more often. */
const everyMs = (reply: { deposits: DepositNetwork[] } | undefined) =>
  reply?.deposits.some(({ state }) => state === 'STARTING') ? 1_000 : 15_000;

export function DepositPage() {
  const t = useText(depositTexts);
  const { data, error, isFetching, refetch } = useCall(siteCoins, { everyMs });
  return (
    <div className="min-h-[calc(100dvh-57px)]">
      <header className="border-b border-line px-4 py-6 laptop:px-8">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('deposit.title')}</h1>
        <p className="mt-1 text-14 text-sub">{t('deposit.lead')}</p>
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
  const [chosen, setChosen] = useState<string>();
  const network = networks.find(({ walletType }) => walletType === chosen) ?? networks.at(0);
  if (network === undefined) return <EmptyState title={t('deposit.none')}>{t('deposit.none.words')}</EmptyState>;
  return (
    <>
      <Arriving />
      <div className="grid laptop:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0 divide-y divide-line">
          <Part number={1} title={t('deposit.what')}>
            <CoinChoice networks={networks} network={network} onChoose={setChosen} />
          </Part>
          <Part number={2} title={t('deposit.where')} words={t(network.hasMemo ? 'deposit.where.memo' : 'deposit.where.words')}>
            <AddressBox key={network.walletType} network={network} />
          </Part>
          <Part number={3} title={t('deposit.rules')}>
            <TermsBox network={network} />
          </Part>
        </div>
        <aside className="flex flex-col gap-6 border-line px-4 py-6 max-laptop:border-t laptop:border-l laptop:px-6">
          {isDemo && network.state !== 'PAUSED' && <TestCoins network={network} />}
          <RecentDeposits />
        </aside>
      </div>
    </>
  );
}

function Part({ number, title, words, children }: { number: number; title: string; words?: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-3 px-4 py-6 laptop:grid-cols-[92px_minmax(0,1fr)] laptop:px-8">
      <div>
        <p className="num text-12 text-mute max-laptop:hidden">{number}</p>
        <h2 className="text-14 font-bold">{title}</h2>
        {words !== undefined && <p className="mt-1 text-12 text-sub max-laptop:hidden">{words}</p>}
      </div>
      {children}
    </section>
  );
}

interface CoinChoiceProps {
  networks: readonly DepositNetwork[];
  network: DepositNetwork;
  onChoose(walletType: string): void;
}

/** Coins as chips, and the networks of the one that was chosen as cells. */
function CoinChoice({ networks, network, onChoose }: CoinChoiceProps) {
  const t = useText(depositTexts);
  const coins = [...new Set(networks.map(({ currency }) => currency))];
  const first = (currency: string) => networks.find((one) => one.currency === currency)?.walletType ?? network.walletType;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('deposit.what')}</legend>
        {coins.map((currency) => (
          <button
            key={currency}
            type="button"
            aria-pressed={currency === network.currency}
            onClick={() => onChoose(first(currency))}
            className={cx(
              'touch inline-flex h-9 items-center gap-2 rounded-full border px-3 text-13 font-semibold',
              currency === network.currency ? 'border-ink bg-ink text-on-ink' : 'border-line hover:bg-hover',
            )}
          >
            <CoinMark base={currency} size={20} />
            {currency}
          </button>
        ))}
      </fieldset>
      <fieldset className="grid gap-2 phone:grid-cols-2">
        <legend className="sr-only">{t('deposit.where')}</legend>
        {networks
          .filter(({ currency }) => currency === network.currency)
          .map((one) => (
            <NetworkCell key={one.walletType} network={one} isOn={one === network} onChoose={() => onChoose(one.walletType)} />
          ))}
      </fieldset>
    </div>
  );
}

function NetworkCell({ network, isOn, onChoose }: { network: DepositNetwork; isOn: boolean; onChoose(): void }) {
  const t = useText(depositTexts);
  const { chain, state, hasMemo, creditAfter } = network;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className={cx(
        'touch min-h-14 rounded-6 border px-3 py-2 text-left',
        isOn ? 'border-brand ring-1 ring-brand' : 'border-line hover:bg-hover',
        state === 'PAUSED' && 'text-mute',
      )}
    >
      <span className="flex items-center justify-between gap-2 text-14 font-bold">
        {t('deposit.network', { chain })}
        {hasMemo && (
          <span className="rounded-4 bg-warn-tint px-1.5 py-0.5 text-11 font-semibold text-warn">{t('deposit.network.memo')}</span>
        )}
      </span>
      <span className="mt-0.5 block text-12 text-sub">
        {state === 'OPEN' ? t('deposit.network.blocks', { blocks: creditAfter }) : t(`deposit.${state}`)}
      </span>
    </button>
  );
}
