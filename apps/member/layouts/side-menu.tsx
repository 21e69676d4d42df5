// The 280 px side menu: groups by the site's products and by where one is, a card for guests, log out under my info, one calm fact at the foot.
import { logOut } from '@maru/account/web/auth.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CountBadge } from '@maru/kit/web/ui/marks.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Link, useRouterState } from '@tanstack/react-router';
import { LogOut, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../paths.ts';
import { texts } from '../texts.ts';
import { clearUnread, useUnread } from '../unread.ts';
import { activeKey, type NavGroup, sideFor } from './nav-entries.ts';
import { navIcon } from './nav-icons.tsx';
import { useSideCounts } from './use-side-counts.ts';

const itemClass = 'flex h-10 w-full items-center pointer-coarse:h-11 gap-3 rounded-8 border px-3 text-14';

export function NavGroups({ groups, path }: { groups: readonly NavGroup[]; path: string }) {
  const t = useText(texts);
  const unread = useUnread();
  const counts = useSideCounts(groups);
  return groups.map((group) => {
    const active = activeKey(group.entries, path);
    return (
      <nav key={group.text} aria-label={t(group.text)} className="mb-5">
        <p className="mb-1.5 px-3 text-12 font-semibold text-mute">{t(group.text)}</p>
        <ul className="flex flex-col gap-0.5">
          {group.entries.map((entry) => (
            <li key={entry.key}>
              <Link
                to={entry.to}
                aria-current={entry.key === active ? 'page' : undefined}
                className={cx(
                  itemClass,
                  entry.key === active
                    ? 'border-line bg-surface font-bold [&>svg]:text-brand'
                    : 'border-transparent font-medium text-sub hover:bg-hover hover:text-text',
                )}
              >
                {navIcon(entry.key)}
                {t(entry.text)}
                {entry.key === 'message' && <CountBadge count={unread} label={t('header.unread', { count: unread })} className="ml-auto" />}
                <Count of={entry.key} count={counts[entry.key] ?? 0} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    );
  });
}

const counted = {
  futures: 'side.count.futures',
  notice: 'side.count.notice',
  event: 'side.count.event',
  inquiry: 'side.count.inquiry',
} as const;

/** Calm beside the unread badge: a figure, not a call. */
function Count({ of: key, count }: { of: string; count: number }) {
  const t = useText(texts);
  const words = counted[key as keyof typeof counted];
  if (count === 0 || words === undefined) return null;
  return (
    <span className="ml-auto text-12 font-medium text-mute">
      <span className="sr-only">{t(words, { count })}</span>
      <span aria-hidden="true">{count}</span>
    </span>
  );
}

export function GuestCard({ className }: { className?: string }) {
  const t = useText(texts);
  return (
    <div className={cx('rounded-8 border border-line bg-surface p-4', className)}>
      <p className="text-14 font-bold">{t('side.guest.title')}</p>
      <p className="mt-1 text-13 text-sub">{t('side.guest.words')}</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Link to={paths.signUp} className={buttonClass('brand', 32)}>
          {t('header.signup')}
        </Link>
        <Link to={paths.login} className={buttonClass('line', 32)}>
          {t('header.login')}
        </Link>
      </div>
    </div>
  );
}

/** Asks first; then clears the unread counter, disconnects, logs out and goes to the login page. */
export function LogoutItem() {
  const t = useText(texts);
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    clearUnread();
    void logOut();
  };
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className={cx(itemClass, 'border-transparent font-medium text-sub hover:bg-hover hover:text-text')}
      >
        <LogOut size={18} />
        {t('side.logout')}
      </button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('logout.ask')}
        description={t('logout.words')}
        foot={
          <>
            <Button onClick={() => setAsking(false)}>{t('logout.no')}</Button>
            <Button look="ink" isBusy={isLeaving} onClick={leave}>
              {t('logout.yes')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** One thing that holds. */
function CalmFact() {
  const t = useText(texts);
  return (
    <div className="mt-auto flex gap-2.5 px-3 pt-6 pb-2">
      <ShieldCheck aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-brand" />
      <div>
        <p className="text-13 font-semibold">{t('side.foot.title')}</p>
        <p className="text-12 text-mute">{t('side.foot.words')}</p>
      </div>
    </div>
  );
}

/** Where help is looked for: the way to a person. */
function AskFoot() {
  const t = useText(texts);
  return (
    <div className="mt-auto px-3 pt-6 pb-2">
      <p className="text-12 text-mute">{t('side.foot.ask')}</p>
      <Link to={paths.support} className="touch text-13 font-semibold hover:text-brand">
        {t('side.contact')}
      </Link>
    </div>
  );
}

export function SideMenu() {
  const isMember = useSession(isLoggedIn);
  const products = useTypeStatus();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { groups, withLogout } = sideFor(path, products, isMember);
  return (
    <>
      {!isMember && <GuestCard className="mb-6" />}
      <NavGroups groups={groups} path={path} />
      {withLogout && isMember && <LogoutItem />}
      {path.startsWith('/service') || path === paths.support ? <AskFoot /> : <CalmFact />}
    </>
  );
}
