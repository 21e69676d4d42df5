// On a phone's trade pages the way from one product to the next stands beside the mark, whole words only; the rest is in the menu.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import { type NavEntry, productKeys } from './nav-entries.ts';

export function ProductSwitch({ entries, active }: { entries: readonly NavEntry[]; active: string | undefined }) {
  const t = useText(texts);
  return (
    <nav
      aria-label={t('menu.products')}
      // What finds no room stands on a line below, out of sight, instead of being cut.
      className="flex h-11 min-w-0 flex-1 flex-wrap overflow-hidden laptop:hidden"
    >
      {entries
        .filter(({ key }) => productKeys.has(key))
        .map(({ key, to, text }) => (
          <Link
            key={key}
            to={to}
            aria-current={key === active ? 'page' : undefined}
            className={cx(
              'flex h-11 shrink-0 items-center px-2 text-16',
              key === active ? 'order-first font-bold' : 'font-medium text-mute',
            )}
          >
            {t(key === 'futures' ? 'menu.futures.short' : text)}
          </Link>
        ))}
    </nav>
  );
}
