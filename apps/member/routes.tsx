// Makes the router from the page table: layouts as pathless parents, the guard before each page, titles, 404.
import { currentLanguage, i18n } from '@maru/kit/web/i18n/language.ts';
import { useLanguage } from '@maru/kit/web/i18n/use-text.ts';
import { scrollToTop } from '@maru/kit/web/scroll.ts';
import { useSession } from '@maru/kit/web/session.ts';
import { currentSite, useTypeStatus } from '@maru/kit/web/site.ts';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { createRootRoute, createRoute, createRouter, Outlet, redirect, type RouterHistory } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { guard } from './guard.ts';
import { Header } from './layouts/header.tsx';
import { HomeLayout, PageFrame, SignLayout, TradeLayout } from './layouts/layouts.tsx';
import { type LayoutName, type PageRow, pageTable } from './page-table.tsx';
import { AreaFailed } from './pages/area-failed.tsx';
import { ClosedProductArea, Opening } from './pages/areas.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { productOf } from './products.ts';
import type { ShellText } from './texts.ts';

const layouts: Record<LayoutName, () => ReactNode> = { home: HomeLayout, trade: TradeLayout, sign: SignLayout, none: () => <Outlet /> };

function useTitle(title: ShellText, isHome: boolean): void {
  useLanguage();
  const name = currentSite().name[currentLanguage()];
  const text = isHome ? name : `${i18n._(title)} · ${name}`;
  useEffect(() => {
    document.title = text;
  }, [text]);
}

function Titled({ row, children }: { row: PageRow; children: ReactNode }) {
  useTitle(row.title, row.path === '/');
  return children;
}

function useIsClosed({ path, isOpen }: PageRow): boolean {
  const products = useTypeStatus();
  const product = productOf(path);
  // Members end their positions on the page where they began them.
  if (product === 'isFutures' && isOpen !== true) return false;
  return product !== undefined && !products[product];
}

function pageRoute(row: PageRow, parent: ReturnType<typeof layoutRoute>) {
  const { page: Own } = row;
  const Page = () => <Titled row={row}>{useIsClosed(row) ? <ClosedProductArea {...row} /> : Own && <Own />}</Titled>;
  return createRoute({
    getParentRoute: () => parent,
    path: row.path,
    component: Page,
    beforeLoad: async ({ location }) => {
      await guard({ requiresAuth: !row.isOpen, title: row.title, ...(row.roles ? { roles: row.roles } : {}) }, location.href);
      if (row.redirectTo) throw redirect({ to: row.redirectTo, replace: true });
    },
  });
}

const rootRoute = createRootRoute({ component: PageFrame, notFoundComponent: MissingInLayout, errorComponent: AreaFailed });

/** Outside every layout, so the header is put over it by hand; an Outlet here would ask for this page again. */
function MissingInLayout() {
  return (
    <>
      <Header layout="side" />
      <PageSheet>
        <NotFoundPage />
      </PageSheet>
    </>
  );
}

const layoutRoute = (name: LayoutName) => createRoute({ getParentRoute: () => rootRoute, id: name, component: layouts[name] });

/** A history of its own where there is no browser. */
export function makeRouter(history?: RouterHistory) {
  const groups = (Object.keys(layouts) as LayoutName[]).map((name) => {
    const parent = layoutRoute(name);
    return parent.addChildren(pageTable.filter((row) => row.layout === name).map((row) => pageRoute(row, parent)));
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren(groups),
    defaultPreload: false,
    defaultErrorComponent: AreaFailed,
    // Who is here may take its time, as after an outage: a skeleton meanwhile, never a blank page.
    defaultPendingComponent: Opening,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultNotFoundComponent: NotFoundPage,
    caseSensitive: true,
    ...(history && { history }),
  });
  // Specification section 2: to the top after each navigation.
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) scrollToTop();
  });
  // A session that ended under a member's hands (expired, revoked elsewhere): the guard looks again and the wanted page is kept.
  useSession.subscribe((now, before) => {
    if (before.status === 'success' && now.status === 'fail') void router.invalidate();
  });
  return router;
}

/** Everything that the page at this address is made of is there: shown at once, it takes the place of its drawn first screen. */
export async function loadFirstPage(router: ReturnType<typeof makeRouter>): Promise<void> {
  await router.load();
  const path = router.state.matches.at(-1)?.fullPath;
  await pageTable.find((row) => row.path === path)?.page?.preload?.();
}
