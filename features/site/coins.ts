// Names, decimals and networks of coins and wallets, as the site info shows them: those of every site, and the rows of its own.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';

interface Coin {
  name: { ko: string; en: string };
  decimals: number;
}
interface CoinWallet {
  currency: string;
  network: string;
}

const coins: Readonly<Record<string, Coin>> = {
  USDT: { name: { ko: '테더', en: 'Tether' }, decimals: 6 },
  BTC: { name: { ko: '비트코인', en: 'Bitcoin' }, decimals: 8 },
  ETH: { name: { ko: '이더리움', en: 'Ethereum' }, decimals: 8 },
  XRP: { name: { ko: '리플', en: 'XRP' }, decimals: 8 },
  DOGE: { name: { ko: '도지코인', en: 'Dogecoin' }, decimals: 8 },
  EOS: { name: { ko: '이오스', en: 'EOS' }, decimals: 8 },
  TRON: { name: { ko: '트론', en: 'TRON' }, decimals: 8 },
  KRW: { name: { ko: '원', en: 'Won' }, decimals: 0 },
  BKT: { name: { ko: 'BKT', en: 'BKT' }, decimals: 0 },
};

/** TRON_USDT and ETH_USDT are networks of the one currency USDT. */
const coinWallets: Readonly<Record<string, CoinWallet>> = {
  USDT: { currency: 'USDT', network: 'TRON' },
  TRON_USDT: { currency: 'USDT', network: 'TRON' },
  ETH_USDT: { currency: 'USDT', network: 'ETH' },
  BTC: { currency: 'BTC', network: 'BTC' },
  ETH: { currency: 'ETH', network: 'ETH' },
  XRP: { currency: 'XRP', network: 'XRP' },
  DOGE: { currency: 'DOGE', network: 'DOGE' },
  EOS: { currency: 'EOS', network: 'EOS' },
  TRON: { currency: 'TRON', network: 'TRON' },
};

const incoming = new Set(['ETH_USDT', 'TRON_USDT', 'BTC', 'ETH', 'DOGE', 'TRON', 'XRP', 'EOS']);
/** Wallets whose coins can come in: their network is followed (docs/guides/custody-nodes.md). */
export const comesIn = (code: string): boolean => incoming.has(code);

/** What a row of a site's own may not be called: it means something on every site. */
export const isTaken = (code: string): boolean => code in coins || code in coinWallets || code === 'FUTURES' || code === 'BINARY';

interface Coins {
  coins: Readonly<Record<string, Coin>>;
  coinWallets: Readonly<Record<string, CoinWallet>>;
}

export function coinsOf({ assets = [] }: SiteConfig): Coins {
  const own = assets.map(({ code, currency = code, decimals, networks: [network = ''], ko, en }) => ({
    coin: [currency, { name: { ko, en }, decimals }] as const,
    wallet: [code, { currency, network }] as const,
  }));
  return {
    coins: { ...Object.fromEntries(own.map(({ coin }) => coin)), ...coins },
    coinWallets: { ...Object.fromEntries(own.map(({ wallet }) => wallet)), ...coinWallets },
  };
}
