// A member's wallets: futures from the engine's account, the site's others from the ledger.
import { assetOf } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Wallet, WalletType } from '../contract.ts';
import { walletTypesOf } from '../wallet-kinds.ts';
import { accountOfWallet, currencyOf, isUsed } from './purses.ts';

/** What this feature reads of the engine's account view; amounts in micro-USDT. */
export interface AccountBalances {
  crossWallet: number;
  crossUnrealizedPnl: number;
  fundingDebt: number;
}

type Wallets = Record<WalletType, Wallet>;

const amountText = (micro: number) => formatDecimal(micro, USDT_DECIMALS);

/** What custody rules over of a member, each asset that has any (engine/custody/views.ts). */
export interface CoinFigures {
  asset: number;
  pending: number;
  held: number;
  locked: number;
  owed: number;
}

const readCoins = ({ engine }: Pick<AppContext, 'engine'>, site: number, account: number) =>
  engine.query<CoinFigures[]>(site, 'custodyOf', account);

export async function readWallets({ engine }: Pick<AppContext, 'engine'>, site: SiteConfig, account: number): Promise<Wallets> {
  const wallets: Wallets = { FUTURES: presentFutures(await readBalances({ engine }, site.id, account)) };
  const coins = await readCoins({ engine }, site.id, account);
  const others = await Promise.all(
    walletTypesOf(site)
      .filter((type) => type !== 'FUTURES' && isUsed(site, type))
      .map((type) => readWallet({ engine }, site, type, account, coins)),
  );
  for (const wallet of others) wallets[wallet.type] = wallet;
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

/** What the ledger keeps of it. */
export async function readWallet(
  { engine }: Pick<AppContext, 'engine'>,
  site: SiteConfig,
  type: WalletType,
  account: number,
  known?: readonly CoinFigures[],
): Promise<Wallet> {
  const ledger = accountOfWallet(site, type, account);
  const balance = ledger === undefined ? 0 : await engine.query<number>(site.id, 'ledger', ledger);
  // Stakes of open bets wait beside the wallet that they came from.
  const waiting = type === 'BINARY' ? await engine.query<number>(site.id, 'gameWait', account) : 0;
  const coins = known ?? (type === 'BINARY' ? [] : await readCoins({ engine }, site.id, account));
  const coin = ledger === undefined ? undefined : coins.find(({ asset }) => asset === assetOf(ledger));
  return presentWallet(site, type, { balance, waiting, ...(coin === undefined ? {} : { coin }) });
}

/** Of a wallet other than futures, in its currency's smallest unit. */
export interface Balances {
  balance: number;
  /** Stakes of open bets. */
  waiting: number;
  coin?: CoinFigures;
}

export function presentWallet(site: SiteConfig, type: WalletType, { balance, waiting, coin }: Balances): Wallet {
  const { currency, decimals } = currencyOf(site, type);
  const figures = (['pending', 'held', 'locked', 'owed'] as const).flatMap((name) =>
    coin === undefined || coin[name] === 0 ? [] : [[name, formatDecimal(coin[name], decimals)] as const],
  );
  const text = (amount: number) => formatDecimal(amount, decimals);
  return { type, currency, point: text(balance), gameWaitPoint: text(waiting), ...Object.fromEntries(figures) };
}
