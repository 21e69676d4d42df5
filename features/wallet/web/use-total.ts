// What all wallets are worth in USDT; rates are asked for where something is of another currency.
import { totalUsdt, type WalletMap, walletsIn } from './live-wallets.ts';
import { useRates } from './use-rates.ts';

/** Undefined until it is known: a total without a wallet would jump a moment later. */
export function useTotal(wallets: WalletMap | undefined): string | undefined {
  const isMixed = walletsIn(wallets ?? {}).some(
    ({ currency, point, gameWaitPoint }) => currency !== 'USDT' && /[1-9]/.test(point + gameWaitPoint),
  );
  const { data, isError } = useRates(isMixed);
  if (wallets === undefined || (isMixed && data === undefined && !isError)) return undefined;
  return totalUsdt(wallets, data?.rates, data?.prices);
}
