// On a phone's trade pages the way from one product to the next stands beside the mark; what finds no room is scrolled to.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import { type NavEntry, productKeys } from './nav-entries.ts';

const toMiddle = (link: HTMLElement | null) => {
  const nav = link?.parentElement;
  if (nav) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
};

export function ProductSwitch({ entries, active }: { entries: readonly NavEntry[]; active: string | undefined }) {
  const t = useText(texts);
  return (
    <nav
      aria-label={t('menu.products')}
      className="flex h-full min-w-0 flex-1 items-center overflow-x-auto pr-4 [mask-image:linear-gradient(90deg,#000_calc(100%-16px),transparent)] [scrollbar-width:none] floor:hidden"
    >
      {entries
        .filter(({ key }) => productKeys.has(key))
        .map(({ key, to, text }) => (
          <Link
            key={key}
            to={to}
            ref={key === active ? toMiddle : undefined}
            aria-current={key === active ? 'page' : undefined}
            className={cx('flex h-11 shrink-0 items-center px-2 text-16', key === active ? 'font-bold' : 'font-medium text-mute')}
          >
            {t(key === 'futures' ? 'menu.futures.short' : text)}
          </Link>
        ))}
    </nav>
  );
}
