// Fields that the forms of contents and popups share: a moment in the site's time zone, an order, the two languages.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { contentDeskTexts } from './desk-texts.ts';
import { fromLocal, toLocal } from './site-moment.ts';

interface MomentFieldProps {
  label: string;
  value: string | undefined;
  onChange(value: string | undefined): void;
}

export function MomentField({ label, value, onChange }: MomentFieldProps) {
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={value ? toLocal(value) : ''}
      onChange={(event) => onChange(fromLocal(event.target.value))}
    />
  );
}

export function OrderField({ value, onChange }: { value: number; onChange(value: number): void }) {
  const t = useText(contentDeskTexts);
  return (
    <TextField
      label={t('con.order')}
      type="number"
      min={-999}
      max={999}
      value={value}
      onChange={(event) => onChange(Math.max(-999, Math.min(999, Math.trunc(Number(event.target.value)) || 0)))}
    />
  );
}

export type Language = 'ko' | 'en';

export function LanguageSegment({ value, onChange }: { value: Language; onChange(value: Language): void }) {
  const t = useText(contentDeskTexts);
  return (
    <Segment<Language>
      label={t('con.language')}
      value={value}
      onChange={onChange}
      items={[
        { value: 'ko', label: t('con.ko') },
        { value: 'en', label: t('con.en') },
      ]}
    />
  );
}
