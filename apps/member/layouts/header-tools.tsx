// The right end of the header: search, connection, assets, sound, notifications, language, theme, messages and profile, or log in and sign up.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { setPref, usePrefs } from '@maru/kit/web/prefs.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { seeNotices, useToasts } from '@maru/kit/web/toasts/toast-list.ts';
import { toastIcons } from '@maru/kit/web/toasts/toaster.tsx';
import { buttonClass, IconButton, iconButtonClass } from '@maru/kit/web/ui/button.tsx';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { CountBadge } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { Menu, Popover } from '@maru/kit/web/ui/overlays.tsx';
import { useAssets } from '@maru/wallet/web/live-wallets.ts';
import { useTotal } from '@maru/wallet/web/use-total.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { Bell, Globe, Mail, Moon, Sun, User, Volume2, VolumeX } from 'lucide-react';
import { paths } from '../paths.ts';
import { texts } from '../texts.ts';
import { useUnread } from '../unread.ts';
import { ConnectionLight } from './connection-light.tsx';
import { HeaderSearch } from './header-search.tsx';

const languageNames = { ko: '한국어', en: 'English' } as const;

/** `withName` writes the running language beside the globe. */
export function LanguageMenu({ withName = false, align = 'end' }: { withName?: boolean; align?: 'start' | 'end' }) {
  const t = useText(texts);
  const { languages } = useSite();
  const language = usePrefs((prefs) => prefs.language);
  if (languages.length < 2) return null;
  return (
    <Menu
      align={align}
      trigger={
        withName ? (
          <button
            type="button"
            className="touch inline-flex h-8 items-center gap-1.5 rounded-6 px-2 text-13 text-sub hover:bg-hover hover:text-text"
          >
            <Globe aria-hidden="true" size={16} />
            {languageNames[language]}
          </button>
        ) : (
          <IconButton label={t('header.language')}>
            <Globe size={18} />
          </IconButton>
        )
      }
      items={languages.map((each) => ({
        key: each,
        label: <span lang={each}>{languageNames[each]}</span>,
        isChosen: each === language,
        onChoose: () => setPref('language', each),
      }))}
    />
  );
}

export function ThemeToggle() {
  const t = useText(texts);
  const isDark = usePrefs((prefs) => prefs.theme === 'dark');
  return (
    <IconButton label={isDark ? t('header.light') : t('header.dark')} onClick={() => setPref('theme', isDark ? 'theme-white' : 'dark')}>
      {isDark ? <Sun size={18} /> : <Moon size={18} />}
    </IconButton>
  );
}

function SoundToggle() {
  const t = useText(texts);
  const isOn = usePrefs((prefs) => prefs.sound);
  return (
    <IconButton
      label={isOn ? t('header.sound.off') : t('header.sound.on')}
      onClick={() => setPref('sound', !isOn)}
      className="max-wide:hidden"
    >
      {isOn ? <Volume2 size={18} /> : <VolumeX size={18} />}
    </IconButton>
  );
}

/** As high as the empty list. */
const waiting = <div aria-busy="true" className="h-[126px]" />;
const NoticeList = lazyArea(() => import('./notice-list.tsx').then((m) => m.NoticeList), { waiting });

/** Toasts live 2 s; here they can be read later. */
function NoticeDrawer() {
  const t = useText(texts);
  const unseen = useToasts((state) => state.unseen);
  return (
    <Popover
      align="end"
      className="max-h-[60dvh] w-80 overflow-y-auto p-0"
      trigger={
        <IconButton
          label={unseen > 0 ? t('header.notices.count', { count: unseen }) : t('header.notices')}
          onPointerEnter={NoticeList.preload}
          onFocus={NoticeList.preload}
          onClick={seeNotices}
        >
          <Bell size={18} />
          <CountBadge count={unseen} label={t('header.notices.count', { count: unseen })} className="absolute -top-1 left-4" />
        </IconButton>
      }
    >
      {(close) => <NoticeList icons={toastIcons} close={close} />}
    </Popover>
  );
}

