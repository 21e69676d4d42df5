// The month itself: a cell a day, tinted by how much the day brought, with its figure; the exact one is what the cell is called.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { directionOf, figure, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { AfterPause, SkeletonBlock, SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { type DayResult, tintOf, weeksOf } from './calendar-month.ts';
import { calendarTexts } from './calendar-texts.ts';

interface ProfitMonthProps {
  month: string;
  today: string;
  days: readonly DayResult[];
  currency: string;
  chosen: string | undefined;
  onChoose(day: string): void;
}

const HIDDEN = '••••';
/** 1 November 2026 is a Sunday. */
const SUNDAY = Date.UTC(2026, 10, 1);

export function ProfitMonth({ month, today, days, currency, chosen, onChoose }: ProfitMonthProps) {
  const language = useLanguage();
  const byDay = new Map(days.map((day) => [day.day, day]));
  const largest = Math.max(0, ...days.map(({ units }) => Math.abs(units)));
  const names = new Intl.DateTimeFormat(language === 'ko' ? 'ko-KR' : 'en-GB', { weekday: 'short', timeZone: 'UTC' });
  return (
    <table className="w-full table-fixed border-separate border-spacing-1 max-tablet:border-spacing-0.5" data-testid="month">
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, i) => (
            <th key={i} scope="col" className="h-7 text-12 font-normal text-mute">
              {names.format(SUNDAY + i * DAY_MS)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, i) => (
          <tr key={i}>
            {week.map((day, weekday) => (
              <td key={day ?? `none-${weekday}`} className="p-0">
                {day && (
                  <DayCell
                    day={day}
                    result={byDay.get(day)}
                    tint={tintOf(byDay.get(day)?.units ?? 0, largest)}
                    isToday={day === today}
                    isFuture={day > today}
                    isChosen={day === chosen}
                    currency={currency}
                    onChoose={onChoose}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A month on its way: the sum, its days and the day's lines in their places. */
export function MonthSkeleton({ month, label }: { month: string; label: string }) {
  return (
    <div className="grid gap-x-8 gap-y-6 pt-4 wide:grid-cols-[minmax(0,1fr)_360px]">
      <AfterPause>
        <output aria-label={label} className="block">
          <span className="mb-3 flex h-18 flex-col justify-center gap-2">
            <SkeletonBlock className="h-6 w-40" />
            <SkeletonBlock className="h-3 w-24" />
          </span>
          <span className="mt-10 grid grid-cols-7 gap-1 max-tablet:gap-0.5">
            {weeksOf(month)
              .flat()
              .map((day, i) => (day === null ? <span key={i} /> : <SkeletonBlock key={i} className="h-[76px] max-tablet:h-14" />))}
          </span>
        </output>
      </AfterPause>
      {/* One place tells that the month is on its way. */}
      <div aria-hidden="true" className="max-wide:hidden wide:border-l wide:border-line wide:pl-8">
        <SkeletonRows hasMark={false} rows={8} label={label} />
      </div>
    </div>
  );
}

interface DayCellProps {
  day: string;
  result: DayResult | undefined;
  tint: number;
  isToday: boolean;
  isFuture: boolean;
  isChosen: boolean;
  currency: string;
  onChoose(day: string): void;
}

function DayCell({ day, result, tint, isToday, isFuture, isChosen, currency, onChoose }: DayCellProps) {
  const t = useText(calendarTexts);
  const language = useLanguage();
  const isHidden = usePrefs((prefs) => prefs.hideAmounts);
  const isPhone = useIsPhone();
  const frame = 'flex h-[76px] w-full flex-col justify-between rounded-6 p-2 text-left max-tablet:h-14 max-tablet:p-1';
  const number = (
    <span className={cx('text-12', isToday ? 'font-bold text-text' : 'text-sub')}>
      {Number(day.slice(8))}
      {isToday && !isPhone && <span className="ml-1.5 font-semibold">{t('calendar.today')}</span>}
    </span>
  );
  if (result === undefined)
    return (
      <div className={cx(frame, !isFuture && 'bg-field')} title={isFuture ? undefined : t('calendar.nothing', { day })}>
        {number}
      </div>
    );
  const direction = directionOf(result.profit);
  const exact = figure(result.profit, { decimals: shownDecimals(currency), sign: true });
  const hue = direction > 0 ? 'var(--rise)' : 'var(--fall)';
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={t('calendar.cell', { day, amount: isHidden ? HIDDEN : exact, currency })}
      onClick={() => onChoose(day)}
      style={{ backgroundColor: tint === 0 ? 'var(--field)' : `color-mix(in srgb, ${hue} ${tint}%, var(--surface))` }}
      className={cx(frame, 'hover:shadow-[0_0_0_1px_var(--edge)]', isChosen && 'shadow-[0_0_0_2px_var(--text)]')}
    >
      {number}
      {/* Ink on the tint: sign and tint tell the direction, and the figure stays readable on the deepest. */}
      <span className="block truncate text-14 font-semibold max-tablet:text-11">
        {isHidden ? HIDDEN : isPhone ? short(result.profit, language) : exact}
      </span>
    </button>
  );
}

/** Fits a seventh of a phone: whole units from ten on, words from a hundred thousand on. */
function short(text: string, language: 'ko' | 'en'): string {
  const digits = text.replace(/^-/, '').split('.')[0].length;
  if (digits > 5) return `${text.startsWith('-') ? '−' : '+'}${shortSum(text, language)}`;
  return figure(text, { decimals: digits > 2 || !text.includes('.') ? 0 : 2, sign: true });
}
