// Funding: what it will cost next and who pays whom, and what was settled before.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useLivePart } from '@maru/kit/web/live-store.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { type FundingNow, fundingRates } from '@maru/market/contract.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { FundingChart, rateText } from './funding-chart.tsx';
import { fundingBars, percentOfFraction } from './funding-figures.ts';
import { fundingTexts } from './funding-texts.ts';
import { quoteKey } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { Countdown } from './symbol-bar.tsx';

const ranges = ['7', '30', '90'] as const;
type Range = (typeof ranges)[number];
/** Of every eight hours. */
const A_DAY = 3;

export function FundingPanel({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(fundingTexts);
  const [range, setRange] = useState<Range>('30');
  const asked = useCall(fundingRates, {
    query: { symbol: symbol.symbol, limit: String(Number(range) * A_DAY) },
    staleMs: 60_000,
    keepsOld: true,
  });
  const next = useLivePart(quoteKey(symbol.symbol), (quote) => quote.nextFundingAt);
  const refetch = asked.refetch;
  const answered = asked.data?.current.nextFundingAt;
  // One settles every eight hours and no topic tells it: when the next one's time moves on, another bar is there.
  useEffect(() => {
    if (next !== undefined && answered !== undefined && next > answered) void refetch();
  }, [next, answered, refetch]);
  const data = asked.data?.symbol === symbol.symbol ? asked.data : undefined;
  const bars = data && fundingBars(data.rates, data.current);
  const sum = bars?.at(-1)?.sum ?? 0;
  return (
    <div className="scroll-thin grid min-h-0 flex-1 gap-x-8 gap-y-5 overflow-y-auto p-4 laptop:grid-cols-[236px_1fr]">
      <Estimate symbol={symbol} now={data?.current} />
      <section aria-label={t('funding.history')} className="flex min-h-60 min-w-0 flex-col laptop:min-h-0">
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 className="text-13 font-semibold">{t('funding.history')}</h3>
          {bars && bars.length > 1 && (
            <p className="text-12 text-mute">
              {t('funding.sum', { days: range })} <b className={directionClass(Math.sign(sum) as -1 | 0 | 1)}>{rateText(sum)}</b> ·{' '}
              {t('funding.average')} <b className="font-medium text-text">{rateText(sum / (bars.length - 1))}</b>
            </p>
          )}
          <Segment<Range>
            className="ml-auto"
            label={t('funding.range')}
            value={range}
            onChange={setRange}
            items={ranges.map((value) => ({ value, label: t('funding.days', { days: value }) }))}
          />
        </div>
        {bars ? (
          bars.length > 1 ? (
            <FundingChart bars={bars} />
          ) : (
            <EmptyState isLow title={t('funding.none')}>
              {t('funding.noneNext')}
            </EmptyState>
          )
        ) : asked.isError ? (
          <FailingState title={t('funding.failed')} onRetry={() => void refetch()} isRetrying={asked.isFetching}>
            {t('funding.failedNext')}
          </FailingState>
        ) : (
          <output aria-label={t('funding.loading')} className="flex min-h-24 flex-1 flex-col">
            <SkeletonBlock className="h-full w-full" />
          </output>
        )}
        {bars?.some((bar) => bar.kind === 'simulated') && <p className="mt-2 text-11 text-mute">{t('funding.simulatedNote')}</p>}
      </section>
    </div>
  );
}

/** The estimate moves with the ticker; bounds and interval come with the history. */
function Estimate({ symbol, now }: { symbol: MarketSymbol; now: FundingNow | undefined }) {
  const t = useText(fundingTexts);
  const ticking = useLivePart(quoteKey(symbol.symbol), (quote) => quote.fundingRate);
  const until = useLivePart(quoteKey(symbol.symbol), (quote) => quote.nextFundingAt) ?? now?.nextFundingAt;
  const premium = useLivePart(quoteKey(symbol.symbol), (quote) => premiumOf(quote.mark, quote.index));
  const rate = ticking === undefined ? now && percentOfFraction(now.rate) : Number(ticking);
  if (rate === undefined)
    return (
      <div className="flex flex-col gap-3">
        <SkeletonBlock className="h-4 w-24" />
        <SkeletonBlock className="h-8 w-32" />
      </div>
    );
  const hours = now?.intervalHours ?? 8;
  return (
    <section aria-label={t('funding.title')} className="min-w-0">
      <p className="text-12 text-mute">{t('funding.rate')}</p>
      <p className={`text-24 font-bold ${directionClass(Math.sign(rate) as -1 | 0 | 1)}`}>{rateText(rate)}</p>
      <p className="text-12 text-sub">
        {t(rate > 0 ? 'funding.longsPay' : rate < 0 ? 'funding.shortsPay' : 'funding.nobodyPays')}
        <span className="text-mute"> · {t('funding.perYear', { percent: (rate * (24 / hours) * 365).toFixed(2).replace('-', '−') })}</span>
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-13">
        {until !== undefined && (
          <Line label={t('funding.next')}>
            <Countdown until={until} />
          </Line>
        )}
        <Line label={t('funding.interval')}>{t('funding.every', { hours })}</Line>
        {now && (
          <Line label={t('funding.bounds')}>
            {rateText(percentOfFraction(now.cap))} · {rateText(percentOfFraction(now.floor))}
          </Line>
        )}
        {premium !== undefined && <Line label={t('funding.premium')}>{figure(premium, { decimals: 4, sign: true })}%</Line>}
      </dl>
    </section>
  );
}

/** How far the mark stands from the index, percent. */
function premiumOf(mark: string, index: string): string {
  return Number(index) > 0 ? ((Number(mark) / Number(index) - 1) * 100).toFixed(4) : '0';
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="whitespace-nowrap text-mute">{label}</dt>
      <dd className="text-right font-medium whitespace-nowrap">{children}</dd>
    </>
  );
}
