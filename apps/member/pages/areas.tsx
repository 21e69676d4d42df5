// The lazy areas of the specification that exist: each a chunk of its own, 120 s to arrive, one reload per build.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { AfterPause, Plank } from '@maru/kit/web/ui/planks.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { texts } from '../texts.ts';

/** In the place of a page whose files, or whose member, are not known yet. */
export function Opening() {
  const t = useText(texts);
  return (
    <output aria-label={t('area.loading')} className="flex min-h-[70dvh] flex-col gap-4 p-8">
      <Plank className="h-8 w-56" />
      <Plank className="h-4 w-80 max-w-full" />
      <Plank className="mt-4 h-56 w-full" />
    </output>
  );
}
const waiting = (
  <AfterPause>
    <Opening />
  </AfterPause>
);

export const HomeArea = lazyArea(() => import('./home/home-page.tsx').then((m) => m.HomePage), { waiting });
export const LoginArea = lazyArea(() => import('@maru/account/web/feature.tsx').then((m) => m.LoginPage), { waiting });
export const SignUpArea = lazyArea(() => import('@maru/account/web/feature.tsx').then((m) => m.SignUpPage), { waiting });
export const FindIdArea = lazyArea(() => import('@maru/account/web/way-back.tsx').then((m) => m.FindIdPage), { waiting });
export const FindPasswordArea = lazyArea(() => import('@maru/account/web/way-back.tsx').then((m) => m.FindPasswordPage), { waiting });
export const NiceReturnArea = lazyArea(() => import('@maru/account/web/way-back.tsx').then((m) => m.NiceReturnPage), { waiting });
export const NotMeArea = lazyArea(() => import('@maru/account/web/way-back.tsx').then((m) => m.NotMePage), { waiting });
export const InboxArea = lazyArea(() => import('@maru/outbox/web/feature.tsx').then((m) => m.InboxPage), { waiting });
export const FutureTradeArea = lazyArea(() => import('./futures/future-trade-page.tsx').then((m) => m.FutureTradePage), { waiting });
export const FutureViewArea = lazyArea(() => import('./futures/future-view-page.tsx').then((m) => m.FutureViewPage), { waiting });
export const FutureListArea = lazyArea(() => import('@maru/futures/web/history-page.tsx').then((m) => m.FutureListPage), { waiting });
export const WhyArea = lazyArea(() => import('@maru/futures/web/why-page.tsx').then((m) => m.WhyPage), { waiting });
export const BinaryArea = lazyArea(() => import('@maru/rounds/web/binary-page.tsx').then((m) => m.BinaryPage), { waiting });
export const BinaryListArea = lazyArea(() => import('@maru/rounds/web/binary-history-page.tsx').then((m) => m.BinaryHistoryPage), {
  waiting,
});
export const PowerBallArea = lazyArea(() => import('@maru/rounds/web/power-ball/power-ball-page.tsx').then((m) => m.PowerBallPage), {
  waiting,
});
export const VerifyArea = lazyArea(() => import('@maru/rounds/web/verify-page.tsx').then((m) => m.VerifyPage), { waiting });
export const ApiKeysArea = lazyArea(() => import('@maru/bots/web/feature.tsx').then((m) => m.ApiKeysPage), { waiting });
export const ClosedProductArea = lazyArea(() => import('./closed-product.tsx').then((m) => m.ClosedProduct), { waiting });
export const ComingArea = lazyArea(() => import('./coming-page.tsx').then((m) => m.ComingPage), { waiting });
export const SupportArea = lazyArea(() => import('@maru/contact/web/support-page.tsx').then((m) => m.SupportPage), { waiting });
export const InquiryArea = lazyArea(() => import('@maru/contact/web/inquiry-page.tsx').then((m) => m.InquiryPage), { waiting });
export const BoardListArea = lazyArea(() => import('@maru/notice/web/board-list-page.tsx').then((m) => m.BoardListPage), { waiting });
export const BoardArea = lazyArea(() => import('@maru/notice/web/board-page.tsx').then((m) => m.BoardPage), { waiting });
export const GuideArea = lazyArea(() => import('@maru/notice/web/guide-page.tsx').then((m) => m.GuidePage), { waiting });
/** Over the page: what waits for it shows nothing. */
export const PopupsArea = lazyArea(() => import('@maru/notice/web/popups.tsx').then((m) => m.Popups));
export const ConsentArea = lazyArea(() => import('@maru/site/web/consent-gate.tsx').then((m) => m.ConsentGate), { waiting: null });
export const TermArea = lazyArea(() => import('@maru/account/web/term-page.tsx').then((m) => m.TermPage), { waiting });
export const MessagesArea = lazyArea(() => import('@maru/message/web/message-page.tsx').then((m) => m.MessagePage), { waiting });
export const ProfileArea = lazyArea(() => import('@maru/account/web/profile-page.tsx').then((m) => m.ProfilePage), { waiting });
export const AssetHistoryArea = lazyArea(() => import('@maru/wallet/web/feature.tsx').then((m) => m.HistoryPage), { waiting });
export const CalendarArea = lazyArea(() => import('@maru/wallet/web/profit-calendar-page.tsx').then((m) => m.ProfitCalendarPage), {
  waiting,
});
export const CouponArea = lazyArea(() => import('@maru/wallet/web/feature.tsx').then((m) => m.CouponPage), { waiting });
export const TransferArea = lazyArea(() => import('@maru/wallet/web/feature.tsx').then((m) => m.TransferPage), { waiting });
export const SlotListArea = lazyArea(() => import('@maru/slot/web/feature.tsx').then((m) => m.SlotListPage), { waiting });
export const SlotArea = lazyArea(() => import('@maru/slot/web/feature.tsx').then((m) => m.SlotPage), { waiting });
export const AssetArea = lazyArea(() => import('@maru/wallet/web/feature.tsx').then((m) => m.AssetPage), { waiting });

const preloads: readonly (readonly [prefix: string, area: { preload(): void }])[] = [
  ['/futureView', FutureViewArea],
  ['/future', FutureTradeArea],
  ['/login', LoginArea],
  ['/signup', SignUpArea],
];

/** Starts an area's download when its link is pointed at, so that the click finds it there. */
export function preloadArea(to: string): void {
  preloads.find(([prefix]) => to.startsWith(prefix))?.[1].preload();
}
