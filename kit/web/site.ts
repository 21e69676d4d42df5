// The site this page belongs to, as the shell needs it: who it is, which products it switched on, how it looks.
import { type SiteCompany, siteBits } from '../contract/site-config.ts';
import { createDrawn } from './drawn-store.ts';
import { type Language, type OwnTexts, setOwnTexts } from './i18n/language.ts';
import { setSounds, type Sounds } from './notification-sound.ts';

export interface Site {
  id: number;
  code: string;
  name: { ko: string; en: string };
  /** Product bits. */
  type: number;
  stockPrefix: string;
  usedCoins: string;
  binaryCurrency: string;
  coinWalletInfoJson: string;
  timeZone: string;
  languages: readonly Language[];
  theme: {
    light: Readonly<Record<string, string>>;
    dark: Readonly<Record<string, string>>;
    defaultMode: 'theme-white' | 'dark';
    upDown?: 'kr' | 'green' | 'red-green' | undefined;
    logo: string;
    favicon?: string | undefined;
    hero: 'book' | 'chart' | 'image';
    heroImage?: { path: string; alt: { ko: string; en: string } } | undefined;
  };
  /** Demo money and recorded prices: to be marked on screen. */
  isDemo: boolean;
  /** USDT that each new member of this demo gets. */
  demoMoney?: string | undefined;
  /** Comma separated. */
  depositCoins?: string;
  /** Coupons can be used here. */
  hasCoupons?: boolean;
  /** The slot may be played here. */
  hasSlot?: boolean;
  /** What sign-up asks beyond its form. */
  signUp?: { proofs: readonly ('MAIL' | 'SMS')[]; needsApproval: boolean; asksBank: boolean; asksIdentity?: boolean };
  /** Years a member must have. */
  minAge?: number;
  company?: SiteCompany | undefined;
  texts?: OwnTexts;
  sounds?: Sounds;
  feed: 'replay' | 'binance' | 'synthetic';
  /** What this is known by when the server tells which one is in force. */
  mark?: string;
}

export interface TypeStatus {
  isFutures: boolean;
  isBinary: boolean;
  isP2P: boolean;
  isPowerBall: boolean;
  isStaking: boolean;
  hasCoupons: boolean;
  /** Some coin can come in. */
  hasDeposits: boolean;
  hasSlot: boolean;
}

export function typeStatusOf(site: Pick<Site, 'type' | 'coinWalletInfoJson' | 'depositCoins' | 'hasCoupons' | 'hasSlot'>): TypeStatus {
  const has = (bit: number) => (site.type & bit) !== 0;
  return {
    isFutures: has(siteBits.futures),
    isBinary: has(siteBits.binary),
    isP2P: has(siteBits.p2p),
    isPowerBall: has(siteBits.powerball),
    isStaking: stakes(site.coinWalletInfoJson),
    hasCoupons: site.hasCoupons !== false,
    hasDeposits: (site.depositCoins ?? '') !== '',
    hasSlot: has(siteBits.binary) && site.hasSlot !== false,
  };
}

/** Staking is a flag of the coin wallets, not a bit. */
function stakes(coinWalletInfoJson: string): boolean {
  try {
    const wallets = JSON.parse(coinWalletInfoJson) as Record<string, { isStaking?: boolean }>;
    return Object.values(wallets).some((wallet) => wallet.isStaking === true);
  } catch {
    return false;
  }
}

const useSiteStore = createDrawn<{ site: Site | undefined; build: string }>({ site: undefined, build: 'dev' });

/** Before the first render, and again when an operator has changed the site. */
export function setSite(site: Site, build: string): void {
  setOwnTexts(site.texts ?? {});
  setSounds(site.sounds ?? {});
  useSiteStore.drawFrom({ site, build });
}

/** The back office belongs to no site, but its lazy areas fail by build as well. */
export function setBuild(build: string): void {
  useSiteStore.setState({ build });
}

const sheet = typeof CSSStyleSheet === 'undefined' ? undefined : new CSSStyleSheet();

/** Colours, time zone and icon of a page that is open already; names and products follow by `useSite`. */
export function dressSite({ theme }: Pick<Site, 'theme'>): void {
  if (sheet === undefined) return;
  const rule = (selector: string, tokens: Readonly<Record<string, string>>) =>
    `${selector}{${Object.entries(tokens)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')}}`;
  sheet.replaceSync(rule(':root', theme.light) + rule(":root[data-theme='dark']", theme.dark));
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  document.querySelector('link[rel="icon"]')?.setAttribute('href', theme.favicon || theme.logo || '/logo.svg');
}

/** The site; throws before `setSite`, which is a fault of the start. */
export function currentSite(): Site {
  const { site } = useSiteStore.getState();
  if (!site) throw new Error('the site is not known yet');
  return site;
}
export const currentBuild = (): string => useSiteStore.getState().build;

export function useSite(): Site {
  return useSiteStore((state) => state.site) ?? currentSite();
}
export function useTypeStatus(): TypeStatus {
  return typeStatusOf(useSite());
}
