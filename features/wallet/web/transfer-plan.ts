// A transfer before it is sent: which wallets take part, how much may leave, what both hold afterwards. Pure.
import type { CrossAccount } from '@maru/futures/contract.ts';
import type { Wallet, WalletType } from '../contract.ts';
import { fromMicro, toMicro, type WalletMap } from './live-wallets.ts';

/** Wallets that money can be moved between, in the order they are offered. */
const movable: readonly WalletType[] = ['FUTURES', 'USDT', 'BINARY'];

export function movableWallets(wallets: WalletMap): Wallet[] {
  return movable.map((type) => wallets[type]).filter((wallet) => wallet !== undefined);
}

/** Where to, when nobody chose: the futures wallet is filled first, and emptied into the USDT wallet. */
export function otherOf(wallets: readonly Wallet[], from: WalletType): WalletType | undefined {
  return wallets.find(({ type, currency }) => type !== from && currency === wallets.find((one) => one.type === from)?.currency)?.type;
}

/** What may leave: of the futures wallet the account's own figure (rules 6.3), of others all of it. */
export function mostOf(wallet: Wallet | undefined, account: CrossAccount | undefined): string {
  if (wallet === undefined) return '0';
  return wallet.type === 'FUTURES' ? (account?.withdrawable ?? '0') : wallet.point;
}

export interface TransferOutlook {
  from: string;
  to: string;
}

export function outlookOf(from: Wallet, to: Wallet, point: string): TransferOutlook {
  const moved = toMicro(point || '0');
  return { from: fromMicro(toMicro(from.point) - moved), to: fromMicro(toMicro(to.point) + moved) };
}

export const isNothing = (point: string): boolean => !/[1-9]/.test(point);
