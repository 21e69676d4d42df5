// A member's spins, and what they cost of the day's limit, brought up to date by the answer of a spin; asked for only where it is not enough.
import { getOwnLimits } from '@maru/account/contract.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { addAmounts } from '@maru/kit/web/inputs/decimal-text.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { patchCall, queryClient, queryKey, refetch } from '@maru/kit/web/query.ts';
import { myWallets } from '@maru/wallet/contract.ts';
import { listSpins, type SlotSpin } from '../contract.ts';
import { foldSpin, type SpinList } from '../fold-spin.ts';

const fold = { dayOf: (ms: number) => dayOf(ms), add: addAmounts };

interface Asked {
  page?: string;
  cursor?: string;
  startDate?: string;
  endDate?: string;
}

/** The newest page of a span that the spin is in. */
function isOf({ page, cursor, startDate, endDate }: Asked, time: string): boolean {
  if ((page ?? '0') !== '0' || cursor !== undefined) return false;
  return (startDate ?? '') <= time && (endDate === undefined || time < endDate);
}

export function takeSpin(spin: SlotSpin): void {
  // The wallets are told by the member's queue.
  if (socket.state.getState().status !== 'open') void refetch(myWallets);
  const lists = queryClient.getQueryCache().findAll({ queryKey: queryKey(listSpins) });
  const folded = lists
    .filter(({ queryKey: [, asked] }) => isOf(asked ?? {}, spin.time ?? ''))
    // Known to have missed something and not shown: it is read when it is.
    .filter((query) => query.isActive() || !query.state.isInvalidated)
    .map(({ queryKey: key, state: { data, fetchStatus, isInvalidated } }) => {
      // An answer under way may not have heard of the spin.
      const list = fetchStatus === 'idle' && !isInvalidated ? (data as SpinList | undefined) : undefined;
      return { key, list, now: list && foldSpin(list, spin, fold) };
    });
  for (const { key, now } of folded) if (now) queryClient.setQueryData(key, now);
  if (folded.some(({ now }) => now === undefined)) void refetch(listSpins);
  // One that a list already has was counted with it.
  if (folded.some(({ list, now }) => now !== undefined && now === list)) return;
  const cost: Record<string, string> = { GAME_LOSS: spin.profit, GAME_STAKE: spin.point };
  patchCall(getOwnLimits, undefined, (old) => ({
    ...old,
    content: old.content.map((row) =>
      row.used !== null && row.kind in cost ? { ...row, used: addAmounts(row.used, cost[row.kind]) } : row,
    ),
  }));
}
