// What kit knows of a site, as data: hosts, products, theme, words. Features add what is theirs (`site-part.ts`); live sites are rows of the whole.

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

/** Features extend it by their `site-part.ts`; kit asks for nothing of theirs. */
export interface SiteConfig {
  id: number;
  code: string;
  name: { ko: string; en: string };
  hosts: string[];
  type: number;
  isStaking: boolean;
  timeZone: string;
  languages: ('ko' | 'en')[];
  theme: SiteTheme;
  /** By text id (`home.start`) or error code (`INSUFFICIENT_BALANCE`). */
  texts?: Record<string, OwnText>;
  /** What a link to the site shows elsewhere. */
  share?: { poster?: string; words?: { ko: string; en: string } };
  /** Sound files in place of our own knocks. */
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
}
