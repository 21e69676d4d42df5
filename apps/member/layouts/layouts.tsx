// The layouts: Home (header and side menu), Trade (header over the full width), Sign (the page brings its own side column), None.
import { listenToAccount } from '@maru/account/web/auth.ts';
import { StepUpHost } from '@maru/account/web/step-up-host.tsx';
import { LeaveGuard } from '@maru/kit/web/leave-guard.tsx';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { listenToSite } from '@maru/site/web/live-site.ts';
import { listenToNotices } from '@maru/site/web/notices.ts';
import { Toaster } from '@maru/kit/web/toasts/toaster.tsx';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { listenToWallets } from '@maru/wallet/web/live-wallets.ts';
import { listenToMessages } from '@maru/message/web/live.ts';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConsentArea, PopupsArea } from '../pages/areas.tsx';
import { countInquiriesAnew, watchLogIn } from '../unread.ts';
import { Header } from './header.tsx';
import { SideMenu } from './side-menu.tsx';

/** What every layout stands in: the member's queues and toasts. */
export function PageFrame() {
  const isMember = useSession(isLoggedIn);
  const { id: siteId } = useSite();
  const router = useRouter();
  useEffect(() => listenToNotices(siteId, (href) => router.history.push(href)), [siteId, router]);
  useEffect(() => watchLogIn((href) => router.history.push(href)), [router]);
  useEffect(() => {
    const editor = window.__MARU__?.framedBy;
    if (!editor) return listenToSite();
    void import('@maru/site/web/follow-editor.ts').then(({ followEditor }) => followEditor(editor));
    return undefined;
  }, []);
  useEffect(() => {
    if (!isMember) return undefined;
    const open = (href: string) => router.history.push(href);
    const stops = [listenToAccount(), listenToWallets(), listenToMessages(open, countInquiriesAnew)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isMember, router]);
  return (
    <>
      <Outlet />
      <Toaster />
      <LeaveGuard />
      <PopupsAfterPaint />
      {isMember && <StepUpHost />}
      {isMember && <ConsentArea />}
    </>
  );
}

/** Never before the page has painted: their part is fetched when the browser has nothing else to do. */
function PopupsAfterPaint() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const due = () => setDue(true);
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(due, 500);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(due, { timeout: 2_000 });
    return () => cancelIdleCallback(idle);
  }, []);
  return isDue ? <PopupsArea /> : null;
}

export function HomeLayout() {
  return (
    <>
      <Header layout="side" />
      <PageSheet side={<SideMenu />}>
        <Outlet />
      </PageSheet>
    </>
  );
}

export function TradeLayout() {
  return (
    <>
      <Header layout="wide" />
      <Outlet />
    </>
  );
}

/** The page draws its frame itself: its side column is the progress rail. */
export function SignLayout() {
  return (
    <>
      <Header layout="side" />
      <Outlet />
    </>
  );
}
