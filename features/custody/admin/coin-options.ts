// The site's coins as choices of a filter, where the operator may see them.
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useMemo } from 'react';
import { listDeskCoins } from '../coin-admin-contract.ts';
import { coinName } from './coin-figure.tsx';

export function useCoinOptions() {
  const { data } = useCall(listDeskCoins, { isOn: useMay(listDeskCoins) });
  return useMemo(() => ({ walletType: (data ?? []).map((coin) => ({ value: coin.walletType, label: coinName(coin) })) }), [data]);
}
