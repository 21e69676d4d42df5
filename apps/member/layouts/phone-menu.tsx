// Where the side column has no room (below 1280) the menus live in a sheet: header entries, the side menu of the place, language, theme and log out.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { useRouterState } from '@tanstack/react-router';
import { Download, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { install, useInstall } from '../install.ts';
import { texts } from '../texts.ts';
import { LanguageMenu, ThemeToggle } from './header-tools.tsx';
import { myInfoSide, type NavEntry, sideFor } from './nav-entries.ts';
import { GuestCard, LogoutItem, NavGroups } from './side-menu.tsx';

export function PhoneMenu({ entries, active, hasSide }: { entries: readonly NavEntry[]; active: string | undefined; hasSide: boolean }) {
  const t = useText(texts);
  const [isOpen, setOpen] = useState(false);
  const isMember = useSession(isLoggedIn);
  const products = useTypeStatus();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const side = sideFor(path, products, isMember);
  const beside = new Set(side.groups.flatMap((group) => group.entries.map((entry) => entry.key)));
  const groups = [
    // What the side menu of the place already names is not named twice.
    { text: 'menu.title' as const, entries: entries.filter((entry) => !beside.has(entry.key)) },
    ...side.groups,
    ...(isMember && !side.withLogout ? myInfoSide() : []),
  ].filter((group) => group.entries.length > 0);
  return (
    <div className={hasSide ? 'wide:hidden' : 'laptop:hidden'}>
      <IconButton
        label={t('menu.open')}
        size={40}
        className="-mr-2.5 ml-1"
        onClick={() => setOpen(true)}
        aria-current={active ? undefined : 'false'}
      >
        <MenuIcon size={20} />
      </IconButton>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('menu.title')} side="right">
        {!isMember && <GuestCard className="mb-6" />}
        <NavGroups groups={groups} path={path} />
        {isMember && <LogoutItem />}
        <div className="mt-4 flex gap-2 border-t border-line pt-4">
          <LanguageMenu align="start" />
          <ThemeToggle />
          <InstallButton />
        </div>
      </Sheet>
    </div>
  );
}

// Only where the browser has offered it; elsewhere its own menu installs.
function InstallButton() {
  const t = useText(texts);
  const canInstall = useInstall((state) => state.offer !== undefined);
  if (!canInstall) return null;
  return (
    <Button look="line" className="ml-auto" icon={<Download aria-hidden="true" size={16} />} onClick={() => void install()}>
      {t('menu.install')}
    </Button>
  );
}
