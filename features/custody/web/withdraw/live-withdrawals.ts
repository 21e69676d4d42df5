// Withdrawals on screen: a page of the list, with what the queue told put into it.
import { patchCall, refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { listWithdrawals, quoteWithdrawal, readWithdrawal, withdrawalQueue } from '../../withdraw-contract.ts';

export const PAGE_SIZE = 10;

const again = () => void Promise.all([refetch(listWithdrawals), refetch(readWithdrawal), refetch(quoteWithdrawal)]);

export function useWithdrawals(page: number) {
  const query = { page: String(page), size: String(PAGE_SIZE) };
  const result = useCall(listWithdrawals, { query, keepsOld: true });
  useTopic(
    withdrawalQueue,
    {},
    (told) => {
      let isKnown = false;
      patchCall(listWithdrawals, query, (old) => ({
        ...old,
        content: old.content.map((one) => {
          if (one.withdrawalId !== told.withdrawalId) return one;
          isKnown = true;
          return told;
        }),
      }));
      patchCall(readWithdrawal, { withdrawalId: String(told.withdrawalId) }, () => told);
      if (!isKnown) void refetch(listWithdrawals);
      // What may leave has changed with it.
      void refetch(quoteWithdrawal);
    },
    again,
  );
  return result;
}
