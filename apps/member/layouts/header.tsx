// The header of every page: mark, menu with the specification's rules, tools; on phones the mark and a menu sheet.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useScrolledBeyond } from '@maru/kit/web/scroll.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { preloadArea } from '../pages/areas.tsx';
import { paths } from '../paths.ts';
import { texts } from '../texts.ts';
import { Wordmark } from './brand-mark.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { HeaderTools } from './header-tools.tsx';
import { activeKey, headerEntries } from './nav-entries.ts';
import { PhoneMenu } from './phone-menu.tsx';
import { ProductSwitch } from './product-switch.tsx';

/** So many entries stand wide apart; more of them move together. */
const ROOMY = 6;

/** `side`: the mark stands over a 280 px column; `wide`: the trade screen, where the menu follows it at once. */
export function Header({ layout }: { layout: 'side' | 'wide' }) {
  const t = useText(texts);
  const isMember = useSession(isLoggedIn);
  const entries = headerEntries(useTypeStatus(), isMember);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const active = activeKey(entries, path);
  const isScrolled = useScrolledBeyond(4);
  return (
    <div className="sticky top-0 z-30">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-8 focus:bg-raised focus:px-4 focus:py-2 focus:shadow-float"
      >
        {t('header.skip')}
      </a>
      <header
        className={cx(
          'flex h-12 items-center bg-surface px-4 tablet:h-14 laptop:bg-bg laptop:pr-6 laptop:pl-0',
          isScrolled && 'shadow-[0_1px_0_var(--line)]',
        )}
      >
        <Link
          to={paths.home}
          title={t('header.home')}
          className={cx(
            'touch flex items-center laptop:pl-6',
            layout === 'side' ? 'laptop:mr-8 wide:mr-0 wide:w-[280px]' : 'mr-2 max-laptop:[&_[data-name]]:sr-only laptop:mr-6',
          )}
        >
          <Wordmark />
        </Link>
        <nav
          aria-label={t('menu.label')}
          className={cx(
            'hidden h-full items-center laptop:flex',
            entries.length <= ROOMY ? 'gap-5 wide:gap-7' : layout === 'side' ? 'gap-4' : 'gap-4 wide:gap-5',
            layout === 'side' && 'wide:pl-8',
          )}
        >
          {entries.map((entry) => (
            <Link
              key={entry.key}
              to={entry.to}
              aria-current={entry.key === active ? 'page' : undefined}
              onPointerEnter={() => preloadArea(entry.to)}
              onFocus={() => preloadArea(entry.to)}
              className={cx(
                'relative flex h-full items-center text-14 whitespace-nowrap transition-colors hover:text-text',
                entry.key === active
                  ? 'font-bold text-text after:absolute after:inset-x-0 after:bottom-2 after:h-0.5 after:bg-brand'
                  : 'font-medium text-sub',
                layout === 'wide' && 'after:bottom-0!',
              )}
            >
              {t(entry.text)}
            </Link>
          ))}
        </nav>
        {layout === 'wide' && <ProductSwitch entries={entries} active={active} />}
        <HeaderTools isTrading={layout === 'wide'} />
        {/* A new page closes the sheet. */}
        <PhoneMenu key={path} hasSide={layout === 'side'} entries={entries} active={active} />
      </header>
      <ConnectionBanner />
    </div>
  );
}
