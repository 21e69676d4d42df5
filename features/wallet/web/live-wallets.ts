// The member's wallets as every page needs them: fetched once, kept fresh by the point queue, summed for the header.
import { patchCall, refetch, useCall } from '@maru/kit/web/query.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { crossQueue, futuresCross } from '@maru/futures/contract.ts';
import { myWallets, pointQueue, type Wallet } from '../contract.ts';

export type WalletMap = Partial<Record<Wallet['type'], Wallet>>;

export function useWallets() {
  return useCall(myWallets, { isOn: useSession(isLoggedIn), staleMs: 60_000 });
}

/** Adds decimal strings of at most 6 decimals exactly; wallets of USDT only. */
export function totalUsdt(wallets: WalletMap): string {
  let micro = 0n;
  for (const wallet of Object.values(wallets)) {
    if (wallet && wallet.currency === 'USDT') micro += toMicro(wallet.point);
  }
  const text = micro.toString().padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** Cut after the sixth decimal. */
export function toMicro(decimal: string): bigint {
  const [whole, fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
}

/** The futures account, for those whose site has futures. */
export function useFuturesAccount(isOn: boolean) {
  return useCall(futuresCross, { isOn: useSession(isLoggedIn) && isOn });
}

/** While a member is here; answers with the way to stop. */
export function listenToWallets(): () => void {
  const stops = [
    subscribeTopic(
      pointQueue,
      {},
      (wallet) => patchCall(myWallets, undefined, (old) => ({ ...old, [wallet.type]: wallet })),
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
