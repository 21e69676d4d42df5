// Deposits on screen: the newest page of the list, with what the queue told put into it. Listened to once a page.
import { patchCall, refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { depositQueue, listDeposits } from '../contract.ts';

const QUERY = { size: '10' };

export function useDeposits() {
  const result = useCall(listDeposits, { query: QUERY });
  useTopic(
    depositQueue,
    {},
    (told) => {
      let isKnown = false;
      patchCall(listDeposits, QUERY, (old) => ({
        ...old,
        content: old.content.map((one) => {
          if (one.depositId !== told.depositId) return one;
          isKnown = true;
          return told;
        }),
      }));
      if (!isKnown) void refetch(listDeposits);
    },
    () => void refetch(listDeposits),
  );
  return result;
}
