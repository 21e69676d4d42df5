// The member's wallets as every page needs them: fetched once, kept fresh by the point queue, summed for the header.
import { whenShown } from '@maru/kit/web/held-money.ts';
import { addDecimals } from '@maru/kit/web/inputs/decimal-text.ts';
import { patchCall, queryClient, queryKey, refetch, useCall } from '@maru/kit/web/query.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { type CrossAccount, crossQueue, futuresCross } from '../futures-account-contract.ts';
import { listDnw, myWallets, pointQueue, type Wallet } from '../contract.ts';
import { type Rates, totalOf, worthOf } from '../total.ts';

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

type Known = Rates['rates'];

/** All of them: of other currencies what `rates` (units a USDT) or `prices` (USDT of one) say they are worth, and which nothing is known of. */
export function totalIn(wallets: WalletMap, rates: Known = {}, prices: Known = {}): { total: string; without: string[] } {
  const amounts = walletsIn(wallets).flatMap((wallet) => [
    { currency: wallet.currency, amount: heldOf(wallet) },
    { currency: 'USDT', amount: wallet.isolated ?? '0' },
  ]);
  const { micro, without } = totalOf(amounts, { rates, prices });
  return { total: fromMicro(micro), without };
}

export const totalUsdt = (wallets: WalletMap, rates?: Known, prices?: Known): string => totalIn(wallets, rates, prices).total;

/** With the stakes of its open bets; as many decimals as the wallet says. */
export function heldOf({ point, gameWaitPoint }: Wallet): string {
  const decimals = point.split('.')[1]?.length ?? 0;
  const [whole, fraction = ''] = addDecimals(point, gameWaitPoint).split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}

/** In USDT, down; undefined where no rate is known. */
export function valueOf(wallet: Wallet, rates: Known = {}, prices: Known = {}): string | undefined {
  const micro = worthOf({ currency: wallet.currency, amount: heldOf(wallet) }, { rates, prices });
  return micro === undefined ? undefined : fromMicro(micro);
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

type OnMove = (was: Wallet | undefined, now: Wallet) => void;
const listeners = new Set<OnMove>();

/** Each wallet that is told, beside how the page knew it. */
export function listenToMoves(onMove: OnMove): () => void {
  listeners.add(onMove);
  return () => void listeners.delete(onMove);
}

function takeWallet(wallet: Wallet): void {
  const known = queryClient.getQueryState<WalletMap>(queryKey(myWallets));
  patchCall(myWallets, undefined, (old) => ({ ...old, [wallet.type]: wallet }));
  // Its lists begin with the page: what they are read for now has it.
  if (known?.data === undefined && known?.fetchStatus === 'fetching') return;
  for (const tell of listeners) tell(known?.data?.[wallet.type], wallet);
}

/** After an act: an open socket tells what it changed, and what moved follows from there (use-fresh-dnw.ts). */
export function askUntold(): void {
  if (socket.state.getState().status !== 'open') void Promise.all([refetch(myWallets), refetch(listDnw)]);
}

/** While a member is here; answers with the way to stop. */
export function listenToWallets(): () => void {
  const stops = [
    subscribeTopic(
      pointQueue,
      {},
      (wallet) => whenShown(() => takeWallet(wallet)),
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