function TotalAssets() {
  const t = useText(texts);
  const { wallets, error } = useAssets();
  const total = useTotal(wallets);
  return (
    <div className="hidden items-center gap-3 desktop:flex">
      <span className="flex items-center gap-1.5 text-13 whitespace-nowrap text-mute">
        {t('header.total')}
        {total !== undefined ? (
          <Amount value={total} decimals={2} unit="USDT" isDimmed={false} className="text-14 font-semibold text-text" />
        ) : error ? (
          // What is not known is not zero.
          <span className="text-14 font-semibold text-text">–</span>
        ) : (
          <SkeletonBlock className="h-4 w-24" />
        )}
      </span>
      <Link to={paths.fund} className={buttonClass('line', 32)}>
        {t('header.fund')}
      </Link>
    </div>
  );
}

/** Demo money and recorded prices are marked on every page. */
export function DemoMark() {
  const t = useText(texts);
  const { isDemo } = useSite();
  if (!isDemo) return null;
  return (
    <span
      title={t('demo.words')}
      className="hidden h-6 items-center rounded-4 bg-warn-tint px-2 text-12 font-semibold text-warn tablet:inline-flex"
    >
      {t('demo.mark')}
    </span>
  );
}

/** Beside the side menu the language and the sound are left to the profile; what reads the market stands in the trade pages' header. */
function MemberTools({ isTrading }: { isTrading: boolean }) {
  const t = useText(texts);
  const unread = useUnread();
  return (
    <>
      <TotalAssets />
      <ConnectionLight className={isTrading ? 'mx-1' : 'mx-1 max-tablet:hidden'} />
      {isTrading && <SoundToggle />}
      <NoticeDrawer />
      <span className="hidden tablet:contents">
        {isTrading && <LanguageMenu />}
        <ThemeToggle />
      </span>
      <Link
        to={paths.messages}
        aria-label={unread > 0 ? t('header.unread', { count: unread }) : t('header.messages')}
        className={iconButtonClass(32, isTrading ? 'max-tablet:hidden' : '')}
      >
        <Mail size={18} />
        <CountBadge count={unread} label={t('header.unread', { count: unread })} className="absolute -top-1 left-4" />
      </Link>
      <Link
        to={paths.profile}
        aria-label={t('header.profile')}
        title={t('header.profile')}
        className={iconButtonClass(32, 'max-tablet:hidden')}
      >
        <User size={18} />
      </Link>
    </>
  );
}

function GuestTools({ isTrading }: { isTrading: boolean }) {
  const t = useText(texts);
  const isAtLogin = useRouterState({ select: (state) => state.location.pathname === paths.login });
  return (
    <>
      {isTrading && <ConnectionLight className="mx-1 tablet:max-wide:hidden" />}
      <span className={isAtLogin ? 'contents' : 'hidden tablet:contents'}>
        <LanguageMenu />
        <ThemeToggle />
      </span>
      {/* Nobody is led to where they are. */}
      {!isAtLogin && (
        <Link to={paths.login} className="touch inline-flex h-9 items-center px-3 text-14 font-semibold hover:text-brand">
          {t('header.login')}
        </Link>
      )}
      <Link to={paths.signUp} className={buttonClass('brand', 36, 'max-tablet:hidden')}>
        {t('header.signup')}
      </Link>
    </>
  );
}

/** `isTrading`: how fast the market answers is of use there; on a phone messages are in the menu, so that the products have room. */
export function HeaderTools({ isTrading }: { isTrading: boolean }) {
  const isMember = useSession(isLoggedIn);
  return (
    <div className="flex items-center justify-end gap-1 max-laptop:ml-auto laptop:flex-1">
      <HeaderSearch isTrading={isTrading} />
      <DemoMark />
      {isMember ? <MemberTools isTrading={isTrading} /> : <GuestTools isTrading={isTrading} />}
    </div>
  );
}
