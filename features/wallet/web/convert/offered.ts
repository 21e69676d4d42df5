// Which coins this site converts, as the pages that lead there ask it: nothing leads to conversions where the site switched them off.
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { listConvertCoins } from '../../convert-contract.ts';

/** Wallets that trade or play, and networks of a coin that is there already. */
const noCoins = ['FUTURES', 'BINARY', 'TRON_USDT', 'ETH_USDT'];
const ASKED_EVERY_MS = 60_000;

/** Two at least, or none: one alone could be changed into nothing. A site with a single coin is not even asked. */
export function useConvertible(): ReadonlySet<string> {
  const isMember = useSession(isLoggedIn);
  const { usedCoins } = useSite();
  const isOn = isMember && usedCoins.split(',').filter((code) => code !== '' && !noCoins.includes(code)).length >= 2;
  const { data = [] } = useCall(listConvertCoins, { isOn, staleMs: ASKED_EVERY_MS });
  return new Set(data.length < 2 ? [] : data.map(({ walletType }) => walletType));
}
