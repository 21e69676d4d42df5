// Which days a list shows: one, seven, thirty, or from a day to a day.
import { defineCatalog } from '../i18n/language.ts';
import { serverNow } from '../i18n/moments.ts';
import { useText } from '../i18n/use-text.ts';
import { dayOf, type Period, type Span } from '../periods.ts';
import { Segment } from './tabs.tsx';

const texts = defineCatalog({
  'period.label': ['기간', 'Period'],
  'period.1': ['오늘', 'Today'],
  'period.7': ['7일', '7 days'],
  'period.30': ['30일', '30 days'],
  'period.own': ['직접 선택', 'Custom'],
  'period.from': ['시작', 'From'],
  'period.to': ['끝', 'To'],
});

export function PeriodSegment({ span, onChange }: { span: Span; onChange(change: Partial<Span>): void }) {
  const t = useText(texts);
  const choose = (period: Period) => {
    const today = dayOf(serverNow());
    onChange(period === 'own' ? { period, from: span.from || today, to: span.to || today } : { period });
  };
  return (
    <>
      <Segment<Period>
        label={t('period.label')}
        value={span.period}
        onChange={choose}
        items={[
          { value: '1', label: t('period.1') },
          { value: '7', label: t('period.7') },
          { value: '30', label: t('period.30') },
          { value: 'own', label: t('period.own') },
        ]}
      />
      {span.period === 'own' && <DaySpan from={span.from} to={span.to} onChange={onChange} />}
    </>
  );
}

/** From a day to a day of the site's calendar; an empty side is open. */
export function DaySpan({ from, to, onChange }: { from: string; to: string; onChange(change: { from?: string; to?: string }): void }) {
  const t = useText(texts);
  return (
    <span className="flex items-center gap-1 text-12 text-mute">
      <Day label={t('period.from')} value={from} most={to} onChange={(day) => onChange({ from: day })} />
      ~
      <Day label={t('period.to')} value={to} least={from} onChange={(day) => onChange({ to: day })} />
    </span>
  );
}

function Day({
  label,
  value,
  least,
  most,
  onChange,
}: {
  label: string;
  value: string;
  least?: string;
  most?: string;
  onChange(day: string): void;
}) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value}
      min={least || undefined}
      max={most || undefined}
      onChange={(event) => onChange(event.target.value)}
      className="h-7 rounded-4 border border-line bg-field px-1.5 text-12 text-text [color-scheme:inherit] pointer-coarse:h-11 pointer-coarse:text-16"
    />
  );
}
