// The back office's pages as rows: address, right, place in the menu and what stands there. A feature adds its rows here.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import {
  Activity,
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BadgeCheck,
  BellRing,
  BookOpen,
  ChartCandlestick,
  Cherry,
  ClipboardCheck,
  Coins,
  FileDown,
  Files,
  Gauge,
  Landmark,
  LayoutGrid,
  ListChecks,
  MailCheck,
  Megaphone,
  MessageSquareText,
  Palette,
  PackageOpen,
  PictureInPicture2,
  Rocket,
  Scale,
  SearchCheck,
  Send,
  ShieldAlert,
  ShieldQuestionMark,
  Sigma,
  Ticket,
  Timer,
  type LucideIcon,
  UserCheck,
  UserCog,
  Users,
  Vault,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Opening } from './pages/opening.tsx';

export type NavGroup = 'waiting' | 'work' | 'site' | 'office';

export interface DeskPageRow {
  /** Under /admin. */
  path: string;
  title: { ko: string; en: string };
  /** Seen by those who hold it at the chosen site; everyone when absent. */
  right?: string;
  /** Its place in the menu; pages without are reached from others. */
  nav?: { group: NavGroup | 'top'; icon: LucideIcon };
  /** Of several brands: not in the menu of an operator of one. */
  isOfMany?: boolean;
  /** The queue whose length stands beside it in the menu. */
  waits?: string;
  page(): ReactNode;
}

const waiting = <Opening />;
const area = (load: Parameters<typeof lazyArea<object>>[0]) => {
  const Area = lazyArea(load, { waiting, isPage: true });
  return () => <Area />;
};

