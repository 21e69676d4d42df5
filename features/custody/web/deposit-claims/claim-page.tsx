// /dnw/deposit/claim: which payment came without its memo, and how far earlier claims are.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { ChevronLeft } from 'lucide-react';
import { siteCoins } from '../../contract.ts';
import { ClaimForm } from './claim-form.tsx';
import { claimTexts } from './claim-texts.ts';
import { OwnClaims } from './own-claims.tsx';

export function DepositClaimPage() {
  const t = useText(claimTexts);
  const { data, error, isFetching, refetch } = useCall(siteCoins);
  const networks = data?.deposits.filter(({ hasMemo }) => hasMemo);
  return (
    <div className="flex min-h-[calc(100dvh-57px)] flex-col">
      <header className="border-b border-line px-4 py-6 laptop:px-8">
        <OwnLink href="/dnw/deposit" className="touch mb-2 inline-flex items-center gap-1 text-13 text-sub hover:text-text">
          <ChevronLeft aria-hidden="true" size={14} />
          {t('claim.back')}
        </OwnLink>
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('claim.title')}</h1>
        <p className="mt-1 text-14 text-sub">{t('claim.lead')}</p>
      </header>
      <div className="grid grow laptop:grid-cols-[minmax(0,1fr)_336px]">
        {networks !== undefined ? (
          networks.length > 0 ? (
            <ClaimForm networks={networks} />
          ) : (
            <EmptyState title={t('claim.none.coins')}>{t('claim.none.coins.words')}</EmptyState>
          )
        ) : error ? (
          <FailingState title={t('claim.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonRows hasMark={false} rows={5} rowClass="h-16" label={t('claim.title')} />
        )}
        <aside className="border-line px-4 py-6 max-laptop:border-t laptop:border-l laptop:px-6">
          <OwnClaims />
        </aside>
      </div>
    </div>
  );
}
