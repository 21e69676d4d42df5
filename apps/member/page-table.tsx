// The whole route table as rows: address, layout, who may see it, and what stands there.
import type { Role } from '@maru/kit/contract/role.ts';
import type { ComponentType } from 'react';
import {
  AddressesArea,
  AlertArea,
  ApiKeysArea,
  AssetArea,
  AssetHistoryArea,
  BinaryArea,
  BinaryListArea,
  BoardArea,
  BoardListArea,
  ComingArea,
  CalendarArea,
  ConvertArea,
  CouponArea,
  DepositArea,
  DepositClaimArea,
  ExplorerArea,
  FindIdArea,
  FindPasswordArea,
  FundArea,
  FutureListArea,
  FutureTradeArea,
  FutureViewArea,
  GuideArea,
  HomeArea,
  InboxArea,
  InquiryArea,
  LoginArea,
  MessagesArea,
  NiceReturnArea,
  LeaveShutArea,
  NotMeArea,
  PowerBallArea,
  ProfileArea,
  ProofArea,
  SignUpArea,
  SlotArea,
  SlotListArea,
  SupportArea,
  TermArea,
  TransferArea,
  VerifyArea,
  WhyArea,
  WithdrawArea,
} from './pages/areas.tsx';
import type { ComingContent } from './pages/coming-page.tsx';
import { paths, walletPages } from './paths.ts';
import type { ShellText } from './texts.ts';

export type LayoutName = 'home' | 'trade' | 'sign' | 'none';

export interface PageRow {
  path: string;
  layout: LayoutName;
  title: ShellText;
  /** Only these need no login. */
  isOpen?: boolean;
  roles?: readonly Role[];
  page?: ComponentType & { preload?(): Promise<void> };
  redirectTo?: string;
  /** Still being built: reached by its address alone, no menu or link leads there. */
  isComing?: boolean;
}

const open = (path: string, layout: LayoutName, title: ShellText, page: ComponentType): PageRow => ({
  path,
  layout,
  title,
  page,
  isOpen: true,
});
const closed = (path: string, layout: LayoutName, title: ShellText, page: ComponentType): PageRow => ({ path, layout, title, page });
const redirecting = (path: string, redirectTo: string, title: ShellText): PageRow => ({
  path,
  layout: 'none',
  title,
  redirectTo,
  isOpen: true,
});
const coming = (path: string, title: ShellText, ...points: ComingContent['points']): PageRow => ({
  ...closed(path, 'home', title, () => <ComingArea title={title} points={points} />),
  isComing: true,
});