export const pageTable: readonly DeskPageRow[] = [
  {
    path: '/',
    title: { ko: '오늘', en: 'Today' },
    nav: { group: 'top', icon: Activity },
    page: area(() => import('./pages/today/today-page.tsx').then((m) => m.TodayPage)),
  },
  {
    path: '/brands',
    title: { ko: '브랜드 모두', en: 'All brands' },
    right: 'dashboard.read',
    nav: { group: 'top', icon: LayoutGrid },
    isOfMany: true,
    page: area(() => import('./pages/brands/brands-page.tsx').then((m) => m.BrandsPage)),
  },
  {
    path: '/approvals',
    title: { ko: '승인', en: 'Approvals' },
    right: 'approval.read',
    nav: { group: 'waiting', icon: ClipboardCheck },
    waits: 'approval',
    page: area(() => import('@maru/operator/admin/approvals-page.tsx').then((m) => m.ApprovalsPage)),
  },
  {
    path: '/withdrawals',
    title: { ko: '출금 승인', en: 'Withdrawals' },
    right: 'withdrawal.read',
    nav: { group: 'waiting', icon: ArrowUpFromLine },
    waits: 'withdrawal',
    page: area(() => import('@maru/custody/admin/withdrawals-page.tsx').then((m) => m.WithdrawalsPage)),
  },
  {
    path: '/inquiries',
    title: { ko: '1:1 문의', en: 'Inquiries' },
    right: 'contact.read',
    nav: { group: 'waiting', icon: MessageSquareText },
    waits: 'contact',
    page: area(() => import('@maru/contact/admin/inquiries-page.tsx').then((m) => m.InquiriesPage)),
  },
  {
    path: '/inquiries/canned',
    title: { ko: '준비된 답변', en: 'Ready answers' },
    right: 'contact.read',
    page: area(() => import('@maru/contact/admin/canned-page.tsx').then((m) => m.CannedPage)),
  },
  {
    path: '/contents',
    title: { ko: '콘텐츠', en: 'Contents' },
    right: 'notice.read',
    nav: { group: 'site', icon: Megaphone },
    page: area(() => import('@maru/notice/admin/contents-page.tsx').then((m) => m.ContentsPage)),
  },
  {
    path: '/contents/$id',
    title: { ko: '콘텐츠', en: 'Contents' },
    right: 'notice.read',
    page: area(() => import('@maru/notice/admin/content-page.tsx').then((m) => m.ContentPage)),
  },
  {
    path: '/popups',
    title: { ko: '팝업', en: 'Popups' },
    right: 'popup.read',
    nav: { group: 'site', icon: PictureInPicture2 },
    page: area(() => import('@maru/notice/admin/popups-page.tsx').then((m) => m.PopupsPage)),
  },
  {
    path: '/popups/$id',
    title: { ko: '팝업', en: 'Popups' },
    right: 'popup.read',
    page: area(() => import('@maru/notice/admin/popup-page.tsx').then((m) => m.PopupPage)),
  },
  {
    path: '/messages',
    title: { ko: '메시지', en: 'Messages' },
    right: 'message.read',
    nav: { group: 'work', icon: Send },
    page: area(() => import('@maru/message/admin/messages-page.tsx').then((m) => m.MessagesPage)),
  },
  {
    path: '/coupons',
    title: { ko: '쿠폰', en: 'Coupons' },
    right: 'coupon.read',
    nav: { group: 'work', icon: Ticket },
    page: area(() => import('@maru/wallet/admin/coupons-page.tsx').then((m) => m.CouponsPage)),
  },
  {
    path: '/files',
    title: { ko: '파일', en: 'Files' },
    right: 'file.read',
    nav: { group: 'site', icon: Files },
    page: area(() => import('@maru/file/admin/files-page.tsx').then((m) => m.FilesPage)),
  },
  {
    path: '/brand',
    title: { ko: '브랜드', en: 'Brand' },
    right: 'site.read',
    nav: { group: 'site', icon: Palette },
    page: area(() => import('./pages/site-editor/site-editor.tsx').then((m) => m.SiteEditor)),
  },
  {
    path: '/documents',
    title: { ko: '약관', en: 'Legal documents' },
    right: 'document.read',
    nav: { group: 'site', icon: Scale },
    page: area(() => import('@maru/site/admin/documents-page.tsx').then((m) => m.DocumentsPage)),
  },
  {
    path: '/banks',
    title: { ko: '은행', en: 'Banks' },
    right: 'site.read',
    nav: { group: 'site', icon: Landmark },
    page: area(() => import('@maru/account/admin/banks-page.tsx').then((m) => m.BanksPage)),
  },
  {
    path: '/providers',
    title: { ko: '발송·본인확인', en: 'Senders and identity' },
    right: 'provider.read',
    nav: { group: 'site', icon: MailCheck },
    page: area(() => import('@maru/site/admin/providers-page.tsx').then((m) => m.ProvidersPage)),
  },
  {
    path: '/senders',
    title: { ko: '발송 시험', en: 'Sender tests' },
    right: 'provider.read',
    page: area(() => import('@maru/outbox/admin/senders-page.tsx').then((m) => m.SendersPage)),
  },
  {
    path: '/launch',
    title: { ko: '열기 전 점검', en: 'Launch list' },
    right: 'site.read',
    nav: { group: 'site', icon: Rocket },
    page: area(() => import('@maru/site/admin/launch-page.tsx').then((m) => m.LaunchPage)),
  },
  {
    path: '/members/waiting',
    title: { ko: '가입 승인', en: 'Sign-ups' },
    right: 'member.approve',
    nav: { group: 'waiting', icon: UserCheck },
    waits: 'sign-up',
    page: area(() => import('@maru/account/admin/waiting-page.tsx').then((m) => m.WaitingPage)),
  },
  {
    path: '/members',
    title: { ko: '회원', en: 'Members' },
    right: 'member.read',
    nav: { group: 'work', icon: Users },
    page: area(() => import('@maru/account/admin/members-page.tsx').then((m) => m.MembersPage)),
  },
  {
    path: '/members/jobs',
    title: { ko: '회원 일괄 처리', en: 'Acts on many members' },
    right: 'member.write',
    page: area(() => import('@maru/account/admin/member-jobs-page.tsx').then((m) => m.MemberJobsPage)),
  },
  {
    path: '/members/$memberId',
    title: { ko: '회원', en: 'Member' },
    right: 'member.read',
    page: area(() => import('./pages/member/member-page.tsx').then((m) => m.MemberPage)),
  },
  {
    path: '/futures',
    title: { ko: '선물', en: 'Futures' },
    right: 'futures.read',
    nav: { group: 'work', icon: ChartCandlestick },
    page: area(() => import('@maru/futures/admin/symbols-page.tsx').then((m) => m.SymbolsPage)),
  },
  {
    path: '/prices',
    title: { ko: '시세', en: 'Prices' },
    right: 'futures.read',
    nav: { group: 'work', icon: Gauge },
    waits: 'prices',
    page: area(() => import('@maru/market/admin/prices-page.tsx').then((m) => m.PricesPage)),
  },
  {
    path: '/prices/holidays',
    title: { ko: '휴장일', en: 'Trading holidays' },
    right: 'futures.read',
    page: area(() => import('@maru/market/admin/holidays-page.tsx').then((m) => m.HolidaysPage)),
  },
  {
    path: '/exposure',
    title: { ko: '하우스 노출', en: 'House exposure' },
    right: 'futures.read',
    nav: { group: 'work', icon: ShieldAlert },
    waits: 'exposure',
    page: area(() => import('@maru/futures/admin/exposure-page.tsx').then((m) => m.ExposurePage)),
  },
  {
    path: '/rounds',
    title: { ko: '라운드', en: 'Rounds' },
    right: 'rounds.read',
    nav: { group: 'work', icon: Timer },
    page: area(() => import('@maru/rounds/admin/live-page.tsx').then((m) => m.LivePage)),
  },
  {
    path: '/rounds/past',
    title: { ko: '지난 라운드', en: 'Past rounds' },
    right: 'rounds.read',
    page: area(() => import('@maru/rounds/admin/past-page.tsx').then((m) => m.PastPage)),
  },
  {
    path: '/rounds/games',
    title: { ko: '라운드 게임', en: 'Games of rounds' },
    right: 'rounds.read',
    page: area(() => import('@maru/rounds/admin/games-page.tsx').then((m) => m.GamesPage)),
  },
  {
    path: '/slot',
    title: { ko: '슬롯', en: 'Slot' },
    right: 'rounds.read',
    nav: { group: 'work', icon: Cherry },
    waits: 'game-reports',
    page: area(() => import('@maru/slot/admin/slot-desk-page.tsx').then((m) => m.SlotDeskPage)),
  },
  {
    path: '/ledger',
    title: { ko: '원장', en: 'Ledger' },
    right: 'ledger.read',
    nav: { group: 'work', icon: BookOpen },
    page: area(() => import('@maru/wallet/admin/entries-page.tsx').then((m) => m.EntriesPage)),
  },
  {
    path: '/ledger/assets',
    title: { ko: '자산별 검산', en: 'Assets and their sums' },
    right: 'ledger.read',
    nav: { group: 'work', icon: Sigma },
    page: area(() => import('@maru/wallet/admin/asset-sums-page.tsx').then((m) => m.AssetSumsPage)),
  },
  {
    path: '/ledger/transfers',
    title: { ko: '회원 이체', en: 'Transfers between members' },
    right: 'ledger.read',
    nav: { group: 'work', icon: ArrowLeftRight },
    page: area(() => import('@maru/wallet/admin/member-transfers-page.tsx').then((m) => m.MemberTransfersPage)),
  },
  {
    path: '/deposits',
    title: { ko: '코인 입금', en: 'Coin deposits' },
    right: 'deposit.read',
    nav: { group: 'work', icon: ArrowDownToLine },
    page: area(() => import('@maru/custody/admin/deposits-page.tsx').then((m) => m.DepositsPage)),
  },
  {
    path: '/deposits/claims',
    title: { ko: '입금 찾기', en: 'Deposit claims' },
    right: 'custody.read',
    nav: { group: 'waiting', icon: SearchCheck },
    waits: 'deposit-claim',
    page: area(() => import('@maru/custody/admin/claims-page.tsx').then((m) => m.ClaimsPage)),
  },
  {
    path: '/deposits/unassigned',
    title: { ko: '주인 없는 입금', en: 'Unassigned deposits' },
    right: 'custody.read',
    nav: { group: 'work', icon: PackageOpen },
    page: area(() => import('@maru/custody/admin/unassigned-page.tsx').then((m) => m.UnassignedPage)),
  },
  {
    path: '/custody',
    title: { ko: '코인 보관', en: 'Custody' },
    right: 'custody.read',
    nav: { group: 'work', icon: Vault },
    page: area(() => import('@maru/custody/admin/custody-page.tsx').then((m) => m.CustodyPage)),
  },
  {
    path: '/custody/coins',
    title: { ko: '코인과 네트워크', en: 'Coins and networks' },
    right: 'custody.read',
    nav: { group: 'work', icon: Coins },
    page: area(() => import('@maru/custody/admin/coins-page.tsx').then((m) => m.CoinsPage)),
  },
  {
    path: '/withdrawals/rules',
    title: { ko: '출금 규칙', en: 'Rules of withdrawals' },
    right: 'custody.read',
    nav: { group: 'work', icon: ShieldQuestionMark },
    page: area(() => import('@maru/custody/admin/rules-page.tsx').then((m) => m.RulesPage)),
  },
  {
    path: '/withdrawals/rules/levels',
    title: { ko: '등급별 출금 한도', en: 'Limits of withdrawals by level' },
    right: 'custody.read',
    page: area(() => import('@maru/custody/admin/levels-page.tsx').then((m) => m.LevelsPage)),
  },
  {
    path: '/withdrawals/rules/sanctions',
    title: { ko: '제재 명단', en: 'Sanctions list' },
    right: 'custody.read',
    page: area(() => import('@maru/custody/admin/sanctions-page.tsx').then((m) => m.SanctionsPage)),
  },
  {
    path: '/conversions',
    title: { ko: '코인 전환', en: 'Conversions' },
    right: 'ledger.read',
    nav: { group: 'work', icon: ArrowLeftRight },
    page: area(() => import('@maru/wallet/admin/convert-page.tsx').then((m) => m.ConvertDeskPage)),
  },
  {
    path: '/custody/liabilities',
    title: { ko: '부채 증명', en: 'Proofs of liabilities' },
    right: 'custody.read',
    nav: { group: 'work', icon: BadgeCheck },
    page: area(() => import('@maru/custody/admin/liabilities-page.tsx').then((m) => m.LiabilitiesPage)),
  },
  {
    path: '/alerts',
    title: { ko: '경보', en: 'Alerts' },
    right: 'alert.read',
    nav: { group: 'office', icon: BellRing },
    waits: 'alert',
    page: area(() => import('@maru/operator/admin/alerts-page.tsx').then((m) => m.AlertsPage)),
  },
  {
    path: '/staff',
    title: { ko: '직원과 권한', en: 'Staff and rights' },
    right: 'operator.read',
    nav: { group: 'office', icon: UserCog },
    page: area(() => import('@maru/operator/admin/staff-page.tsx').then((m) => m.StaffPage)),
  },
  {
    path: '/exports',
    title: { ko: '내보내기', en: 'Exports' },
    nav: { group: 'office', icon: FileDown },
    page: area(() => import('@maru/operator/admin/exports-page.tsx').then((m) => m.ExportsPage)),
  },
  {
    path: '/audit',
    title: { ko: '감사 기록', en: 'Audit log' },
    right: 'audit.read',
    nav: { group: 'office', icon: ListChecks },
    page: area(() => import('@maru/operator/admin/audit-page.tsx').then((m) => m.AuditPage)),
  },
  {
    path: '/security',
    title: { ko: '내 보안', en: 'My security' },
    page: area(() => import('@maru/operator/admin/security-page.tsx').then((m) => m.SecurityPage)),
  },
];
