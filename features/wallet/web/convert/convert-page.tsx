// /dnw/convert: one coin into another at a price that holds for ten seconds, and those that were changed before.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { listConvertCoins } from '../../convert-contract.ts';
import { useAssets } from '../live-wallets.ts';
import { ConvertForm } from './convert-form.tsx';
import { convertTexts } from './convert-texts.ts';
import { RecentConversions } from './recent-conversions.tsx';
import { WaySwitch } from './way-switch.tsx';

/** Pauses and prices that stand still are seen soon; how much is left of the day too. */
const COINS_EVERY_MS = 5_000;

export function ConvertPage() {
  const t = useText(convertTexts);
  return (
    <div className="min-h-[calc(100dvh-57px)]">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-6 laptop:px-8">
        <div>
          <h1 className="text-24 font-bold tracking-[-0.02em]">{t('cv.title')}</h1>
          <p className="mt-1 text-14 text-sub">{t('cv.lead')}</p>
        </div>
        <WaySwitch at="convert" />
      </header>
      <Whole />
      <RecentConversions />
    </div>
  );
}

function Whole() {
  const t = useText(convertTexts);
  const coins = useCall(listConvertCoins, { everyMs: COINS_EVERY_MS });
  const assets = useAssets();
  const error = coins.data === undefined ? coins.error : assets.error;
  if (error)
    return (
      <FailingState
        title={t('cv.failed')}
        error={error}
        onRetry={() => void Promise.all([coins.refetch(), assets.retry()])}
        isRetrying={coins.isFetching || assets.isFetching}
      >
        {t('cv.safe')}
      </FailingState>
    );
  if (coins.data === undefined || assets.wallets === undefined) return <SkeletonRows rows={5} rowClass="h-16" label={t('cv.title')} />;
  if (coins.data.length < 2) return <EmptyState title={t('cv.none')}>{t('cv.none.words')}</EmptyState>;
  return <ConvertForm coins={coins.data} wallets={assets.wallets} />;
}
