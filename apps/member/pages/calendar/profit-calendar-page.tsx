// /dnw_history/calendar: what each day of a month brought by futures or games, and for a day the lines that it is the sum of.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { monthAfter } from '@maru/kit/contract/calendar.ts';
import { pointDecimals, shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useSite, useTypeStatus } from '@maru/kit/web/site.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { OffBecause } from '@maru/kit/web/ui/off-because.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { type ProfitDay, profitDays } from '@maru/wallet/contract.ts';
import { calendarTexts } from './calendar-texts.ts';
import { type DayResult, type MonthSum, sumOf, unitsOf } from './calendar-month.ts';
import { FuturesDay } from './futures-day.tsx';
import { GamesDay } from './games-day.tsx';
import { MonthSkeleton, ProfitMonth } from './profit-month.tsx';
import { useFresh } from '@maru/wallet/web/use-fresh-dnw.ts';

const products = ['futures', 'games'] as const;
export type Product = (typeof products)[number];

export function ProfitCalendarPage() {
  const t = useText(calendarTexts);
  const site = useSite();
  const today = dayOf(serverNow());
  const { isBinary, isPowerBall, isFutures } = useTypeStatus();
  const hasGames = isBinary || isPowerBall;
  const [product, setProduct] = useState<Product>(isFutures || !hasGames ? 'futures' : 'games');
  const [month, setMonth] = useState(today.slice(0, 7));
  const [chosen, setChosen] = useState<string>();
  const list = useCall(profitDays, { query: { month }, keepsOld: true });
  useFresh([profitDays]);
  const currency = product === 'futures' ? 'USDT' : (list.data?.currency ?? site.binaryCurrency);
  // A month that is still on its way shows no other month's days.
  const data = list.data?.month === month ? list.data : undefined;
  const days = (data?.days ?? []).flatMap((day) => resultOf(day, product, currency));
  // Until one is chosen here, the newest.
  const day = days.find((each) => each.day === chosen) ?? days.at(-1);
  return (
    <div className="mx-auto w-full max-w-[1200px] px-4 py-6 laptop:px-8" data-testid="profit-calendar">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('calendar.title')}</h1>
      <p className="mt-1 mb-4 text-14 text-sub">{t('calendar.lead')}</p>
      <div className="flex flex-wrap items-center gap-2 border-b border-line pb-3">
        <MonthChoice month={month} last={today.slice(0, 7)} onChange={setMonth} />
        {hasGames && (
          <Segment<Product>
            label={t('calendar.product')}
            value={product}
            onChange={setProduct}
            items={products.map((value) => ({ value, label: t(`calendar.${value}`) }))}
          />
        )}
        <span className="ml-auto">
          <OffBecause
            reason={
              data === undefined
                ? t(list.isError ? 'calendar.failed' : 'calendar.loading')
                : data.days.length === 0
                  ? t('calendar.csvNone')
                  : undefined
            }
          >
            <IconButton label={t('calendar.csv')} onClick={() => data && saveMonth(t, site.code, data)}>
              <Download size={16} />
            </IconButton>
          </OffBecause>
        </span>
      </div>
      {data === undefined ? (
        list.isError ? (
          <FailingState title={t('calendar.failed')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
            {t('calendar.failed.words')}
          </FailingState>
        ) : (
          <MonthSkeleton month={month} label={t('calendar.loading')} />
        )
      ) : (
        <div className="grid gap-x-8 gap-y-6 pt-4 wide:grid-cols-[minmax(0,1fr)_360px]">
          <section className="min-w-0" aria-label={t('calendar.sum')}>
            <Sum sum={sumOf(days)} currency={currency} onChoose={setChosen} />
            <ProfitMonth {...{ month, today, days, currency }} chosen={day?.day} onChoose={setChosen} />
          </section>
          <section className="min-w-0 wide:border-l wide:border-line wide:pl-8" aria-live="polite">
            {day === undefined ? (
              <EmptyState isLow title={t('calendar.none')}>
                {t('calendar.none.words')}
              </EmptyState>
            ) : product === 'futures' ? (
              <FuturesDay key={day.day} day={day} />
            ) : (
              <GamesDay key={day.day} day={day} currency={currency} />
            )}
          </section>
        </div>
      )}
    </div>
  );
}

/** A day on which only the other product brought something is no day of this one. */
function resultOf(day: ProfitDay, product: Product, currency: string): DayResult[] {
  const profit = day[product];
  return directionOf(profit) === 0 && directionOf(day[product === 'futures' ? 'games' : 'futures']) !== 0
    ? []
    : [{ day: day.day, profit, units: unitsOf(profit, currency) }];
}

function MonthChoice({ month, last, onChange }: { month: string; last: string; onChange(month: string): void }) {
  const t = useText(calendarTexts);
  const language = useLanguage();
  // A phone's width holds the month, the products and the file in one row.
  const length = useIsPhone() ? 'short' : 'long';
  const words = new Intl.DateTimeFormat(language === 'ko' ? 'ko-KR' : 'en-GB', { year: 'numeric', month: length, timeZone: 'UTC' });
  return (
    <span className="flex items-center gap-1">
      <IconButton label={t('calendar.before')} onClick={() => onChange(monthAfter(month, -1))}>
        <ChevronLeft size={18} />
      </IconButton>
      <b className="min-w-20 text-center tablet:min-w-28 text-16 font-bold" aria-live="polite">
        {words.format(Date.parse(`${month}-01T00:00:00Z`))}
      </b>
      <IconButton label={t('calendar.after')} disabled={month >= last} onClick={() => onChange(monthAfter(month, 1))}>
        <ChevronRight size={18} />
      </IconButton>
    </span>
  );
}

function Sum({ sum, currency, onChoose }: { sum: MonthSum; currency: string; onChoose(day: string): void }) {
  const t = useText(calendarTexts);
  const decimals = shownDecimals(currency);
  const ends = [
    ['calendar.best', sum.best],
    ['calendar.worst', sum.worst],
  ] as const;
  const text = formatDecimal(sum.units, pointDecimals(currency));
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-8 gap-y-2">
      <div>
        <p className="text-12 text-mute">{t('calendar.sum')}</p>
        <p className={`text-24 font-bold ${directionClass(directionOf(text))}`} data-testid="month-sum">
          <Amount value={text} decimals={decimals} sign unit={currency} isDimmed={false} />
        </p>
        <p className="text-12 text-sub">{t('calendar.days', { won: sum.won, lost: sum.lost })}</p>
      </div>
      <dl className="flex gap-6 text-12">
        {ends.map(
          ([label, day]) =>
            day && (
              <div key={label}>
                <dt className="text-mute">{t(label)}</dt>
                <dd>
                  <button type="button" onClick={() => onChoose(day.day)} className="touch font-medium underline-offset-4 hover:underline">
                    {day.day.slice(5).replace('-', '.')}{' '}
                    <Amount
                      value={day.profit}
                      decimals={decimals}
                      sign
                      isDimmed={false}
                      className={`font-semibold ${directionClass(directionOf(day.profit))}`}
                    />
                  </button>
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

function saveMonth(
  t: (id: 'calendar.col.day' | 'calendar.col.futures' | 'calendar.col.games') => string,
  code: string,
  data: { month: string; currency: string; days: readonly ProfitDay[] },
): void {
  const head = [t('calendar.col.day'), `${t('calendar.col.futures')} (USDT)`, `${t('calendar.col.games')} (${data.currency})`];
  const rows = data.days.map(({ day, futures, games }) => [day, futures, games]);
  downloadCsv(`${code}-pnl-${data.month}.csv`, csvText(head, rows));
}
