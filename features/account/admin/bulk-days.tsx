// For how long withdrawals are held.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { bulkTexts } from './bulk-texts.ts';

const holdDays = ['1', '3', '7', '30'] as const;
export type HoldDays = (typeof holdDays)[number];

export function HoldDaysField({ value, onChange }: { value: HoldDays; onChange(value: HoldDays): void }) {
  const t = useText(bulkTexts);
  return (
    <div className="mb-4">
      <Segment
        isFull
        label={t('mb.days')}
        value={value}
        onChange={onChange}
        items={holdDays.map((each) => ({ value: each, label: t('mb.day', { count: each }) }))}
      />
    </div>
  );
}
