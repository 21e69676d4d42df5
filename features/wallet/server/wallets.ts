// A member's wallets: futures from the engine, the site's other wallets at zero until their products open.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Wallet, walletTypes } from '../contract.ts';

/** What this feature reads of the engine's account view; amounts in micro-USDT. */
export interface AccountBalances {
  crossWallet: number;
  crossUnrealizedPnl: number;
  fundingDebt: number;
}

type WalletType = (typeof walletTypes)[number];
type Wallets = Partial<Record<WalletType, Wallet>>;

/** Currencies and kept decimals of the wallets that are not USDT. */
const coins: Partial<Record<WalletType, { currency: string; decimals: number }>> = {
  BTC: { currency: 'BTC', decimals: 8 },
  ETH: { currency: 'ETH', decimals: 8 },
  XRP: { currency: 'XRP', decimals: 8 },
  DOGE: { currency: 'DOGE', decimals: 8 },
  EOS: { currency: 'EOS', decimals: 8 },
  TRON: { currency: 'TRX', decimals: 8 },
};
const wholeCurrencies: readonly string[] = ['KRW', 'BKT'];
const amountText = (micro: number) => formatDecimal(micro, USDT_DECIMALS);

export async function readWallets({ engine }: Pick<AppContext, 'engine'>, site: SiteConfig, account: number): Promise<Wallets> {
  const wallets: Wallets = { FUTURES: presentFutures(await readBalances({ engine }, site.id, account)) };
  for (const type of walletTypes) if (type !== 'FUTURES' && isUsed(site, type)) wallets[type] = emptyWallet(site, type);
  return wallets;
}

/** An account that the engine has not opened yet is empty. */
export async function readBalances({ engine }: Pick<AppContext, 'engine'>, site: number, account: number): Promise<AccountBalances> {
  const view = await engine.query<(AccountBalances & { known: true }) | { known: false }>(site, 'account', account);
  return view.known ? view : { crossWallet: 0, crossUnrealizedPnl: 0, fundingDebt: 0 };
}

/** The specification's futures wallet: point never below zero, realPoint as it is (rules 6.3). */
export function presentFutures(b: AccountBalances): Wallet {
  const realPoint = b.crossWallet - b.fundingDebt + b.crossUnrealizedPnl;
  return {
    type: 'FUTURES',
    currency: 'USDT',
    point: amountText(Math.max(realPoint, 0)),
    gameWaitPoint: amountText(0),
    realPoint: amountText(realPoint),
    pnl: amountText(b.crossUnrealizedPnl),
  };
}

function isUsed(site: SiteConfig, type: WalletType): boolean {
  return site.usedCoins.includes(type);
}

function emptyWallet(site: SiteConfig, type: WalletType): Wallet {
  const { currency, decimals } = type === 'BINARY' ? binaryCurrency(site) : (coins[type] ?? { currency: 'USDT', decimals: USDT_DECIMALS });
  const zero = formatDecimal(0, decimals);
  return { type, currency, point: zero, gameWaitPoint: zero };
}

function binaryCurrency(site: SiteConfig): { currency: string; decimals: number } {
  const currency = site.binaryCurrency;
  return { currency, decimals: wholeCurrencies.includes(currency) ? 0 : USDT_DECIMALS };
}
