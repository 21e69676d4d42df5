// The site's coins as choices of a filter, where the operator may see them.
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useMemo } from 'react';
import { listDeskCoins } from '../coin-admin-contract.ts';

export function useCoinOptions() {
  const canSee = useCan(listDeskCoins.right ?? '');
  const { data } = useCall(listDeskCoins, { isOn: canSee });
  return useMemo(() => ({ walletType: (data ?? []).map(({ walletType }) => ({ value: walletType, label: walletType })) }), [data]);
}
