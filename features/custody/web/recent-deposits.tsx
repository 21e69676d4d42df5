// The newest deposits with how far each is.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import type { Deposit, DepositNetwork } from '../contract.ts';
import { isArriving } from './arriving.tsx';
import { depositTexts } from './deposit-texts.ts';
import type { useDeposits } from './live-deposits.ts';
import { TxLink } from './tx-link.tsx';

interface Props {
  asked: ReturnType<typeof useDeposits>;
  networks: readonly DepositNetwork[];
}

export function RecentDeposits({ asked: { data, error, isFetching, refetch }, networks }: Props) {
  const t = useText(depositTexts);
  return (
    <section aria-labelledby="recent-deposits">
      <h2 id="recent-deposits" className="mb-1 text-14 font-bold">
        {t('deposit.recent')}
      </h2>
      {data !== undefined ? (
        data.content.length === 0 ? (
          <EmptyState title={t('deposit.recent.none')}>{t('deposit.recent.words')}</EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.content.map((deposit) => (
              <Row
                key={deposit.depositId}
                deposit={deposit}
                network={networks.find(({ walletType }) => walletType === deposit.walletType)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <FailingState title={t('deposit.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={3} rowClass="h-14" label={t('deposit.recent')} />
      )}
    </section>
  );
}

function Row({ deposit, network }: { deposit: Deposit; network: DepositNetwork | undefined }) {
  const { currency, point, state, confirmations, unlockAfter, steps, txHash, explorer } = deposit;
  const t = useText(depositTexts);
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <CoinMark base={unitOf(currency)} size={24} />
      <span className="min-w-0 flex-1">
        <span className="num block text-14 font-semibold">
          +{figure(point)} <span className="text-12 font-normal text-sub">{unitOf(currency)}</span>
        </span>
        <span className="block text-12 text-sub">
          {steps.length > 0 && moment(steps[0].at, 'minute')}
          {network && ` · ${network.chain} · `}
          <TxLink href={explorer}>{`${txHash.slice(0, 8)}…${txHash.slice(-6)}`}</TxLink>
        </span>
      </span>
      <span className={state === 'ORPHANED' ? 'text-12 text-danger' : 'text-right text-12 text-sub'}>
        {t(`deposit.state.${state}`, { least: figure(network?.least ?? '0'), coin: unitOf(currency) })}
        {isArriving({ state }) && (
          <span className="num block">
            {t('deposit.arriving.blocks', { done: Math.min(confirmations, unlockAfter), all: unlockAfter })}
          </span>
        )}
      </span>
    </li>
  );
}
