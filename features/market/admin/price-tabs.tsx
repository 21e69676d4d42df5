// The two views of prices on the desk, as links under the head.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Link } from '@tanstack/react-router';
import { holidayTexts } from './holiday-texts.ts';

const views = [
  { value: 'prices', to: '/prices' },
  { value: 'holidays', to: '/prices/holidays' },
] as const;

export function PriceTabs({ view }: { view: (typeof views)[number]['value'] }) {
  const t = useText(holidayTexts);
  return (
    <nav aria-label={t('hd.tabs')} className="flex h-9 gap-4 border-b border-line px-4 pointer-coarse:h-11 laptop:px-6">
      {views.map(({ value, to }) => (
        <Link
          key={value}
          to={to}
          aria-current={view === value ? 'page' : undefined}
          className={cx(
            'touch -mb-px inline-flex items-center border-b-2 text-13',
            view === value ? 'border-text font-semibold text-text' : 'border-transparent font-medium text-mute hover:text-text',
          )}
        >
          {t(`hd.tab.${value}`)}
        </Link>
      ))}
    </nav>
  );
}
