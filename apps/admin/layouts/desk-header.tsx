// The header: mark, the site one works at, search, how the system is, what waits, and who one is.
import { useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { sinceMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { setPref, usePrefs } from '@maru/kit/web/prefs.ts';
import { useSocketState } from '@maru/kit/web/socket.ts';
import { useOnline } from '@maru/kit/web/use-online.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CountBadge } from '@maru/kit/web/ui/marks.tsx';
import { MaruMark } from '@maru/kit/web/ui/maru-mark.tsx';
import { Menu, Popover } from '@maru/kit/web/ui/overlays.tsx';
import { getFeedStanding } from '@maru/market/admin-contract.ts';
import { leave, useSelf } from '@maru/operator/admin/self.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bell, Globe, LogOut, Menu as MenuIcon, Moon, Search, ShieldCheck, Sun } from 'lucide-react';
import { texts } from '../texts.ts';
import { allPages } from './own-pages.ts';
import { SiteSwitcher } from './site-switcher.tsx';
import { useWaiting } from './waiting.ts';
import { ageWords } from '@maru/kit/web/desk/age.ts';

/** A round trip above this is called slow. */
const lateMs = 1_000;
const FEED_ASK_MS = 5_000;

/** The line to the server first, then the site's prices: all is well only where both are. */
function HealthLight() {
  const t = useText(texts);
  const status = useSocketState((state) => state.status);
  const latencyMs = useSocketState((state) => state.latencyMs);
  const site = useMaybeDeskSite();
  const { data: feed } = useCall(getFeedStanding, { isOn: site !== undefined, everyMs: FEED_ASK_MS, keepsOld: true });
  const isOnline = useOnline();
  const isLinked = isOnline && status === 'open' && (latencyMs ?? 0) < lateMs;
  const isFed = feed === undefined || feed.waiting === 0;
  const look = cx('items-center gap-2 text-12 whitespace-nowrap', isLinked && isFed ? 'text-sub' : 'text-warn');
  const dot = <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', isLinked && isFed ? 'bg-green' : 'bg-warn')} />;
  if (isLinked && !isFed) {
    const { open, waiting, isAway } = feed;
    const counts = t(isAway ? 'shell.health.away' : 'shell.health.feed', { open, waiting });
    return (
      <Link to="/prices" className={cx('touch inline-flex font-semibold', look)}>
        {dot}
        {/* On a phone the counts alone: the menu, the site and the bell stand beside them. */}
        <span className="tablet:hidden">
          <span className="sr-only">{counts}</span>
          <span aria-hidden="true">{`${waiting}/${open}`}</span>
        </span>
        <span className="max-tablet:hidden">
          {counts}
          {feed.since !== null && (
            <span className="font-normal max-laptop:sr-only"> · {t('shell.health.since', { time: sinceMoment(feed.since) })}</span>
          )}
        </span>
      </Link>
    );
  }
  return (
    <span
      title={isLinked ? undefined : t('shell.health.link')}
      className={cx(isLinked ? 'hidden tablet:inline-flex' : 'inline-flex', look)}
    >
      {dot}
      <span className="max-tablet:sr-only">{isLinked ? t('shell.health.good') : t('shell.health.link')}</span>
      {isLinked && latencyMs !== undefined && <span className="text-mute">· {t('shell.health.ms', { ms: latencyMs })}</span>}
    </span>
  );
}

function WaitingBell() {
  const t = useText(texts);
  const words = useWords();
  const waiting = useWaiting().filter(({ count }) => count > 0);
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  const pageOf = (kind: string) => allPages().find(({ waits }) => waits === kind);
  const label = total > 0 ? t('shell.bell.count', { count: total }) : t('shell.bell');
  return (
    <Popover
      align="end"
      className="w-72 p-1"
      trigger={
        <IconButton label={label}>
          <Bell size={16} />
          <CountBadge count={total} label={label} className="absolute -top-1 left-4" />
        </IconButton>
      }
    >
      {(close) =>
        waiting.length === 0 ? (
          <p className="px-3 py-6 text-center text-13 text-mute">{t('shell.bell.none')}</p>
        ) : (
          waiting.map(({ kind, count, since }) => {
            const page = pageOf(kind);
            return (
              page && (
                <Link
                  key={kind}
                  to={page.path}
                  onClick={close}
                  className="flex min-h-9 items-center justify-between gap-3 rounded-6 px-2.5 text-13 hover:bg-hover pointer-coarse:min-h-11"
                >
                  <span className="font-semibold">
                    {words(page.title)} <span className="ml-1">{count}</span>
                  </span>
                  {since && <span className="text-12 text-mute">{t('shell.bell.since', { age: ageWords(since) })}</span>}
                </Link>
              )
            );
          })
        )
      }
    </Popover>
  );
}

function OperatorMenu() {
  const t = useText(texts);
  const navigate = useNavigate();
  const { theme, language } = usePrefs();
  const self = useSelf();
  if (!self) return null;
  const isDark = theme === 'dark';
  return (
    <Menu
      trigger={
        <button type="button" className="touch flex h-8 items-center gap-2 rounded-6 px-1.5 hover:bg-hover">
          {/* Drawn, not written: the name beside it says it. */}
          <span
            aria-hidden="true"
            data-initial={self.name.slice(0, 1)}
            className="flex size-6 items-center justify-center rounded-full bg-ink text-11 font-semibold text-on-ink after:content-[attr(data-initial)]"
          />
          <span className="text-13 font-semibold max-tablet:sr-only">{self.name}</span>
          <span className="hidden text-12 text-mute wide:inline">{self.username}</span>
        </button>
      }
      items={[
        {
          key: 'security',
          label: t('shell.security'),
          icon: <ShieldCheck size={14} />,
          onChoose: () => void navigate({ to: '/security' }),
        },
        {
          key: 'language',
          label: <span lang={language === 'ko' ? 'en' : 'ko'}>{language === 'ko' ? 'English' : '한국어'}</span>,
          icon: <Globe size={14} />,
          onChoose: () => setPref('language', language === 'ko' ? 'en' : 'ko'),
        },
        {
          key: 'theme',
          label: t(isDark ? 'shell.light' : 'shell.dark'),
          icon: isDark ? <Sun size={14} /> : <Moon size={14} />,
          onChoose: () => setPref('theme', isDark ? 'theme-white' : 'dark'),
        },
        { key: 'leave', label: t('shell.leave'), icon: <LogOut size={14} />, onChoose: () => void leave() },
      ]}
    />
  );
}

export function DeskHeader({ onNav, onSearch }: { onNav(): void; onSearch(): void }) {
  const t = useText(texts);
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-3 bg-bg px-3 wide:px-0 wide:pr-6">
      <IconButton label={t('shell.nav.open')} className="wide:hidden" onClick={onNav}>
        <MenuIcon size={18} />
      </IconButton>
      <Link to="/" className="touch flex shrink-0 items-center gap-2 wide:w-[220px] wide:pl-5">
        <MaruMark size={22} />
        <span className="text-16 font-bold tracking-[-0.035em] max-tablet:sr-only">Maru</span>
        <span className="text-13 text-mute max-tablet:sr-only">{t('shell.office')}</span>
      </Link>
      <SiteSwitcher />
      <button
        type="button"
        onClick={onSearch}
        className="touch flex h-8 min-w-0 items-center gap-2 rounded-6 bg-hover px-2.5 text-13 text-mute hover:text-text laptop:w-80"
      >
        <Search aria-hidden="true" size={14} className="shrink-0" />
        <span className="flex-1 text-left max-laptop:sr-only">{t('shell.search')}</span>
        <kbd className="hidden font-sans text-12 font-semibold laptop:inline">{t('shell.search.hint')}</kbd>
      </button>
      <div className="ml-auto flex items-center gap-2 tablet:gap-3">
        <HealthLight />
        <WaitingBell />
        <OperatorMenu />
      </div>
    </header>
  );
}
