// The two views of prices on the desk, as links under the head.
import { ViewLinks } from '@maru/kit/web/desk/view-links.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { holidayTexts } from './holiday-texts.ts';

const views = [
  { value: 'prices', to: '/prices' },
  { value: 'holidays', to: '/prices/holidays' },
] as const;

export function PriceTabs({ view }: { view: (typeof views)[number]['value'] }) {
  const t = useText(holidayTexts);
  return (
    <ViewLinks label={t('hd.tabs')} views={views.map(({ value, to }) => ({ to, words: t(`hd.tab.${value}`), isHere: view === value }))} />
  );
}
