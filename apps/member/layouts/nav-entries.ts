// Which entries the header and the side menus hold, by the site's products and by who is here. Pure, so that its rules are tables in a test.
import type { TypeStatus } from '@maru/kit/web/site.ts';
import { paths, termPages, walletPages } from '../paths.ts';
import type { ShellText } from '../texts.ts';

export interface NavEntry {
  key: string;
  to: string;
  text: ShellText;
  /** Path prefixes that make it the active one. */
  under: readonly string[];
}

type Products = Pick<TypeStatus, 'isFutures' | 'isBinary' | 'isPowerBall' | 'hasCoupons' | 'hasSlot' | 'hasDeposits'>;

/** Order, labels and hiding of the specification's header. */
export function headerEntries(products: Products, isMember: boolean): NavEntry[] {
  const entries: (NavEntry | false)[] = [
    products.isFutures && { key: 'futures', to: isMember ? paths.futures : paths.futuresView, text: 'menu.futures', under: ['/future'] },
    products.isBinary && { key: 'binary', to: paths.binary, text: 'menu.binary', under: ['/trade'] },
    // Ours, beside the game it belongs to: the specification's own entries keep their order.
    products.isPowerBall && { key: 'powerball', to: paths.powerBall, text: 'side.powerball', under: ['/powerball'] },
    { key: 'wallet', to: paths.walletHome, text: isMember ? 'menu.wallet' : 'menu.wallet.guest', under: ['/dnw', '/coupon'] },
    {
      key: 'support',
      to: paths.notices,
      text: isMember ? 'menu.support' : 'menu.support.guest',
      under: ['/service/notice', '/service/invest_info', '/service/user-guide', '/support'],
    },
    { key: 'event', to: paths.events, text: 'menu.event', under: ['/service/event'] },
  ];
  return entries.filter((entry) => entry !== false);
}

/** What one goes to and fro between while trading. */
export const productKeys: ReadonlySet<string> = new Set(['futures', 'binary', 'powerball']);

export interface NavGroup {
  text: ShellText;
  entries: NavEntry[];
}

const entry = (key: string, to: string, text: ShellText): NavEntry => ({ key, to, text, under: [to] });
const present = (entries: (NavEntry | false)[]): NavEntry[] => entries.filter((e) => e !== false);

/** Beside the home page: what one can trade here, and what one can read. */
export function homeSide(products: Products, isMember: boolean): NavGroup[] {
  return [
    {
      text: 'side.trade',
      entries: present([
        products.isFutures && { ...entry('futures', isMember ? paths.futures : paths.futuresView, 'menu.futures'), under: ['/future'] },
        products.isBinary && entry('binary', paths.binary, 'menu.binary'),
        products.isPowerBall && entry('powerball', paths.powerBall, 'side.powerball'),
        products.hasSlot && entry('slot', paths.slots, 'title.slot'),
      ]),
    },
    {
      text: 'side.learn',
      entries: [
        entry('notice', paths.notices, 'side.notice'),
        entry('invest', paths.investInfo, 'side.invest'),
        entry('event', paths.events, 'menu.event'),
        entry('guide', paths.guideService, 'side.guide'),
      ],
    },
  ];
}

export function walletSide(products: Products): NavGroup[] {
  return [
    {
      text: 'side.wallet',
      entries: present([
        entry('asset', walletPages.asset, 'side.asset'),
        entry('history', walletPages.history, 'side.history'),
        products.isFutures && entry('futures', walletPages.futures, 'side.futures'),
        products.isBinary && entry('binary', walletPages.binary, 'side.binary'),
        entry('calendar', walletPages.calendar, 'side.calendar'),
        products.hasDeposits && entry('proof', walletPages.proof, 'side.proof'),
      ]),
    },
    {
      text: 'side.quick',
      entries: present([
        products.hasDeposits && entry('deposit', paths.deposit, 'side.deposit'),
        products.hasDeposits && entry('withdraw', paths.withdraw, 'side.withdraw'),
        entry('fund', paths.fund, 'side.fund'),
        { ...entry('transfer', paths.transfer, 'side.transfer'), under: [paths.transfer, paths.convert] },
        products.hasCoupons && entry('coupon', paths.coupon, 'side.coupon'),
      ]),
    },
  ];
}

export function serviceSide(): NavGroup[] {
  return [
    {
      text: 'side.support',
      entries: [
        entry('notice', paths.notices, 'side.notice'),
        entry('invest', paths.investInfo, 'side.invest'),
        entry('event', paths.events, 'menu.event'),
        entry('guide', paths.guideService, 'side.guide.service'),
        entry('guide-dnw', paths.guideDnw, 'side.guide.dnw'),
      ],
    },
  ];
}

export function myInfoSide(): NavGroup[] {
  return [
    {
      text: 'side.myinfo',
      entries: [
        entry('message', paths.messages, 'side.message'),
        entry('profile', paths.profile, 'side.profile'),
        entry('api-keys', paths.apiKeys, 'side.apikeys'),
        entry('term-service', termPages.service, 'side.term.service'),
        entry('term-privacy', termPages.privacy, 'side.term.privacy'),
        entry('inquiry', paths.support, 'side.contact'),
      ],
    },
  ];
}

/** The side menu that belongs to an address. */
export function sideFor(path: string, products: Products, isMember: boolean): { groups: NavGroup[]; withLogout: boolean } {
  if (path.startsWith('/dnw') || path === paths.coupon) return { groups: walletSide(products), withLogout: false };
  if (path.startsWith('/service') || path === paths.support) return { groups: serviceSide(), withLogout: false };
  if (path.startsWith('/myinfo') && isMember) return { groups: myInfoSide(), withLogout: true };
  return { groups: homeSide(products, isMember), withLogout: false };
}

/** The one with the longest prefix of the address. */
export function activeKey(entries: readonly NavEntry[], path: string): string | undefined {
  let best: { key: string; length: number } | undefined;
  for (const { key, under } of entries) {
    for (const prefix of under) {
      if (path.startsWith(prefix) && prefix.length > (best?.length ?? 0)) best = { key, length: prefix.length };
    }
  }
  return best?.key;
}
