// /dnw_history/asset: total, how the futures wallet is used, the wallets that exist, the futures account, and the ledger.
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { useAwayMs } from '@maru/kit/web/use-away.ts';
import { type ReactNode, useState } from 'react';
import type { WalletType } from '../contract.ts';
import { AssetHead } from './asset-head.tsx';
import { FuturesAccountBox, FuturesAccountSkeleton } from './futures-account-box.tsx';
import { LedgerList } from './ledger-list.tsx';
import { useAssets } from './live-wallets.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { WalletTable } from './wallet-table.tsx';
import { walletTexts } from './wallet-texts.ts';

/** What another feature has to say above the wallets, and below everything. */
export function AssetPage({ children, below }: { children?: ReactNode; below?: ReactNode }) {
  const t = useText(walletTexts);
  const { isFutures } = useTypeStatus();
  const [moving, setMoving] = useState<WalletType | 'ANY'>();
  const oldMs = useAwayMs();
  const assets = useAssets();
  const { wallets, account, error, isFetching, retry } = assets;
  if (error) {
    return (
      <div className="flex min-h-[60dvh] items-center justify-center">
        <h1 className="sr-only">{t('asset.mine')}</h1>
        <FailingState title={t('asset.failed')} error={error} onRetry={retry} isRetrying={isFetching}>
          {t('asset.failed.words')}
        </FailingState>
      </div>
    );
  }
  return (
    <div className="flex min-h-[calc(100dvh-57px)] flex-col">
      <AssetHead wallets={wallets} account={account} hasFutures={isFutures} isOld={oldMs > 0} onTransfer={() => setMoving('ANY')} />
      <div className="grid flex-1 laptop:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0 px-4 py-6 laptop:px-8">
          {children}
          {wallets ? (
            <WalletTable wallets={wallets} account={account} oldMs={oldMs} onTransfer={setMoving} />
          ) : (
            <>
              <h2 className="mb-2 flex h-10 items-center text-20 font-bold tracking-[-0.02em] tablet:mb-9">{t('asset.wallets')}</h2>
              <SkeletonRows rows={2} label={t('asset.loading')} />
            </>
          )}
          <LedgerList />
          {below}
        </div>
        {isFutures && (
          <div
            className={cx(
              'border-t border-line px-4 py-6 laptop:border-t-0 laptop:border-l laptop:px-6',
              // On a phone what one has stands first, but for margin that can run out.
              account && directionOf(account.positionMargin) !== 0 && 'max-laptop:order-first max-laptop:border-t-0 max-laptop:border-b',
              oldMs > 0 && '[&_span]:text-mute',
            )}
          >
            {account ? (
              <FuturesAccountBox account={account} />
            ) : assets.accountError ? (
              <FailingState
                title={t('asset.account.failed')}
                error={assets.accountError}
                onRetry={assets.retryAccount}
                isRetrying={assets.isFetchingAccount}
              >
                {t('asset.account.safe')}
              </FailingState>
            ) : (
              <FuturesAccountSkeleton />
            )}
          </div>
        )}
      </div>
      {moving && <TransferDialog {...(moving === 'ANY' ? {} : { from: moving })} onClose={() => setMoving(undefined)} />}
    </div>
  );
}
