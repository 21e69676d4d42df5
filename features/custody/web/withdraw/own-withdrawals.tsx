// The member's withdrawals with how far each is; one opens to its side.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePaging } from '@maru/kit/web/use-paging.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import type { Withdrawal } from '../../withdraw-contract.ts';
import { PAGE_SIZE, useWithdrawals } from './live-withdrawals.ts';
import { isEnded, isOpen } from './track-steps.ts';
import { trackerTexts } from './tracker-texts.ts';
import { withdrawTexts } from './withdraw-texts.ts';

export function OwnWithdrawals({ onOpen }: { onOpen(withdrawalId: number): void }) {
  const t = useText(withdrawTexts);
  const { page, setPage } = usePaging('withdrawals');
  const { data, error, isFetching, refetch } = useWithdrawals(page);
  return (
    <section aria-labelledby="own-withdrawals" className="border-t border-line px-4 py-6 laptop:px-8">
      <h2 id="own-withdrawals" className="mb-1 text-16 font-bold">
        {t('withdraw.recent')}
      </h2>
      {data === undefined ? (
        error ? (
          <FailingState title={t('withdraw.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonRows rows={3} rowClass="h-16" label={t('withdraw.recent')} />
        )
      ) : data.totalElements === 0 ? (
        <EmptyState title={t('withdraw.recent.none')}>{t('withdraw.recent.words')}</EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {data.content.map((one) => (
              <Row key={one.withdrawalId} withdrawal={one} onOpen={() => onOpen(one.withdrawalId)} />
            ))}
          </ul>
          <Pager page={page} size={PAGE_SIZE} total={data.totalElements} onPage={setPage} />
        </>
      )}
    </section>
  );
}

function Row({ withdrawal, onOpen }: { withdrawal: Withdrawal; onOpen(): void }) {
  const t = useText(withdrawTexts);
  const s = useText(trackerTexts);
  const { currency, point, chain, address, state, isInside, askedAt } = withdrawal;
  const coin = unitOf(currency);
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('withdraw.open', { amount: figure(point), coin })}
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 py-2 text-left hover:bg-hover"
      >
        <CoinMark base={coin} size={28} />
        <span className="min-w-0 flex-1">
          <Amount value={`-${point}`} unit={coin} className="block text-14 font-semibold" />
          <span className="block truncate text-12 text-sub">
            {tableMoment(askedAt, false)} · {isInside ? s('track.inside') : chain} · …{address.slice(-6)}
          </span>
        </span>
        <Progress withdrawal={withdrawal} words={s(`track.state.${state}`)} />
      </button>
    </li>
  );
}

/** Under way it says how far; amber while a person looks at it. */
function Progress({ withdrawal: { state, confirmations, settledAfter }, words }: { withdrawal: Withdrawal; words: string }) {
  const s = useText(trackerTexts);
  const tone = state === 'REVIEW' ? 'text-warn' : isOpen(state) ? 'text-brand' : isEnded(state) ? 'text-sub' : 'text-text';
  return (
    <span className={cx('shrink-0 text-right text-13 font-semibold', tone)}>
      {words}
      {state === 'SENT' && (
        <span className="num block text-12 font-normal">
          {s('track.blocks', { done: Math.min(confirmations, settledAfter), all: settledAfter })}
        </span>
      )}
    </span>
  );
}
