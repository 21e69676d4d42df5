// How many messages and answered inquiries wait: combined for the badge, told at log-in, cleared on log-out.
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { queryClient, queryKey, useCall } from '@maru/kit/web/query.ts';
import { countUnreadMessages } from '@maru/message/contract.ts';

const staleMs = 60_000;

/** Specification section 4: the badge combines both counts. */
export function useUnread(): number {
  const isOn = useSession(isLoggedIn);
  const messages = useCall(countUnreadMessages, { isOn, staleMs });
  return isOn ? (messages.data?.count ?? 0) : 0;
}

export function clearUnread(): void {
  queryClient.setQueryData(queryKey(countUnreadMessages), { count: 0 });
}
