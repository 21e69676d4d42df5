// What a site is made of, as data: hosts, products, symbols, fees, theme. Live sites are rows of this shape.

/** Bits of the site's `type` (decisions.md): bits 1 and 2 mean nothing. */
export const siteBits = { p2p: 4, futures: 8, powerball: 16, binary: 32 } as const;

export interface SiteTheme {
  /** CSS variables by mode; tokens of the design language, e.g. `brand`, `bg`. */
  light: Record<string, string>;
  dark: Record<string, string>;
  defaultMode: 'theme-white' | 'dark';
  /** Hues of rise and fall for members who chose none; absent: `kr`, red up and blue down. */
  upDown?: 'kr' | 'green' | 'red-green';
  logo: string;
  /** Path and start of the installed app's icons: `-192.png`, `-512.png`, `-maskable-512.png`, `-180.png` follow it. Absent: the logo. */
  appIcon?: string;
  /** Tab icon; absent: the logo. */
  favicon?: string;
  /** Home hero variant. `image` shows `heroImage`, and the book where there is none. */
  hero: 'book' | 'chart' | 'image';
  /** A picture of the site's own, 1040 × 720, and what it shows for who cannot see it. */
  heroImage?: { path: string; alt: { ko: string; en: string } };
}

/** Own wording of a text or message, per language; a language left out keeps the usual words. */
export interface OwnText {
  ko?: string;
  en?: string;
}

/** A bracket of a site's own tier table: cap in whole USDT, most leverage, maintenance rate in 10^-8. */
export type SiteTier = [capUsdt: number, maxLeverage: number, mmr: number];

/** A game of timed rounds. Its place in the list is its id for ever; what is no longer offered stays with `isPlay` off. */
export interface SiteRoundOption {
  /** R.5 to P5: what it is of, and how long. */
  code: string;
  /** Of a price round; absent: a draw. */
  symbol?: string;
  isPlay: boolean;
  /** Before the round's start; absent: `usualCutoffMs`. */
  cutoffMs?: number;
  /** Of a price round, stake included, in 10^-8. */
  oddsUp?: number;
  oddsDown?: number;
  /** Of a draw, by market. A market left out keeps the table's odds; 0 takes it off. */
  drawOdds?: Record<string, number>;
  /** Amounts of the BINARY wallet's currency as decimal text: of one bet, of one member's round, of a side. */
  minStake: string;
  maxStake: string;
  maxRoundStake: string;
  maxSideExposure: string;
  /** Bets while it runs, at the price they meet. */
  isInRound?: boolean;
  isEarlySale?: boolean;
  /** Of an early sale, both 10^-8: what the house keeps of the value, and the price's standard deviation in one second. */
  saleFee?: number;
  saleVolatility?: number;
  /** Of a price round, within those of its symbol, by the site's clock: days from Monday on ("1" where a session begins), HH:MM. */
  hours?: { days: string; from: string; to: string };
}

/** How long before its round's start a game's betting ends where its row says nothing. */
export const usualCutoffMs = (code: string): number => (code === 'R.5' ? 5_000 : 10_000);

/** Who stands behind a site, as the law wants it said on its pages. */
export interface SiteCompany {
  name: { ko: string; en: string };
  representative: { ko: string; en: string };
  address: { ko: string; en: string };
  /** 사업자등록번호. */
  registration: string;
  /** 통신판매업 신고번호. */
  mailOrder?: string;
  phone?: string;
  mail?: string;
}

/** Years a member must have where a site says nothing. */
export const USUAL_AGE = 19;

/** What a rate may move within an hour where a site says nothing: 1 % in 10^-8. */
export const USUAL_MOVE = 1_000_000;

/** Where rates may come from besides the site's own hand. */
export const rateSources = ['demo'] as const;

export interface SiteConversion {
  /** What the site keeps of each, 10^-8; never less than half of `maxMove`. */
  spread: number;
  /** Most at once, in USDT. */
  most?: string;
  /** Of KRW; absent: `rates` of the site, by two persons' hands. */
  source?: (typeof rateSources)[number];
  /** Conversions halt when the rate moves by more within an hour, 10^-8; absent: 1 %. */
  maxMove?: number;
  /** Minutes after which a rate that nobody confirmed is refused; absent: 10 of a source, three days of a hand, BKT never. */
  maxAge?: number;
  /** Outside of these nothing is converted. */
  rateLeast?: string;
  rateMost?: string;
}

export interface SiteConfig {
  id: number;
  code: string;
  name: { ko: string; en: string };
  hosts: string[];
  type: number;
  stockPrefix: string;
  usedCoins: string[];
  depositCoins: string[];
  buyCoins: string[];
  binaryCurrency: string;
  isStaking: boolean;
  timeZone: string;
  languages: ('ko' | 'en')[];
  theme: SiteTheme;
  /** Symbols traded, in the order of their futuresOptionId (index + 1). */
  symbols: string[];
  /** Rates in 10^-8. */
  makerFee: number;
  takerFee: number;
  houseLadder: boolean;
  /** What sign-up asks beyond its form; absent: nothing. */
  signUp?: {
    /** Codes that must prove address and number. */
    proofs: ('MAIL' | 'SMS')[];
    /** New members wait until an operator lets them in. */
    needsApproval?: boolean;
    /** Offers to name the bank account of withdrawals. */
    asksBank?: boolean;
    /** Asks the bureau who somebody is: one person, one account. */
    asksIdentity?: boolean;
  };
  /** A site of an affiliate: coupons cannot be used there. */
  isAffiliate?: boolean;
  /** What one USDT is worth by the site's own hand, by currency, as decimal text: for totals on screen and wallets of other currencies. */
  rates?: Partial<Record<'KRW' | 'BKT', string>>;
  /** Own brackets by symbol, in place of the listed ones. Open positions are valued by new ones at once. */
  tiers?: Record<string, SiteTier[]>;
  /** By text id (`home.start`) or error code (`INSUFFICIENT_BALANCE`). */
  texts?: Record<string, OwnText>;
  /** What a link to the site shows elsewhere. */
  share?: { poster?: string; words?: { ko: string; en: string } };
  /** Sound files in place of the floor's knocks. */
  sounds?: { notice?: string; alarm?: string };
  /** By ISO country code. */
  regions?: {
    /** Not served: nobody signs up or trades from there. */
    closed: string[];
    /** Product bits switched off there. */
    productsOff: Record<string, number>;
  };
  /** Shown at the foot of the pages; absent: nothing is. */
  company?: SiteCompany;
  /** Years a member must have; absent: 19. */
  minAge?: number;
  /** Transfers between USDT and the BINARY wallet's other currency. */
  conversion?: SiteConversion;
  /** Timed rounds, as far as `type` has them. `hasEndAlarm`: the end of a bet is heard. `hasPractice` false: no practice money. */
  rounds?: { options: SiteRoundOption[]; hasEndAlarm?: boolean; hasPractice?: boolean };
  /** The embedded slot, where `type` has binary: stakes of one spin, amounts of the BINARY wallet's currency as decimal text. */
  slot?: { isPlay: boolean; minStake: string; maxStake: string };
  /** USDT that each new member gets into the futures wallet, decimal text; of a demo alone. Absent: none. */
  demoMoney?: string;
  /** Who the site's letters come from. SMS numbers are registered beforehand by law; without one the site sends no SMS. */
  senders?: { mail: string; sms?: string };
}
