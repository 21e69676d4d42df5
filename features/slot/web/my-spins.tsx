// The member's spins of a period: newest first under their day with its sums, each with its symbols, sealed or checked.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { dayOf, periodOf, type Span } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { PeriodSegment } from '@maru/kit/web/ui/period-segment.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { usePaging } from '@maru/kit/web/use-paging.ts';
import { Fragment, useState } from 'react';
import { listSpins, type SlotDay, type SlotSpin } from '../contract.ts';
import { slotTexts } from './slot-texts.ts';
import { SpinRow } from './spin-row.tsx';

const SIZE = 12;
const usual: Span = { period: '30', from: '', to: '' };
const dayOfSpin = ({ time }: SlotSpin) => (time === null ? undefined : dayOf(Date.parse(time)));

export function MySpins({ last }: { last: SlotSpin | undefined }) {
  const t = useText(slotTexts);
  const [span, setSpan] = useState(usual);
  const { page, setPage, asOf } = usePaging(JSON.stringify(span));
  // The start of a period moves with the clock: once a minute is enough, or every render would be another question.
  const asked = asOf(periodOf(span, Math.floor(serverNow() / 60_000) * 60_000));
  const {
    data,
    error,
    isFetching,
    refetch: retry,
  } = useCall(listSpins, { query: { ...asked, page: String(page), size: String(SIZE) }, keepsOld: true });
  const body = () => {
    if (data === undefined && error)
      return (
        <FailingState title={t('slot.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching} isLow>
          {t('slot.failed.words')}
        </FailingState>
      );
    if (data === undefined) return <SkeletonRows rows={4} rowClass="h-12" label={t('slot.loading')} hasMark={false} />;
    // The list may be a moment behind the spin that was just answered.
    const isBehind =
      page === 0 && span.period !== 'own' && last !== undefined && !data.content.some(({ spinId }) => spinId === last.spinId);
    const spins = isBehind ? [last, ...data.content] : data.content;
    if (spins.length === 0)
      return JSON.stringify(span) !== JSON.stringify(usual) ? (
        <EmptyState
          title={t('slot.history.none.period')}
          actions={<Button onClick={() => setSpan(usual)}>{t('slot.history.usual')}</Button>}
          isLow
        />
      ) : (
        <EmptyState title={t('slot.history.none')} isLow>
          {t('slot.history.none.words')}
        </EmptyState>
      );
    return (
      <>
        <Rows spins={spins} days={data.days} />
        <Pager page={page} size={SIZE} total={data.totalElements} onPage={setPage} />
      </>
    );
  };
  return (
    <section aria-labelledby="slot-history" className="min-w-0" data-testid="spins">
      <h2 id="slot-history" className="text-13 font-bold">
        {t('slot.history')}
      </h2>
      <div className="my-2 flex flex-wrap items-center gap-2">
        <PeriodSegment span={span} onChange={(change) => setSpan((was) => ({ ...was, ...change }))} />
      </div>
      {body()}
    </section>
  );
}

function Rows({ spins, days }: { spins: readonly SlotSpin[]; days: readonly SlotDay[] }) {
  const t = useText(slotTexts);
  const decimals = shownDecimals(useSite().binaryCurrency);
  return (
    <ul>
      {spins.map((spin, i) => {
        const date = dayOfSpin(spin);
        const isFirst = date !== undefined && (i === 0 || dayOfSpin(spins[i - 1]) !== date);
        const day = isFirst ? days.find((each) => each.date === date) : undefined;
        return (
          <Fragment key={spin.spinId}>
            {day && (
              <li className="mt-2 rounded-4 bg-hover px-2 py-1 text-12 tabular-nums" data-testid="day">
                <p className="flex justify-between gap-2 font-semibold">
                  {t('slot.day', { date: day.date.slice(5).replace('-', '.'), spins: day.spins })}
                  <span>{figure(day.profit, { decimals, sign: true })}</span>
                </p>
                <p className="text-sub">
                  {t('slot.day.sums', { point: figure(day.point, { decimals }), payout: figure(day.payout, { decimals }) })}
                </p>
              </li>
            )}
            <SpinRow spin={spin} />
          </Fragment>
        );
      })}
    </ul>
  );
}
