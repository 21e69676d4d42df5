// The head of a day: its date, its figure, and how many lines are that figure.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { CircleCheck, Download } from 'lucide-react';
import { calendarTexts } from './calendar-texts.ts';

interface DayHeadProps {
  day: string;
  profit: string;
  currency: string;
  /** Lines whose sum is the figure; undefined: they are still counted, or it has moved on since. */
  lines: number | undefined;
  isBusy: boolean;
  onSave(): void;
}

export function DayHead({ day, profit, currency, lines, isBusy, onSave }: DayHeadProps) {
  const t = useText(calendarTexts);
  const language = useLanguage();
  const said = new Intl.DateTimeFormat(language === 'ko' ? 'ko-KR' : 'en-GB', {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  });
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-16 font-bold">{said.format(Date.parse(`${day}T00:00:00Z`))}</h2>
        <IconButton label={t('calendar.csvDay')} disabled={isBusy} onClick={onSave}>
          <Download size={16} />
        </IconButton>
      </div>
      <p className={`text-24 font-bold ${directionClass(directionOf(profit))}`} data-testid="day-sum">
        <Amount value={profit} decimals={shownDecimals(currency, 6)} sign unit={currency} />
      </p>
      <p className="mt-0.5 flex min-h-5 items-center gap-1 text-12 text-sub" data-testid="day-equal">
        {lines !== undefined && (
          <>
            <CircleCheck size={14} aria-hidden="true" className="text-green" />
            {t('calendar.equal', { count: lines })}
          </>
        )}
      </p>
    </>
  );
}
