// The lazy areas of the specification that exist: each a chunk of its own, 120 s to arrive, one reload per build.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { AfterPause, SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { ComponentType } from 'react';
import { texts } from '../texts.ts';

/** In the place of a page whose files, or whose member, are not known yet. */
export function Opening() {
  const t = useText(texts);
  return (
    <output aria-label={t('area.loading')} className="flex min-h-[70dvh] flex-col gap-4 p-8">
      <SkeletonBlock className="h-8 w-56" />
      <SkeletonBlock className="h-4 w-80 max-w-full" />
      <SkeletonBlock className="mt-4 h-56 w-full" />
    </output>
  );
}
const waiting = (
  <AfterPause>
    <Opening />
  </AfterPause>
);

const page = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyArea(load, { waiting, isPage: true });

export const AlertArea = page(() => import('./alert-page.tsx').then((m) => m.AlertPage));
export const HomeArea = page(() => import('./home/home-page.tsx').then((m) => m.HomePage));
export const LoginArea = page(() => import('@maru/account/web/login-page.tsx').then((m) => m.LoginPage));
export const SignUpArea = page(() => import('@maru/account/web/feature.tsx').then((m) => m.SignUpPage));
export const FindIdArea = page(() => import('@maru/account/web/way-back.tsx').then((m) => m.FindIdPage));
export const FindPasswordArea = page(() => import('@maru/account/web/way-back.tsx').then((m) => m.FindPasswordPage));
export const NiceReturnArea = page(() => import('@maru/account/web/way-back.tsx').then((m) => m.NiceReturnPage));
export const LeaveShutArea = page(() => import('@maru/account/web/leave-shut-page.tsx').then((m) => m.LeaveShutPage));
export const NotMeArea = page(() => import('@maru/account/web/way-back.tsx').then((m) => m.NotMePage));
export const InboxArea = page(() => import('@maru/outbox/web/feature.tsx').then((m) => m.InboxPage));
export const FutureTradeArea = page(() => import('./futures/future-trade-page.tsx').then((m) => m.FutureTradePage));
export const FutureViewArea = page(() => import('./futures/future-view-page.tsx').then((m) => m.FutureViewPage));
export const FutureListArea = page(() => import('@maru/futures/web/history-page.tsx').then((m) => m.FutureListPage));
export const WhyArea = page(() => import('@maru/futures/web/why-page.tsx').then((m) => m.WhyPage));
export const BinaryArea = page(() => import('@maru/rounds/web/binary-page.tsx').then((m) => m.BinaryPage));
export const BinaryListArea = page(() => import('@maru/rounds/web/binary-history-page.tsx').then((m) => m.BinaryHistoryPage));
export const PowerBallArea = page(() => import('@maru/rounds/web/power-ball/power-ball-page.tsx').then((m) => m.PowerBallPage));
export const VerifyArea = page(() => import('@maru/rounds/web/verify-page.tsx').then((m) => m.VerifyPage));
export const ApiKeysArea = page(() => import('@maru/bots/web/feature.tsx').then((m) => m.ApiKeysPage));
export const ClosedProductArea = page(() => import('./closed-product.tsx').then((m) => m.ClosedProduct));
export const ComingArea = page(() => import('./coming-page.tsx').then((m) => m.ComingPage));
export const SupportArea = page(() => import('@maru/contact/web/support-page.tsx').then((m) => m.SupportPage));
export const InquiryArea = page(() => import('@maru/contact/web/inquiry-page.tsx').then((m) => m.InquiryPage));
export const BoardListArea = page(() => import('@maru/notice/web/board-list-page.tsx').then((m) => m.BoardListPage));
export const BoardArea = page(() => import('@maru/notice/web/board-page.tsx').then((m) => m.BoardPage));
export const GuideArea = page(() => import('@maru/notice/web/guide-page.tsx').then((m) => m.GuidePage));
/** Over the page: what waits for it, or does without it, shows nothing. The server asks for consent too. */
export const PopupsArea = lazyArea(() => import('@maru/notice/web/popups.tsx').then((m) => m.Popups), { isQuiet: true });
export const ConsentArea = lazyArea(() => import('./consent-gate.tsx').then((m) => m.ConsentGate), { isQuiet: true });
export const TermArea = page(() => import('@maru/account/web/term-page.tsx').then((m) => m.TermPage));
export const MessagesArea = page(() => import('@maru/message/web/message-page.tsx').then((m) => m.MessagePage));
export const ProfileArea = page(() => import('@maru/account/web/profile-page.tsx').then((m) => m.ProfilePage));
export const AssetHistoryArea = page(() => import('@maru/wallet/web/feature.tsx').then((m) => m.HistoryPage));
export const CalendarArea = page(() => import('./calendar/profit-calendar-page.tsx').then((m) => m.ProfitCalendarPage));
export const DepositArea = page(() => import('@maru/custody/web/deposit-page.tsx').then((m) => m.DepositPage));
export const DepositClaimArea = page(() => import('@maru/custody/web/deposit-claims/claim-page.tsx').then((m) => m.DepositClaimPage));
export const ExplorerArea = page(() => import('@maru/custody/web/explorer-page.tsx').then((m) => m.ExplorerPage));
export const WithdrawArea = page(() => import('./withdraw-page.tsx').then((m) => m.MemberWithdrawPage));
export const AddressesArea = page(() => import('./addresses-page.tsx').then((m) => m.MemberAddressesPage));
export const ProofArea = page(() => import('./proof-page.tsx').then((m) => m.MemberProofPage));
export const FundArea = page(() => import('@maru/wallet/web/feature.tsx').then((m) => m.FundPage));
export const ConvertArea = page(() => import('@maru/wallet/web/convert/convert-page.tsx').then((m) => m.ConvertPage));
export const CouponArea = page(() => import('@maru/wallet/web/feature.tsx').then((m) => m.CouponPage));
export const TransferArea = page(() =>
  Promise.all([import('@maru/wallet/web/feature.tsx'), import('./transfer-page.tsx')]).then(
    ([{ TransferPage }, { MemberTransferPage }]) =>
      () => <MemberTransferPage Page={TransferPage} />,
  ),
);
export const SlotListArea = page(() => import('@maru/slot/web/feature.tsx').then((m) => m.SlotListPage));
/** Two files, since one that takes the page in splits what other pages share. */
export const SlotArea = page(() =>
  Promise.all([import('@maru/slot/web/feature.tsx'), import('./count-spin.ts')]).then(([{ SlotPage }, { countSpin }]) => () => (
    <SlotPage onSpun={countSpin} />
  )),
);
/** The wallets, with positions that are left of futures where the site has given them up, and the way to the proof of one's balance. */
export const AssetArea = page(() =>
  Promise.all([
    import('@maru/wallet/web/feature.tsx'),
    import('@maru/futures/web/left-positions.tsx'),
    import('@maru/custody/web/liabilities/proof-link.tsx'),
  ]).then(([{ AssetPage }, { LeftPositions }, { ProofLink }]) => () => (
    <AssetPage below={<ProofLink />}>
      <LeftPositions />
    </AssetPage>
  )),
);

const preloads: readonly (readonly [prefix: string, area: { preload(): Promise<void> }])[] = [
  ['/futureView', FutureViewArea],
  ['/future', FutureTradeArea],
  ['/login', LoginArea],
  ['/signup', SignUpArea],
];

/** Starts an area's download when its link is pointed at, so that the click finds it there. */
export function preloadArea(to: string): void {
  void preloads.find(([prefix]) => to.startsWith(prefix))?.[1].preload();
}
