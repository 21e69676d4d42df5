// Makes the router from the page table: the guard before each page, the shell around it, titles, and the page anew when the site changes.
import { currentLanguage, i18n } from '@maru/kit/web/i18n/language.ts';
import { useLanguage } from '@maru/kit/web/i18n/use-text.ts';
import { useCan, useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { LeaveGuard } from '@maru/kit/web/leave-guard.tsx';
import { scrollToTop } from '@maru/kit/web/scroll.ts';
import { rememberWantedPage } from '@maru/kit/web/wanted-page.ts';
import { LoginPage } from '@maru/operator/admin/login-page.tsx';
import { whoIsHere } from '@maru/operator/admin/self.ts';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setPageTable } from './layouts/own-pages.ts';
import { Shell } from './layouts/shell.tsx';
import type { DeskPageRow } from './page-row.tsx';
import { pageTable } from './page-table.tsx';
import { FailedPage, ForbiddenPage, MissingPage, NoSitePage } from './pages/page-states.tsx';
import './texts.ts';

const SetupPage = lazyArea(() => import('@maru/operator/admin/setup-page.tsx').then((m) => m.SetupPage), { isPage: true });

function useTitle(title: DeskPageRow['title']): void {
  const language = useLanguage();
  useEffect(() => {
    document.title = `${title[language]} · Maru`;
  }, [title, language]);
}

function PageOf({ row }: { row: DeskPageRow }) {
  useTitle(row.title);
  const language = useLanguage();
  const site = useMaybeDeskSite();
  const can = useCan(row.right ?? '');
  if (!site) return <NoSitePage />;
  if (row.right !== undefined && !can) return <ForbiddenPage title={row.title[language]} right={row.right} />;
  // Another site, another page: nothing of the one before may stand there.
  return (
    <div key={site.id} className="contents">
      {row.page()}
    </div>
  );
}

function Root() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
    </>
  );
}

const rootRoute = createRootRoute({ component: Root, notFoundComponent: MissingPage, errorComponent: FailedPage });

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (await whoIsHere()) return;
    const row = pageTable.find(({ path }) => path === location.pathname);
    rememberWantedPage({
      href: `/admin${location.href === '/' ? '' : location.href}`,
      title: row?.title[currentLanguage()] ?? i18n._('shell.office'),
    });
    throw redirect({ to: '/login' });
  },
});

const pageRoute = (row: DeskPageRow) =>
  createRoute({ getParentRoute: () => shellRoute, path: row.path, component: () => <PageOf row={row} />, errorComponent: FailedPage });

export function makeRouter(isDemo: boolean) {
  setPageTable(pageTable);
  const login = createRoute({ getParentRoute: () => rootRoute, path: '/login', component: () => <LoginPage isDemo={isDemo} /> });
  const setup = createRoute({ getParentRoute: () => rootRoute, path: '/setup', component: SetupPage });
  const missing = createRoute({ getParentRoute: () => shellRoute, path: '$', component: MissingPage });
  const router = createRouter({
    routeTree: rootRoute.addChildren([login, setup, shellRoute.addChildren([...pageTable.map(pageRoute), missing])]),
    basepath: '/admin',
    defaultPreload: false,
    // Plain words, as filters read and write them: the usual way would put quotes around what looks like a number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text ? `?${text}` : '';
    },
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: MissingPage,
  });
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) scrollToTop();
  });
  return router;
}
