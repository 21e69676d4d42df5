// The member's wallets as every page needs them: fetched once, kept fresh by the point queue, summed for the header.
import { whenShown } from '@maru/kit/web/held-money.ts';
import { patchCall, refetch, useCall } from '@maru/kit/web/query.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { type CrossAccount, crossQueue, futuresCross } from '../futures-account-contract.ts';
import { myWallets, pointQueue, type Wallet } from '../contract.ts';

/** `isolated`: of the futures wallet, margin that its isolated positions hold beside it. */
export type AssetWallet = Wallet & { isolated?: string };
export type WalletMap = Partial<Record<Wallet['type'], AssetWallet>>;

/** In the order the server tells them. */
export const walletsIn = (wallets: WalletMap): AssetWallet[] => Object.values(wallets).filter((wallet) => wallet !== undefined);

/** The futures wallet as the account of one moment has it, so that total and equity never disagree. */
export function withAccount(wallets: WalletMap, account: CrossAccount | undefined): WalletMap {
  if (!account || !wallets.FUTURES) return wallets;
  return {
    ...wallets,
    FUTURES: {
      ...wallets.FUTURES,
      point: account.point,
      realPoint: account.realPoint,
      pnl: account.markPnl,
      isolated: account.isolatedWallets,
    },
  };
}

/** Wallets and, where the site has futures, the futures account: for the header and the asset page alike. */
export function useAssets() {
  const isMember = useSession(isLoggedIn);
  const { isFutures } = useTypeStatus();
  const fetched = useCall(myWallets, { isOn: isMember, staleMs: 60_000 });
  const cross = useCall(futuresCross, { isOn: isMember && isFutures });
  const { data: account, isPending } = cross;
  // Both or neither: a total without the account's part would jump a moment later.
  const wallets = fetched.data && (!isFutures || !isPending) ? withAccount(fetched.data, account) : undefined;
  return {
    wallets,
    account,
    error: fetched.data ? null : fetched.error,
    isFetching: fetched.isFetching,
    retry: () => void fetched.refetch(),
    /** The futures account's own failure: the wallets are shown without it. */
    accountError: account ? null : cross.error,
    retryAccount: () => void cross.refetch(),
    isFetchingAccount: cross.isFetching,
  };
}

/** Adds decimal strings of at most 6 decimals exactly; of other currencies what `rates` (units a USDT) say they are worth. */
export function totalUsdt(wallets: WalletMap, rates: Readonly<Record<string, string>> = {}): string {
  let micro = 0n;
  for (const wallet of Object.values(wallets)) {
    if (wallet) micro += toMicro(valueOf(wallet, rates) ?? '0') + toMicro(wallet.isolated ?? '0');
  }
  return fromMicro(micro);
}

/** With the stakes of its open bets. */
export function heldOf({ point, gameWaitPoint }: Wallet): string {
  const held = fromMicro(toMicro(point) + toMicro(gameWaitPoint));
  return point.includes('.') ? held : held.split('.')[0];
}

/** In USDT, down; undefined where no rate is known. */
export function valueOf(wallet: Wallet, rates: Readonly<Record<string, string>> = {}): string | undefined {
  if (wallet.currency === 'USDT') return heldOf(wallet);
  const rate = toMicro(rates[wallet.currency] ?? '0');
  return rate === 0n ? undefined : fromMicro((toMicro(heldOf(wallet)) * 1_000_000n) / rate);
}

/** Whole units of a currency of which one USDT is worth `rate`; never more than there is. */
export function worthIn(usdt: string, rate: string): string {
  return ((toMicro(usdt) * toMicro(rate)) / 1_000_000_000_000n).toString();
}

/** Cut after the sixth decimal. */
export function toMicro(decimal: string): bigint {
  const [whole, fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
}

export function fromMicro(micro: bigint): string {
  const text = (micro < 0n ? -micro : micro).toString().padStart(7, '0');
  return `${micro < 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** While a member is here; answers with the way to stop. */
export function listenToWallets(): () => void {
  const stops = [
    subscribeTopic(
      pointQueue,
      {},
      (wallet) => whenShown(() => patchCall(myWallets, undefined, (old) => ({ ...old, [wallet.type]: wallet }))),
      () => void refetch(myWallets),
    ),
    subscribeTopic(
      crossQueue,
      {},
      (account) => patchCall(futuresCross, undefined, () => account),
      () => void refetch(futuresCross),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
