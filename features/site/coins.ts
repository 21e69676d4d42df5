// The coins of every site, once: numbers, names, decimals and networks; and with a site's own rows, as the site info shows them.
import { Asset } from '@maru/engine/ledger/account.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';

/** What every site may have: number in the engine (ADR 0063; it never gets another meaning), and what it is called and counted in. */
export const knownCoins = [
  { asset: Asset.Usdt, code: 'USDT', decimals: USDT_DECIMALS, networks: ['TRON', 'ETH'], ko: '테더', en: 'Tether' },
  { asset: 2, code: 'BTC', decimals: 8, networks: ['BTC'], ko: '비트코인', en: 'Bitcoin' },
  { asset: 3, code: 'ETH', decimals: 8, networks: ['ETH'], ko: '이더리움', en: 'Ethereum' },
  { asset: 4, code: 'XRP', decimals: 8, networks: ['XRP'], ko: '리플', en: 'XRP' },
  { asset: 5, code: 'DOGE', decimals: 8, networks: ['DOGE'], ko: '도지코인', en: 'Dogecoin' },
  { asset: 6, code: 'EOS', decimals: 8, networks: ['EOS'], ko: '이오스', en: 'EOS' },
  { asset: 7, code: 'TRON', decimals: 8, pricedBy: 'BINANCE:TRXUSDT', networks: ['TRON'], ko: '트론', en: 'TRON' },
  { asset: 8, code: 'KRW', decimals: 0, networks: [], ko: '원', en: 'Won' },
] as const satisfies readonly {
  asset: number;
  code: string;
  decimals: number;
  pricedBy?: string;
  networks: readonly string[];
  ko: string;
  en: string;
}[];

type Network = (typeof knownCoins)[number]['networks'][number];

/** A wallet of one network: of a coin of several the network stands before its code. Its coins can come in (docs/guides/custody-nodes.md). */
export interface NetworkWallet {
  code: string;
  /** In the ledger. */
  asset: number;
  currency: string;
  network: Network;
}
export const networkWallets: readonly NetworkWallet[] = knownCoins.flatMap(({ asset, code: currency, networks }) =>
  networks.map((network) => ({ code: networks.length > 1 ? `${network}_${currency}` : currency, asset, currency, network })),
);

interface Coin {
  name: { ko: string; en: string };
  decimals: number;
}
interface CoinWallet {
  currency: string;
  network: string;
}

const coins: Readonly<Record<string, Coin>> = {
  ...Object.fromEntries(knownCoins.map(({ code, ko, en, decimals }) => [code, { name: { ko, en }, decimals }])),
  // What games may count in; no asset of its own.
  BKT: { name: { ko: 'BKT', en: 'BKT' }, decimals: 0 },
};

/** TRON_USDT and ETH_USDT are networks of the one currency USDT. */
const coinWallets: Readonly<Record<string, CoinWallet>> = {
  USDT: { currency: 'USDT', network: 'TRON' },
  ...Object.fromEntries(networkWallets.map(({ code, currency, network }) => [code, { currency, network }])),
};

export const comesIn = (code: string): boolean => networkWallets.some((wallet) => wallet.code === code);

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