export const pageTable: readonly PageRow[] = [
  open(paths.home, 'home', 'title.home', HomeArea),
  open(paths.alert, 'none', 'title.alert', AlertArea),
  open(paths.login, 'sign', 'title.login', LoginArea),
  open(paths.signUp, 'sign', 'title.signup', SignUpArea),
  open(paths.findId, 'sign', 'title.find.id', FindIdArea),
  open(paths.findPassword, 'sign', 'title.find.password', FindPasswordArea),
  open(paths.demoInbox, 'sign', 'title.inbox', InboxArea),
  open(paths.niceReturn, 'sign', 'title.nice', NiceReturnArea),
  open(paths.notMe, 'sign', 'title.notme', NotMeArea),
  open(paths.leave, 'sign', 'title.leave', LeaveShutArea),
  open(paths.referred, 'sign', 'title.signup', SignUpArea),

  closed(paths.futures, 'trade', 'menu.futures', FutureTradeArea),
  closed(paths.futuresOption, 'trade', 'menu.futures', FutureTradeArea),
  open(paths.futuresView, 'trade', 'menu.futures', FutureViewArea),
  open(paths.futuresViewOption, 'trade', 'menu.futures', FutureViewArea),

  redirecting(paths.walletHome, walletPages.asset, 'side.asset'),
  closed(walletPages.asset, 'home', 'side.asset', AssetArea),
  closed(walletPages.history, 'home', 'side.history', AssetHistoryArea),
  closed(walletPages.futures, 'home', 'side.futures', FutureListArea),
  closed(walletPages.calendar, 'home', 'side.calendar', CalendarArea),
  closed(walletPages.explain, 'home', 'side.explain', WhyArea),
  closed(walletPages.proof, 'home', 'side.proof', ProofArea),
  closed(walletPages.binary, 'home', 'side.binary', BinaryListArea),
  coming(walletPages.p2p, 'side.p2p', 'coming.p2p.1'),
  closed(paths.deposit, 'home', 'side.deposit', DepositArea),
  closed(paths.depositClaim, 'home', 'side.depositClaim', DepositClaimArea),
  closed(paths.explorer, 'home', 'title.explorer', ExplorerArea),
  closed(paths.withdraw, 'home', 'side.withdraw', WithdrawArea),
  closed(paths.addresses, 'home', 'side.addresses', AddressesArea),
  closed(paths.transfer, 'home', 'side.transfer', TransferArea),
  closed(paths.fund, 'home', 'side.fund', FundArea),
  closed(paths.convert, 'home', 'side.transfer', ConvertArea),
  coming(paths.buy, 'side.deposit', 'coming.deposit.1'),
  coming(paths.sell, 'side.withdraw', 'coming.withdraw.1'),
  closed(paths.coupon, 'home', 'side.coupon', CouponArea),

  closed(paths.binary, 'trade', 'menu.binary', BinaryArea),
  closed(paths.binaryOption, 'trade', 'menu.binary', BinaryArea),
  open(paths.verifyAny, 'home', 'title.verify', VerifyArea),
  open(paths.verify, 'home', 'title.verify', VerifyArea),
  coming(paths.copyTrade, 'menu.copytrade', 'coming.copytrade.1', 'coming.copytrade.2'),
  coming(paths.copyTradeMine, 'menu.copytrade', 'coming.copytrade.1', 'coming.copytrade.2'),
  coming(paths.copyTradeTrader, 'menu.copytrade', 'coming.copytrade.1', 'coming.copytrade.2'),
  closed(paths.powerBall, 'trade', 'side.powerball', PowerBallArea),
  coming(paths.staking, 'side.staking', 'coming.staking.1'),
  coming(paths.p2p, 'side.p2p', 'coming.p2p.1'),
  coming(paths.p2pOrder, 'side.p2p', 'coming.p2p.1'),
  closed(paths.slots, 'home', 'title.slot', SlotListArea),
  closed(paths.slot, 'trade', 'title.slot', SlotArea),

  closed(paths.notices, 'home', 'side.notice', () => <BoardListArea board="notice" />),
  closed(paths.notice, 'home', 'side.notice', () => <BoardArea board="notice" />),
  closed(paths.investInfo, 'home', 'side.invest', () => <BoardListArea board="strategy" />),
  closed(paths.investInfoItem, 'home', 'side.invest', () => <BoardArea board="strategy" />),
  closed(paths.events, 'home', 'menu.event', () => <BoardListArea board="promotion" />),
  closed(paths.event, 'home', 'menu.event', () => <BoardArea board="promotion" />),
  redirecting(paths.guide, paths.guideService, 'side.guide'),
  closed(paths.guideService, 'home', 'side.guide.service', () => <GuideArea kind="SERVICE" />),
  closed(paths.guideDnw, 'home', 'side.guide.dnw', () => <GuideArea kind="DNW" />),
  closed(paths.support, 'home', 'side.contact', SupportArea),

  redirecting(paths.myInfo, paths.messages, 'side.message'),
  closed(paths.messages, 'home', 'side.message', MessagesArea),
  closed(paths.profile, 'home', 'side.profile', ProfileArea),
  closed(paths.apiKeys, 'home', 'side.apikeys', ApiKeysArea),
  // What one agrees to is read before.
  open(paths.term, 'home', 'side.term', TermArea),
  closed(paths.inquiry, 'home', 'side.contact', InquiryArea),
];
